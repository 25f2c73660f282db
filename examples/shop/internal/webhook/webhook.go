// Package webhook tells the shop's partners of an order, and listens to what they tell us.
package webhook

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/timeoutlint/timeoutlint/examples/shop/internal/outbound"
)

// An Event is told to a partner until the partner has heard it.
type Event struct {
	ID   string
	URL  string
	Body []byte
}

// Outbox delivers events.
type Outbox struct {
	events chan Event
	http   *http.Client
	log    *slog.Logger
}

// NewOutbox returns an empty outbox.
func NewOutbox(log *slog.Logger) *Outbox {
	return &Outbox{events: make(chan Event, 100), http: outbound.NewClient(10 * time.Second), log: log}
}

// Add puts an event into the outbox.
func (o *Outbox) Add(ctx context.Context, e Event) error {
	select {
	case o.events <- e:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Run delivers until the context ends.
func (o *Outbox) Run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case e := <-o.events:
			if err := o.Deliver(ctx, e); err != nil {
				o.log.Error("webhook", "event", e.ID, "err", err)
			}
		}
	}
}

// Deliver tells one event. The partner knows it by its id, however often it comes.
func (o *Outbox) Deliver(ctx context.Context, e Event) error {
	var last error
	for attempt := range 12 {
		if last = o.post(ctx, e); last == nil {
			return nil
		}
		wait := time.Second << attempt
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait/2 + rand.N(wait/2)):
		}
	}
	return fmt.Errorf("event %s: %w", e.ID, last)
}

func (o *Outbox) post(ctx context.Context, e Event) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, e.URL, bytes.NewReader(e.Body))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", e.ID)
	resp, err := o.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 1<<16))
	if resp.StatusCode >= 300 {
		return fmt.Errorf("partner answered %s", resp.Status)
	}
	return nil
}

// Handler takes what the carriers tell us.
func Handler(take func(body []byte)) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /hooks/carrier", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<16))
		if err != nil {
			http.Error(w, "too much", http.StatusRequestEntityTooLarge)
			return
		}
		take(body)
		w.WriteHeader(http.StatusNoContent)
	})
	return mux
}

// Listen serves the carriers' calls.
func Listen(addr string, take func(body []byte)) error {
	return http.ListenAndServe(addr, Handler(take))
}
