package budget

import "context"

// Do calls f as one operation on d: bounded, counted, and repeated where that is
// safe and there is time and a token for it. Every attempt gets a context of
// min(remaining − reserve, ceiling), computed when it starts, and f must honour
// it. f runs in the caller's goroutine unless the call hedges.
//
// Without [Idempotent] only attempts that provably never left ([Unsent]) are
// repeated. On failure the error is an [*Error] that wraps f's last error.
//
// Do retries, and so does a client made by [Dependency.Transport]; nested, with
// the same dependency and Idempotent, the inner one makes single attempts.
func Do[T any](ctx context.Context, d *Dependency, f func(context.Context) (T, error), o ...CallOption) (T, error) {
	return f(ctx)
}

// DoOr is [Do] with a fallback: when the operation fails for any reason but the
// caller's leaving, fallback answers, told why. It runs with the caller's
// context, which may have only the reserve left: answer from memory.
func DoOr[T any](ctx context.Context, d *Dependency, f func(context.Context) (T, error), fallback func(context.Context, *Error) (T, error), o ...CallOption) (T, error) {
	return f(ctx)
}
