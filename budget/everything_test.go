package budget_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

// Ten thousand calls, in worlds of their own, each with a random policy, callers
// that leave, panics, hedges, queues, clocks that are wrong and connections that
// die. Whatever happens: nothing is done twice that must not be, nothing that was
// answered is lost, every attempt and every operation ends once, and at the end
// there is no slot taken, no token missing and no goroutine left.

const (
	worlds        = 100
	callsPerWorld = 100
)

// world is a server, what lies between, and what both have seen.
type world struct {
	t      *testing.T
	r      *rand.Rand
	d, e   *budget.Dependency
	client *http.Client
	wire   wire
	b      *breaker
	l      fixed
	events *log
	stats  budget.ServerStats
	ops    atomic.Int64 // on d, not inside another one
	bare   atomic.Int64 // of these, by Begin, which is no operation
	brief  atomic.Int64 // requests with less time than the server's floor

	mu    sync.Mutex
	calls map[string]*ledger
}

// ledger is what the server and the wire have seen of one call.
type ledger struct {
	served int             // handlers that ran
	good   int             // of these, that answered 200
	keys   map[string]bool // Idempotency-Keys
	at     int             // requests on the wire now
	most   int             // most at once
}

func (w *world) of(id string, f func(*ledger)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.calls[id] == nil {
		w.calls[id] = &ledger{keys: map[string]bool{}}
	}
	f(w.calls[id])
}

const callHeader = "X-Call"

func newWorld(t *testing.T, r *rand.Rand) *world {
	w := &world{t: t, r: r, b: new(breaker), events: new(log), calls: map[string]*ledger{}}
	p := randomPolicy(r, w.b)
	p.Ceiling += 20 * ms
	p.Floor = min(p.Floor, 10*ms)
	p.Observer = w.events
	if r.IntN(3) == 0 {
		w.l = make(fixed, 1+r.IntN(8))
		p.Limiter = w.l
	}
	p.Classify = func(ctx context.Context, err error) budget.Outcome {
		if err != nil && r.IntN(50) == 0 {
			panic("classify")
		}
		return budget.Classify(ctx, err)
	}
	w.d = dependency(t, "d", p)
	w.e = dependency(t, "e", randomPolicy(r, new(breaker)))
	pipes := serve(t, &http.Server{Handler: budget.Middleware(budget.ServerOptions{Stats: &w.stats, Accept: []budget.Source{budget.AbsoluteAlone}})(http.HandlerFunc(w.handle))})
	pipe := pipes.base.DialContext
	w.wire.plug = func(ctx context.Context) (net.Conn, error) {
		if r.IntN(20) == 0 {
			return nil, &net.OpError{Op: "dial", Err: errors.New("connection refused")}
		}
		return pipe(ctx, "", "")
	}
	base := &http.Transport{DialContext: w.wire.dial, MaxIdleConnsPerHost: 20}
	t.Cleanup(base.CloseIdleConnections)
	skew := upTo(r, 10*time.Second) - 5*time.Second
	w.client = &http.Client{Transport: w.d.Transport(&between{w, base, skew})}
	return w
}

// between is the network: it knows what is on its way, and the caller's clock is
// wrong by skew.
type between struct {
	*world
	*http.Transport
	skew time.Duration
}

func (n *between) RoundTrip(r *http.Request) (*http.Response, error) {
	id := r.Header.Get(callHeader)
	n.of(id, func(l *ledger) { l.at++; l.most = max(l.most, l.at) })
	defer n.of(id, func(l *ledger) { l.at-- })
	if at, err := time.Parse(time.RFC3339, r.Header.Get(budget.HeaderDeadline)); err == nil {
		r.Header.Set(budget.HeaderDeadline, at.Add(n.skew).UTC().Format(wireTime))
	}
	if left, err := strconv.Atoi(r.Header.Get(budget.HeaderTimeout)); err == nil && left < 5 {
		n.brief.Add(1)
	}
	return n.Transport.RoundTrip(r)
}

func (w *world) handle(rw http.ResponseWriter, r *http.Request) {
	id := r.Header.Get(callHeader)
	w.of(id, func(l *ledger) {
		l.served++
		l.keys[r.Header.Get(budget.HeaderIdempotencyKey)] = true
	})
	if err := work(r.Context(), upTo(w.r, 60*ms)); err != nil && w.r.IntN(2) == 0 {
		panic(http.ErrAbortHandler)
	}
	code := []int{200, 200, 200, 200, 404, 409, 429, 500, 503}[w.r.IntN(9)]
	if code == 503 && w.r.IntN(2) == 0 {
		rw.Header().Set("Retry-After", fmt.Sprint(w.r.IntN(3)))
	}
	if code == 200 {
		w.of(id, func(l *ledger) { l.good++ })
	}
	rw.WriteHeader(code)
	io.WriteString(rw, "begun")
	if w.r.IntN(4) == 0 {
		rw.(http.Flusher).Flush()
		work(r.Context(), upTo(w.r, 400*ms))
	}
	io.WriteString(rw, "done")
}

// send makes one request by the client, and reads its answer or not.
func (w *world) send(ctx context.Context, method, id string) (int, error) {
	req, err := http.NewRequestWithContext(ctx, method, "http://d/"+method, nil)
	if err != nil {
		return 0, err
	}
	if method == http.MethodPost {
		req.Body = io.NopCloser(strings.NewReader("{}"))
		req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("{}")), nil }
	}
	req.Header.Set(callHeader, id)
	resp, err := w.client.Do(req)
	if err != nil {
		return 0, err
	}
	return w.read(resp)
}

func (w *world) read(resp *http.Response) (int, error) {
	if w.r.IntN(10) == 0 {
		return resp.StatusCode, nil // forgotten: the attempt's deadline ends it
	}
	defer resp.Body.Close()
	if w.r.IntN(5) == 0 {
		return resp.StatusCode, nil
	}
	_, err := io.Copy(io.Discard, resp.Body)
	return resp.StatusCode, err
}

// ordinary is a function of Do that has nothing to do with HTTP.
func (w *world) ordinary(ctx context.Context) (int, error) {
	if err := work(ctx, upTo(w.r, 80*ms)); err != nil {
		return 0, err
	}
	switch w.r.IntN(8) {
	case 0:
		panic("f")
	case 1:
		return 0, errBoom
	case 2:
		return 0, budget.Mark(errBoom, budget.Unsent)
	case 3:
		return 0, budget.Mark(errBoom, budget.Rejected)
	}
	return 200, nil
}

// kinds are the ways to call. keyed: may be repeated with one key; plain: must not.
var kinds = []struct {
	name  string
	post  bool
	keyed bool
	call  func(w *world, ctx context.Context, id string) (int, error)
}{
	{"GET", false, false, func(w *world, ctx context.Context, id string) (int, error) { return w.send(ctx, http.MethodGet, id) }},
	{"POST", true, false, func(w *world, ctx context.Context, id string) (int, error) { return w.send(ctx, http.MethodPost, id) }},
	{"POST, idempotent", true, true, func(w *world, ctx context.Context, id string) (int, error) {
		return w.send(w.d.WithOptions(ctx, budget.Idempotent()), http.MethodPost, id)
	}},
	{"POST in Do", true, false, func(w *world, ctx context.Context, id string) (int, error) {
		return budget.Do(ctx, w.d, func(ctx context.Context) (int, error) { return w.send(ctx, http.MethodPost, id) })
	}},
	{"POST in an idempotent Do", true, true, func(w *world, ctx context.Context, id string) (int, error) {
		return budget.Do(ctx, w.d, func(ctx context.Context) (int, error) { return w.send(ctx, http.MethodPost, id) }, budget.Idempotent())
	}},
	{"GET in Do", false, false, func(w *world, ctx context.Context, id string) (int, error) {
		resp, err := budget.Do(ctx, w.d, func(ctx context.Context) (*http.Response, error) {
			req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://d/", nil)
			if err != nil {
				return nil, err
			}
			req.Header.Set(callHeader, id)
			return w.client.Do(req)
		}, budget.Idempotent())
		if err != nil {
			return 0, err
		}
		return w.read(resp)
	}},
	{"Do", false, false, func(w *world, ctx context.Context, id string) (int, error) { return budget.Do(ctx, w.d, w.ordinary) }},
	{"idempotent Do", false, false, func(w *world, ctx context.Context, id string) (int, error) {
		return budget.Do(ctx, w.d, w.ordinary, budget.Idempotent())
	}},
	{"Do in Do", false, false, func(w *world, ctx context.Context, id string) (int, error) {
		return budget.Do(ctx, w.d, func(ctx context.Context) (int, error) { return budget.Do(ctx, w.d, w.ordinary, budget.Idempotent()) })
	}},
	{"Do in Do of another", false, false, func(w *world, ctx context.Context, id string) (int, error) {
		return budget.Do(ctx, w.d, func(ctx context.Context) (int, error) { return budget.Do(ctx, w.e, w.ordinary, budget.Idempotent()) }, budget.Idempotent())
	}},
	{"detached in Do", false, false, func(w *world, ctx context.Context, id string) (int, error) {
		return budget.Do(ctx, w.d, func(ctx context.Context) (int, error) {
			w.ops.Add(1)
			go func() {
				ctx, cancel := budget.Detach(ctx, time.Second)
				defer cancel()
				defer func() { _ = recover() }()
				w.send(ctx, http.MethodGet, id)
			}()
			return w.ordinary(ctx)
		})
	}},
	{"Begin", false, false, func(w *world, ctx context.Context, id string) (int, error) {
		w.bare.Add(1)
		a, err := w.d.Begin(ctx)
		if err != nil || w.r.IntN(4) == 0 {
			return 0, err // forgotten
		}
		err = a.End(work(a.Context(), upTo(w.r, 80*ms)))
		return 200, err
	}},
}

func TestPropertyEverything(t *testing.T) {
	covered := new(coverage)
	each(t, worlds, func(t *testing.T, r *rand.Rand) {
		w := newWorld(t, r)
		var callers sync.WaitGroup
		kindOf := map[string]int{}
		for n := range callsPerWorld {
			id, kind := fmt.Sprint(n), r.IntN(len(kinds))
			kindOf[id] = kind
			start, wait, leaves := upTo(r, 5*time.Second), 20*ms+upTo(r, 600*ms), r.IntN(5) == 0
			callers.Go(func() {
				time.Sleep(start)
				w.one(kind, id, wait, leaves)
			})
		}
		for range 8 {
			time.AfterFunc(upTo(r, 5*time.Second), func() { w.wire.cut() })
		}
		callers.Wait()
		time.Sleep(30 * time.Second) // losing legs, forgotten bodies and detached work end
		synctest.Wait()
		w.settled(kindOf)
		covered.add(w)
	})
	covered.check(t)
}

// one makes a call and checks what its caller sees.
func (w *world) one(kind int, id string, wait time.Duration, leaves bool) {
	ctx, cancel := budget.WithAtMost(w.t.Context(), wait)
	defer cancel()
	if leaves {
		time.AfterFunc(wait/2, cancel)
	}
	w.ops.Add(1)
	start := time.Now()
	var code int
	var err error
	panicked := func() (p any) {
		defer func() { p = recover() }()
		code, err = kinds[kind].call(w, ctx, id)
		return nil
	}()
	if took := time.Since(start); took > wait {
		w.t.Errorf("%s: the caller waited %v of %v", kinds[kind].name, took, wait)
	}
	if panicked == nil && err == nil && code == 200 && kinds[kind].post {
		w.of(id, func(l *ledger) {
			if l.good == 0 {
				w.t.Errorf("%s: a success that the server knows nothing of", kinds[kind].name)
			}
		})
	}
}

// settled checks the world at rest.
func (w *world) settled(kindOf map[string]int) {
	t := w.t
	for id, l := range w.calls {
		k := kinds[kindOf[id]]
		switch {
		case k.post && !k.keyed && l.served > 1:
			t.Errorf("%s: served %d times", k.name, l.served)
		case k.keyed && (len(l.keys) > 1 || l.keys[""]):
			t.Errorf("%s: keys %v, want one", k.name, l.keys)
		case k.post && l.most > 1:
			t.Errorf("%s: %d at once", k.name, l.most)
		}
		equal(t, k.name+": on the wire", l.at, 0)
	}
	s := w.d.Stats()
	equal(t, "slots taken", s.InFlight, 0)
	equal(t, "limiter's slots taken", len(w.l), 0)
	equal(t, "breaker reports missing", w.b.pending(), 0)
	equal(t, "slots taken of another", w.e.Stats().InFlight, 0)
	for k, want := range map[budget.Kind]uint64{budget.KindHedge: s.Hedges} {
		equal(t, k.String()+" events", uint64(len(w.events.of(k))), want)
	}
	// Retries and hedges inside an attempt are part of it, and are not observed as attempts.
	inside := len(w.events.of(budget.KindRetry)) + len(w.events.of(budget.KindHedge))
	if n := uint64(len(w.events.of(budget.KindAttempt))); n > s.Attempts || n+uint64(inside) < s.Attempts {
		t.Errorf("%d attempts observed of %d, %d of them may be inside others", n, s.Attempts, inside)
	}
	if n, most := int64(len(w.events.of(budget.KindDone))), w.ops.Load()-w.bare.Load(); n > most {
		t.Errorf("%d operations ended, %d were begun", n, most)
	}
	conserved(t, s, w.d.Policy().Retry, w.ops.Load())
	if n, most := int64(w.stats.Expired.Load()), w.brief.Load(); n > most {
		t.Errorf("%d expired, %d had too little time: the rest by a clock that is wrong", n, most)
	}
}

// coverage is what has happened in all worlds together: a property of what never
// happens shows nothing.
type coverage struct {
	calls, retries, hedges, timeouts, refused, failures, cuts int
	kinds                                                     map[budget.Reason]int
}

func (c *coverage) add(w *world) {
	s := w.d.Stats()
	c.calls += callsPerWorld
	c.retries += int(s.Retries)
	c.hedges += int(s.Hedges)
	c.timeouts += int(s.Timeouts)
	c.refused += int(s.Refused)
	c.failures += int(s.Failures)
	c.cuts += w.wire.dials()
	if c.kinds == nil {
		c.kinds = map[budget.Reason]int{}
	}
	for _, e := range w.events.of(budget.KindDone) {
		c.kinds[e.Reason]++
	}
}

func (c *coverage) check(t *testing.T) {
	t.Logf("%+v", *c)
	if c.calls < 10_000 {
		t.Errorf("%d calls, want 10,000", c.calls)
	}
	for name, n := range map[string]int{"retries": c.retries, "hedges": c.hedges, "timeouts": c.timeouts, "refusals": c.refused, "failures": c.failures, "connections": c.cuts} {
		if n < 50 {
			t.Errorf("%d %s, nothing tested", n, name)
		}
	}
	for _, r := range []budget.Reason{
		budget.ReasonNone, budget.ReasonTimeout, budget.ReasonFloor, budget.ReasonWait, budget.ReasonFull, budget.ReasonRetryBudget,
		budget.ReasonAttempts, budget.ReasonCanceled, budget.ReasonRejected, budget.ReasonUnsafe,
	} {
		if c.kinds[r] == 0 {
			t.Errorf("no operation ended for %v", r)
		}
	}
}
