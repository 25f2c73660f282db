package budget

import (
	"context"
	"fmt"
	"time"
)

// leg is one of two racing attempts.
type leg[T any] struct {
	a        *Attempt
	value    T
	err      error
	panicked any
}

// hedged makes one attempt and, if it has not answered after delay, a second
// beside it. The first answer wins and the other attempt is cancelled; a failure
// waits for the other. Each leg runs in a goroutine of its own that ends when
// its call does. op is a copy, because the losing leg outlives the caller.
func hedged[T any](ctx context.Context, op operation[T], made int, delay time.Duration) result[T] {
	first := new(Attempt)
	if refused := op.d.begin(op.mark(ctx, made+1), &op.c, time.Now(), made+1, false, first); refused != nil {
		return result[T]{refused: refused}
	}
	arrived, gone := make(chan leg[T]), make(chan struct{})
	defer close(gone)
	go op.leg(first, arrived, gone)

	var second *Attempt
	started, running := 1, 1
	timer := time.NewTimer(delay)
	defer timer.Stop()
	for {
		select {
		case <-timer.C:
			if second = op.second(ctx, made+2); second != nil {
				started, running = 2, 2
				go op.leg(second, arrived, gone)
			}
		case l := <-arrived:
			running--
			r := op.judged(l.a, l.value, l.err)
			if running > 0 && l.panicked == nil && !r.verdict.outcome.answered() {
				r.again = true // its answer, if it has one, is dropped
				op.settle(l.a, &r)
				continue
			}
			if second != nil && running > 0 {
				other(l.a, first, second).cancel()
			}
			if l.panicked != nil {
				l.a.abandon()
				panic(l.panicked) // f's own, as if f had run here
			}
			r.used = started
			op.decide(ctx, &r, made+started)
			op.settle(l.a, &r)
			return r
		}
	}
}

func (o Outcome) answered() bool { return o == Success || o == Rejected }

func other(a, first, second *Attempt) *Attempt {
	if a == first {
		return second
	}
	return first
}

// second starts the hedge, or returns nil if there is no token, time or slot.
func (op *operation[T]) second(ctx context.Context, number int) *Attempt {
	d := op.d
	if !d.tokens.take() {
		return nil
	}
	a := new(Attempt)
	if refused := d.begin(op.mark(ctx, number), &op.c, time.Now(), number, true, a); refused != nil {
		d.tokens.refund()
		return nil
	}
	d.observe(ctx, Event{Kind: KindHedge, Attempt: number, Hedge: true, Granted: a.granted})
	return a
}

// leg runs one call and hands over what came of it; if nobody waits any more it
// gives the attempt back itself. The deferred part also covers a call that
// panics or ends its goroutine.
func (op *operation[T]) leg(a *Attempt, arrived chan<- leg[T], gone <-chan struct{}) {
	l := leg[T]{a: a, err: errFailed}
	defer func() {
		l.panicked = recover()
		select {
		case arrived <- l:
		case <-gone:
			op.lost(l)
		}
	}()
	l.value, l.err = op.call(a.ctx)
}

// lost ends the leg that did not win. Having been cancelled, it says nothing
// about the dependency, except that it would have taken at least this long.
func (op *operation[T]) lost(l leg[T]) {
	if l.err == nil && op.drop != nil {
		op.drop(l.value)
	}
	v := verdict{outcome: Neutral, loser: true, err: context.Canceled}
	if l.panicked != nil {
		v = verdict{outcome: Failure, err: fmt.Errorf("budget: panic in the slower attempt: %v", l.panicked)}
	}
	l.a.finish(v)
}
