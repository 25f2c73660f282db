// Package droppedctx finds calls that leave their caller's context behind.
//
// # Analyzer droppedctx
//
// a call restarts from context.Background although a context is in scope
//
// The function was given a context, its caller waits for it, and on the way
// down a call is given context.Background or context.TODO instead: whoever
// asked may have gone, its deadline may have passed, and the query or request
// goes on. The same happens in a function literal that is given a context, with
// the deadline that whoever runs it has set, and passes on another one.
//
// # Not reported
//
// What is detached on purpose: goroutines, deferred calls, what follows
// <-ctx.Done() or cancel(), the undoing of a step after an error, functions
// called Close, Stop, Release and the like; where such a context has no deadline
// of its own it is detachedctx. So is what a comment beside it explains. Calls
// that do not wait for anybody. A constructor that keeps its context. What is
// made and kept in a field, to outlive the caller, and what is called Create,
// Update, Delete and the like, which is better done whole, are low confidence. A context
// parameter called _. A context that has a deadline of its own is reported if
// it takes the name of the one in scope, which is then lost; else it is low
// confidence. In a command-line tool the finding is a note.
//
// # The way out
//
// Pass the context in scope, or derive the deadline from it. If the call must
// outlive the caller, say so: context.WithoutCancel, and a deadline around it.
package droppedctx
