// Package waitforready finds gRPC calls that wait for a server without an end.
//
// # Analyzer waitforready
//
// a call waits for a server that may never come, without a deadline
//
// A gRPC call fails at once while there is no connection. With
// grpc.WaitForReady(true) it waits instead, until there is one: with a context
// that never gets a deadline that is for as long as the server is away, and a
// wrong address is never noticed. grpc.Dial with WithBlock waits in the same way
// until it is connected, under whatever lock the caller holds.
//
// # Not reported
//
// Options that are not all in sight; a Dial with WithTimeout, or without
// WithBlock, which does not wait. At start-up the finding is a note. A call
// whose context comes from a caller, or has a deadline on some path; the
// option as a default of the connection, since an interceptor may set a
// deadline.
//
// # The way out
//
// Give the call a context with a deadline. Leave WithBlock out: the first call
// waits for the connection, with its own deadline.
package waitforready
