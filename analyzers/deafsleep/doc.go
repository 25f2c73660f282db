// Package deafsleep finds sleeps that nothing can interrupt.
//
// # Analyzer deafsleep
//
// a sleep cannot be interrupted although a context is in scope
//
// time.Sleep hears nothing: when the caller has given up, the request has been
// cancelled or the program wants to stop, it sleeps on, and what the goroutine
// holds is held on with it. In a retry loop this adds up: ten attempts with
// growing pauses are minutes that nobody waits for any more. A select on a
// timer and ctx.Done() costs three lines and ends with the context.
//
// The context in scope is a context.Context parameter of the function or of one
// around it, r.Context() of an *http.Request parameter, or one that the loop
// around the sleep itself asks whether it has ended.
//
// # Not reported
//
// Sleeps that are certainly shorter than two seconds in a loop, or than five
// outside of one; times that are not known, outside of a loop or from a field;
// random ones; a throttle, by its name; the sleep of a goroutine, which nobody
// waits for (those have low confidence, or none). A name that a context made
// from nothing has taken over. What runs when the context has ended or may have: a
// deferred call, a clean-up, what follows <-ctx.Done() or cancel(). A context parameter called _. In a
// command-line tool the finding is a note.
//
// # Configuration
//
// None.
package deafsleep
