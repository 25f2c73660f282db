// Package durationunit is the rule of the same name.
//
// # Analyzer durationunit
//
// durationunit: a duration has no unit, or has it twice
//
// A time.Duration counts nanoseconds, so `Timeout: 30` is thirty nanoseconds:
// the call fails at once, or, where the library reads a tiny value as none,
// waits for ever. `time.Second + 3` is 1.000000003 seconds. And
// time.Duration(cfg.TimeoutSec) takes a number of seconds for nanoseconds
// unless something multiplies it by time.Second; multiplied by another unit
// than the one in its name, it is off by the quotient.
//
// Reported are constants from 2 to 999999 without a unit that are passed,
// assigned, returned, added or put into a field as a duration, and
// time.Duration(x) where the name of x ends in a unit (Sec, Secs, Seconds, Ms,
// Msec, Millis, Milliseconds, Mins, Minutes, Hours, …).
//
// # Not reported
//
// Zero and negative numbers, which have meanings of their own; 1, which is a
// usual way to say the least there is (shown with -confidence low); a million
// and more, floats like 5e9 and shifts, which somebody has counted; operands of
// * and /, comparisons, and the argument of Truncate and Round; a duration that
// is a count, because something it reaches is multiplied by a unit
// (`timeout * time.Second`), also in another package of the module, or because
// it is incremented, or because its name says so (Attempts, WaitSeconds);
// names that say nanoseconds; a field that is also given 1 (a multiple of something). A duration multiplied by a duration is the
// business of durationcheck.
//
// # Configuration
//
// None. A type of another package is taken for a duration if it is called
// Duration, is an int64, and has a text form or a method that gives a duration.
package durationunit
