// Package breakervolume finds breakers that open on the first failure.
//
// # Analyzer breakervolume
//
// a breaker can open on one failure of one call
//
// A share of failures says nothing without a number of calls: one failure of one
// call is 100 %. After each quiet minute, and after each interval that clears
// the counts, the first call that fails shuts everybody out for as long as the
// breaker stays open.
//
// Reported are a ReadyToTrip of sony/gobreaker that compares a ratio of counts
// and never asks how many requests there were, a volume threshold of one in
// hystrix-go and cep21/circuit, and a failsafe-go breaker that is built without
// a threshold, which opens after one failure.
//
// # What is not reported
//
// A ReadyToTrip that compares a single count with a number (so many failures,
// so many in a row), or that compares any count with a number of two or more,
// or with a variable, beside the ratio. A function that hands the counts on.
package breakervolume
