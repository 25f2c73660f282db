// Package codes is a stand-in with the shape of the real one.
package codes

type Code uint32

const (
	OK                Code = 0
	Canceled          Code = 1
	Unknown           Code = 2
	InvalidArgument   Code = 3
	DeadlineExceeded  Code = 4
	NotFound          Code = 5
	AlreadyExists     Code = 6
	PermissionDenied  Code = 7
	ResourceExhausted Code = 8
	Aborted           Code = 10
	Internal          Code = 13
	Unavailable       Code = 14
)
