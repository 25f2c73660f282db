// Package deadtimeout finds timeouts that never fire.
//
// # Analyzer deadtimeout
//
// a timeout never fires because a shorter one is already in force
//
// A context made of another with a shorter deadline ends with that one. The longer time
// reads as if it meant something. The rule reports, within one function, a deadline
// that a shorter one around it hides.
//
// # What is not reported
//
// Deadlines on a context that comes from a caller, who may give more time. Times that
// are not constant.
//
// # The way out
//
// Leave the longer one out, or make it shorter than what is left.
package deadtimeout
