package peers

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/cristalhq/hedgedhttp"
	"github.com/failsafe-go/failsafe-go/failsafehttp"
	"github.com/hashicorp/go-retryablehttp"

	"github.com/timeoutlint/timeoutlint/budget"
	"github.com/timeoutlint/timeoutlint/budget/faulttest"
)

// broken is a server that answers every request with status and 4 kB of text, and
// counts the connections made to it.
func broken(t *testing.T, status int) (url string, connections *atomic.Int64) {
	t.Helper()
	connections = new(atomic.Int64)
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.WriteHeader(status)
		_, _ = w.Write(bytes.Repeat([]byte("x"), 4000))
	}))
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			connections.Add(1)
		}
	}
	s.Start()
	t.Cleanup(s.Close)
	return s.URL, connections
}

// Ten POSTs to a server that answers 503 or 500: how often is each sent, are the
// discarded answers closed, and are connections used again?
func TestPOSTToABrokenServer(t *testing.T) {
	type books struct {
		attempts, left int64 // sent; bodies left open
		connections    int64
	}
	run := func(t *testing.T, status int, post func(l *ledger, url string)) books {
		t.Helper()
		url, connections := broken(t, status)
		transport := &http.Transport{}
		defer transport.CloseIdleConnections()
		l := &ledger{base: transport}
		for range 10 {
			post(l, url)
		}
		return books{l.attempts.Load(), l.attempts.Load() - l.closed.Load(), connections.Load()}
	}
	standard := func(t *testing.T, transport func(*ledger) http.RoundTripper) func(*ledger, string) {
		var client *http.Client
		return func(l *ledger, url string) {
			t.Helper()
			if client == nil {
				client = &http.Client{Transport: transport(l)}
			}
			resp, err := client.Post(url, "text/plain", strings.NewReader("one order"))
			if err != nil {
				return // attempts used up
			}
			_, _ = io.Copy(io.Discard, resp.Body)
			_ = resp.Body.Close()
		}
	}
	t.Run("failsafe-go", func(t *testing.T) {
		got := run(t, 503, standard(t, func(l *ledger) http.RoundTripper {
			return failsafehttp.NewRoundTripper(l, failsafehttp.NewRetryPolicyBuilder().WithDelay(0).ReturnLastFailure().Build())
		}))
		equal(t, "attempts", got.attempts, 30)
		equal(t, "bodies left open", got.left, 20)
		if got.connections < 20 {
			t.Errorf("%d connections, want one for each body left open", got.connections)
		}
	})
	t.Run("go-retryablehttp", func(t *testing.T) {
		var client *retryablehttp.Client
		got := run(t, 500, func(l *ledger, url string) {
			if client == nil {
				client = retryablehttp.NewClient()
				client.Logger, client.RetryMax, client.RetryWaitMin, client.RetryWaitMax = nil, 2, 1, 1
				client.HTTPClient.Transport = transportOf{l}
			}
			if resp, err := client.Post(url, "text/plain", strings.NewReader("one order")); err == nil {
				_ = resp.Body.Close()
			}
		})
		// It drains and closes, and then closes the idle connections of everybody
		// who shares the transport.
		equal(t, "books", got, books{attempts: 30, left: 0, connections: 10})
	})
	t.Run("budget", func(t *testing.T) {
		d := newDependency(t, budget.Policy{Ceiling: 10 * time.Second, SlowCall: budget.Off})
		got := run(t, 503, standard(t, func(l *ledger) http.RoundTripper { return d.Transport(l) }))
		equal(t, "books", got, books{attempts: 10, left: 0, connections: 1})
	})
}

// transportOf lets CloseIdleConnections through to the transport below.
type transportOf struct{ *ledger }

func (t transportOf) CloseIdleConnections() { t.base.(*http.Transport).CloseIdleConnections() }

// An idempotent POST with a body hangs, and is hedged: what does the second leg
// send?
func TestHedgedBody(t *testing.T) {
	const payload = "hello world"
	// serve answers what it read; the n-th request that is told to hang waits
	// until its client leaves.
	serve := func(t *testing.T, hang func() bool) string {
		t.Helper()
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			if err != nil {
				return
			}
			if hang() {
				<-r.Context().Done()
				return
			}
			_, _ = w.Write(body)
		}))
		t.Cleanup(s.Close)
		return s.URL
	}
	t.Run("hedgedhttp", func(t *testing.T) {
		l := &ledger{base: &http.Transport{}}
		transport, err := hedgedhttp.NewRoundTripper(10*ms, 2, l)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		url := serve(t, func() bool { return true })
		// Both legs read the one body, at once: without the lock that is a data race
		// besides.
		req, _ := http.NewRequestWithContext(ctx, http.MethodPost, url, &lockedReader{r: strings.NewReader(payload)})
		req.ContentLength = int64(len(payload))
		done := make(chan error, 1)
		go func() {
			resp, err := transport.RoundTrip(req)
			if err == nil {
				_ = resp.Body.Close()
			}
			done <- err
		}()
		var legError error
		for range 5000 {
			l.mu.Lock()
			if len(l.errs) > 0 {
				legError = l.errs[0]
			}
			l.mu.Unlock()
			if legError != nil {
				break
			}
			time.Sleep(ms)
		}
		if legError == nil || !strings.Contains(legError.Error(), "ContentLength=11 with Body length 0") {
			t.Errorf("the hedge's error: %v, want that it has no body", legError)
		}
		select {
		case err := <-done:
			t.Errorf("the caller was told: %v", err)
		default: // it goes on waiting for the first leg
		}
		cancel()
		<-done
	})
	t.Run("budget", func(t *testing.T) {
		var mu sync.Mutex
		hangs := 0
		url := serve(t, func() bool {
			mu.Lock()
			defer mu.Unlock()
			hangs--
			return hangs == 0
		})
		base := &http.Transport{}
		defer base.CloseIdleConnections()
		d := newDependency(t, budget.Policy{
			Ceiling: 10 * time.Second, Hedge: budget.Hedge{Percentile: .9, MinSamples: 10}, Retry: budget.Retry{Attempts: 2, Burst: 100},
		})
		client := &http.Client{Transport: base}
		post := func(o ...budget.CallOption) string {
			t.Helper()
			resp, err := budget.Do(t.Context(), d, func(ctx context.Context) (*http.Response, error) {
				req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(payload))
				if err != nil {
					return nil, err
				}
				return client.Do(req)
			}, o...)
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			body, err := io.ReadAll(resp.Body)
			if err != nil {
				t.Error(err)
			}
			return string(body)
		}
		for range 20 {
			post()
		}
		mu.Lock()
		hangs = 1 // the next one
		mu.Unlock()
		equal(t, "answer of the hedge", post(budget.Idempotent()), payload)
		if got := d.Stats().Hedges; got < 1 {
			t.Errorf("%d hedges", got)
		}
	})
}

type lockedReader struct {
	mu sync.Mutex
	r  io.Reader
}

func (l *lockedReader) Read(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.r.Read(p)
}

// A timeout with a cause of its own: do the usual questions still work?
func TestTimeoutWithACause(t *testing.T) {
	type questions struct{ cause, is, timeout bool }
	run := func(t *testing.T, bound func(context.Context) (context.Context, context.CancelFunc), cause func(error) bool) (got questions) {
		t.Helper()
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := bound(t.Context())
			defer cancel()
			p := faulttest.NewPipe() // nobody accepts
			defer p.Close()
			client := &http.Client{Transport: &http.Transport{DialContext: p.DialContext}}
			req, _ := http.NewRequestWithContext(ctx, http.MethodGet, "http://dependency.test/", nil)
			_, err := client.Do(req) //nolint:bodyclose // never answered
			var e *url.Error
			got = questions{cause(err), errors.Is(err, context.DeadlineExceeded), errors.As(err, &e) && e.Timeout()}
		})
		return got
	}
	errPlain := errors.New("out of patience")
	t.Run("context.WithTimeoutCause", func(t *testing.T) {
		got := run(t, func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeoutCause(ctx, time.Second, errPlain)
		}, func(err error) bool { return errors.Is(err, errPlain) })
		equal(t, "questions", got, questions{cause: true, is: false, timeout: false})
	})
	t.Run("budget", func(t *testing.T) {
		got := run(t, func(ctx context.Context) (context.Context, context.CancelFunc) {
			return budget.WithAtMost(ctx, time.Second)
		}, func(err error) bool { return budget.ReasonOf(err) == budget.ReasonTimeout })
		equal(t, "questions", got, questions{cause: true, is: true, timeout: true})
	})
}

// WriteTimeout is 1 s and the handler waits for its context: how long does it
// work, and does the client get an answer?
func TestHandlerUnderWriteTimeout(t *testing.T) {
	type outcome struct {
		handler  time.Duration
		answered bool
	}
	run := func(t *testing.T, server func(http.Handler) *http.Server) (got outcome) {
		t.Helper()
		synctest.Test(t, func(t *testing.T) {
			p := faulttest.NewPipe()
			ended := make(chan time.Duration, 1)
			s := server(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				start := time.Now()
				select {
				case <-r.Context().Done():
				case <-time.After(time.Minute): // as long as the work takes
				}
				ended <- time.Since(start)
				w.WriteHeader(http.StatusServiceUnavailable)
			}))
			s.WriteTimeout = time.Second
			go s.Serve(p)
			defer s.Close()
			client := &http.Client{Transport: &http.Transport{DialContext: p.DialContext, DisableKeepAlives: true}}
			resp, err := client.Get("http://dependency.test/")
			if err == nil {
				_ = resp.Body.Close()
			}
			got = outcome{<-ended, err == nil}
		})
		return got
	}
	t.Run("net/http", func(t *testing.T) {
		equal(t, "outcome", run(t, func(h http.Handler) *http.Server { return &http.Server{Handler: h} }), outcome{time.Minute, false})
	})
	t.Run("budget", func(t *testing.T) {
		got := run(t, func(h http.Handler) *http.Server {
			return &http.Server{Handler: budget.Middleware(budget.ServerOptions{})(h)}
		})
		equal(t, "outcome", got, outcome{750 * ms, true})
	})
}
