// Package zeroconfig finds settings that are there and never set.
//
// # Analyzer zeroconfig
//
// a setting that reaches a timeout is never given a value other than zero
//
// A configuration has a field for a timeout, the client takes it from there, and
// nobody ever gives the field a value: the timeout is zero, which means none. The
// code reads as if there were a limit. The rule reports the place where such a field
// becomes the limit.
//
// # What is not reported
//
// Fields that something may fill: of a struct that has tags, or that is handed to a
// decoder, a reader of flags or of the environment, or anything else that takes it as an
// interface; fields whose address is taken; fields that other modules can set. A zero
// that is replaced by a default. Limits for which zero does not mean none.
//
// # The way out
//
// Set the field where the configuration is made, or give it a default where it is read.
package zeroconfig
