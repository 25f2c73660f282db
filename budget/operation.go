package budget

import (
	"context"
	"errors"
	"time"
)

// operation is one logical call. Its attempts share the deadline, the cap and
// the tokens. The hooks are HTTP's; Do has none but for answers that are read
// later.
type operation[T any] struct {
	d     *Dependency
	c     CallOption
	call  func(context.Context) (T, error)
	safe  bool    // repeating is harmless
	once  bool    // repeating is impossible: the body cannot be rewound
	quiet bool    // its failure is no reason for the request to fail
	hedge bool    // two attempts at once are harmless, if repeating is
	seed  keySeed // of the keys of the requests inside

	inside *attemptContext // the innermost attempt around this operation, on whatever dependency
	outer  *attemptContext // the attempt on d around this operation
	single bool            // which will be repeated if need be

	// ready prepares the call of one of two racing attempts while the caller still
	// owns what it sends. nil: call is ready.
	ready func(context.Context) func(context.Context) (T, error)
	judge func(a attempt, v T, err error) verdict // nil: by the error alone
	drop  func(v T, c *attemptContext)            // gives back an answer nobody wants
	hold  func(v T, a attempt, end ending) T      // hands the attempt's end over to v
}

// ending is what is to be done when an answer has been read.
type ending struct {
	judged verdict
	reason Reason
	tell   func(verdict, Reason) // ends the operation; nil: nobody listens
}

// result is one attempt's outcome and what follows from it.
type result[T any] struct {
	value   T
	verdict verdict
	refused *Error // not made; everything else is empty
	granted time.Duration
	used    int           // attempts this result took: 2 when it hedged
	again   bool          // repeat after wait
	held    bool          // the operation ends when the value has been read
	wait    time.Duration // before the next attempt
	reason  Reason        // why not again
}

// run makes attempts until one is final, all in the caller's goroutine.
func (op *operation[T]) run(ctx context.Context) (T, error) {
	start := time.Now()
	op.inside = insideOf(ctx)
	op.outer = op.d.aroundFrom(ctx, op.inside)
	op.single = op.outer != nil && op.outer.repeats
	if total := op.d.now().Retry.Total; total > 0 {
		op.c.until = start.Add(total)
	}
	if op.safe && op.seed == (keySeed{}) {
		op.seed = newSeed()
	}
	var last result[T]
	for made, now := 0, start; ; now = time.Now() {
		r := op.next(ctx, now, made, start)
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
func (op *operation[T]) next(ctx context.Context, now time.Time, made int, start time.Time) result[T] {
	if delay, ok := op.hedges(ctx, made); ok {
		return hedged(ctx, *op, made, delay, start)
	}
	var a attempt
	if refused := op.d.begin(ctx, &op.c, op.opening(made+1, false), now, &a); refused != nil {
		return result[T]{refused: refused}
	}
	defer a.abandon() // if call panics
	v, err := op.call(a.ctx)
	r := op.judged(&a, v, err)
	op.decide(ctx, &r, made+1)
	op.settle(ctx, &a, &r, made+1, start)
	return r
}

// opening says what attempt number n is a part of.
func (op *operation[T]) opening(n int, hedge bool) opening {
	return opening{
		number: n, hedge: hedge, seed: op.seed, outer: op.outer,
		repeats: op.safe && !op.single && op.d.now().Retry.Attempts > 1,
	}
}

// judged is what an attempt's return says, before it is decided what follows.
func (op *operation[T]) judged(a *attempt, v T, err error) result[T] {
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
func (op *operation[T]) settle(ctx context.Context, a *attempt, r *result[T], made int, start time.Time) {
	if r.verdict.answer && op.hold != nil && !r.again {
		op.handOver(ctx, a, r, made, start)
		return
	}
	if r.verdict.answer && op.drop != nil && r.again {
		op.drop(r.value, a.ctx)
	}
	a.finish(r.verdict)
}

// handOver lets the answer end the attempt, and then the operation.
func (op *operation[T]) handOver(ctx context.Context, a *attempt, r *result[T], made int, start time.Time) {
	end := ending{judged: r.verdict, reason: r.reason}
	if d := op.d; d.now().Observer != nil && op.outer == nil {
		end.tell = func(v verdict, reason Reason) { d.done(ctx, v.outcome, reason, made, start, v.err) }
	}
	r.held = true
	r.value = op.hold(r.value, *a, end)
	a.ended = true
}

// finish turns a final result into the operation's error, nil for an answer.
func (op *operation[T]) finish(ctx context.Context, r *result[T], made int, start time.Time) error {
	op.declined(ctx, r, made)
	if !r.held {
		op.done(ctx, r.verdict.outcome, r.reason, made, start, r.verdict.err)
	}
	spent := exhaustedBy(&r.verdict, r.reason, made)
	op.exhausts(ctx, spent)
	switch {
	case r.verdict.answer:
		return nil
	case op.single, r.verdict.inner != nil && r.verdict.inner.Dependency == op.d.name:
		return r.verdict.err // the attempt around this one goes by it, or it has said all
	}
	e := op.d.fail(ctx, r.reason, made, nil, start, &r.verdict)
	e.Granted, e.exhausted = r.granted, spent
	return e
}

// exhausts tells the request, and the attempt around the operation, whether they
// would be repeated in vain if they failed now.
func (op *operation[T]) exhausts(ctx context.Context, spent bool) {
	if op.quiet || op.outer != nil {
		return
	}
	if spent {
		exhaust(ctx)
	}
	if op.inside != nil {
		op.inside.spent.Store(spent)
	}
}

// refused completes the error of an attempt that was not made with what is known
// from the one before it.
func (op *operation[T]) refused(ctx context.Context, last *result[T], e *Error, made int, start time.Time) error {
	e.Attempts, e.Elapsed = made, time.Since(start)
	if made > 0 {
		e.Granted, e.outcome = last.granted, last.verdict.outcome
		e.Err = join(last.verdict.err, e.Err)
	}
	e.exhausted = exhaustedBy(&last.verdict, e.Reason, made)
	op.exhausts(ctx, e.exhausted)
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

// done reports the end of the operation, unless it is part of another one.
func (op *operation[T]) done(ctx context.Context, o Outcome, reason Reason, made int, start time.Time, err error) {
	if op.outer == nil {
		op.d.done(ctx, o, reason, made, start, err)
	}
}

func (d *Dependency) done(ctx context.Context, o Outcome, reason Reason, made int, start time.Time, err error) {
	if d.now().Observer == nil {
		return
	}
	left, _ := Remaining(ctx)
	d.observe(ctx, Event{
		Kind: KindDone, Outcome: o, Reason: reason, Attempt: made,
		Elapsed: time.Since(start), Remaining: left, Err: err,
	})
}
