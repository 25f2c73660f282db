// Package halfbound finds waits that are bounded on one path only.
//
// # Analyzer halfbound
//
// a wait is bounded on one path and unbounded on another
//
// The timeout is there, so a reader believes it: it is set in one branch and
// the call is reached by the other as well (a scheme, a flag, an error path),
// or the deadline is made only after the first blocking call of the function.
//
// # What is not reported
//
// A branch that asks for a time, a timeout or a deadline ("if timeout > 0",
// "if the context has no deadline"): there somebody chose. Branches on
// streaming, watching or following. Values that are not made in the function.
//
// # The way out
//
// Set the limit before the branch, or make the deadline first and give it to
// every call after it.
package halfbound
