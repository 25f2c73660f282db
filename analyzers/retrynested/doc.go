// Package retrynested finds retries inside retries.
//
// # Analyzer retrynested
//
// a retry inside a retry multiplies the calls
//
// A call that is tried three times at each of three levels is made 27 times when the
// service behind it is down, which is when it can bear that least. The rule reports a
// retry whose call retries itself, as far down as it can see, with the product.
//
// # What is not reported
//
// Loops that are no retries: over elements, pages, messages. Levels whose number of
// attempts is not known. A helper that retries on behalf of its caller is one level.
//
// # The way out
//
// Retry at one level: the lowest that can tell what is worth repeating, or the highest
// that has the whole time in its hands. Let the others pass the error on.
package retrynested
