// Package ctxvariant is the rule of the same name.
//
// # Analyzer ctxvariant
//
// ctxvariant: a blocking call ignores the context in scope although it has a variant that takes one
//
// The function was given a context: its caller wants to be able to stop it.
// db.Query, exec.Command(…).Run() and a request from http.NewRequest do not
// look at it, so they go on when the caller has given up, and no deadline of
// the caller reaches them. The variant is one word longer: QueryContext,
// CommandContext, NewRequestWithContext.
//
// The context in scope is a named context.Context parameter of the innermost
// function or of one around it, or r.Context() of an *http.Request parameter.
// A command or request that is built is reported when it is run, sent, or
// handed to a function that is given no context beside it.
//
// # Not reported
//
// What runs when the context has ended or may have: a deferred call, a
// clean-up, what follows <-ctx.Done() or cancel(), a body of ctx.Err() != nil.
// A context parameter called _. A command that is only started, is waited for
// in a goroutine, is killed by hand (cmd.Process), is an editor on the
// terminal (cmd.Stdin = os.Stdin), or is given to another function; a request
// that gets its context by WithContext or Clone, or is handed on together with
// one. Dialling udp and unix sockets, which does not wait for anybody. A
// handshake under a deadline set in the same function, and a function that reads
// ctx.Deadline() to hand it on. Functions called Must…. Looking up a host, which
// the resolver ends, a dialer that has a limit, and the opening of a stream have
// low confidence.
// Literals that are returned or stored, goroutines, and the undoing of a step
// after an error are low confidence, since a context that has ended would keep
// them from their work. In a command-line tool, and in a package of database
// migrations, the finding is a note.
//
// # Beside other rules
//
// A command that is run with a context in scope is reported here and not by
// bareexec; http.Get and its like are reported by defaultclient and not here. A
// net.Dial that no bound ends may be reported by baredial too.
//
// # Configuration
//
// None. A call of another library is checked when its knowledge row names the
// variant ("instead").
package ctxvariant
