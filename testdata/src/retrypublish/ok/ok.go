// Package ok publishes a message once, or so that it is known again.
package ok

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/segmentio/kafka-go"
)

// Known by its id.
func Known(js nats.JetStreamContext, id string, text []byte) (err error) {
	for range 3 {
		if _, err = js.Publish("orders", text, nats.MsgId(id)); err == nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

var errNoLeader = errors.New("no leader")

// Picked: after this error nothing was written.
func Picked(ctx context.Context, w *kafka.Writer, text []byte) (err error) {
	for range 3 {
		err = w.WriteMessages(ctx, kafka.Message{Value: text})
		if !errors.Is(err, errNoLeader) || ctx.Err() != nil {
			return err
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

// Each message is another.
func Each(ctx context.Context, w *kafka.Writer, texts [][]byte) error {
	for _, text := range texts {
		if err := w.WriteMessages(ctx, kafka.Message{Value: text}); err != nil {
			continue
		}
	}
	return nil
}
