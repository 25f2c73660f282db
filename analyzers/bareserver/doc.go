// Package bareserver finds HTTP servers that wait for ever for a request.
//
// # Analyzer bareserver
//
// a server never drops a client that is slow to send its request
//
// A zero http.Server waits for ever for the head of a request, so a client
// that connects and sends nothing, or one byte a minute, holds a connection
// and a goroutine for as long as it likes (Slowloris). http.ListenAndServe and
// http.Serve make such a server, which cannot be shut down either.
//
// # What is not reported
//
// A server with ReadHeaderTimeout, or with ReadTimeout, which covers the head
// too, set at any time; a server handed to code that may set them. WriteTimeout
// is never asked for: it cuts off streams and long answers. Servers on a
// loopback address or a unix socket, and those that answer nothing but
// profiles, metrics and health, are notes; so are those whose address or function
// is called after debugging, profiling, a playground or a callback.
//
// # The way out
//
// Set ReadHeaderTimeout. It bounds the head only, so that streaming, long
// polls and uploads go on working.
//
// With package budget: head, request, answer and idle connections are bounded,
// and each request gets a deadline.
//
//	srv := budget.NewServer(":8080", mux)
package bareserver
