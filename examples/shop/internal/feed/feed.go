// Package feed is the line to the scanners in the warehouse: one line of text a parcel.
package feed

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"net"
	"sync/atomic"
	"time"
)

// Config says how to follow a warehouse.
type Config struct {
	Addr        string
	DialTimeout time.Duration
	IdleTimeout time.Duration
}

// Hub hands on what the scanners say.
type Hub struct {
	log   *slog.Logger
	lines chan string
	seen  atomic.Int64
	peak  atomic.Int64
}

// NewHub returns a hub that keeps up to n lines.
func NewHub(n int, log *slog.Logger) *Hub {
	return &Hub{log: log, lines: make(chan string, n)}
}

// Lines is where the lines come out.
func (h *Hub) Lines() <-chan string { return h.lines }

// Serve takes the scanners' connections.
func (h *Hub) Serve(ctx context.Context, l net.Listener) {
	for ctx.Err() == nil {
		scanner, err := l.Accept()
		if err != nil {
			h.log.Warn("accept", "err", err)
			continue
		}
		go h.read(ctx, scanner, time.Minute)
	}
}

// ServeTerminals takes the connections of the packers' terminals.
func (h *Hub) ServeTerminals(ctx context.Context, l net.Listener) error {
	var delay time.Duration
	for {
		conn, err := l.Accept()
		if errors.Is(err, net.ErrClosed) {
			return nil
		}
		if err != nil {
			delay = min(max(2*delay, 5*time.Millisecond), time.Second)
			h.log.Warn("accept", "err", err, "wait", delay)
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(delay):
			}
			continue
		}
		delay = 0
		go h.read(ctx, conn, time.Minute)
	}
}

// Follow reads from a warehouse that does not call us. It connects again whenever the line
// breaks, for as long as the shop runs.
func (h *Hub) Follow(ctx context.Context, cfg Config) {
	idle := cmp.Or(cfg.IdleTimeout, time.Minute)
	d := net.Dialer{Timeout: cfg.DialTimeout}
	delay := 100 * time.Millisecond
	for ctx.Err() == nil {
		conn, err := d.DialContext(ctx, "tcp", cfg.Addr)
		if err == nil {
			delay = 100 * time.Millisecond
			h.read(ctx, conn, idle)
		} else {
			h.log.Warn("dial", "addr", cfg.Addr, "err", err)
			delay = min(2*delay, 30*time.Second)
		}
		select {
		case <-ctx.Done():
		case <-time.After(delay/2 + rand.N(delay/2)):
		}
	}
}

func (h *Hub) read(ctx context.Context, conn net.Conn, idle time.Duration) {
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	defer conn.Close()
	lines := bufio.NewScanner(conn)
	for {
		if err := conn.SetReadDeadline(time.Now().Add(idle)); err != nil {
			return
		}
		if !lines.Scan() {
			return
		}
		h.count()
		select {
		case h.lines <- lines.Text():
		case <-ctx.Done():
			return
		}
	}
}

// count keeps the number of lines that wait and the most that ever did.
func (h *Hub) count() {
	h.seen.Add(1)
	n := int64(len(h.lines) + 1)
	for {
		old := h.peak.Load()
		if n <= old || h.peak.CompareAndSwap(old, n) {
			return
		}
	}
}

// Peak is the most lines that ever waited.
func (h *Hub) Peak() int64 { return h.peak.Load() }
