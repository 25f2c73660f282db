// Package wired repeats its calls through helpers, interceptors and policies.
package wired

import (
	"context"
	"time"

	"github.com/avast/retry-go/v4"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type (
	order   struct{ Buyer string }
	receipt struct{}

	OrdersClient interface {
		CreateOrder(ctx context.Context, in *order, opts ...grpc.CallOption) (*receipt, error)
		GetOrder(ctx context.Context, in *order, opts ...grpc.CallOption) (*receipt, error)
	}
	ordersClient struct{ cc *grpc.ClientConn }
)

func (c *ordersClient) CreateOrder(ctx context.Context, in *order, opts ...grpc.CallOption) (*receipt, error) {
	out := new(receipt)
	return out, c.cc.Invoke(ctx, "/shop.Orders/CreateOrder", in, out, opts...)
}

func (c *ordersClient) GetOrder(ctx context.Context, in *order, opts ...grpc.CallOption) (*receipt, error) {
	out := new(receipt)
	return out, c.cc.Invoke(ctx, "/shop.Orders/GetOrder", in, out, opts...)
}

// NewOrdersClient is generated.
func NewOrdersClient(cc *grpc.ClientConn) OrdersClient { return &ordersClient{cc} }

func place(ctx context.Context, c OrdersClient, buyer string) error {
	_, err := c.CreateOrder(ctx, &order{buyer}) // want `OrdersClient.CreateOrder is called again after any error, 3 times`
	return err
}

func helper(ctx context.Context, c OrdersClient) error {
	return retry.Do(func() error { return place(ctx, c, "a") }, retry.Attempts(3), retry.Context(ctx))
}

func deadline(ctx context.Context, c OrdersClient) (err error) {
	for i := 0; i < 3 && ctx.Err() == nil; i++ {
		_, err = c.CreateOrder(ctx, &order{}) // want `OrdersClient.CreateOrder is called again after a timeout, 3 times`
		if status.Code(err) != codes.DeadlineExceeded {
			return err
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

type pods interface {
	Create(ctx context.Context, pod *pod, opts metav1.CreateOptions) (*pod, error)
}

type pod struct{ metav1.ObjectMeta }

func start(ctx context.Context, c pods) (err error) {
	for i := 0; i < 3 && ctx.Err() == nil; i++ {
		_, err = c.Create(ctx, &pod{ObjectMeta: metav1.ObjectMeta{GenerateName: "job-"}}, metav1.CreateOptions{}) // want `Create is called again after any error, 3 times, each time under another name`
		if err == nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}
