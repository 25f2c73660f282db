// Package retryshared finds retries whose attempts share one timeout.
//
// # Analyzer retryshared
//
// all attempts share the timeout of one
//
// A timeout made before the loop is the time of all attempts together. A loop that
// takes the end of that time for a failure of one attempt, and tries again after
// context.DeadlineExceeded, makes every further attempt with a context that has
// ended: each fails at once. The rule reports a loop that repeats a call after
// DeadlineExceeded where the call's context was given its timeout outside. It
// reports a http.Client, too, whose Timeout is around a transport of the package
// that sends the request again and does not look at its context: the first attempt
// that hangs uses the time up, and the others are made for nothing.
//
// # What is not reported
//
// A timeout outside the loop as such: it is the right way to bound all attempts. A
// loop that looks at ctx.Err() before it goes on. A transport that gives each attempt
// a time of its own, or stops when the request's context has ended: that has low
// confidence.
//
// # The way out
//
// Give each attempt a context of its own, made inside the loop from the one outside.
package retryshared
