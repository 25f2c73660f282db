// Package overbudget finds calls that outlast those who wait for them.
//
// # Analyzer overbudget
//
// a call may run longer than its caller waits
//
// A handler has a deadline: a middleware's, http.TimeoutHandler's, the server's
// WriteTimeout, or one promised in the configuration. So has whatever a function calls
// with a context that it gave a time with context.WithTimeout, and what it starts and
// waits for in a select with a timer. What is called under that context ends with it. A call that is not, because its client has a
// Timeout of its own and no context, or its context starts anew, goes on when
// nobody waits any more: it holds a connection and a goroutine, and its answer is
// thrown away. The rule reports one such call that may take longer than all the time
// there is, with both numbers.
//
// # What is not reported
//
// Calls under the request's context, whatever their own limits add up to: they share
// what is left. Calls in a goroutine that nobody waits for. What is cleaned up when a
// function ends: deferred calls, and functions named for it (close, release, rollback). Calls whose limit, or whose
// caller's, is not a constant that can be seen. Waits without any end: other rules
// speak of those.
//
// # The way out
//
// Give the call the request's context. If it must go on, let it go on beside the
// answer, with a deadline of its own. A dependency of
// [package budget](../../budget/README.md) gives every call what is left of the request's
// time, less a reserve, and its Detach gives the other kind an end.
package overbudget
