// Package execwait finds commands whose end does not end the wait for them.
//
// # Analyzer execwait
//
// a command is killed in time, and what it has started keeps its caller waiting
//
// exec.CommandContext kills the process that it has started, and no other. Where
// the output goes through a pipe, because it is collected or written to something
// that is no file, Run, Wait, Output and CombinedOutput go on until everybody who
// holds the pipe has closed it: a child of a shell, of git, of a package manager
// holds it for as long as it lives, and a limit of a second takes minutes.
// exec.Cmd.WaitDelay ends that.
//
// # Not reported
//
// Programs that start no others, as far as they are known by name. Output that
// goes to a file, to the terminal or nowhere. A command whose WaitDelay is set, or
// whose Cancel is (it may kill the group), or that is given away before it runs, and
// those whose process is looked at. Commands without a context are bareexec's or
// ctxvariant's.
//
// # The way out
//
// Set WaitDelay to how long the pipes may stay open after the command has been
// killed: a second is enough. Or start it in a process group of its own, and let
// Cancel kill the group.
package execwait
