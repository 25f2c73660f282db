package budget

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"net/http"
)

// Do calls f as one operation on d: bounded, counted, and repeated where that is
// safe and there is time and a token for it. Every attempt gets a context of
// min(remaining − reserve, ceiling), computed when it starts, and f must honour
// it. f runs in the caller's goroutine unless the call hedges; then it may run
// twice at once, and must not write to variables outside.
//
// Without [Idempotent] only attempts that provably never left ([Unsent]) are
// repeated. On failure the error is an [*Error] that wraps f's last error; the
// value is whatever f returned with it.
//
// The context ends when f returns. An *http.Response or an io.ReadCloser that f
// returns is still being read then, and so the attempt goes on until it has been
// closed or read to its end, and the status of a response is judged as the
// Transport judges it. Rows and transactions of database/sql cannot be returned:
// the call is refused with [ReasonMisuse]; read them in f.
//
// # Inside an operation
//
// A call on d inside an attempt on d, by Do, Begin or d's Transport, is part of
// that attempt: it needs no slot (of several at once one does not) and no leave
// of the breaker, and it is single where the attempt around it may be repeated,
// so that retries do not multiply. The error of an operation inside, on whatever
// dependency, is final, with its reason, unless only this one knows that
// repeating is safe; it is not held against d.
func Do[T any](ctx context.Context, d *Dependency, f func(context.Context) (T, error), o ...CallOption) (T, error) {
	return do(ctx, d, f, false, o)
}

// do is Do; quiet: the failure is no reason for the request to fail.
func do[T any](ctx context.Context, d *Dependency, f func(context.Context) (T, error), quiet bool, o []CallOption) (T, error) {
	var c CallOption
	c.merge(o)
	switch any((*T)(nil)).(type) {
	case **http.Response, *io.ReadCloser, **sql.Rows, **sql.Row, **sql.Tx:
		return doOpen(ctx, d, f, quiet, c)
	}
	op := operation[T]{d: d, c: c, call: f, safe: c.has(setIdempotent), hedge: true, quiet: quiet}
	return op.run(ctx)
}

// doOpen is Do for an answer that outlives its function.
func doOpen[T any](ctx context.Context, d *Dependency, f func(context.Context) (T, error), quiet bool, c CallOption) (v T, err error) {
	safe := c.has(setIdempotent)
	switch f := any(f).(type) {
	case func(context.Context) (*http.Response, error):
		op := operation[*http.Response]{
			d: d, c: c, call: f, safe: safe, hedge: true, quiet: quiet,
			judge: judgeStatus(&c, d, nil), hold: hold, drop: discard,
		}
		resp, err := op.run(ctx)
		v, _ = any(resp).(T)
		return v, err
	case func(context.Context) (io.ReadCloser, error):
		op := operation[io.ReadCloser]{d: d, c: c, call: f, safe: safe, hedge: true, quiet: quiet, hold: holdReader, drop: closeReader}
		r, err := op.run(ctx)
		v, _ = any(r).(T)
		return v, err
	}
	return v, d.refuse(ctx, ReasonMisuse, 1, 0, errOutlives)
}

var errOutlives = errors.New("rows and transactions end with the attempt's context: use them inside the function")

// DoOr is [Do] with a fallback: when the operation fails for any reason but the
// caller's leaving, fallback answers, told why. It runs with the caller's
// context, which may have only the reserve left: answer from memory.
func DoOr[T any](
	ctx context.Context, d *Dependency, f func(context.Context) (T, error),
	fallback func(context.Context, *Error) (T, error), o ...CallOption,
) (T, error) {
	v, err := do(ctx, d, f, true, o)
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
