// Package ignoredctx finds clients that do not listen to their contexts.
//
// # Analyzer ignoredctx
//
// the driver ignores the deadline of the context it is given
//
// go-redis looks at the context while it waits for a connection, and no longer
// once the command is sent: then only ReadTimeout counts, which is seconds and
// is tried again. A cache that was given 150 ms takes as long as Redis does. The
// option ContextTimeoutEnabled makes the socket follow the context.
//
// # Not reported
//
// A client whose commands get no deadline in this package; options that come
// from a URL or another package; a ReadTimeout that is shorter than the
// deadline.
//
// # The way out
//
// Set ContextTimeoutEnabled in the options.
package ignoredctx
