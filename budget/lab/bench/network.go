package bench

import (
	"context"
	"net"

	"github.com/timeoutlint/timeoutlint/budget/faulttest"
)

// TCP returns a listener on a free port of the loopback interface and the way
// to it. Every connection is a real one.
func TCP() (net.Listener, Dialer, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, nil, err
	}
	var d net.Dialer
	addr := l.Addr().String()
	return l, func(ctx context.Context) (net.Conn, error) { return d.DialContext(ctx, "tcp", addr) }, nil
}

// Memory returns the same in memory, for a testing/synctest bubble.
func Memory() (net.Listener, Dialer) {
	p := faulttest.NewPipe()
	return p, func(ctx context.Context) (net.Conn, error) { return p.DialContext(ctx, "", "") }
}
