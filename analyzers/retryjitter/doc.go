// Package retryjitter finds delays that keep clients in step.
//
// # Analyzer retryjitter
//
// the delay between attempts is the same for every client
//
// Clients that fail together, because the dependency went away under all of
// them, come back together when their delays are the same: a thousand requests
// in one millisecond, silence, then a thousand again, and each wave may be what
// keeps the dependency down. The rule reports a wait between the attempts of a
// remote call that is made of constants, settings and the number of the attempt
// alone, where it grows: there somebody meant to take load away.
//
// # What is not reported
//
// A random source anywhere in what is waited, also in a helper; a delay that is
// a parameter or comes from code out of sight (a server's Retry-After); a
// command that one person runs; accept loops, pollers and tickers. A delay that
// stays the same is reported only when low confidence is asked for, as are three
// attempts, start-up and package main.
//
// # The way out
//
// Wait a random part of the delay: rand.N(delay), of math/rand/v2, spreads the
// clients over all of it. The fix offered does so with Go 1.22 or later; a delay
// that may be nothing becomes rand.N(max(delay, 1)), since rand.N(0) panics.
//
// With package budget: attempts are spaced with full jitter, up to a cap, and
// counted against a budget of retries.
//
//	v, err := budget.Do(ctx, orders, fetch, budget.Idempotent())
package retryjitter
