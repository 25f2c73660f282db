package grpcbudget_test

import (
	"context"
	"fmt"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	pb "google.golang.org/grpc/interop/grpc_testing"

	"github.com/timeoutlint/timeoutlint/budget"
	"github.com/timeoutlint/timeoutlint/budget/grpcbudget"
)

func ExampleUnaryClient() {
	prices, err := budget.New("prices", budget.Policy{Ceiling: 200 * time.Millisecond})
	if err != nil {
		panic(err)
	}
	conn, err := grpc.NewClient("localhost:1", // nobody is there
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithChainUnaryInterceptor(grpcbudget.UnaryClient(prices)),
		grpc.WithChainStreamInterceptor(grpcbudget.StreamClient(prices)))
	if err != nil {
		panic(err)
	}
	defer conn.Close()

	// 5 ms are left, 10 ms are the least that makes sense: the call is not made.
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Millisecond)
	defer cancel()
	_, err = pb.NewTestServiceClient(conn).UnaryCall(ctx, &pb.SimpleRequest{}, grpcbudget.With(budget.Idempotent()))
	fmt.Println(err)
	// Output: budget: prices: not called: less time left than its floor
}

func ExampleUnaryServer() {
	options := budget.ServerOptions{Default: 2 * time.Second, Max: 5 * time.Second}
	server := grpc.NewServer(
		grpc.ChainUnaryInterceptor(grpcbudget.UnaryServer(options)),
		grpc.ChainStreamInterceptor(grpcbudget.StreamServer(options)))
	server.Stop()
}
