// Package retrypost finds POST and PATCH requests that a retry may do twice.
//
// # Analyzer retrypost
//
// a POST or PATCH is repeated without an idempotency key
//
// When a connection is lost, nobody knows whether the server has done what it was
// asked. Asking again is right for GET, PUT and DELETE; a POST or PATCH that is
// sent again may create, charge or send twice. The rule reports a POST or PATCH that is
// sent again after such a failure and that carries no idempotency key. An attempt is all
// that runs again: the call in the loop, the helper that sends or builds the request, the
// function that a house's or a library's retry is given, in this package or another one.
// A client that repeats by itself (resty, go-retryablehttp, a RoundTripper of one's own
// that asks for no method) is a retry, too.
//
// A timeout, a lost connection and a 502 say nothing about what the server has done: a
// loop that picks one of them (os.IsTimeout, net.Error.Timeout, context.DeadlineExceeded)
// repeats exactly what may have been done.
//
// # What is not reported
//
// A request with a key, in a header or in its body, or with If-Match; one handed to code
// that may set one; a loop that repeats only errors from before anything was sent
// (connection refused, a failed dial), only a status that says nothing was done (429, 503),
// or what a predicate out of sight picks;
// addresses and functions whose name says that doing it twice is like doing it once
// (search, query, token, metrics, register, …); a body that the first attempt has
// emptied (retrybody).
//
// # The way out
//
// Make a key before the first attempt and send it as Idempotency-Key with each, or
// repeat only errors that came before anything was sent. A client of
// [package budget](../../budget/README.md) does both: it sends one key with every attempt of
// a request that is said to be idempotent, and repeats others only if nothing was sent.
package retrypost
