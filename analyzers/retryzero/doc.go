// Package retryzero finds retry limits of zero that are no limit.
//
// # Analyzer retryzero
//
// a retry limit of zero means no limit here
//
// In one library 0 attempts are one, in the next they are as many as it takes,
// in a third they are the library's default, and in a fourth the function is
// not called at all. Whoever has moved from one to the other, or wrote 0 to
// turn retries off, has the opposite of what was meant: a call that fails for
// good is repeated for ever, three times by default, or is never made.
//
// The rule looks at every constant given to a setting that counts attempts,
// and says what it means in this library at the version in go.mod, how the
// library counts, and what to write instead. A -1 that is the default here, or
// with which nothing is called, is said too; and in the JSON of a gRPC service
// config a maxAttempts that gRPC refuses, or does not make. It is said of one's own
// loops as well, "for n := 1; most == 0 || n <= most; n++", where a call or a
// literal of the package gives them a 0.
//
// # What is not reported
//
// What says that it is for ever, or for the default: functions as
// UntilSucceeded, -1 where the library documents it, a comment beside the
// number that says so ("unlimited", "for ever", "until", "default"), a context
// given to the same call. A zero that means one attempt. A number for a client
// that does not look at it (AWS instance metadata). Numbers from a
// configuration. A MaxElapsedTime of 0 is how cenkalti/backoff is told not to
// stop: it is reported only where the comment beside it speaks of something
// else.
package retryzero
