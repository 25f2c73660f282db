// Package retryctx finds retries that outlive their context.
//
// # Analyzer retryctx
//
// a loop goes on retrying after its context has ended
//
// When the context has ended nobody waits for the answer any more, and every
// further attempt is load for nothing: a call that is given the context fails at
// once, one that is not is made in vain. The rule reports a retry loop, or a
// function that calls itself, in a function with a context (or a request that
// carries one) that never looks at it: no Done, no Err, no test of its errors, no
// wait that it ends. Where the call is given the context, it reports a second of
// waiting or more. A case for Done that leaves only its select is reported too.
//
// # What is not reported
//
// A loop that asks anything that may know: a predicate of another package, a
// helper that is given the context and can stop the loop, a test of
// context.Canceled or DeadlineExceeded; a counted loop that does not wait; two
// attempts; three with less than a second between them in all. Of a loop
// without a limit, or with a sleep that deafsleep reports, those rules speak where
// they are on. With low confidence: calls that are given the context, with short waits or settings
// between them; literals that use the context of the function around them; loops
// that pick their errors, or end by a clock.
//
// # The way out
//
// Look at ctx.Err() before each attempt, and wait on a timer and ctx.Done()
// together. The fix offered looks before each attempt; the wait is deafsleep's.
package retryctx
