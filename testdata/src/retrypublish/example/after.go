package example

import (
	"context"
	"time"

	"github.com/nats-io/nats.go"
)

func announceOnce(ctx context.Context, js nats.JetStreamContext, id string, text []byte) (err error) {
	for range 3 {
		_, err = js.Publish("orders", text, nats.MsgId(id))
		if err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}
