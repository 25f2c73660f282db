package faulttest

import (
	"bufio"
	"context"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"
)

// A ConnFault says what happens to one connection. The zero value forwards it.
type ConnFault struct {
	// Mode is what goes wrong.
	Mode ConnMode

	// After is how many bytes of the answer pass before Stall and Drop strike;
	// zero or negative is none.
	After int64

	// Delay is waited after the connection was accepted and before anything is
	// read from it. Zero or negative is no delay.
	Delay time.Duration
}

// A ConnMode is a way in which a connection goes wrong.
type ConnMode uint8

const (
	// Forward joins the connection to the target, both ways.
	Forward ConnMode = iota
	// Reset closes it at once; on TCP the peer sees "connection reset".
	Reset
	// Silent accepts it, reads what comes and never says a word: a hang to a
	// plain client, a stalled handshake to a TLS client.
	Silent
	// Stall forwards the request and the first After bytes of the answer, then
	// nothing; the connection stays open.
	Stall
	// Drop forwards the request and the first After bytes of the answer, then
	// closes; on TCP with a reset.
	Drop
	// Unavailable reads one HTTP/1 request header and answers 503 with no body.
	Unavailable
)

// A Proxy stands between a dialer and a target and spoils connections.
type Proxy struct {
	listener net.Listener
	dial     func(context.Context) (net.Conn, error)
	plan     func(n int) ConnFault
	stop     context.CancelFunc
	done     sync.WaitGroup
}

// NewProxy accepts connections from l and gives the n-th of them, counted from
// 1, the fault that plan(n) returns; those that get past their fault are
// forwarded to what dial returns. A nil plan forwards everything. plan is
// called by one goroutine at a time.
//
// The proxy owns l. The test's cleanup closes it, and every connection through
// it, and waits for its goroutines; inside a testing/synctest bubble call
// [Proxy.Close] before the bubble's function returns.
func NewProxy(t testing.TB, l net.Listener, dial func(context.Context) (net.Conn, error), plan func(n int) ConnFault) *Proxy {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	p := &Proxy{listener: l, dial: dial, plan: plan, stop: cancel}
	p.done.Go(func() { p.accept(ctx) })
	t.Cleanup(func() { _ = p.Close() })
	return p
}

// NewTCPProxy is [NewProxy] on a free port of the loopback interface in front
// of the TCP address target. It fails the test if it cannot listen.
func NewTCPProxy(t testing.TB, target string, plan func(n int) ConnFault) *Proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatalf("faulttest: no loopback port for the proxy: %v", err)
	}
	return NewProxy(t, l, func(ctx context.Context) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "tcp", target)
	}, plan)
}

// Refused returns a TCP address of the loopback interface where nobody listens,
// so that a dial to it is refused. It fails the test if it cannot find one.
func Refused(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatalf("faulttest: no loopback port: %v", err)
	}
	addr := l.Addr().String()
	_ = l.Close()
	return addr
}

// Addr returns the address to dial instead of the target's.
func (p *Proxy) Addr() string { return p.listener.Addr().String() }

// Close stops accepting, ends every connection through the proxy and waits
// until its goroutines are gone. It may be called more than once.
func (p *Proxy) Close() error {
	p.stop()
	err := p.listener.Close()
	p.done.Wait()
	return err
}

func (p *Proxy) accept(ctx context.Context) {
	for n := 1; ; n++ {
		conn, err := p.listener.Accept()
		if err != nil {
			return // closed
		}
		var f ConnFault
		if p.plan != nil {
			f = p.plan(n)
		}
		p.done.Go(func() { p.serve(ctx, conn, f) })
	}
}

// serve applies f to conn and returns when both ends are closed.
func (p *Proxy) serve(ctx context.Context, conn net.Conn, f ConnFault) {
	release := context.AfterFunc(ctx, func() { _ = conn.Close() })
	defer release()
	defer conn.Close()
	if sleep(ctx, f.Delay) != nil {
		return
	}
	switch f.Mode {
	case Reset:
		reset(conn)
	case Silent:
		_, _ = io.Copy(io.Discard, conn) // until the peer or the proxy closes
	case Unavailable:
		answerUnavailable(conn)
	default:
		p.forward(ctx, conn, f)
	}
}

func (p *Proxy) forward(ctx context.Context, conn net.Conn, f ConnFault) {
	target, err := p.dial(ctx)
	if err != nil {
		reset(conn)
		return
	}
	release := context.AfterFunc(ctx, func() { _ = target.Close() })
	defer release()
	defer target.Close()

	var up sync.WaitGroup
	defer up.Wait()
	up.Go(func() {
		_, _ = io.Copy(target, conn)
		_ = target.Close() // the client is gone: let the answer's copy end
	})
	switch f.Mode {
	case Stall:
		_, _ = io.CopyN(conn, target, max(f.After, 0))
		up.Wait() // say no more; until the client or the proxy closes
	case Drop:
		_, _ = io.CopyN(conn, target, max(f.After, 0))
		reset(conn)
	default:
		_, _ = io.Copy(conn, target)
		_ = conn.Close()
	}
}

// reset closes conn so that a TCP peer sees a reset instead of an orderly end.
func reset(conn net.Conn) {
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}

func answerUnavailable(conn net.Conn) {
	r := bufio.NewReader(conn)
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return
		}
		if strings.TrimRight(line, "\r\n") == "" {
			break
		}
	}
	_, _ = io.WriteString(conn, "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
}
