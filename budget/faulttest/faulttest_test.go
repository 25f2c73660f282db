package faulttest_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/timeoutlint/timeoutlint/budget/faulttest"
)

// answer is a base transport that says "hello, world" and counts its calls.
type answer struct{ calls int }

func (a *answer) RoundTrip(req *http.Request) (*http.Response, error) {
	a.calls++
	return &http.Response{
		StatusCode: http.StatusOK,
		Header:     make(http.Header),
		Body:       io.NopCloser(strings.NewReader("hello, world")),
		Request:    req,
	}, nil
}

func get(ctx context.Context, t *testing.T, rt http.RoundTripper) (*http.Response, error) {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://dependency.test/", nil)
	if err != nil {
		t.Fatal(err)
	}
	return rt.RoundTrip(req)
}

func TestRoundTripperFaults(t *testing.T) {
	errRefused := errors.New("refused")
	tests := []struct {
		name    string
		fault   faulttest.Fault
		elapsed time.Duration
		err     error
		status  int
		body    string
		bodyErr error
		calls   int
	}{
		{name: "none", status: 200, body: "hello, world", calls: 1},
		{name: "delay", fault: faulttest.Fault{Delay: 300 * time.Millisecond}, elapsed: 300 * time.Millisecond, status: 200, body: "hello, world", calls: 1},
		{name: "delay past the deadline", fault: faulttest.Fault{Delay: time.Minute}, elapsed: time.Second, err: context.DeadlineExceeded},
		{name: "negative delay", fault: faulttest.Fault{Delay: -1}, status: 200, body: "hello, world", calls: 1},
		{name: "hang", fault: faulttest.Fault{Hang: true}, elapsed: time.Second, err: context.DeadlineExceeded},
		{name: "error", fault: faulttest.Fault{Err: errRefused}, err: errRefused},
		{name: "delay then error", fault: faulttest.Fault{Delay: time.Millisecond, Err: errRefused}, elapsed: time.Millisecond, err: errRefused},
		{name: "503", fault: faulttest.Fault{Status: 503}, status: 503},
		{name: "stall", fault: faulttest.Fault{Body: faulttest.BodyStall, BodyAfter: 5}, elapsed: time.Second, status: 200, body: "hello", bodyErr: context.DeadlineExceeded, calls: 1},
		{name: "stall before the first byte", fault: faulttest.Fault{Body: faulttest.BodyStall}, elapsed: time.Second, status: 200, bodyErr: context.DeadlineExceeded, calls: 1},
		{name: "stall after the end", fault: faulttest.Fault{Body: faulttest.BodyStall, BodyAfter: 100}, elapsed: time.Second, status: 200, body: "hello, world", bodyErr: context.DeadlineExceeded, calls: 1},
		{name: "cut", fault: faulttest.Fault{Body: faulttest.BodyCut, BodyAfter: 7}, status: 200, body: "hello, ", bodyErr: io.ErrUnexpectedEOF, calls: 1},
		{name: "cut of a 503", fault: faulttest.Fault{Status: 503, Body: faulttest.BodyCut, BodyAfter: 7}, status: 503, bodyErr: io.ErrUnexpectedEOF},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(context.Background(), time.Second)
				defer cancel()
				base := new(answer)
				start := time.Now()
				resp, err := get(ctx, t, faulttest.RoundTripper(base, func(*http.Request) faulttest.Fault { return tt.fault }))
				if !errors.Is(err, tt.err) {
					t.Errorf("error = %v, want %v", err, tt.err)
				}
				if err == nil {
					body, err := io.ReadAll(resp.Body)
					if resp.StatusCode != tt.status || string(body) != tt.body || !errors.Is(err, tt.bodyErr) {
						t.Errorf("got %d %q, %v; want %d %q, %v", resp.StatusCode, body, err, tt.status, tt.body, tt.bodyErr)
					}
					if err := resp.Body.Close(); err != nil {
						t.Errorf("close: %v", err)
					}
				}
				if got := time.Since(start); got != tt.elapsed {
					t.Errorf("took %v, want %v", got, tt.elapsed)
				}
				if base.calls != tt.calls {
					t.Errorf("base called %d times, want %d", base.calls, tt.calls)
				}
			})
		})
	}
}

func TestFaultHeaderIsAdded(t *testing.T) {
	for _, status := range []int{0, http.StatusServiceUnavailable} {
		resp, err := get(t.Context(), t, faulttest.RoundTripper(new(answer), func(*http.Request) faulttest.Fault {
			return faulttest.Fault{Status: status, Header: http.Header{"retry-after": {"7"}}}
		}))
		if err != nil {
			t.Fatal(err)
		}
		if got := resp.Header.Get("Retry-After"); got != "7" {
			t.Errorf("status %d: Retry-After = %q, want 7", status, got)
		}
		_ = resp.Body.Close()
	}
}

// closeRecorder says whether a request's body was closed.
type closeRecorder struct {
	io.Reader
	closed bool
}

func (c *closeRecorder) Close() error { c.closed = true; return nil }

func TestRequestBodyIsAlwaysClosed(t *testing.T) {
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	for name, f := range map[string]faulttest.Fault{
		"delay":  {Delay: time.Second},
		"hang":   {Hang: true},
		"error":  {Err: io.ErrUnexpectedEOF},
		"status": {Status: 503},
	} {
		body := &closeRecorder{Reader: strings.NewReader("payload")}
		req, err := http.NewRequestWithContext(canceled, http.MethodPost, "http://dependency.test/", body)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := faulttest.RoundTripper(nil, func(*http.Request) faulttest.Fault { return f }).RoundTrip(req)
		if err == nil {
			_ = resp.Body.Close()
		}
		if !body.closed {
			t.Errorf("%s: the request's body was left open", name)
		}
	}
}

func TestCloseEndsAStalledRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		resp, err := get(context.Background(), t, faulttest.RoundTripper(new(answer), func(*http.Request) faulttest.Fault {
			return faulttest.Fault{Body: faulttest.BodyStall}
		}))
		if err != nil {
			t.Fatal(err)
		}
		ended := make(chan error)
		go func() {
			_, err := resp.Body.Read(make([]byte, 1))
			ended <- err
		}()
		synctest.Wait()
		_ = resp.Body.Close()
		_ = resp.Body.Close() // twice is harmless
		if err := <-ended; err == nil {
			t.Error("the stalled read ended without an error")
		}
	})
}

func TestScript(t *testing.T) {
	plan := faulttest.Script(faulttest.Fault{Status: 503}, faulttest.Fault{Status: 429}, faulttest.Fault{})
	var got []int
	for range 5 {
		got = append(got, plan(nil).Status)
	}
	if want := "[503 429 0 0 0]"; fmt.Sprint(got) != want {
		t.Errorf("statuses = %v, want %v", got, want)
	}
	if f := faulttest.Script()(nil); f.Status != 0 || f.Hang {
		t.Errorf("an empty script gave %+v", f)
	}
}

func TestDuring(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		plan := faulttest.During(2*time.Second, faulttest.Fault{Status: 503})
		time.Sleep(time.Hour) // it is the first request that starts the trouble
		var got []int
		for range 4 {
			got = append(got, plan(nil).Status)
			time.Sleep(time.Second)
		}
		if want := "[503 503 0 0]"; fmt.Sprint(got) != want {
			t.Errorf("statuses second by second = %v, want %v", got, want)
		}
	})
}

func ExampleRoundTripper() {
	transport := faulttest.RoundTripper(nil, faulttest.Script(
		faulttest.Fault{Status: http.StatusServiceUnavailable, Header: http.Header{"Retry-After": {"1"}}},
		faulttest.Fault{Err: io.ErrUnexpectedEOF},
	))
	for range 2 {
		req, _ := http.NewRequest(http.MethodGet, "http://prices.test/today", nil)
		resp, err := transport.RoundTrip(req)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(resp.Status, "after", resp.Header.Get("Retry-After"))
		_ = resp.Body.Close()
	}
	// Output:
	// 503 Service Unavailable after 1
	// unexpected EOF
}
