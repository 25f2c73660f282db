// Package wired repeats what may be repeated.
package wired

import (
	"context"
	"time"

	"github.com/avast/retry-go/v4"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"retryrpc/wired"
)

// Busy: nothing was done.
func Busy(ctx context.Context, c wired.OrdersClient) (err error) {
	for i := 0; i < 3 && ctx.Err() == nil; i++ {
		if _, err = c.CreateOrder(ctx, nil); status.Code(err) != codes.ResourceExhausted {
			return err
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

// Get reads.
func Get(ctx context.Context, c wired.OrdersClient) error {
	return retry.Do(func() error {
		_, err := c.GetOrder(ctx, nil)
		return err
	}, retry.Attempts(3), retry.Context(ctx))
}

type pods interface {
	Create(ctx context.Context, pod *pod, opts metav1.CreateOptions) (*pod, error)
}

type pod struct{ metav1.ObjectMeta }

// Named: the second is refused.
func Named(ctx context.Context, c pods, name string) (err error) {
	for i := 0; i < 3 && ctx.Err() == nil; i++ {
		if _, err = c.Create(ctx, &pod{ObjectMeta: metav1.ObjectMeta{Name: name}}, metav1.CreateOptions{}); err == nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}
