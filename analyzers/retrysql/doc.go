// Package retrysql finds statements that a retry may run twice.
//
// # Analyzer retrysql
//
// a statement that acts twice is repeated after an error that may hide its success
//
// A statement whose connection breaks may have run. Run again, an INSERT adds a
// second row and balance = balance - 10 takes ten again. The rule reports such a
// constant statement that is executed outside a transaction in a loop that repeats
// it after any error.
//
// # What is not reported
//
// ON CONFLICT, ON DUPLICATE KEY, OR IGNORE, MERGE, NOT EXISTS; a row that brings its
// own key; an update guarded by a version; a statement of a transaction; a loop
// that repeats particular errors only, as serialization failures.
//
// # The way out
//
// Give the row a key made before the first attempt and ignore the conflict, or repeat
// the whole transaction, and only after errors that certainly undid it.
package retrysql
