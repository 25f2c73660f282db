package retryrpc

import (
	"context"
	"time"

	"google.golang.org/grpc"
)

type (
	charge struct {
		RequestId string
		Cents     int64
	}
	receipt struct{}
	bank    interface {
		Charge(ctx context.Context, in *charge, opts ...grpc.CallOption) (*receipt, error)
		AddMember(ctx context.Context, in *member, opts ...grpc.CallOption) (*receipt, error)
	}
	member struct{ Name string }
)

// The field is there, and left empty.
func pay(ctx context.Context, c bank, cents int64) (err error) {
	for i := 0; i < 4; i++ {
		if _, err = c.Charge(ctx, &charge{Cents: cents}); err == nil { // want `retryrpc.bank.Charge is called again after any error, 4 times`
			return nil
		}
		if ctx.Err() != nil {
			return err
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

// What is handed in has no field for it.
func add(ctx context.Context, c bank, m *member) (err error) {
	for i := 0; i < 4 && ctx.Err() == nil; i++ {
		if _, err = c.AddMember(ctx, m); err == nil { // want `retryrpc.bank.AddMember is called again after any error, 4 times`
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

const policy = `{"methodConfig": [{
	"name": [{"service": "shop.Orders", "method": "GetOrder"}, {"service": "shop.Orders", "method": "CreateOrder"}],
	"retryPolicy": {"maxAttempts": 4, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["RESOURCE_EXHAUSTED", "UNAVAILABLE"]}
}]}`

func dial(target string) (*grpc.ClientConn, error) {
	return grpc.NewClient(target, grpc.WithDefaultServiceConfig(policy)) // want `the service config has shop.Orders/CreateOrder made again by gRPC, 4 times with the first, after UNAVAILABLE`
}
