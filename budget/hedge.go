package budget

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// hedges reports whether the next attempt may get a second one beside it, and
// after what delay.
func (op *operation[T]) hedges(ctx context.Context, made int) (delay time.Duration, ok bool) {
	d := op.d
	recent := d.now().recent
	if recent == nil || !op.safe || op.once || !op.hedge || op.c.has(setUnhedged) || op.single || made+1 >= op.attempts(ctx) {
		return 0, false
	}
	return recent.after()
}

// leg is one of two racing attempts.
type leg[T any] struct {
	a        *attempt
	value    T
	err      error
	panicked any
}

// race is an attempt and the ones that are started beside it, one at a time. op is
// a copy, because a losing leg outlives the caller.
type race[T any] struct {
	op      operation[T]
	arrived chan leg[T]
	gone    chan struct{} // the caller has its answer
	started int           // legs
	running int           // of these
	first   *attempt
	beside  []*attempt // the ones beside it now
	won     *attempt   // whose context must live on
	refusal *result[T] // one leg's, which counts unless the other succeeds
	refuser *attempt
}

// hedged makes one attempt and, if it has not answered after delay, a second
// beside it, and where the policy allows several, a further one after the same
// delay again. The first answer wins and the other attempts are cancelled. A failure
// waits for the others. So does a refusal of a second one, for what refuses it may
// be that the first is there; a refusal of the first waits no longer than the
// delay. A second attempt that has failed may be followed by another one after the
// same delay, while there are attempts left. Each leg runs in a goroutine of its
// own that ends when its call does.
func hedged[T any](ctx context.Context, op operation[T], made int, delay time.Duration, start time.Time) result[T] {
	r := race[T]{op: op, arrived: make(chan leg[T]), gone: make(chan struct{}), first: new(attempt)}
	if refused := op.d.begin(ctx, &op.c, op.opening(made+1, false), time.Now(), r.first); refused != nil {
		return result[T]{refused: refused}
	}
	defer r.leave()
	r.start(r.first)
	timer := time.NewTimer(delay)
	defer timer.Stop()
	for {
		select {
		case <-timer.C:
			if r.refusal != nil && r.refuser == r.first {
				return r.refuse(ctx, made, start) // the second has had the time that it should take
			}
			if made+r.started >= op.attempts(ctx) || r.refusal != nil || r.first.ctx.Err() != nil {
				continue // too many, known to be refused, or too late
			}
			if a := r.op.second(ctx, made+r.started+1); a != nil {
				r.beside = append(r.beside, a)
				r.start(a)
				if len(r.beside) < op.d.now().Hedge.Max {
					timer.Reset(delay)
				}
			}
		case l := <-r.arrived:
			r.running--
			res, final := r.arrive(ctx, l, made, start)
			if final {
				return res
			}
			if i := slices.Index(r.beside, l.a); i >= 0 {
				r.beside = slices.Delete(r.beside, i, i+1)
			}
			timer.Reset(delay)
		}
	}
}

func (r *race[T]) start(a *attempt) {
	r.started++
	r.running++
	go r.op.leg(a, r.op.prepared(a), r.arrived, r.gone)
}

// arrive takes what one leg brings. It is not final while the other may bring
// something better.
func (r *race[T]) arrive(ctx context.Context, l leg[T], made int, start time.Time) (res result[T], final bool) {
	a, kept := l.a, false
	defer func() {
		if !kept {
			a.abandon() // unless it has ended; the judge has panicked
		}
	}()
	if l.panicked != nil {
		a.abandon()
		panic(l.panicked) // f's own, as if f had run here
	}
	res = r.op.judged(a, l.value, l.err)
	v := &res.verdict
	refused := v.outcome == Rejected && !v.repeat
	switch {
	case v.outcome == Success, r.running == 0:
	case refused && r.refusal == nil:
		r.refusal, r.refuser, kept = &res, a, true
		return res, false
	default:
		r.op.dispose(a, &res)
		return res, false
	}
	if r.refusal != nil && v.outcome != Success && v.caller == nil {
		r.op.dispose(a, &res)
		return r.refuse(ctx, made, start), true
	}
	res.used = r.started
	r.op.decide(ctx, &res, made+res.used)
	r.won = a
	r.op.settle(ctx, a, &res, made+res.used, start)
	return res, true
}

// refuse ends the race with a refusal that was kept for something better.
func (r *race[T]) refuse(ctx context.Context, made int, start time.Time) result[T] {
	res, a := *r.refusal, r.refuser
	r.refusal = nil
	defer a.abandon() // if the observer panics
	res.used = r.started
	r.op.decide(ctx, &res, made+res.used)
	r.won = a
	r.op.settle(ctx, a, &res, made+res.used, start)
	return res
}

// leave cancels what did not win and lets it end by itself.
func (r *race[T]) leave() {
	close(r.gone)
	if r.first != r.won {
		r.first.ctx.finish()
	}
	for _, a := range r.beside {
		if a != r.won {
			a.ctx.finish()
		}
	}
	if r.refusal != nil {
		r.op.dispose(r.refuser, r.refusal)
	}
}

func (o Outcome) answered() bool { return o == Success || o == Rejected }

// second starts the hedge, or returns nil if there is no token, time or slot. It
// never queues for a slot: the first attempt's answer may come in the meantime.
func (op *operation[T]) second(ctx context.Context, number int) *attempt {
	d := op.d
	tokens := d.hedgeTokens()
	if !tokens.take() {
		return nil
	}
	a := new(attempt)
	if refused := d.begin(ctx, &op.c, op.opening(number, true), time.Now(), a); refused != nil {
		tokens.refund()
		return nil
	}
	announced := false
	defer func() {
		if !announced { // the observer has panicked
			a.abandon()
		}
	}()
	d.observe(ctx, Event{Kind: KindHedge, Attempt: number, Hedge: true, Granted: a.granted})
	announced = true
	return a
}

// hedgeTokens is the bucket that hedges are paid from.
func (d *Dependency) hedgeTokens() *tokens {
	if d.now().Hedge.Ratio > 0 {
		return &d.hedging
	}
	return &d.tokens
}

// prepared returns the call of one leg, with everything of the caller's that it
// needs copied: when the other leg answers, the caller may use that again.
func (op *operation[T]) prepared(a *attempt) func(context.Context) (T, error) {
	if op.ready == nil {
		return op.call
	}
	return op.ready(a.ctx)
}

// leg runs one call and hands over what came of it; if nobody waits any more it
// gives the attempt back itself. The deferred part also covers a call that
// panics or ends its goroutine.
func (op *operation[T]) leg(a *attempt, call func(context.Context) (T, error), arrived chan<- leg[T], gone <-chan struct{}) {
	l := leg[T]{a: a, err: errFailed}
	defer func() {
		l.panicked = recover()
		select {
		case arrived <- l:
		case <-gone:
			op.lost(l)
		}
	}()
	l.value, l.err = call(a.ctx)
}

// lost ends the leg that did not win. Having been cancelled, it says nothing
// about the dependency, except that it would have taken at least this long.
func (op *operation[T]) lost(l leg[T]) {
	defer contain()
	defer l.a.abandon()
	if l.err == nil && op.drop != nil {
		op.drop(l.value, l.a.ctx)
	}
	v := verdict{outcome: Neutral, loser: true, err: context.Canceled}
	if l.panicked != nil {
		v = verdict{outcome: Failure, unproven: true, err: fmt.Errorf("budget: panic in the slower attempt: %v", l.panicked)}
	}
	l.a.finish(v)
}

// dispose ends an attempt whose answer, if it has one, nobody wants. Draining
// that takes time in which the other leg may answer.
func (op *operation[T]) dispose(a *attempt, r *result[T]) {
	if !r.verdict.answer || op.drop == nil {
		a.finish(r.verdict)
		return
	}
	value, v, own := r.value, r.verdict, *a
	a.ended = true
	go func() {
		defer contain()
		defer own.abandon()
		op.drop(value, own.ctx)
		own.finish(v)
	}()
}

// contain keeps a panic of an observer or a breaker, in a goroutine nobody waits
// for, from ending the process.
func contain() { _ = recover() }
