package consumer_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/timeoutlint/timeoutlint/examples/shop/internal/consumer"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/queue"
)

type fake struct{ failures, received, done int }

func (f *fake) Receive(ctx context.Context) (queue.Message, error) {
	f.received++
	if f.received <= f.failures {
		return queue.Message{}, errors.New("refused")
	}
	if f.received > f.failures+1 {
		<-ctx.Done()
		return queue.Message{}, ctx.Err()
	}
	return queue.Message{ID: "1", Body: []byte("hello")}, nil
}

func (f *fake) Done(context.Context, queue.Message) error { f.done++; return nil }

func TestMailsWaitWhenTheQueueFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		q := &fake{failures: 3}
		got := ""
		c := consumer.Mails{Queue: q, Log: slog.New(slog.DiscardHandler), Handle: func(_ context.Context, body []byte) error {
			got = string(body)
			return nil
		}}
		c.Run(ctx)
		if got != "hello" || q.done != 1 {
			t.Errorf("got %q, %d done", got, q.done)
		}
	})
}

func TestOrders(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	q := &fake{}
	c := consumer.Orders{Queue: q, Log: slog.New(slog.DiscardHandler), Handle: func(context.Context, []byte) error {
		cancel()
		return nil
	}}
	c.Run(ctx)
	if q.done != 1 {
		t.Errorf("%d done", q.done)
	}
}
