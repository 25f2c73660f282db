// Package retrykey finds idempotency keys that are made anew for every attempt.
//
// # Analyzer retrykey
//
// the idempotency key is made anew for every attempt
//
// An idempotency key tells the server that a request is one it may have seen. A
// key made inside the loop is another one for each attempt: the server that did
// the work and whose answer was lost does it again. The rule reports a header, field, map
// entry or option of such a name that is given what a random source, a maker of UUIDs or
// the clock returns inside of an attempt: in the loop, in a function that something
// repeats, or in the helper that builds the request.
//
// # What is not reported
//
// A key made before the loop, one that is made where there is none yet, or one derived
// from what is sent; headers that only
// name the attempt for a log.
//
// # The way out
//
// Make the key once, before the first attempt, and send it with each. The fix
// offered moves it there, unless it is made of something that belongs to the
// attempt. A client of [package budget](../../budget/README.md) makes one key for all
// attempts of a request that is said to be idempotent.
package retrykey
