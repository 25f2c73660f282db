// Package budgetsum finds waits that add up to more than there is time.
//
// # Analyzer budgetsum
//
// waits in a row that no deadline joins add up to more than the budget
//
// Three calls of three seconds each fit into a request of five seconds, one by one. One
// after the other they take nine, unless they share the request's deadline. The rule
// adds up, along one way through a handler, the calls that the request's context does
// not end, and reports a sum that is longer than the answer is waited for, or than the
// deadline that a function on the way gives what it calls.
//
// # What is not reported
//
// Calls under the request's context: their ceilings may add up to more than the budget,
// and that is right, because each gets what is left when it starts. Calls on different
// branches, or at the same time, are not added. Limits that cannot be seen add nothing.
//
// # The way out
//
// Make one deadline at the door and pass its context to each call.
package budgetsum
