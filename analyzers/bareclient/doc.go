// Package bareclient finds HTTP clients that wait for ever.
//
// # Analyzer bareclient
//
// an HTTP client without a timeout sends requests that carry no deadline
//
// The zero http.Client has no timeout: a server that accepts the connection
// and never answers holds the goroutine, and whatever it holds, for ever. The
// rule follows each client from where it is made, through variables, fields
// and constructors, to the requests it sends, and reports it when its Timeout
// is never set and at least one of those requests certainly carries a context
// without a deadline.
//
// # What is not reported
//
// A client whose every request carries a deadline, or a context that comes
// from a caller (that is for the caller to bound); a client whose Timeout is
// set later, on any path; a client with a ResponseHeaderTimeout on its
// transport, as streaming clients have; a client whose RoundTripper sets
// limits of its own; a client handed to other code that sends nothing in
// sight. Where the transport comes from elsewhere, confidence is low unless the
// package gives another client a Timeout; where a literal says Timeout: 0, it is
// low. In a command that serves nothing, in a package that asks questions at the
// terminal, and in a function that ends the program the finding is a note.
//
// # The way out
//
// Give each request a deadline (context.WithTimeout and
// http.NewRequestWithContext), or set Timeout on a client that reads short
// answers. Timeout covers the reading of the body: for a client that streams,
// set ResponseHeaderTimeout on its transport instead.
//
// With package budget: the client of a dependency is bounded in every wait,
// and a request never outlives its caller.
//
//	client := orders.Client() // orders, err := budget.New("orders", budget.Policy{})
package bareclient
