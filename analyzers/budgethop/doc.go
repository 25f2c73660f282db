// Package budgethop finds calls that do not carry the time that is left.
//
// # Analyzer budgethop
//
// a call to another service does not carry the time that is left
//
// A deadline in a context ends at the process. Unless the request says how much time is
// left, the other side works on after its caller has given up. gRPC sends it along,
// net/http does not. The rule reports HTTP calls made for a request that has a budget,
// whose headers do not speak of time.
//
// # What is not reported
//
// Calls of a client that sets headers elsewhere, as in its transport, look the same: the
// rule is for teams that own both sides, and off by default. Requests that cannot be
// seen whole are left alone.
//
// # The way out
//
// Send what is left, less the way back, in a header, and let the server make a deadline
// of it. The companion package budget does both.
package budgethop
