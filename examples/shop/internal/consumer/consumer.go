// Package consumer works on what waits in the queues.
package consumer

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/timeoutlint/timeoutlint/examples/shop/internal/queue"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/retry"
)

// A Handler works on one message.
type Handler func(ctx context.Context, body []byte) error

// Orders takes orders from a queue.
type Orders struct {
	Queue  queue.Client
	Handle Handler
	Log    *slog.Logger
}

// Run works until the context ends.
func (c *Orders) Run(ctx context.Context) {
	for ctx.Err() == nil {
		order, err := c.Queue.Receive(ctx)
		if err != nil {
			c.Log.Warn("receive", "err", err)
			continue
		}
		if err := c.work(ctx, order); err != nil {
			c.Log.Error("order", "id", order.ID, "err", err)
		}
	}
}

func (c *Orders) work(ctx context.Context, m queue.Message) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	if err := c.Handle(ctx, m.Body); err != nil {
		return err
	}
	return c.Queue.Done(ctx, m)
}

// Mails takes mails from a queue.
type Mails struct {
	Queue  queue.Client
	Handle Handler
	Log    *slog.Logger
}

// Run works until the context ends. A queue that fails is left alone for a while.
func (c *Mails) Run(ctx context.Context) {
	failed := 0
	for ctx.Err() == nil {
		mail, err := c.Queue.Receive(ctx)
		if errors.Is(err, queue.ErrEmpty) {
			continue
		}
		if err != nil {
			failed++
			c.Log.Warn("receive", "err", err)
			if retry.Pause(ctx, failed) != nil {
				return
			}
			continue
		}
		failed = 0
		if err := c.work(ctx, mail); err != nil {
			c.Log.Error("mail", "id", mail.ID, "err", err)
		}
	}
}

func (c *Mails) work(ctx context.Context, m queue.Message) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	if err := c.Handle(ctx, m.Body); err != nil {
		return err
	}
	// The mail is out: it must leave the queue even while we stop.
	doneCtx, stop := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer stop()
	return c.Queue.Done(doneCtx, m)
}
