// Package earlycancel finds contexts that end before they are done with.
//
// # Analyzer earlycancel
//
// a context is cancelled before what depends on it has been read
//
// The body of an answer, the rows of a query, a transaction, a stream and a
// command live on the context they were made with. A function that makes a
// timed context, defers its cancel and returns one of them returns something
// that is dead already: the caller reads "context canceled", or a part of the
// data and no error. Likewise for a context that is used after its cancel was
// called, for an errgroup's context after Wait, and for a context that was made,
// and named, for one call and is used for the next: that one gets what is left.
//
// # Not reported
//
// A value that is read to its end, closed, or handed to another function before
// it is returned; a body that is replaced by what was read of it; a cancel that
// is returned or called only on an error.
//
// # The way out
//
// Read the result in the function that makes the context, return the cancel
// with it, or call cancel when it is closed. Give each call a context of its
// own. The fix offered, for a call that comes after the cancel, passes the
// context around it, or else defers the cancel.
package earlycancel
