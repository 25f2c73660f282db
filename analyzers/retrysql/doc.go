// Package retrysql finds statements that a retry may run twice.
//
// # Analyzer retrysql
//
// a statement that acts twice is repeated after an error that may hide its success
//
// A statement whose connection breaks may have run. Run again, an INSERT adds a
// second row and balance = balance - 10 takes ten again. The rule reports such a
// statement that is run outside a transaction and repeated after an error that may hide
// its success: in a loop, in a function that something repeats, in a helper, prepared, put
// together with a table's name, with RETURNING, by database/sql, sqlx or pgx; and what
// gorm, xorm, bun, upper/db, squirrel, ent and the MongoDB driver insert without a
// statement.
//
// # What is not reported
//
// ON CONFLICT, ON DUPLICATE KEY, OR IGNORE, MERGE, NOT EXISTS; a row that brings its own
// key, made before the attempts, or a value of which there is one row (an email, a hash);
// a row of references only; an update whose WHERE asks for a version, or for what it then
// changes; a count of attempts; a statement of a transaction; a loop that repeats
// particular errors only, as serialization failures.
//
// # The way out
//
// Give the row a key made before the first attempt and ignore the conflict, or repeat
// the whole transaction, and only after errors that certainly undid it.
package retrysql
