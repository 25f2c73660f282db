// Package amplification finds requests that become too many calls.
//
// # Analyzer amplification
//
// one request can cause more calls to a dependency than agreed
//
// How often a dependency is called for one request is a number worth agreeing on: with
// every level of retries it multiplies, and an outage becomes a storm. The rule reports
// entries for which one request may cause more than nine calls of one kind.
//
// # What is not reported
//
// Calls that are made more often because there is more to do: elements, pages, items.
// Retries whose number is not known.
//
// # The way out
//
// Retry at one level, or under a retry budget that lets a tenth of the calls be retries.
// [Package budget](../../budget/README.md) does both, and between services as well: a second
// attempt is known as one by whoever serves it.
package amplification
