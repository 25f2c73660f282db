package budget_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

const seeds = 300

// each runs check in a bubble of its own for every seed, and looks for
// goroutines that outlive it. A bubble fails by itself when one is still blocked.
func each(t *testing.T, seeds uint64, check func(t *testing.T, r *rand.Rand)) {
	before := runtime.NumGoroutine()
	for seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { check(t, rand.New(&locked{src: rand.NewPCG(seed, 55)})) })
		})
		if t.Failed() {
			return
		}
	}
	// What is on its way out may need the processor once more.
	for i := 0; runtime.NumGoroutine() > before && i < 500; i++ {
		time.Sleep(10 * ms)
	}
	if after := runtime.NumGoroutine(); after > before {
		stacks := make([]byte, 1<<16)
		t.Errorf("%d goroutines before, %d after:\n%s", before, after, stacks[:runtime.Stack(stacks, true)])
	}
}

// locked lets the goroutines of one run share its source of randomness.
type locked struct {
	mu  sync.Mutex
	src rand.Source
}

func (l *locked) Uint64() uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.src.Uint64()
}

func upTo(r *rand.Rand, d time.Duration) time.Duration { return time.Duration(r.Int64N(int64(d) + 1)) }

func randomPolicy(r *rand.Rand, b budget.Breaker) budget.Policy {
	p := budget.Policy{
		Ceiling:       1*ms + upTo(r, 300*ms),
		Floor:         budget.Off,
		Reserve:       upTo(r, 20*ms),
		MaxConcurrent: 1 + r.IntN(8),
		MaxWait:       upTo(r, 20*ms),
		Breaker:       b,
		Retry: budget.Retry{
			Attempts: r.IntN(6),
			Base:     1 + upTo(r, 20*ms),
			Cap:      20*ms + upTo(r, 200*ms),
			Total:    (500*ms + upTo(r, time.Second)) * time.Duration(r.IntN(2)),
			Ratio:    0.01 + r.Float64()*0.9,
			Burst:    1 + float64(r.IntN(20)),
		},
	}
	if r.IntN(2) == 0 {
		p.Floor = upTo(r, p.Ceiling)
	}
	if r.IntN(2) == 0 && p.Retry.Attempts != 1 && (p.MaxConcurrent > 1 || p.MaxWait > 0) {
		p.Hedge = budget.Hedge{Percentile: 0.6 + r.Float64()*0.35, MinSamples: 1 + r.IntN(5)}
	}
	return p
}

// node is one call of a random tree: it works, then calls its children, one
// after the other or all at once, then answers or fails.
type node struct {
	d        *budget.Dependency
	breaker  *breaker
	latency  time.Duration
	fails    float64
	unsent   bool
	parallel bool
	optional bool
	safe     bool
	children []*node
	calls    atomic.Int64
	ops      atomic.Int64
}

func randomTree(t *testing.T, r *rand.Rand, depth int) *node {
	n := &node{
		breaker: new(breaker), latency: upTo(r, 200*ms), fails: r.Float64() * r.Float64(),
		unsent: r.IntN(4) == 0, parallel: r.IntN(2) == 0, optional: r.IntN(2) == 0, safe: r.IntN(3) > 0,
	}
	n.d = dependency(t, fmt.Sprintf("d%d", r.Uint32()), randomPolicy(r, n.breaker))
	for range r.IntN(4) * min(depth, 1) {
		n.children = append(n.children, randomTree(t, r, depth-1))
	}
	return n
}

func (n *node) walk(f func(*node)) {
	f(n)
	for _, c := range n.children {
		c.walk(f)
	}
}

// tree runs random calls and checks every one of them.
type tree struct {
	t *testing.T
	r *rand.Rand
}

func (tr *tree) call(ctx context.Context, n *node, o ...budget.CallOption) error {
	n.ops.Add(1)
	if n.safe {
		o = append(o, budget.Idempotent())
	}
	start := time.Now()
	var calls atomic.Int64
	work := func(ctx context.Context) (int, error) {
		n.calls.Add(1)
		calls.Add(1)
		return 0, tr.work(ctx, n)
	}
	var err error
	if n.optional {
		_, err = budget.DoOr(ctx, n.d, work, func(context.Context, *budget.Error) (int, error) { return 1, nil }, o...)
	} else {
		_, err = budget.Do(ctx, n.d, work, o...)
	}
	p := n.d.Policy()
	if deadline, ok := ctx.Deadline(); ok && time.Now().After(deadline) && start.Before(deadline) {
		tr.t.Errorf("%s: waited %v past the caller's deadline", n.d.Name(), time.Since(deadline))
	}
	if limit := p.Retry.Total; limit > 0 && time.Since(start) > limit {
		tr.t.Errorf("%s: waited %v, total is %v", n.d.Name(), time.Since(start), limit)
	}
	if got := int(calls.Load()); got > p.Retry.Attempts {
		tr.t.Errorf("%s: %d attempts, cap %d", n.d.Name(), got, p.Retry.Attempts)
	}
	var e *budget.Error
	if err != nil && !errors.As(err, &e) {
		tr.t.Errorf("%s: %v is no *budget.Error", n.d.Name(), err)
	}
	if err != nil && e.Reason == budget.ReasonNone {
		tr.t.Errorf("%s: %v has no reason", n.d.Name(), err)
	}
	return err
}

func (tr *tree) work(ctx context.Context, n *node) error {
	if err := work(ctx, time.Duration(tr.r.Float64()*float64(n.latency))); err != nil {
		return err
	}
	if tr.r.Float64() < n.fails {
		if n.unsent {
			return budget.Mark(errBoom, budget.Unsent)
		}
		return errBoom
	}
	plan := budget.Plan{}
	for _, c := range n.children {
		plan.Steps = append(plan.Steps, budget.Step{Dependency: c.d, Optional: c.optional})
	}
	var wg sync.WaitGroup
	errs := make([]error, len(n.children))
	for i, c := range n.children {
		if !n.parallel {
			if errs[i] = tr.call(ctx, c, plan.Step(i)); errs[i] != nil && !c.optional {
				return errs[i]
			}
			continue
		}
		wg.Go(func() { errs[i] = tr.call(ctx, c) })
	}
	wg.Wait()
	return errors.Join(errs...)
}

func TestPropertyRandomCallTrees(t *testing.T) {
	each(t, seeds, func(t *testing.T, r *rand.Rand) {
		root := randomTree(t, r, 3)
		tr := &tree{t: t, r: r}
		var callers sync.WaitGroup
		for range 1 + r.IntN(6) {
			wait, leaves := 1+upTo(r, 600*ms), r.IntN(4) == 0
			callers.Go(func() {
				ctx, cancel := budget.WithAtMost(t.Context(), wait)
				defer cancel()
				if leaves {
					time.AfterFunc(wait/2, cancel)
				}
				start := time.Now()
				tr.call(ctx, root)
				if took := time.Since(start); took > wait || leaves && took > wait/2 {
					t.Errorf("caller waited %v of %v (leaves half-way: %v)", took, wait, leaves)
				}
			})
		}
		callers.Wait()
		synctest.Wait()
		time.Sleep(time.Second) // losing hedges end
		root.walk(func(n *node) { n.settled(t) })
	})
}

// settled checks a dependency at rest.
func (n *node) settled(t *testing.T) {
	s, p := n.d.Stats(), n.d.Policy().Retry
	equal(t, "slots taken", s.InFlight, 0)
	equal(t, "breaker reports missing", n.breaker.pending(), 0)
	equal(t, "attempts counted", s.Attempts, uint64(n.calls.Load()))
	if told := uint64(len(n.breaker.reports())); told < s.Attempts {
		t.Errorf("the breaker was told of %d attempts of %d", told, s.Attempts)
	}
	conserved(t, s, p, n.ops.Load())
}

// conserved checks the tokens: what was spent is what is missing, less what was
// deposited; nothing else comes or goes. A deposit into a full bucket is lost.
func conserved(t *testing.T, s budget.Stats, p budget.Retry, ops int64) {
	t.Helper()
	const rounding = 1e-3
	spent := float64(s.Retries + s.Hedges + s.Charged)
	lowest := p.Burst - spent
	highest := min(p.Burst, lowest+float64(ops)*p.Ratio)
	if s.Tokens < lowest-rounding || s.Tokens > highest+rounding || s.Tokens < 0 {
		t.Errorf("tokens %v, want %v to %v (%v spent, %d operations)", s.Tokens, lowest, highest, spent, ops)
	}
	if most := p.Burst + float64(ops)*p.Ratio; spent > most+rounding {
		t.Errorf("%v tokens spent, only %v existed", spent, most)
	}
}

// answer is a body that knows whether it was closed.
type answer struct {
	io.Reader
	ctx    context.Context
	stall  time.Duration
	closed atomic.Bool
}

func (a *answer) Read(p []byte) (int, error) {
	if err := work(a.ctx, a.stall); err != nil {
		return 0, context.Cause(a.ctx)
	}
	return a.Reader.Read(p)
}

func (a *answer) Close() error { a.closed.Store(true); return nil }

func TestPropertyEveryBodyIsClosed(t *testing.T) {
	each(t, seeds, func(t *testing.T, r *rand.Rand) {
		var mu sync.Mutex
		var answers []*answer
		var requests []*answer
		base := roundTripper(func(req *http.Request) (*http.Response, error) {
			if req.Body != nil {
				defer req.Body.Close()
			}
			if err := work(req.Context(), time.Duration(r.IntN(50))*ms); err != nil {
				return nil, context.Cause(req.Context())
			}
			status := []int{200, 200, 204, 404, 408, 429, 500, 501, 502, 503, 504, 0}[r.IntN(12)]
			if status == 0 {
				return nil, errBoom
			}
			a := &answer{Reader: strings.NewReader(strings.Repeat("x", r.IntN(3000))), ctx: req.Context(), stall: time.Duration(r.IntN(20)) * ms}
			mu.Lock()
			answers = append(answers, a)
			mu.Unlock()
			return &http.Response{StatusCode: status, Header: http.Header{}, Body: a, Request: req}, nil
		})
		b := new(breaker)
		d := dependency(t, "d", randomPolicy(r, b))
		client := &http.Client{Transport: d.Transport(base)}
		methods := []string{"GET", "POST", "PUT", "DELETE", "PATCH"}
		rewind, refuse := r.IntN(2) == 0, r.IntN(3) == 0
		if refuse {
			b.refuse = errBoom
		}
		var callers sync.WaitGroup
		for range 12 {
			method, read, wait := methods[r.IntN(5)], r.IntN(3), time.Duration(1+r.IntN(300))*ms
			callers.Go(func() {
				ctx, cancel := budget.WithAtMost(t.Context(), wait)
				defer cancel()
				sent := func() *answer {
					a := &answer{Reader: strings.NewReader("body"), ctx: t.Context()}
					mu.Lock()
					requests = append(requests, a)
					mu.Unlock()
					return a
				}
				req, _ := http.NewRequestWithContext(ctx, method, "http://d/", sent())
				if rewind {
					req.GetBody = func() (io.ReadCloser, error) { return sent(), nil }
				}
				start := time.Now()
				resp, err := client.Do(req)
				if err == nil {
					if read > 0 {
						io.CopyN(io.Discard, resp.Body, int64(read-1)*5000)
					}
					resp.Body.Close()
				}
				if took := time.Since(start); took > wait {
					t.Errorf("%s waited %v of %v", method, took, wait)
				}
			})
		}
		callers.Wait()
		time.Sleep(time.Second)
		for i, a := range answers {
			if !a.closed.Load() {
				t.Errorf("response body %d of %d was not closed", i, len(answers))
			}
		}
		for i, a := range requests {
			if !a.closed.Load() {
				t.Errorf("request body %d of %d was not closed", i, len(requests))
			}
		}
		equal(t, "slots taken", d.Stats().InFlight, 0)
		equal(t, "breaker reports missing", b.pending(), 0)
		conserved(t, d.Stats(), d.Policy().Retry, 12)
	})
}
