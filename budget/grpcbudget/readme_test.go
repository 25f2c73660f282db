package grpcbudget_test

import (
	"os"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"github.com/timeoutlint/timeoutlint/budget"
	"github.com/timeoutlint/timeoutlint/budget/grpcbudget"
)

// What budget's README shows of gRPC compiles: it is below.
func TestReadmeShowsCodeThatCompiles(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	own, err := os.ReadFile("readme_test.go")
	if err != nil {
		t.Fatal(err)
	}
	plain := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	seen := 0
	for _, block := range strings.Split(string(readme), "```go\n")[1:] {
		code, _, _ := strings.Cut(block, "```")
		if !strings.Contains(code, "grpc.") {
			continue
		}
		seen++
		if !strings.Contains(plain(string(own)), plain(code)) {
			t.Errorf("this is not in readme_test.go:\n%s", code)
		}
	}
	if seen != 1 {
		t.Errorf("%d blocks of code, want 1", seen)
	}
	prices, err := budget.New("prices", budget.Policy{})
	if err != nil {
		t.Fatal(err)
	}
	conn, server, err := chained("passthrough:///prices", prices)
	if err != nil {
		t.Fatal(err)
	}
	server.Stop()
	if err := conn.Close(); err != nil {
		t.Error(err)
	}
}

func chained(target string, prices *budget.Dependency) (*grpc.ClientConn, *grpc.Server, error) {
	conn, err := grpc.NewClient(target,
		grpc.WithTransportCredentials(insecure.NewCredentials()), // or TLS
		grpc.WithChainUnaryInterceptor(grpcbudget.UnaryClient(prices)),
		grpc.WithChainStreamInterceptor(grpcbudget.StreamClient(prices)))
	server := grpc.NewServer(
		grpc.ChainUnaryInterceptor(grpcbudget.UnaryServer(budget.ServerOptions{})),
		grpc.ChainStreamInterceptor(grpcbudget.StreamServer(budget.ServerOptions{})))
	return conn, server, err
}
