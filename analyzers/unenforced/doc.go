// Package unenforced finds answers that are cut off while the work goes on.
//
// # Analyzer unenforced
//
// the answer is cut off at WriteTimeout while the handler's work goes on
//
// http.Server.WriteTimeout closes the connection and does not end the request's context.
// A handler that waits for a database or another service goes on, and its answer goes
// nowhere. The rule reports a server with a WriteTimeout one of whose handlers waits
// with the request's context and nothing else that ends in time.
//
// # What is not reported
//
// Handlers behind http.TimeoutHandler or a middleware that gives the request's context a
// deadline; behind middleware of which nothing is known; that stream, or set their own
// time to write; whose calls have limits that are shorter.
//
// # The way out
//
// Wrap the handler in http.TimeoutHandler, or give its context a deadline, somewhat
// shorter than WriteTimeout, so that there is time to say so.
package unenforced
