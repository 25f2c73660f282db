// Package detachedctx finds detached contexts that have no end.
//
// # Analyzer detachedctx
//
// a detached context has no deadline of its own
//
// A clean-up must outlive the request that asked for it, so its context is
// detached: by context.WithoutCancel, or by starting from context.Background in
// a goroutine or a deferred call. With the caller's cancellation its deadline
// goes too, and a database that does not answer holds the goroutine, a shutdown
// or a lock for ever.
//
// # Not reported
//
// Detachment itself, which is the right thing there: only one that reaches a
// call that nothing but its context can end, and gets no deadline on the way,
// in whatever function. Streams, subscriptions and servers. A call whose caller
// waits for it is droppedctx.
//
// # The way out
//
//	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
//	defer cancel()
//
// With package budget: the values stay, the deadline is the work's own.
//
//	ctx, cancel := budget.Detach(ctx, 5*time.Second)
package detachedctx
