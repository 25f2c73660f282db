// Package deafctx finds framework values that are taken for contexts.
//
// # Analyzer deafctx
//
// a framework value is passed as a context but never ends
//
// A *gin.Context is a context.Context by its methods only: it has no deadline,
// its Done channel is nil, and it does not end when the client has gone. A
// query that is given one goes on for nobody. The context of a fasthttp request
// ends when the server stops.
//
// # Not reported
//
// An engine with ContextWithFallback in the same package; one in another package
// of the module makes the finding a note. A context made from the value that has
// a deadline of its own; calls that do not wait for anybody. fiber's UserContext
// is low confidence, since a middleware may have set it.
//
// # The way out
//
// Pass c.Request.Context(); with fiber, set a context with a deadline by
// SetUserContext and pass that.
package deafctx
