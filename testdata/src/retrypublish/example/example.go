package example

import (
	"context"
	"time"

	"github.com/segmentio/kafka-go"
)

func announce(ctx context.Context, w *kafka.Writer, text []byte) (err error) {
	for range 3 {
		err = w.WriteMessages(ctx, kafka.Message{Value: text}) // want `kafka.Writer.WriteMessages publishes the message again after any error, 3 times: when only the confirmation was lost it is there twice; give it an id made before the first attempt, by which the broker or the consumers know it again`
		if err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}
