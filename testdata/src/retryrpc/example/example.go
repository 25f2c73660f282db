package example

import (
	"context"
	"time"

	"google.golang.org/grpc"
)

type (
	order  struct{ Customer string }
	placed struct{ ID string }
	shop   interface {
		CreateOrder(ctx context.Context, in *order, opts ...grpc.CallOption) (*placed, error)
	}
)

func create(ctx context.Context, c shop, customer string) (p *placed, err error) {
	for range 3 {
		p, err = c.CreateOrder(ctx, &order{Customer: customer}) // want `example.shop.CreateOrder is called again after any error, 3 times, and its request has no id: when only the answer was lost the server does it twice; give the request an id made before the first attempt, or repeat only what was certainly not done`
		if err == nil || ctx.Err() != nil {
			return p, err
		}
		time.Sleep(100 * time.Millisecond)
	}
	return nil, err
}
