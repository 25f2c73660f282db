package budget

import (
	"context"
	"net/http"
)

// The headers of deadline propagation.
const (
	// HeaderTimeout is the time left when the request was sent, in whole
	// milliseconds, rounded down, at least 1. It is immune to clock skew but does
	// not tick while the request travels or queues.
	HeaderTimeout = "X-Request-Timeout-Ms"

	// HeaderDeadline is the instant the answer stops mattering, RFC 3339 in UTC
	// with milliseconds. It counts travel and queueing but is wrong by the skew.
	HeaderDeadline = "X-Request-Deadline"

	// HeaderExpired is set to "1" on a 504 whose request had expired on arrival.
	HeaderExpired = "X-Deadline-Expired"
)

// SetDeadline writes ctx's deadline to h, replacing what was there. It returns
// false, and removes both headers, if ctx has no deadline or less than a
// millisecond left; a call without time should not be sent.
func SetDeadline(h http.Header, ctx context.Context) bool { return false }
