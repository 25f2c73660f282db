// Package bareexec finds commands that are run with nothing to stop them.
//
// # Analyzer bareexec
//
// a command is run to its end with nothing that stops it
//
// Run, Output and CombinedOutput of a command made by exec.Command wait until
// the process ends, as do Start, the reading of its pipe and Wait in one
// function; and a process that waits for a lock, a network or a prompt does not
// end. The goroutine waits with it.
//
// # What is not reported
//
// A command made by exec.CommandContext; one whose process is signalled or
// killed, or that has Cancel set; one that is started and supervised; one that
// reads the terminal; one handed to a helper that runs it; programs that do
// nothing but print (hostname, uname, id …). Where a context is in scope,
// ctxvariant asks for exec.CommandContext instead. A command that a user has written as a list of
// words, and one that is asked for its version, have low confidence. In a package that shows no
// sign of being part of a program that goes on (it takes no context and no
// request, serves nothing, and has no method that is called periodically) the
// confidence is low; in a command that serves nothing the finding is a note.
//
// # The way out
//
// Make it with exec.CommandContext and a context that has a deadline, and set
// WaitDelay: Wait goes on while a grandchild holds the output pipe.
package bareexec
