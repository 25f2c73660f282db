package overbudget

import (
	"context"
	"log"
	"net/http"
	"time"

	"google.golang.org/grpc"

	"overbudget/chargepb"
)

type bank struct{ client *http.Client }

func newBank() *bank { return &bank{client: &http.Client{Timeout: 20 * time.Second}} }

func (b *bank) Pay(ctx context.Context, in *chargepb.Request) (*chargepb.Reply, error) {
	resp, err := b.client.Get("https://bank.example") // also: ctxvariant // want `http.Client.Get may take 20s \(http.Client.Timeout, rpc.go:16\) and no context of the request ends it, but chargepb.Charge/Pay stops waiting after 3s \(rpc.go:\d+\)`
	if err != nil {
		return nil, err
	}
	return &chargepb.Reply{}, resp.Body.Close()
}

// limited gives every method d.
func limited(d time.Duration) grpc.UnaryServerInterceptor {
	return func(ctx context.Context, req any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
		ctx, cancel := context.WithTimeout(ctx, d)
		defer cancel()
		return handler(ctx, req)
	}
}

func named(ctx context.Context, req any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
	log.Println(info.FullMethod)
	return handler(ctx, req)
}

func serveRPC() {
	s := grpc.NewServer(grpc.ChainUnaryInterceptor(named, limited(3*time.Second)))
	chargepb.RegisterChargeServer(s, newBank())
}
