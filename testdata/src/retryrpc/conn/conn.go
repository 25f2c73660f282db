// Package conn has connections that repeat by themselves.
package conn

import (
	"context"

	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"

	"retryrpc/wired"
)

func intercepted(ctx context.Context, addr string) error {
	cc, err := grpc.NewClient(addr, grpc.WithChainUnaryInterceptor(retry.UnaryClientInterceptor(retry.WithMax(5), retry.WithCodes(codes.DeadlineExceeded, codes.Unavailable))))
	if err != nil {
		return err
	}
	_, err = wired.NewOrdersClient(cc).CreateOrder(ctx, nil) // want `CreateOrder is called again after a timeout, 5 times by the interceptor of go-grpc-middleware`
	return err
}

// off: the interceptor repeats nothing unless it is told how often.
func off(ctx context.Context, addr string) error {
	cc, err := grpc.NewClient(addr, grpc.WithChainUnaryInterceptor(retry.UnaryClientInterceptor(retry.WithCodes(codes.DeadlineExceeded))))
	if err != nil {
		return err
	}
	_, err = wired.NewOrdersClient(cc).CreateOrder(ctx, nil)
	return err
}

// refused: nothing was done.
func refused(ctx context.Context, addr string) error {
	cc, err := grpc.NewClient(addr, grpc.WithChainUnaryInterceptor(retry.UnaryClientInterceptor(retry.WithMax(3), retry.WithCodes(codes.ResourceExhausted))))
	if err != nil {
		return err
	}
	_, err = wired.NewOrdersClient(cc).CreateOrder(ctx, nil)
	return err
}

const policy = `{"methodConfig": [{"name": [{"service": "shop.Orders"}], "retryPolicy": {"maxAttempts": 4, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]}`

type shop struct{ orders wired.OrdersClient }

func open(addr string) (*shop, error) {
	cc, err := grpc.NewClient(addr, grpc.WithDefaultServiceConfig(policy))
	if err != nil {
		return nil, err
	}
	return &shop{wired.NewOrdersClient(cc)}, nil
}

func (s *shop) place(ctx context.Context) error {
	if _, err := s.orders.GetOrder(ctx, nil); err != nil {
		return err
	}
	_, err := s.orders.CreateOrder(ctx, nil) // want `CreateOrder is called again after a lost connection, 4 times by the retryPolicy of the service config`
	return err
}
