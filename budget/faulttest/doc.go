// Package faulttest makes a dependency fail on purpose, so that a test finds out
// what a caller does before an incident does.
//
// Slow comes before down: most outages begin with a dependency that still
// accepts, still answers now and then, and holds every caller for as long as
// that caller lets it. So the faults here are above all ways of waiting:
//
//   - [RoundTripper] injects faults between an [net/http.Client] and its
//     transport: delay, hang, error, a status such as 503, a body that stalls or
//     is cut half way.
//   - [Proxy] injects them one layer lower, between a dialer and a listener: a
//     connection that is reset, never answered (which is also what a stalled TLS
//     handshake looks like), stalled or dropped after some bytes, or answered 503.
//   - [Pipe] is a network in memory, and [Refused] is an address where nobody
//     listens.
//   - [Bounded] runs a call against a hang and fails the test if the call
//     outlives its bound.
//
// # Fake time
//
// Everything waits through package time, contexts and channels, so everything
// here except real sockets works inside a testing/synctest bubble, where a test
// of a 30 s timeout takes microseconds. Real sockets are not durably blocking:
// inside a bubble use [RoundTripper], or [Pipe] with or without a [Proxy].
//
//	synctest.Test(t, func(t *testing.T) {
//		client := &http.Client{Transport: faulttest.Hang(), Timeout: 2 * time.Second}
//		faulttest.Bounded(t, 2*time.Second, func(ctx context.Context) error {
//			return fetch(ctx, client)
//		})
//	})
//
// The package has no state of its own and never fails at random: a test decides
// which request meets which fault, with a function, with [Script] or with
// [During].
package faulttest
