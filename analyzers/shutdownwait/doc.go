// Package shutdownwait finds servers whose end waits for ever, or not at all.
//
// # Analyzer shutdownwait
//
// the end of a server waits for ever for its clients, or not at all
//
// http.Server.Shutdown and grpc's GracefulStop let everything end that is under
// way: a client that reads slowly, holds a stream open or polls for a long time
// keeps the program from ending until somebody kills it, and with it whatever else
// was to be put in order. The opposite is as common: the context whose end is the
// sign to shut down is handed to Shutdown, which then returns at once and drops what is
// under way.
//
// # Not reported
//
// A context with a deadline, or one that a caller gives. GracefulStop in a package
// that calls Stop as well: the usual way is to wait for the one and, after a time,
// to call the other. A context made of the ended one by context.WithoutCancel.
//
// # The way out
//
// Make a context for the end with context.WithTimeout(context.WithoutCancel(ctx), …),
// and stop the hard way after it.
package shutdownwait
