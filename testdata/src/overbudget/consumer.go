package overbudget

import (
	"context"
	"net/http"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"
)

type mailer struct{ client *http.Client }

func newMailer() *mailer { return &mailer{client: &http.Client{Timeout: time.Minute}} }

// deliver is what a message causes. Its caller gives it ten seconds.
func (m *mailer) deliver(ctx context.Context, d amqp.Delivery) error {
	resp, err := m.client.Get("https://mail.example/" + string(d.Body)) // also: ctxvariant // want `http.Client.Get may take 1m \(http.Client.Timeout, consumer.go:13\) and no context of the request ends it, but overbudget.mailer.deliver stops waiting after 10s \(consumer.go:\d+\)`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (m *mailer) run(ctx context.Context, messages <-chan amqp.Delivery) {
	for d := range messages {
		ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
		_ = m.deliver(ctx, d)
		cancel()
	}
}
