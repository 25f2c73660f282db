// Package halftransport finds transports that bound half of a request.
//
// # Analyzer halftransport
//
// a transport bounds one stage of a request and leaves the next one unbounded
//
// Three waits need three bounds: connecting, the answer, and the pool in front
// of them. The commonest mistake is to bound connecting and forget the answer:
// a dialer with a timeout, no ResponseHeaderTimeout, and no Timeout on the
// client. The opposite happens too: a literal http.Transport has neither the
// dial timeout nor the TLS timeout of http.DefaultTransport.
//
// # What is not reported
//
// A transport whose every client has a Timeout or whose every request carries
// a deadline; a transport that is handed on and sends nothing in sight; a
// transport whose connections set deadlines of their own.
//
// # The way out
//
// Set ResponseHeaderTimeout beside the dial timeout, or Timeout on the client
// if it reads short answers. Start from
// http.DefaultTransport.(*http.Transport).Clone() to keep its dial and TLS
// timeouts.
//
// With package budget: the transport bounds the whole answer, whatever is
// below it.
//
//	client := &http.Client{Transport: orders.Transport(transport)}
package halftransport
