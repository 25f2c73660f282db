package retrypublish

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/segmentio/kafka-go"

	"retrypublish/bus"
)

func stream(js nats.JetStreamContext, text []byte) (err error) {
	for i := 0; i < 5; i++ {
		if _, err = js.Publish("orders", text); err == nil { // want `nats.JetStream.Publish publishes the message again after any error, 5 times`
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

var errTooLarge = errors.New("too large")

func mayHelp(err error) bool { return err != nil && !errors.Is(err, errTooLarge) }

func rest(ctx context.Context, w *kafka.Writer, text []byte) (err error) {
	for range 3 {
		err = w.WriteMessages(ctx, kafka.Message{Value: text}) // want `kafka.Writer.WriteMessages publishes the message again after any error, 3 times`
		if !mayHelp(err) || ctx.Err() != nil {
			return err
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

func own(b *bus.Bus, text []byte) (err error) {
	for range 3 {
		if err = b.Put(text); err == nil { // want `bus.Bus.Put publishes the message again after any error, 3 times`
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}
