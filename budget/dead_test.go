package budget_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

// The tests here are about connections that die without a word.

// wire is a dialer whose connections can be cut: what is written to one that is
// cut goes nowhere, and nothing comes out of it.
type wire struct {
	plug  func(context.Context) (net.Conn, error) // nil: TCP
	mu    sync.Mutex
	conns []*cuttable
}

type cuttable struct {
	net.Conn
	cut    atomic.Bool
	closed chan struct{}
	once   sync.Once
}

func (w *wire) dial(ctx context.Context, network, address string) (net.Conn, error) {
	plug := w.plug
	if plug == nil {
		plug = func(ctx context.Context) (net.Conn, error) { return new(net.Dialer).DialContext(ctx, network, address) }
	}
	c, err := plug(ctx)
	if err != nil {
		return nil, err
	}
	cut := &cuttable{Conn: c, closed: make(chan struct{})}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.conns = append(w.conns, cut)
	return cut, nil
}

// cut cuts every connection that there is.
func (w *wire) cut() (n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range w.conns {
		c.cut.Store(true)
	}
	return len(w.conns)
}

func (w *wire) dials() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.conns)
}

func (c *cuttable) Write(p []byte) (int, error) {
	if c.cut.Load() {
		return len(p), nil
	}
	return c.Conn.Write(p)
}

func (c *cuttable) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if c.cut.Load() {
		<-c.closed
		return 0, net.ErrClosed
	}
	return n, err
}

func (c *cuttable) Close() error {
	c.once.Do(func() { close(c.closed) })
	return c.Conn.Close()
}

// When every connection of the pool has died, the first operation to notice costs
// an attempt, and no other does.
func TestDeadConnectionsCostOneAttempt(t *testing.T) {
	for _, version := range []int{1, 2} {
		t.Run(fmt.Sprintf("HTTP/%d", version), func(t *testing.T) {
			gate := make(chan struct{})
			s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/together" {
					<-gate
				}
				equal(t, "version", r.ProtoMajor, version)
			}))
			s.EnableHTTP2 = version == 2
			s.StartTLS()
			defer s.Close()
			roots := x509.NewCertPool()
			roots.AddCert(s.Certificate())
			net := new(wire)
			d := dependency(t, "d", budget.Policy{Ceiling: 400 * ms, Retry: quick})
			var warm http.Client // over the same connections, with all the time there is
			client := d.Client(func(base *http.Transport) {
				warm.Transport = base
				base.DialContext = net.dial
				base.TLSClientConfig = &tls.Config{RootCAs: roots}
				base.ForceAttemptHTTP2 = version == 2
			})
			defer client.CloseIdleConnections()
			get := func(client *http.Client, path string) error {
				resp, err := client.Get(s.URL + path)
				if err != nil {
					return err
				}
				defer resp.Body.Close()
				_, err = io.Copy(io.Discard, resp.Body)
				return err
			}
			var together sync.WaitGroup
			for range 8 { // so that there is more than one connection, over HTTP/1
				together.Go(func() {
					if err := get(&warm, "/together"); err != nil {
						t.Error(err)
					}
				})
			}
			time.Sleep(100 * ms)
			close(gate)
			together.Wait()
			dead := net.cut()
			if version == 1 && dead < 8 {
				t.Fatalf("%d connections, want 8", dead)
			}
			before := d.Stats().Attempts
			for range 5 {
				if err := get(client, "/"); err != nil {
					t.Errorf("with %d dead connections: %v", dead, err)
				}
			}
			if lost := d.Stats().Attempts - before - 5; lost > 1+uint64(version) { // over HTTP/2 some may start before the ping is late
				t.Errorf("%d attempts lost on %d dead connections", lost, dead)
			}
			if net.dials() == dead {
				t.Error("no new connection")
			}
		})
	}
}

// With a transport of the caller's own, which sends no pings, too.
func TestDeadConnectionsOfAnotherTransport(t *testing.T) {
	for _, version := range []int{1, 2} {
		s := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
		s.EnableHTTP2 = version == 2
		s.StartTLS()
		net := new(wire)
		base := s.Client().Transport.(*http.Transport)
		base.DialContext = net.dial
		d := dependency(t, "d", budget.Policy{Ceiling: 300 * ms, Retry: quick})
		client := &http.Client{Transport: d.Transport(base)}
		attempts := func() uint64 {
			before := d.Stats().Attempts
			resp, err := client.Get(s.URL)
			if err != nil {
				t.Errorf("HTTP/%d: %v", version, err)
				return 0
			}
			equal(t, "version", resp.ProtoMajor, version)
			io.Copy(io.Discard, resp.Body)
			resp.Body.Close()
			return d.Stats().Attempts - before
		}
		attempts()
		net.cut()
		equal(t, fmt.Sprintf("HTTP/%d: attempts", version), attempts(), 2)
		for range 5 {
			equal(t, fmt.Sprintf("HTTP/%d: attempts after that", version), attempts(), 1)
		}
		base.CloseIdleConnections()
		s.Close()
	}
}

// A server that is slow is not left by everybody at once: a connection that is used
// for the first time says nothing about the others, and the others are not closed
// again and again.
func TestSlowServerKeepsItsConnections(t *testing.T) {
	var slow atomic.Bool
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if slow.Load() {
			work(r.Context(), time.Second)
		}
	}))
	defer s.Close()
	base := &counted{Transport: http.Transport{}}
	defer base.CloseIdleConnections()
	d := dependency(t, "d", budget.Policy{Ceiling: 30 * ms, Retry: budget.Retry{Base: 1, Cap: 1, Burst: 100}})
	client := &http.Client{Transport: d.Transport(base)}
	get := func() {
		if resp, err := client.Get(s.URL); err == nil {
			resp.Body.Close()
		}
	}
	get()
	slow.Store(true)
	for range 6 { // half a second
		get()
	}
	if n := base.swept.Load(); n > 1 {
		t.Errorf("idle connections closed %d times within a second", n)
	}
}

type counted struct {
	http.Transport
	swept atomic.Int64
}

func (c *counted) CloseIdleConnections() {
	c.swept.Add(1)
	c.Transport.CloseIdleConnections()
}

// The pings follow the ceiling, within what a server puts up with.
func TestPingsFollowTheCeiling(t *testing.T) {
	for ceiling, want := range map[time.Duration][2]time.Duration{
		10 * ms:         {100 * ms, 100 * ms},
		time.Second:     {250 * ms, 500 * ms},
		2 * time.Minute: {15 * time.Second, 15 * time.Second},
	} {
		var got http.HTTP2Config
		dependency(t, "d", budget.Policy{Ceiling: ceiling}).Client(func(base *http.Transport) { got = *base.HTTP2 })
		equal(t, ceiling.String()+": a ping after", got.SendPingTimeout, want[0])
		equal(t, ceiling.String()+": left without an answer after", got.PingTimeout, want[1])
	}
}
