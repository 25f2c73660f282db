// Package retrygrowth finds waits between attempts that grow too long, or wrap
// around to nothing.
//
// # Analyzer retrygrowth
//
// the delay between attempts grows without a maximum
//
// A delay that doubles is a second now and a quarter of an hour ten attempts
// later; ten seconds after the dependency is back the client still sleeps. After
// some thirty attempts more the number no longer fits: it turns negative, the
// wait ends at once, and the loop spins. A maximum that is applied after a shift
// or math.Pow comes too late for that. The rule reports a wait that doubles, is
// shifted by the attempt or raised to its power when, by the constants in
// sight, one wait is longer than five minutes, or when nothing limits the
// number of attempts.
//
// # What is not reported
//
// A delay that is held below a maximum in each round; a limited number of
// attempts whose longest wait is five minutes or less; a limit that is not a
// constant.
//
// # The way out
//
// Hold the delay in each round, before it grows further: delay = min(delay*2, maximum).
// The fix offered does so where the delay doubles in a statement and one
// maximum is in sight by its name, such as maxDelay.
package retrygrowth
