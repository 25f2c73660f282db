// Package hotloop finds loops that spin when what they wait for fails.
//
// # Analyzer hotloop
//
// an accept, consume or watch loop comes straight back after an error
//
// A loop that accepts connections or consumes messages waits in the call: that
// is its only wait. When the call fails at once (no file descriptor left, the
// broker gone, the listener or context closed) the loop turns as fast as the
// processor lets it, writes a log line each time, and takes the machine down
// with the thing it should survive. The rule reports such a loop when its error
// path leads back to the call with nothing that lets time pass, also past a sleep
// or ticker of its own that only a success reaches; a reader that waits before it
// gives the broker's error again, but not its context's; a select in a loop
// whose case for an ended context, a closed channel or nothing at all leads
// straight back to it; and a watch or stream that is opened again as soon as it has ended.
//
// # What is not reported
//
// A loop that leaves on every error; a listener whose own Accept waits; one with a sleep, timer, limiter or other
// wait of this process on the error path, also in a helper; one driven by a
// ticker or a channel; a loop over elements, where each call is for another
// one; a parser.
//
// # The way out
//
// Leave when the listener is closed or the context has ended, and wait before
// the next call after any other error: net/http's Server waits from 5ms up to
// 1s between failed Accepts.
package hotloop
