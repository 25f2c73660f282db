package faulttest_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/timeoutlint/timeoutlint/budget/faulttest"
)

// plan gives every connection the same fault.
func plan(f faulttest.ConnFault) func(int) faulttest.ConnFault {
	return func(int) faulttest.ConnFault { return f }
}

// tcpServer answers "hello, world" to every request.
func tcpServer(t *testing.T) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "hello, world")
	}))
	t.Cleanup(s.Close)
	return s.Listener.Addr().String()
}

func fetch(ctx context.Context, addr string) (int, string, error) {
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+addr, nil)
	if err != nil {
		return 0, "", err
	}
	resp, err := client.Do(req)
	if err != nil {
		return 0, "", err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	return resp.StatusCode, string(body), err
}

func TestTCPProxy(t *testing.T) {
	target := tcpServer(t)
	tests := []struct {
		name   string
		fault  faulttest.ConnFault
		status int
		err    error
	}{
		{name: "forward", status: 200},
		{name: "delay", fault: faulttest.ConnFault{Delay: 5 * time.Millisecond}, status: 200},
		{name: "reset", fault: faulttest.ConnFault{Mode: faulttest.Reset}, err: errAny},
		{name: "silent", fault: faulttest.ConnFault{Mode: faulttest.Silent}, err: context.DeadlineExceeded},
		{name: "stall", fault: faulttest.ConnFault{Mode: faulttest.Stall, After: 20}, err: context.DeadlineExceeded},
		{name: "drop", fault: faulttest.ConnFault{Mode: faulttest.Drop, After: 20}, err: errAny},
		{name: "unavailable", fault: faulttest.ConnFault{Mode: faulttest.Unavailable}, status: 503},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := faulttest.NewTCPProxy(t, target, plan(tt.fault))
			limit := 10 * time.Second
			if tt.err == context.DeadlineExceeded {
				limit = 100 * time.Millisecond
			}
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			defer cancel()
			status, body, err := fetch(ctx, p.Addr())
			switch {
			case tt.err == errAny && (err == nil || errors.Is(err, context.DeadlineExceeded)):
				t.Errorf("got %d %q, %v; want a broken connection at once", status, body, err)
			case tt.err != errAny && !errors.Is(err, tt.err):
				t.Errorf("error = %v, want %v", err, tt.err)
			case tt.err == nil && status != tt.status:
				t.Errorf("status = %d, want %d", status, tt.status)
			case tt.status == 200 && body != "hello, world":
				t.Errorf("body = %q", body)
			}
		})
	}
}

// errAny stands for whatever this system calls a broken connection.
var errAny = errors.New("any error that is not a timeout")

func TestProxyCountsConnections(t *testing.T) {
	p := faulttest.NewTCPProxy(t, tcpServer(t), func(n int) faulttest.ConnFault {
		if n <= 2 {
			return faulttest.ConnFault{Mode: faulttest.Unavailable}
		}
		return faulttest.ConnFault{}
	})
	for i, want := range []int{503, 503, 200, 200} {
		if status, _, err := fetch(t.Context(), p.Addr()); status != want {
			t.Errorf("connection %d: status %d, %v; want %d", i+1, status, err, want)
		}
	}
}

func TestSilentStallsTheTLSHandshake(t *testing.T) {
	p := faulttest.NewTCPProxy(t, tcpServer(t), plan(faulttest.ConnFault{Mode: faulttest.Silent}))
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	d := tls.Dialer{Config: &tls.Config{InsecureSkipVerify: true}} // never gets as far as a certificate
	_, err := d.DialContext(ctx, "tcp", p.Addr())
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error = %v, want the deadline's: the TCP connection was made, the handshake never answered", err)
	}
}

func TestRefused(t *testing.T) {
	_, _, err := fetch(t.Context(), faulttest.Refused(t))
	if !errors.Is(err, syscall.ECONNREFUSED) {
		t.Errorf("error = %v, want connection refused", err)
	}
}

func TestProxyWithoutTargetResets(t *testing.T) {
	p := faulttest.NewTCPProxy(t, faulttest.Refused(t), nil)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if _, _, err := fetch(ctx, p.Addr()); err == nil || errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error = %v, want a broken connection at once", err)
	}
}

// A real http.Server, http.Client and Proxy on fake time.
func TestHTTPOverPipeInABubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		backend := faulttest.NewPipe()
		server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			time.Sleep(3 * time.Second)
			_, _ = io.WriteString(w, "hello, world")
		})}
		go server.Serve(backend)
		defer server.Close()

		front := faulttest.NewPipe()
		proxy := faulttest.NewProxy(t, front, func(ctx context.Context) (net.Conn, error) {
			return backend.DialContext(ctx, "", "")
		}, func(n int) faulttest.ConnFault {
			if n == 2 {
				return faulttest.ConnFault{Mode: faulttest.Stall, After: 10}
			}
			return faulttest.ConnFault{Delay: 2 * time.Second}
		})
		defer proxy.Close()

		transport := &http.Transport{DialContext: front.DialContext, DisableKeepAlives: true}
		client := &http.Client{Transport: transport, Timeout: time.Minute}
		for _, want := range []struct {
			elapsed time.Duration
			ok      bool
		}{{5 * time.Second, true}, {time.Minute, false}} {
			start := time.Now()
			resp, err := client.Get("http://dependency.test/")
			if (err == nil) != want.ok {
				t.Errorf("error = %v, want ok %v", err, want.ok)
			}
			if err == nil {
				body, err := io.ReadAll(resp.Body)
				if string(body) != "hello, world" {
					t.Errorf("body %q, %v", body, err)
				}
				_ = resp.Body.Close()
			}
			if got := time.Since(start); got != want.elapsed {
				t.Errorf("took %v, want %v", got, want.elapsed)
			}
		}
	})
}

func TestPipe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := faulttest.NewPipe()
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		start := time.Now()
		_, err := p.DialContext(ctx, "tcp", "nobody:1")
		if !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != time.Second {
			t.Errorf("a dial that nobody accepts: %v after %v, want the deadline after 1s", err, time.Since(start))
		}

		go func() {
			conn, err := p.Accept()
			if err != nil {
				t.Error(err)
				return
			}
			_, _ = io.WriteString(conn, "hi\n")
			_ = conn.Close()
		}()
		conn, err := p.DialContext(context.Background(), "", "")
		if err != nil {
			t.Fatal(err)
		}
		line, err := bufio.NewReader(conn).ReadString('\n')
		if line != "hi\n" {
			t.Errorf("read %q, %v", line, err)
		}

		_ = p.Close()
		_ = p.Close()
		if _, err := p.Accept(); !errors.Is(err, net.ErrClosed) {
			t.Errorf("Accept after Close: %v", err)
		}
		if _, err := p.DialContext(context.Background(), "", ""); !errors.Is(err, net.ErrClosed) {
			t.Errorf("DialContext after Close: %v", err)
		}
		if p.Addr().Network() != "pipe" || p.Addr().String() != "pipe" {
			t.Errorf("address %v", p.Addr())
		}
	})
}
