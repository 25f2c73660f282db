// Package breakerslow finds breakers that cannot see slowness.
//
// # Analyzer breakerslow
//
// a breaker never sees slowness because the call it protects has no bound
//
// A breaker counts results. A dependency that accepts and never answers gives
// none: the calls hang, the breaker stays closed, and everything that waits for
// it hangs too. It is the timeout of the call that turns slowness into a
// failure that can be counted.
//
// # Not reported
//
// A call whose context comes from a caller, or that may have a limit of its
// own. Off by default: the call itself is reported by another rule.
//
// # The way out
//
// Give the call a deadline, shorter than the breaker's callers wait.
package breakerslow
