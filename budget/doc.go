// Package budget gives a service one deadline per request that shrinks as it
// travels, calls that take what is left and no more, retries that fit, and a
// fast honest failure. It needs the standard library alone.
package budget
