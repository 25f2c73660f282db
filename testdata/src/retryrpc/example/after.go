package example

import (
	"context"
	"time"

	"google.golang.org/grpc"
)

type (
	knownOrder struct{ RequestId, Customer string }
	knownShop  interface {
		CreateOrder(ctx context.Context, in *knownOrder, opts ...grpc.CallOption) (*placed, error)
	}
)

func createOnce(ctx context.Context, c knownShop, id, customer string) (p *placed, err error) {
	for range 3 {
		p, err = c.CreateOrder(ctx, &knownOrder{RequestId: id, Customer: customer})
		if err == nil || ctx.Err() != nil {
			return p, err
		}
		time.Sleep(100 * time.Millisecond)
	}
	return nil, err
}
