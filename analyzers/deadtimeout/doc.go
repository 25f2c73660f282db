// Package deadtimeout finds timeouts that never fire.
//
// # Analyzer deadtimeout
//
// a timeout never fires because a shorter one is already in force
//
// A context made of another with a shorter deadline ends with that one. The longer time
// reads as if it meant something. The rule reports, within one function, a deadline
// that a shorter one around it hides, or under which nothing waits but requests that
// http.Client.Timeout ends before; the time of a dialer that is longer than that of its
// client; and http.TimeoutHandler with more time than WriteTimeout leaves for the answer.
//
// # What is not reported
//
// Deadlines on a context that comes from a caller, who may give more time. Times that
// are not constant. A Client.Timeout that is longer than the deadline of each request: it
// is there for the request that somebody will send without one.
//
// # The way out
//
// Leave the longer one out, or make it shorter than what is left.
package deadtimeout
