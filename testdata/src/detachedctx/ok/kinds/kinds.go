// Package kinds holds the kinds of contexts that services detach on purpose.
package kinds

import (
	"context"
	"database/sql"
	"log/slog"
	"net"
	"sync"
	"time"

	"google.golang.org/grpc"
)

type key struct{}

type hub struct {
	mu      sync.Mutex
	conns   map[string]net.Conn
	streams map[string]grpc.ClientStream
	cc      *grpc.ClientConn
	db      *sql.DB
	jobs    chan func(context.Context)
}

// A connection that is kept for all must not end with the call that needed it
// first; the dialer has a limit.
func (h *hub) conn(ctx context.Context, addr string) (net.Conn, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if c := h.conns[addr]; c != nil {
		return c, nil
	}
	d := net.Dialer{Timeout: 5 * time.Second}
	c, err := d.DialContext(context.WithoutCancel(ctx), "tcp", addr)
	if err == nil {
		h.conns[addr] = c
	}
	return c, err
}

// A stream that all share lasts longer than whoever opens it.
func (h *hub) stream(ctx context.Context, topic string) (grpc.ClientStream, error) {
	s, err := h.cc.NewStream(context.WithoutCancel(ctx), nil, "/broadcast/Deliver")
	if err == nil {
		h.streams[topic] = s
	}
	return s, err
}

// A session has a life of its own.
func (h *hub) session(ctx context.Context) context.CancelFunc {
	own, cancel := context.WithCancel(context.WithoutCancel(ctx))
	go h.serve(own)
	return cancel
}

func (h *hub) serve(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case job := <-h.jobs:
			job(ctx)
		}
	}
}

// If there is none, one is made.
func (h *hub) ping(ctx context.Context) error {
	if ctx == nil {
		ctx = context.Background()
	}
	return h.db.PingContext(ctx)
}

// The trace of another call is followed, and nothing waits for it.
func (h *hub) link(ctx context.Context, origin string) {
	linked := context.WithValue(context.Background(), key{}, origin)
	slog.InfoContext(linked, "delivered")
}

// What went wrong is said whatever became of the call.
func (h *hub) report(ctx context.Context, err error) {
	defer slog.ErrorContext(context.WithoutCancel(ctx), "failed", "err", err)
	h.mu.Lock()
	h.mu.Unlock()
}

// Work for later is given its own time by whoever takes it.
func (h *hub) enqueue(ctx context.Context, id string) {
	detached := context.WithoutCancel(ctx)
	h.jobs <- func(context.Context) {
		ctx, cancel := context.WithTimeout(detached, time.Minute)
		defer cancel()
		_, _ = h.db.ExecContext(ctx, "UPDATE jobs SET done = true WHERE id = $1", id)
	}
}

// A last write after the answer, within its time.
func (h *hub) audit(ctx context.Context, id string) {
	go func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 3*time.Second)
		defer cancel()
		_, _ = h.db.ExecContext(ctx, "INSERT INTO audit VALUES ($1)", id)
	}()
}

// A batch is detached as one, and each write has its time.
func (h *hub) flush(ctx context.Context, ids []string) error {
	ctx = context.WithoutCancel(ctx)
	for _, id := range ids {
		if err := h.write(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

func (h *hub) write(ctx context.Context, id string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	_, err := h.db.ExecContext(ctx, "UPDATE t SET x = 1 WHERE id = $1", id)
	return err
}
