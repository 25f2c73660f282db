// Package budgetretry finds retries that do not fit into the time there is.
//
// # Analyzer budgetretry
//
// the attempts and the waits between them cannot fit in the budget
//
// A client's Timeout is for one attempt. Five attempts of two seconds, and the pauses
// between them, are more than ten. The rule reports a retry on the way of a request
// whose attempts the request's context does not end, and that take longer together
// than the answer is waited for; it counts pauses with the least that they may be. The
// same holds for a deadline that any function on the way gives what it calls.
//
// # What is not reported
//
// Retries whose attempts are given the request's context. Loops whose number of rounds
// is not known. A sum that fits.
//
// # The way out
//
// Give the attempts the request's context: it is their budget. Else choose the number of
// attempts by the time there is.
package budgetretry
