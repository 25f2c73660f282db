// Package pq is a stub of github.com/lib/pq at v1.12.3.
package pq

// Error is a stub.
type Error struct{ Message string }

// Error is a stub.
func (err *Error) Error() string { return err.Message }
