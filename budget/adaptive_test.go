package budget_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

// server answers after its service time, with a number of workers and an
// unbounded queue in front of them.
type server struct {
	workers chan struct{}
	takes   atomic.Int64
	most    atomic.Int64
	now     atomic.Int64
}

func newServer(workers int, takes time.Duration) *server {
	s := &server{workers: make(chan struct{}, workers)}
	s.takes.Store(int64(takes))
	return s
}

func (s *server) call(ctx context.Context) (int, error) {
	n := s.now.Add(1)
	defer s.now.Add(-1)
	for m := s.most.Load(); n > m && !s.most.CompareAndSwap(m, n); m = s.most.Load() {
	}
	select {
	case s.workers <- struct{}{}:
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	defer func() { <-s.workers }()
	return 0, work(ctx, time.Duration(s.takes.Load()))
}

// press calls d by that many callers for a while; it returns the successes.
func press(t *testing.T, d *budget.Dependency, callers int, length time.Duration, f func(context.Context) (int, error)) int64 {
	var ok atomic.Int64
	var wg sync.WaitGroup
	end := time.Now().Add(length)
	for range callers {
		wg.Go(func() {
			for time.Now().Before(end) {
				if _, err := budget.Do(t.Context(), d, f); err == nil {
					ok.Add(1)
				} else {
					time.Sleep(5 * ms)
				}
			}
		})
	}
	wg.Wait()
	return ok.Load()
}

func TestAdaptiveFindsTheCapacity(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const workers, takes = 30, 20 * ms
		s, l := newServer(workers, takes), budget.NewAdaptive()
		d := dependency(t, "d", budget.Policy{Limiter: l})
		press(t, d, 10, 10*time.Second, s.call) // knows its usual latency
		got := press(t, d, 100, 10*time.Second, s.call)
		if full := int64(10*time.Second/takes) * workers; got < full*9/10 {
			t.Errorf("%d successes, a full server has %d", got, full)
		}
		if n := l.Limit(); n < workers || n > 4*workers {
			t.Errorf("limit %d for %d workers", n, workers)
		}
		s.takes.Store(int64(10 * takes)) // ten times slower, for longer than a blip
		press(t, d, 100, 5*time.Second, s.call)
		if n := l.Limit(); n > workers {
			t.Errorf("limit %d while %d workers are ten times as slow as usual", n, workers)
		}
		s.takes.Store(int64(takes))
		press(t, d, 100, 5*time.Second, s.call)
		got = press(t, d, 100, 5*time.Second, s.call)
		if full := int64(5*time.Second/takes) * workers; got < full*9/10 {
			t.Errorf("after the trouble %d successes, a full server has %d", got, full)
		}
		equal(t, "slots left behind", d.Stats().InFlight, 0)
	})
}

// Nobody needs more: a limit that is not used does not grow.
func TestAdaptiveDoesNotGrowUnused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := budget.NewAdaptive()
		d := dependency(t, "d", budget.Policy{Limiter: l})
		press(t, d, 2, 30*time.Second, newServer(10, 20*ms).call)
		equal(t, "limit", l.Limit(), 20)
	})
}

// A dependency that is dead is left all but alone.
func TestAdaptiveShrinksOnTimeouts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := budget.NewAdaptive()
		d := dependency(t, "d", budget.Policy{Limiter: l, Ceiling: 200 * ms})
		press(t, d, 50, 30*time.Second, func(ctx context.Context) (int, error) { <-ctx.Done(); return 0, ctx.Err() })
		equal(t, "limit", l.Limit(), 4)
	})
}

// A failure that is no overload teaches nothing.
func TestAdaptiveIgnoresOrdinaryFailures(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := budget.NewAdaptive()
		d := dependency(t, "d", budget.Policy{Limiter: l})
		press(t, d, 50, 10*time.Second, func(ctx context.Context) (int, error) { work(ctx, ms); return 0, errBoom })
		equal(t, "limit", l.Limit(), 20)
	})
}

// 503 and 429 say that there is too much.
func TestAdaptiveHeedsOverload(t *testing.T) {
	for _, code := range []int{http.StatusServiceUnavailable, http.StatusTooManyRequests} {
		synctest.Test(t, func(t *testing.T) {
			l := budget.NewAdaptive()
			d := dependency(t, "d", budget.Policy{Limiter: l})
			c := &http.Client{Transport: d.Transport(roundTripper(func(*http.Request) (*http.Response, error) {
				return &http.Response{StatusCode: code, Body: http.NoBody, Header: http.Header{}}, nil
			}))}
			for range 300 {
				if resp, err := c.Get("http://d/"); err == nil {
					resp.Body.Close()
				}
				time.Sleep(20 * ms)
			}
			if l.Limit() >= 20 {
				t.Errorf("limit %d after nothing but %d", l.Limit(), code)
			}
		})
	}
}

// Waiting is first come, first served, bounded in time and in number.
func TestAdaptiveQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := budget.NewAdaptive()
		var held []func(budget.Outcome, time.Duration)
		for range 20 {
			held = append(held, l.Acquire(t.Context(), 0))
		}
		if l.Acquire(t.Context(), 0) != nil {
			t.Fatal("a 21st slot without waiting")
		}
		var order []int
		var mu sync.Mutex
		for i := range 20 {
			go func() {
				release := l.Acquire(t.Context(), time.Second)
				if release == nil {
					return
				}
				mu.Lock()
				order = append(order, i)
				mu.Unlock()
				release(budget.Success, ms)
			}()
			synctest.Wait()
		}
		start := time.Now()
		if l.Acquire(t.Context(), time.Hour) != nil || time.Since(start) > 0 {
			t.Error("a 21st caller may wait, or waited to be refused")
		}
		time.Sleep(999 * ms)
		held[0](budget.Success, ms)
		synctest.Wait()
		equal(t, "served in a row by one slot", len(order), 20)
		for i, got := range order {
			equal(t, "order", got, i)
		}
		start = time.Now()
		l.Acquire(t.Context(), 0)
		if l.Acquire(t.Context(), 30*ms) != nil || time.Since(start) != 30*ms {
			t.Errorf("waited %v for a slot that did not come, want 30ms", time.Since(start))
		}
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(10*ms, cancel)
		start = time.Now()
		if l.Acquire(ctx, time.Hour) != nil || time.Since(start) != 10*ms {
			t.Errorf("waited %v, the caller left after 10ms", time.Since(start))
		}
	})
}

// Whatever happens to callers and calls, no slot is lost and none is given twice.
func TestPropertyAdaptive(t *testing.T) {
	each(t, seeds, func(t *testing.T, r *rand.Rand) {
		l := budget.NewAdaptive()
		d := dependency(t, "d", budget.Policy{Limiter: l, Ceiling: 100 * ms, Retry: budget.Retry{Base: ms, Cap: ms}, Hedge: budget.Hedge{Percentile: .9, MinSamples: 10}})
		var wg sync.WaitGroup
		var lock sync.Mutex
		float := func() float64 { lock.Lock(); defer lock.Unlock(); return r.Float64() }
		for range 40 {
			after, wait := upTo(r, 300*ms), 1+upTo(r, 150*ms)
			wg.Go(func() {
				time.Sleep(after)
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				time.AfterFunc(wait, cancel)
				defer func() { recover() }()
				budget.Do(ctx, d, func(ctx context.Context) (int, error) {
					err := work(ctx, time.Duration(float()*float64(120*ms)))
					switch x := float(); {
					case x < .1:
						panic("f")
					case x < .3 && err == nil:
						err = errBoom
					}
					return 0, err
				}, budget.Idempotent())
			})
		}
		wg.Wait()
		time.Sleep(time.Second)
		equal(t, "slots left behind", d.Stats().InFlight, 0)
		n := 0
		for l.Acquire(t.Context(), 0) != nil {
			n++
		}
		equal(t, "slots that can be taken", n, l.Limit())
	})
}

// A server sheds what it has no slot for, at once or after a quarter of the time,
// says when to come again, and does not call it expired or exhausted.
func TestServerSheds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stats, seen := new(budget.ServerStats), new(log)
		s := newServer(4, 100*ms)
		h := budget.Middleware(budget.ServerOptions{Limiter: budget.NewAdaptive(), Stats: stats, Observer: seen})(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if _, err := s.call(r.Context()); err != nil {
				w.WriteHeader(http.StatusGatewayTimeout)
			}
		}))
		var wg sync.WaitGroup
		var shed, ok atomic.Int64
		for range 60 {
			wg.Go(func() {
				for range 20 {
					w := httptest.NewRecorder()
					r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
					r.Header.Set(budget.HeaderTimeout, "1000")
					h.ServeHTTP(w, r)
					switch w.Code {
					case http.StatusServiceUnavailable:
						shed.Add(1)
						equal(t, "Retry-After", w.Header().Get("Retry-After"), "1")
						equal(t, budget.HeaderExhausted, w.Header().Get(budget.HeaderExhausted), "")
						time.Sleep(100 * ms)
					case http.StatusOK:
						ok.Add(1)
					}
				}
			})
		}
		start := time.Now()
		wg.Wait()
		if full := int64(time.Since(start)/(100*ms)) * 4; ok.Load() < full*8/10 {
			t.Errorf("%d answers in %v, a full server has %d", ok.Load(), time.Since(start), full)
		}
		equal(t, "shed by the counter", int64(stats.Shed.Load()), shed.Load())
		equal(t, "events", int64(len(seen.of(budget.KindRefused))), shed.Load())
		if shed.Load() == 0 {
			t.Error("nothing was shed")
		}
	})
}

// A library's own limiter fits behind the interface.
type fixed chan struct{}

func (f fixed) Acquire(context.Context, time.Duration) func(budget.Outcome, time.Duration) {
	select {
	case f <- struct{}{}:
		return func(budget.Outcome, time.Duration) { <-f }
	default:
		return nil
	}
}

func TestLimiterOfOnesOwn(t *testing.T) {
	l := make(fixed, 1)
	d := dependency(t, "d", budget.Policy{Limiter: l})
	equal(t, "MaxConcurrent", d.Policy().MaxConcurrent, budget.Off)
	equal(t, "MaxWait", d.Policy().MaxWait, 500*ms)
	_, err := budget.Do(t.Context(), d, func(ctx context.Context) (int, error) {
		_, err := budget.Do(t.Context(), d, func(context.Context) (int, error) { return 1, nil }) // somebody else's
		reason(t, err, budget.ReasonFull)
		_, err = budget.Do(ctx, d, func(context.Context) (int, error) { return 1, nil }) // a part of this one
		equal(t, "error of a call inside", err, nil)
		return 0, errors.New("outer")
	})
	reason(t, err, budget.ReasonUnsafe)
	equal(t, "slots left", len(l), 0)
}
