// Package retrybackoff finds failed calls that are repeated at once.
//
// # Analyzer retrybackoff
//
// a failed call is repeated at once
//
// A dependency that is down, or refuses because it has too much to do, answers
// within microseconds: a loop without a wait makes all its attempts before
// anything can have changed, and every client does so in the same moment. The
// rule reports a loop, or a function that calls itself, that makes the same
// remote call again when it has failed, with nothing on the way from the
// failure to the next attempt that lets time pass.
//
// # What is not reported
//
// Two attempts in all, and three but for low confidence; a loop that tries each host or address once, or picks
// another one for each attempt; a read-change-write loop that repeats a
// conflict; a system call after EINTR; a wait in a helper, in the callee, or in
// an object with a name like Wait or Backoff; a loop that repeats only one
// particular error, as a stale connection's. A loop that accepts or consumes is
// hotloop's.
//
// # The way out
//
// Wait between the attempts, longer each time, up to a maximum, with a random
// part, and give up when the context ends: budget.Retry does all of it.
package retrybackoff
