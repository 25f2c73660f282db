// Package unboundedctx finds waits whose context never gets a deadline.
//
// # Analyzer unboundedctx
//
// a blocking call depends on a context that never gets a deadline
//
// A context in the argument list looks like a bound and is none: one that was
// made from context.Background, or that ends only with the process, lets a
// database, a server or a queue keep the goroutine for as long as it likes. The
// rule follows each context from where it is made, through variables, fields,
// wrappers and functions, also of other packages of the module, to calls that
// nothing but their context can end, and reports those on which it gets no
// deadline anywhere. One report for each context, where it is made.
//
// One more has the same end: db.Query or db.Exec without any
// context, for a request or in a loop, where no context is in scope and the
// driver (PostgreSQL, SQL Server) has no limit of its own: one report a package.
//
// # Not reported
//
// A context that a caller out of sight gives, or a remote call: who knows whether it
// has a deadline. A context that a timer cancels, or whoever was handed the cancel
// function. Databases to which the program gives a limit for statements
// (statement_timeout). Calls that are named after waiting (Watch, Subscribe). Calls that have a limit of their own (Client.Timeout, a read
// timeout, a setting that may be set), or that somebody else looks after: client-go
// pings its connections, and the Docker daemon is on this machine. Connecting
// over TCP, which the system gives up. Streams, watches, subscriptions, the
// waiting for messages, servers, and work of this process: those need a way to
// be cancelled, not a deadline. Databases in a file (SQLite) where no other
// driver is imported. A context that is nil. The short form of a
// function that takes a context (Get, which calls GetWithContext). What starts anew although a
// context is in scope is droppedctx or detachedctx; a request or a dial without
// any limit is bareclient, defaultclient or baredial, and Shutdown is shutdownwait. In functions that run at
// start-up or shutdown (main, New…, Open…, Migrate…, Close…), in command-line
// tools, and for a plugin's process (go-plugin), the finding is a note.
//
// # The way out
//
// Put context.WithTimeout around the context just before the call, once a turn
// in a loop.
package unboundedctx
