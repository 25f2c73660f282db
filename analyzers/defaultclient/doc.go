// Package defaultclient finds requests through http.DefaultClient.
//
// # Analyzer defaultclient
//
// a request through http.DefaultClient, which waits for ever, carries no deadline
//
// http.Get, http.Head, http.Post and http.PostForm go through
// http.DefaultClient, which is the zero http.Client: it has no timeout, and
// these functions take no context. http.DefaultClient.Do waits as long as the
// request's context lets it, so it is reported when that context certainly has
// no deadline.
//
// # What is not reported
//
// Packages that set http.DefaultClient or its Timeout; requests whose context
// has a deadline or comes from a caller. Where http.DefaultClient is only the
// fallback for a client that was not given, confidence is low. Requests to a loopback address and
// those of a command that serves nothing, of a package that asks questions at the
// terminal, and of a function that ends the program are notes.
//
// # The way out
//
// Keep one http.Client with a Timeout for each dependency, or build the
// request with http.NewRequestWithContext and a context that has a deadline.
package defaultclient
