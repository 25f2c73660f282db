// Package bareconn finds connections that are used without a deadline.
//
// # Analyzer bareconn
//
// a connection dialled here is read or written without a deadline
//
// A dial timeout bounds connecting and nothing after it: a Read on a
// connection without a deadline waits for ever when the other side is gone
// without a word, and a Write when it stops reading.
//
// # What is not reported
//
// Connections accepted or given; connections on which any deadline is set
// anywhere in the package; connections that leave sight: returned, stored, or
// handed to code that may set a deadline (an RPC or TLS library). The rule is
// off by default because protocols without an end of their own are common.
//
// # The way out
//
// Call SetDeadline before each exchange, or SetReadDeadline before each read.
package bareconn
