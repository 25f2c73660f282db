// Package poolwait finds queries that may wait for a connection for ever.
//
// # Analyzer poolwait
//
// a limited pool can keep its callers waiting for ever
//
// SetMaxOpenConns makes who comes too late wait for a connection, and nothing
// but the context ends that wait. A query without one stands behind whatever
// holds the connections: a slow report, a transaction that forgot its rollback.
//
// # Not reported
//
// A pool without a limit, or with one that a setting gives; queries with a
// context; those with a context in scope, which are ctxvariant's; what runs at
// start-up or shutdown; SQLite. One report a pool.
//
// # The way out
//
// Use the variant that takes a context, and give it a deadline. Acquire of
// [package budget](../../budget/README.md) bounds the wait for the pool alone, in front
// of the query: budget.Acquire(ctx, 50*time.Millisecond, db.Conn).
package poolwait
