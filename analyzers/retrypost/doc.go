// Package retrypost finds POST and PATCH requests that a retry may do twice.
//
// # Analyzer retrypost
//
// a POST or PATCH is repeated without an idempotency key
//
// When a connection is lost, nobody knows whether the server has done what it was
// asked. Asking again is right for GET, PUT and DELETE; a POST or PATCH that is
// sent again may create, charge or send twice. The rule reports a request with the
// constant method POST or PATCH that a retry loop sends again after any error and
// that carries no idempotency key.
//
// # What is not reported
//
// A request with a key; one handed to code that may set one; a loop that picks the
// errors it repeats (a predicate that names those it gives up on, and sends back
// the rest, picks none), or repeats only a status that says nothing was done (429, 503);
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
