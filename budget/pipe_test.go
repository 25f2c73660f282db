package budget_test

import (
	"context"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
)

// network is a real http.Server and http.Transport joined by net.Pipe, so that
// both run on the fake clock of a synctest bubble.
type network struct {
	server *http.Server
	base   *http.Transport
	dials  atomic.Int64
	conns  chan net.Conn
	done   chan struct{}
	once   sync.Once
}

// serve starts h; everything ends with the test.
func serve(t *testing.T, server *http.Server) *network {
	n := &network{server: server, conns: make(chan net.Conn), done: make(chan struct{})}
	n.base = &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		n.dials.Add(1)
		mine, theirs := net.Pipe()
		select {
		case n.conns <- theirs:
			return mine, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}}
	go server.Serve(n)
	t.Cleanup(func() {
		n.base.CloseIdleConnections()
		server.Close()
	})
	return n
}

func (n *network) Accept() (net.Conn, error) {
	select {
	case c := <-n.conns:
		return c, nil
	case <-n.done:
		return nil, net.ErrClosed
	}
}

func (n *network) Close() error   { n.once.Do(func() { close(n.done) }); return nil }
func (n *network) Addr() net.Addr { return &net.UnixAddr{Name: "pipe"} }
