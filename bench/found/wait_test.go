package found

import (
	"bufio"
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// limit is how long a call is watched after the server has read its request,
// hundreds of times what an answer over the loopback interface takes.
const limit = 300 * time.Millisecond

// silent is a loopback server that accepts connections, reads what is sent to
// it and never answers, until it is closed. Over "tls" it shakes hands first.
type silent struct {
	net.Listener
	heard     chan struct{} // closed when the first byte of a request has come
	deadlines atomic.Int64  // set on the clients' connections that record made
	dialled   atomic.Int64  // connections that record made

	mu    sync.Mutex
	conns []net.Conn
}

func newSilent(t *testing.T, network string) *silent {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if network == "tls" {
		donor := httptest.NewTLSServer(nil) // for its certificate
		donor.Close()
		l = tls.NewListener(l, donor.TLS)
	}
	s := &silent{Listener: l, heard: make(chan struct{})}
	var first sync.Once
	t.Cleanup(s.release)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			s.mu.Lock()
			s.conns = append(s.conns, c)
			s.mu.Unlock()
			go func() {
				r := bufio.NewReader(c)
				if _, err := r.Peek(1); err == nil {
					first.Do(func() { close(s.heard) })
				}
				for {
					if _, err := r.ReadByte(); err != nil {
						return
					}
				}
			}()
		}
	}()
	return s
}

func (s *silent) addr() string { return s.Addr().String() }

// release closes the server and all that it has accepted.
func (s *silent) release() {
	s.Close()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.conns {
		c.Close()
	}
}

// record dials the server whatever the address, and counts the deadlines that
// are set on the connection.
func (s *silent) record(ctx context.Context, _, _ string) (net.Conn, error) {
	c, err := new(net.Dialer).DialContext(ctx, s.Addr().Network(), s.addr())
	if err != nil {
		return nil, err
	}
	s.dialled.Add(1)
	return &recorded{Conn: c, deadlines: &s.deadlines}, nil
}

type recorded struct {
	net.Conn
	deadlines *atomic.Int64
}

func (c *recorded) count(t time.Time) {
	if !t.IsZero() {
		c.deadlines.Add(1)
	}
}

func (c *recorded) SetDeadline(t time.Time) error { c.count(t); return c.Conn.SetDeadline(t) }

func (c *recorded) SetReadDeadline(t time.Time) error { c.count(t); return c.Conn.SetReadDeadline(t) }

func (c *recorded) SetWriteDeadline(t time.Time) error { c.count(t); return c.Conn.SetWriteDeadline(t) }

// lead makes http.DefaultTransport dial the server whatever the host, without
// TLS, for the length of the test. All else of it stays.
func (s *silent) lead(t *testing.T) {
	t.Helper()
	before := http.DefaultTransport
	led := before.(*http.Transport).Clone()
	led.Proxy = nil
	led.DialContext = s.record
	led.DialTLSContext = s.record
	http.DefaultTransport = led
	t.Cleanup(func() { http.DefaultTransport = before; led.CloseIdleConnections() })
}

// hangs makes the call and holds that it is still waiting when the limit is
// over, with its goroutine at the place given, and that it ends once the
// server is gone: nothing but the server's silence held it.
func (s *silent) hangs(t *testing.T, place string, call func() error) {
	t.Helper()
	ended := make(chan error, 1)
	go func() { ended <- call() }()
	s.asked(t, ended)
	s.stands(t, place, ended)
	s.release()
	select {
	case err := <-ended:
		t.Logf("when the server was gone the call ended: %v", err)
	case <-time.After(20 * time.Second):
		t.Error("the call did not end when the server was gone")
	}
}

// asked waits until the server has been sent something.
func (s *silent) asked(t *testing.T, ended <-chan error) {
	t.Helper()
	select {
	case <-s.heard:
	case err := <-ended:
		t.Fatalf("the call ended before it had sent anything: %v", err)
	case <-time.After(20 * time.Second):
		t.Fatalf("the server was not asked:\n%s", stacks())
	}
}

// stands holds that the call has not ended at the limit and where it is.
func (s *silent) stands(t *testing.T, place string, ended <-chan error) {
	t.Helper()
	select {
	case err := <-ended:
		t.Fatalf("the call ended within %v: %v", limit, err)
	case <-time.After(limit):
	}
	if stacks := stacks(); !strings.Contains(stacks, place) {
		t.Fatalf("no goroutine is at %s:\n%s", place, stacks)
	}
	if n := s.deadlines.Load(); n != 0 {
		t.Fatalf("%d deadlines were set", n)
	}
	t.Logf("after %v a goroutine waits at %s", limit, place)
	if n := s.dialled.Load(); n > 0 {
		t.Logf("no deadline was set on its connection")
	}
}

func stacks() string {
	text := make([]byte, 4<<20)
	return string(text[:runtime.Stack(text, true)])
}

// TestStands makes sure that a call with a limit does not pass for one without.
func TestStands(t *testing.T) {
	s := newSilent(t, "tcp")
	s.lead(t)
	client := &http.Client{Timeout: limit / 6}
	ended := make(chan error, 1)
	go func() {
		resp, err := client.Get("http://" + s.addr())
		if err == nil {
			resp.Body.Close()
		}
		ended <- err
	}()
	s.asked(t, ended)
	select {
	case err := <-ended:
		t.Logf("a client with a Timeout of %v ended: %v", client.Timeout, err)
	case <-time.After(20 * time.Second):
		t.Fatal("a client with a timeout did not end")
	}
}
