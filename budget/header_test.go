package budget_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

func TestSetDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // the bubble's clock begins at 2000-01-01
		h := http.Header{}
		ctx, cancel := context.WithTimeout(t.Context(), 1500*time.Microsecond+2*time.Second)
		defer cancel()
		equal(t, "written", budget.SetDeadline(ctx, h), true)
		equal(t, "relative, rounded down", h.Get(budget.HeaderTimeout), "2001")
		equal(t, "absolute", h.Get(budget.HeaderDeadline), "2000-01-01T00:00:02.001Z")

		// Less than a millisecond, or no deadline: nothing is sent, and what was
		// there, perhaps copied from an incoming request, goes.
		short, cancel := context.WithTimeout(t.Context(), 999*time.Microsecond)
		defer cancel()
		for _, ctx := range []context.Context{short, t.Context()} {
			h.Set(budget.HeaderTimeout, "9999")
			h.Set(budget.HeaderDeadline, "then")
			equal(t, "written", budget.SetDeadline(ctx, h), false)
			equal(t, "headers", len(h), 0)
		}
	})
}

// arrive sends one request through the middleware and returns the handler's
// deadline, -1 if it had none, -2 if it did not run.
func arrive(ctx context.Context, t *testing.T, o budget.ServerOptions, headers ...string) (time.Duration, *httptest.ResponseRecorder) {
	t.Helper()
	got := time.Duration(-2)
	h := budget.Middleware(o)(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = -1
		if left, ok := budget.Remaining(r.Context()); ok {
			got = left
		}
	}))
	r := httptest.NewRequestWithContext(ctx, "GET", "/", nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return got, w
}

func TestMiddlewareReadsHeaders(t *testing.T) {
	const (
		rel     = budget.HeaderTimeout
		abs     = budget.HeaderDeadline
		notRun  = -2
		envoy   = "x-envoy-expected-rq-timeout-ms"
		connect = "Connect-Timeout-Ms"
		grpc    = "grpc-timeout"
	)
	at := func(d time.Duration) string {
		return time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC).Add(d).Format("2006-01-02T15:04:05.000Z07:00")
	}
	all := []budget.Source{budget.GRPCTimeout, budget.EnvoyTimeout, budget.ConnectTimeout, budget.AbsoluteAlone}
	for _, c := range []struct {
		name      string
		headers   []string
		accept    []budget.Source
		want      time.Duration
		malformed uint64
		skewed    uint64
	}{
		{"nothing", nil, nil, 10 * time.Second, 0, 0},
		{"relative", []string{rel, "250"}, nil, 250 * ms, 0, 0},
		{"clamped to Max", []string{rel, "9999999999"}, nil, 30 * time.Second, 0, 0},
		{"both, absolute earlier: the relative one counts", []string{rel, "2000", abs, at(1900 * ms)}, nil, 2 * time.Second, 0, 0},
		{"both, absolute later: never extends", []string{rel, "2000", abs, at(2500 * ms)}, nil, 2 * time.Second, 0, 0},
		{"both, at the limit of the skew", []string{rel, "6000", abs, at(1 * time.Second)}, nil, 6 * time.Second, 0, 0},
		{"both, sender's clock behind", []string{rel, "6000", abs, at(999 * ms)}, nil, 6 * time.Second, 0, 1},
		{"both, sender's clock ahead", []string{rel, "2000", abs, at(time.Hour)}, nil, 2 * time.Second, 0, 1},
		{"absolute with a zone", []string{rel, "2000", abs, "2000-01-01T02:00:01.500+02:00"}, nil, 2 * time.Second, 0, 0},
		{"absolute alone is not believed", []string{abs, at(time.Second)}, nil, 10 * time.Second, 0, 0},
		{"absolute alone, accepted: the latest it can mean", []string{abs, at(time.Second)}, all, 6 * time.Second, 0, 0},
		{"absolute alone, tolerance up to the default", []string{abs, at(8 * time.Second)}, all, 10 * time.Second, 0, 0},
		{"absolute alone, later than the default", []string{abs, at(12 * time.Second)}, all, 12 * time.Second, 0, 0},
		{"absolute alone, expired within the tolerance", []string{abs, at(-4 * time.Second)}, all, time.Second, 0, 0},
		{"absolute alone, expired", []string{abs, at(-5 * time.Second)}, all, notRun, 0, 0},
		{"relative expired", []string{rel, "0"}, nil, notRun, 0, 0},
		{"relative below the floor", []string{rel, "4"}, nil, notRun, 0, 0},
		{"relative at the floor", []string{rel, "5"}, nil, 5 * ms, 0, 0},
		{"absolute expired, relative not", []string{rel, "200", abs, at(-time.Second)}, nil, 200 * ms, 0, 0},
		{"malformed: words", []string{rel, "soon"}, nil, 10 * time.Second, 1, 0},
		{"malformed: negative", []string{rel, "-5"}, nil, 10 * time.Second, 1, 0},
		{"malformed: plus", []string{rel, "+5"}, nil, 10 * time.Second, 1, 0},
		{"malformed: fraction", []string{rel, "1.5"}, nil, 10 * time.Second, 1, 0},
		{"malformed: empty", []string{rel, ""}, nil, 10 * time.Second, 1, 0},
		{"malformed: 11 digits", []string{rel, "10000000000"}, nil, 10 * time.Second, 1, 0},
		{"malformed: twice", []string{rel, "100", rel, "200"}, nil, 10 * time.Second, 1, 0},
		{"malformed absolute leaves the relative", []string{rel, "300", abs, "tomorrow"}, nil, 300 * ms, 1, 0},
		{"malformed relative, absolute not believed", []string{rel, "x", abs, at(time.Second)}, nil, 10 * time.Second, 1, 0},
		{"two malformed count as one request", []string{rel, "x", abs, "y"}, nil, 10 * time.Second, 1, 0},
		{"foreign headers are not read unasked", []string{grpc, "1S", envoy, "100", connect, "100"}, nil, 10 * time.Second, 0, 0},
		{"own header before foreign ones", []string{rel, "700", grpc, "1S"}, all, 700 * ms, 0, 0},
		{"gRPC seconds", []string{grpc, "2S"}, all, 2 * time.Second, 0, 0},
		{"gRPC milliseconds", []string{grpc, "150m"}, all, 150 * ms, 0, 0},
		{"gRPC microseconds", []string{grpc, "150000u"}, all, 150 * ms, 0, 0},
		{"gRPC nanoseconds", []string{grpc, "20000000n"}, all, 20 * ms, 0, 0},
		{"gRPC minutes, clamped", []string{grpc, "1M"}, all, 30 * time.Second, 0, 0},
		{"gRPC hours, more than fit", []string{grpc, "99999999H"}, all, 30 * time.Second, 0, 0},
		{"gRPC malformed: unit", []string{grpc, "15x"}, all, 10 * time.Second, 1, 0},
		{"gRPC malformed: 9 digits", []string{grpc, "123456789m"}, all, 10 * time.Second, 1, 0},
		{"gRPC malformed: unit alone", []string{grpc, "S"}, all, 10 * time.Second, 1, 0},
		{"gRPC malformed: empty", []string{grpc, ""}, all, 10 * time.Second, 1, 0},
		{"Envoy", []string{envoy, "120"}, all, 120 * ms, 0, 0},
		{"Connect", []string{connect, "130"}, all, 130 * ms, 0, 0},
		{"the first readable one wins", []string{grpc, "?", connect, "130"}, all, 130 * ms, 1, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var s budget.ServerStats
				events := new(log)
				got, w := arrive(t.Context(), t, budget.ServerOptions{Accept: c.accept, Stats: &s, Observer: events}, c.headers...)
				equal(t, "deadline", got, c.want)
				equal(t, "malformed", s.Malformed.Load(), c.malformed)
				equal(t, "malformed events", uint64(len(events.of(budget.KindMalformed))), c.malformed)
				equal(t, "skewed", s.Skewed.Load(), c.skewed)
				equal(t, "skew events", uint64(len(events.of(budget.KindSkew))), c.skewed)
				equal(t, "requests", s.Requests.Load(), 1)
				status, expired := 200, ""
				if c.want == notRun {
					status, expired = 504, "1"
				}
				equal(t, "status", w.Code, status)
				equal(t, budget.HeaderExpired, w.Header().Get(budget.HeaderExpired), expired)
				equal(t, "expired", s.Expired.Load() == 1, c.want == notRun)
			})
		})
	}
}

func TestMiddlewareNeverExtendsTheRequestsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		got, _ := arrive(ctx, t, budget.ServerOptions{}, budget.HeaderTimeout, "5000")
		equal(t, "deadline", got, time.Second)
		time.Sleep(time.Second)
		got, w := arrive(ctx, t, budget.ServerOptions{}, budget.HeaderTimeout, "5000")
		equal(t, "deadline", got, -2)
		equal(t, "status", w.Code, 504)
	})
}

func TestMiddlewareOptions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := budget.ServerOptions{Default: time.Second, Max: 2 * time.Second, Floor: 100 * ms, Skew: 10 * ms}
		got, _ := arrive(t.Context(), t, o)
		equal(t, "default", got, time.Second)
		got, _ = arrive(t.Context(), t, o, budget.HeaderTimeout, "3000")
		equal(t, "max", got, 2*time.Second)
		got, _ = arrive(t.Context(), t, o, budget.HeaderTimeout, "99")
		equal(t, "floor", got, -2)
	})
}

func TestMiddlewareStaysBelowWriteTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct{ write, reserve, want time.Duration }{
			{0, 0, 10 * time.Second},
			{8 * time.Second, 0, 7500 * ms},
			{time.Second, 0, 750 * ms},
			{time.Second, 100 * ms, 900 * ms},
			{time.Minute, 0, 10 * time.Second},
		} {
			ctx := context.WithValue(t.Context(), http.ServerContextKey, &http.Server{WriteTimeout: c.write})
			got, _ := arrive(ctx, t, budget.ServerOptions{Reserve: c.reserve})
			equal(t, "deadline", got, c.want)
		}
	})
}

func TestMiddlewareDarkModeOnlyCounts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s budget.ServerStats
		got, w := arrive(t.Context(), t, budget.ServerOptions{Dark: true, Stats: &s}, budget.HeaderTimeout, "0")
		equal(t, "deadline", got, -1)
		equal(t, "status", w.Code, 200)
		equal(t, "expired", s.Expired.Load(), 1)
	})
}

func TestMiddlewareCountsOrphans(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s budget.ServerStats
		events := new(log)
		run := func(d time.Duration) {
			h := budget.Middleware(budget.ServerOptions{Stats: &s, Observer: events})(
				http.HandlerFunc(func(http.ResponseWriter, *http.Request) { time.Sleep(d) })) // ignores its context
			r := httptest.NewRequestWithContext(t.Context(), "GET", "/", nil)
			r.Header.Set(budget.HeaderTimeout, "100")
			h.ServeHTTP(httptest.NewRecorder(), r)
		}
		run(100 * ms)
		equal(t, "orphans", s.Orphans.Load(), 0)
		run(150 * ms)
		equal(t, "orphans", s.Orphans.Load(), 1)
		e := events.of(budget.KindOrphan)[0]
		equal(t, "dependency", e.Dependency, "server")
		equal(t, "granted", e.Granted, 100*ms)
		equal(t, "elapsed", e.Elapsed, 150*ms)
	})
}

// One deadline through three services: it shrinks at every hop and is never
// later than the first one set.
func TestDeadlineTravelsThroughThreeServices(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var seen []time.Duration
		wrap := budget.Middleware(budget.ServerOptions{})
		note := func(r *http.Request) {
			left, _ := budget.Remaining(r.Context())
			seen = append(seen, left)
		}
		c := serve(t, &http.Server{Handler: wrap(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { note(r) }))})
		toC := dependency(t, "c", budget.Policy{Reserve: 10 * ms})
		b := serve(t, &http.Server{Handler: wrap(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			note(r)
			time.Sleep(50 * ms)
			req, _ := http.NewRequestWithContext(r.Context(), "GET", "http://c/", nil)
			resp, err := (&http.Client{Transport: toC.Transport(c.base)}).Do(req)
			if err != nil {
				t.Error(err)
				return
			}
			resp.Body.Close()
		}))})
		toB := dependency(t, "b", budget.Policy{Reserve: 20 * ms, Ceiling: 10 * time.Second})
		ctx, cancel := budget.WithAtMost(t.Context(), 300*ms)
		defer cancel()
		req, _ := http.NewRequestWithContext(ctx, "GET", "http://b/", nil)
		resp, err := (&http.Client{Transport: toB.Transport(b.base)}).Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		equal(t, "services reached", len(seen), 2)
		equal(t, "b has", seen[0], 280*ms)
		equal(t, "c has", seen[1], 220*ms)
	})
}

// Whatever a header says, the handler gets a deadline within Max, or does not run.
func FuzzMiddleware(f *testing.F) {
	f.Add("250", "2000-01-01T00:00:01.000Z", "1S", "100", "100")
	f.Add("-1", "yesterday", "99999999H", "1e3", "٣")
	f.Add("9999999999", "9999-12-31T23:59:59Z", "0n", "", "007")
	f.Fuzz(func(t *testing.T, relative, absolute, grpc, envoy, connect string) {
		o := budget.ServerOptions{
			Max:    time.Second,
			Accept: []budget.Source{budget.AbsoluteAlone, budget.GRPCTimeout, budget.EnvoyTimeout, budget.ConnectTimeout},
		}
		left, w := arrive(t.Context(), t, o,
			budget.HeaderTimeout, relative, budget.HeaderDeadline, absolute,
			"Grpc-Timeout", grpc, "X-Envoy-Expected-Rq-Timeout-Ms", envoy, "Connect-Timeout-Ms", connect)
		ran, refused := left != -2, w.Code == http.StatusGatewayTimeout
		if ran == refused || left > time.Second || left == -1 {
			t.Errorf("handler ran: %v with %v, status %d", ran, left, w.Code)
		}
	})
}

// serveOne sends one request to h.
func serveOne(t *testing.T, h http.Handler, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequestWithContext(t.Context(), "GET", "/", nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}
