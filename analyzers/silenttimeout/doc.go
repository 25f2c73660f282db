// Package silenttimeout finds timeouts that nobody hears of.
//
// # Analyzer silenttimeout
//
// a timeout is swallowed without an error, a log line or a metric
//
// A timeout is the first sign that a dependency is in trouble, and where it is
// turned into success nobody sees it: the answer is empty, the order is not
// sent, and the graphs are green.
//
// Reported is an if that asks for context.DeadlineExceeded or
// os.ErrDeadlineExceeded and does nothing but return a nil error, and a select
// case on time.After that does the same.
//
// # What is not reported
//
// A branch that does anything else: logs, counts, returns a value that is not
// the zero value, or says in a comment why. A branch for a cancellation too. A
// function whose name says that it waits, polls, drains or stops: its time is
// meant to run out. The rule is off by default: what a timeout means is not
// always in the code.
//
// # The way out
//
// Return the error, or count and log it where an answer without it will do. With
// [package budget](../../budget/README.md) every timeout is an event for the policy's
// Observer, and DoOr hands the reason to the fallback.
package silenttimeout
