package budget

import (
	"context"
	"errors"
	"time"
)

// Do calls f as one operation on d: bounded, counted, and repeated where that is
// safe and there is time and a token for it. Every attempt gets a context of
// min(remaining − reserve, ceiling), computed when it starts, and f must honour
// it. f runs in the caller's goroutine unless the call hedges.
//
// Without [Idempotent] only attempts that provably never left ([Unsent]) are
// repeated. On failure the error is an [*Error] that wraps f's last error; the
// value is whatever f returned with it.
//
// Retries do not multiply: an error that already is d's own [*Error] is final,
// and inside an Idempotent operation d's Transport makes single attempts.
func Do[T any](ctx context.Context, d *Dependency, f func(context.Context) (T, error), o ...CallOption) (T, error) {
	op := newOperation(d, f, o)
	return op.run(ctx)
}

func newOperation[T any](d *Dependency, f func(context.Context) (T, error), o []CallOption) operation[T] {
	op := operation[T]{d: d, call: f}
	op.c.merge(o)
	op.safe = op.c.has(setIdempotent)
	return op
}

// DoOr is [Do] with a fallback: when the operation fails for any reason but the
// caller's leaving, fallback answers, told why. It runs with the caller's
// context, which may have only the reserve left: answer from memory.
func DoOr[T any](
	ctx context.Context, d *Dependency, f func(context.Context) (T, error),
	fallback func(context.Context, *Error) (T, error), o ...CallOption,
) (T, error) {
	op := newOperation(d, f, o)
	op.quiet = true
	v, err := op.run(ctx)
	var why *Error
	if err == nil || !errors.As(err, &why) || why.Reason == ReasonCanceled {
		return v, err
	}
	d.observe(ctx, Event{
		Kind: KindFallback, Reason: why.Reason, Attempt: why.Attempts, Granted: why.Granted,
		Elapsed: why.Elapsed, Remaining: why.Remaining, Outcome: Failure, Err: why.Err,
	})
	return fallback(ctx, why)
}

// operation is one logical call. Its attempts share the deadline, the cap and
// the tokens. The hooks are HTTP's; Do has none.
type operation[T any] struct {
	d     *Dependency
	c     CallOption
	call  func(context.Context) (T, error)
	safe  bool // repeating is harmless
	once  bool // repeating is impossible: the body cannot be rewound
	quiet bool // its failure is no reason for the request to fail

	judge func(a Attempt, v T, err error) verdict // nil: by the error alone
	drop  func(v T)                               // gives back an answer nobody wants
	hold  func(v T, a Attempt, judged verdict) T  // hands the attempt's end over to v
}

// result is one attempt's outcome and what follows from it.
type result[T any] struct {
	value   T
	verdict verdict
	refused *Error // not made; everything else is empty
	granted time.Duration
	used    int           // attempts this result took: 2 when it hedged
	again   bool          // repeat after wait
	wait    time.Duration // before the next attempt
	reason  Reason        // why not again
}

// run makes attempts until one is final, all in the caller's goroutine.
func (op *operation[T]) run(ctx context.Context) (T, error) {
	start := time.Now()
	if total := op.d.policy.Retry.Total; total > 0 {
		op.c.until = start.Add(total)
	}
	var last result[T]
	for made, now := 0, start; ; now = time.Now() {
		r := op.next(ctx, now, made)
		if r.refused != nil {
			if made > 0 {
				op.d.tokens.refund()
			}
			return last.value, op.refused(ctx, &last, r.refused, made, start)
		}
		made += r.used
		if !r.again {
			return r.value, op.finish(ctx, &r, made, start)
		}
		if err := op.pause(ctx, &r, made); err != nil {
			return r.value, op.refused(ctx, &r, err, made, start)
		}
		last = r
	}
}

// next makes one attempt, or two that race. made is how many there were before.
func (op *operation[T]) next(ctx context.Context, now time.Time, made int) result[T] {
	d := op.d
	if d.recent != nil && op.safe && made+2 <= op.attempts(ctx) {
		if delay, ok := d.recent.after(); ok {
			return hedged(ctx, *op, made, delay)
		}
	}
	var a Attempt
	if refused := d.begin(op.mark(ctx, made+1), &op.c, now, made+1, false, &a); refused != nil {
		return result[T]{refused: refused}
	}
	defer a.abandon() // if call panics
	v, err := op.call(a.ctx)
	r := op.judged(&a, v, err)
	op.decide(ctx, &r, made+1)
	op.settle(&a, &r)
	return r
}

// judged is what an attempt's return says, before it is decided what follows.
func (op *operation[T]) judged(a *Attempt, v T, err error) result[T] {
	r := result[T]{value: v, granted: a.granted, used: 1}
	if op.judge == nil {
		r.verdict = a.judge(err)
	} else {
		r.verdict = op.judge(*a, v, err)
	}
	return r
}

// settle ends the attempt, or hands its end over to an answer that is still
// being read. The hooks get a copy, so that Do's attempt can stay on the stack.
func (op *operation[T]) settle(a *Attempt, r *result[T]) {
	if r.verdict.answer && op.hold != nil && !r.again {
		r.value = op.hold(r.value, *a, r.verdict)
		a.ended = true
		return
	}
	if r.verdict.answer && op.drop != nil && r.again {
		op.drop(r.value)
	}
	a.finish(r.verdict)
}

// finish turns a final result into the operation's error, nil for an answer.
func (op *operation[T]) finish(ctx context.Context, r *result[T], made int, start time.Time) error {
	op.declined(ctx, r, made)
	op.done(ctx, r.verdict.outcome, r.reason, made, start, r.verdict.err)
	spent := exhaustedBy(&r.verdict, r.reason, made)
	if spent && !op.quiet {
		exhaust(ctx)
	}
	if r.verdict.answer {
		return nil
	}
	if r.verdict.final(op.d) {
		return r.verdict.err // an operation on d of its own: it has said all
	}
	e := op.d.fail(ctx, r.reason, made, nil, start, r.verdict.err)
	e.Granted, e.exhausted = r.granted, spent
	return e
}

// refused completes the error of an attempt that was not made with what is known
// from the one before it.
func (op *operation[T]) refused(ctx context.Context, last *result[T], e *Error, made int, start time.Time) error {
	e.Attempts, e.Elapsed = made, time.Since(start)
	if made > 0 {
		e.Granted = last.granted
		e.Err = join(last.verdict.err, e.Err)
	}
	if e.exhausted = exhaustedBy(&last.verdict, e.Reason, made); e.exhausted && !op.quiet {
		exhaust(ctx)
	}
	op.done(ctx, Failure, e.Reason, made, start, e.Err)
	return e
}

// join keeps the attempt's own error first; either may be nil.
func join(own, other error) error {
	switch {
	case other == nil:
		return own
	case own == nil:
		return other
	}
	return errors.Join(own, other)
}

func (op *operation[T]) done(ctx context.Context, o Outcome, reason Reason, made int, start time.Time, err error) {
	if op.d.policy.Observer == nil {
		return
	}
	left, _ := Remaining(ctx)
	op.d.observe(ctx, Event{
		Kind: KindDone, Outcome: o, Reason: reason, Attempt: made,
		Elapsed: time.Since(start), Remaining: left, Err: err,
	})
}

// abandon gives an attempt back whose call never returned.
func (a *Attempt) abandon() {
	if !a.ended {
		a.finish(verdict{outcome: Failure, err: errFailed})
	}
}

// inside marks the context of an attempt of an operation that may repeat it.
type inside struct {
	context.Context
	d      *Dependency
	number int
}

type insideKey struct{}

func (c inside) Value(key any) any {
	switch key {
	case insideKey{}:
		return c.d
	case attemptKey{}:
		return AttemptNumber(c.Context) + c.number - 1
	}
	return c.Context.Value(key)
}

// mark costs an allocation and is only made where attempts can multiply.
func (op *operation[T]) mark(ctx context.Context, number int) context.Context {
	if op.safe && op.d.policy.Retry.Attempts > 1 {
		return inside{ctx, op.d, number}
	}
	return ctx
}

// within reports whether ctx belongs to an attempt of a repeating operation on d.
func (d *Dependency) within(ctx context.Context) bool {
	outer, _ := ctx.Value(insideKey{}).(*Dependency)
	return outer == d
}
