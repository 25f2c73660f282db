// Package retrypermanent finds retries of answers that stay the same.
//
// # Analyzer retrypermanent
//
// an error that will never go away is retried
//
// A 400 is the client's mistake, a 401 a missing right and a 404 a missing thing:
// the next attempt gets the same answer. The rule reports a loop that repeats a
// request for every status but success.
//
// # What is not reported
//
// A loop that looks at any other status, or asks something that may.
//
// # The way out
//
// Repeat 408, 429, 500, 502, 503 and 504, and give everything else back.
package retrypermanent
