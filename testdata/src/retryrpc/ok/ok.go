// Package ok may ask again.
package ok

import (
	"context"
	"errors"
	"time"

	"google.golang.org/grpc"
)

type (
	charge struct {
		RequestId string
		Cents     int64
	}
	query   struct{ Name string }
	receipt struct{}
	bank    interface {
		Charge(ctx context.Context, in *charge, opts ...grpc.CallOption) (*receipt, error)
		GetReceipt(ctx context.Context, in *query, opts ...grpc.CallOption) (*receipt, error)
		CreateAccount(ctx context.Context, in *query, opts ...grpc.CallOption) (*receipt, error)
	}
)

// Known by its id.
func Known(ctx context.Context, c bank, id string) (err error) {
	in := &charge{Cents: 100}
	in.RequestId = id
	for i := 0; i < 4 && ctx.Err() == nil; i++ {
		if _, err = c.Charge(ctx, in); err == nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

// Given: whoever made it may have set the id.
func Given(ctx context.Context, c bank, in *charge) (err error) {
	for i := 0; i < 4 && ctx.Err() == nil; i++ {
		if _, err = c.Charge(ctx, in); err == nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

// Reads change nothing.
func Reads(ctx context.Context, c bank) (err error) {
	for i := 0; i < 4 && ctx.Err() == nil; i++ {
		if _, err = c.GetReceipt(ctx, &query{}); err == nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

var errRefused = errors.New("refused")

// Picked: after this error nothing was done.
func Picked(ctx context.Context, c bank) (err error) {
	for i := 0; i < 4 && ctx.Err() == nil; i++ {
		if _, err = c.CreateAccount(ctx, &query{}); !errors.Is(err, errRefused) {
			return err
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

type notes interface {
	CreateNote(ctx context.Context, text string) (*receipt, error)
}

// NoRPC: a method of that name that is no generated client's.
func NoRPC(ctx context.Context, c notes) (err error) {
	for i := 0; i < 4 && ctx.Err() == nil; i++ {
		if _, err = c.CreateNote(ctx, "x"); err == nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

// Reads are repeated, and what was refused before it was done.
const policy = `{"methodConfig": [
	{"name": [{"service": "shop.Orders"}], "timeout": "2s"},
	{"name": [{"service": "shop.Orders", "method": "GetOrder"}, {"service": "shop.Stock"}],
	 "retryPolicy": {"maxAttempts": 4, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}},
	{"name": [{"service": "shop.Orders", "method": "CreateOrder"}],
	 "retryPolicy": {"maxAttempts": 4, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["RESOURCE_EXHAUSTED"]}}
]}`

// Dial is given it.
func Dial(target string) (*grpc.ClientConn, error) {
	return grpc.NewClient(target, grpc.WithDefaultServiceConfig(policy))
}
