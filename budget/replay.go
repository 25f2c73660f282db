package budget

import (
	"crypto/rand"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"
)

// HeaderIdempotencyKey lets a server recognise a repeated request; net/http too
// takes it as leave to repeat one.
const HeaderIdempotencyKey = "Idempotency-Key"

// replayable applies net/http's own rule, and counts PUT and DELETE, which RFC
// 9110 calls idempotent.
func replayable(r *http.Request) bool {
	switch r.Method {
	case "", http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace,
		http.MethodPut, http.MethodDelete:
		return true
	}
	return hasHeader(r, HeaderIdempotencyKey) || hasHeader(r, "X-Idempotency-Key")
}

func hasHeader(r *http.Request, name string) bool {
	_, ok := r.Header[name]
	return ok
}

// source hands out one request per attempt: the same method, address, body and
// Idempotency-Key, with the attempt's context and headers of its own.
type source struct {
	request *http.Request
	key     string // to be set; empty: leave as it is
	used    atomic.Bool
}

// newSource looks at a request. safe: it may be repeated; once: it cannot be.
func newSource(r *http.Request, idempotent bool) (s *source, safe, once bool) {
	s = &source{request: r}
	safe = replayable(r)
	if idempotent && !safe {
		safe, s.key = true, rand.Text()
	}
	hasBody := r.Body != nil && r.Body != http.NoBody
	return s, safe, hasBody && r.GetBody == nil
}

// next returns the request of one attempt. The first takes the original body,
// later ones rewind with GetBody.
func (s *source) next(r *http.Request) (*http.Request, error) {
	r.Header = s.request.Header.Clone()
	if r.Header == nil {
		r.Header = make(http.Header)
	}
	if s.key != "" {
		r.Header.Set(HeaderIdempotencyKey, s.key)
	}
	if s.used.CompareAndSwap(false, true) || r.GetBody == nil {
		return r, nil
	}
	body, err := r.GetBody()
	if err != nil {
		return nil, err
	}
	r.Body = body
	return r, nil
}

// close keeps the RoundTripper's promise to close the body, if no attempt did.
func (s *source) close() {
	if s.used.CompareAndSwap(false, true) && s.request.Body != nil {
		s.request.Body.Close()
	}
}

// repeatable lists the answers that another attempt may change.
func repeatable(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusTooManyRequests, http.StatusInternalServerError,
		http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// parseRetryAfter reads seconds or an HTTP date.
func parseRetryAfter(s string, now time.Time) (time.Duration, bool) {
	if seconds, err := strconv.ParseUint(s, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second, true
	}
	if at, err := http.ParseTime(s); err == nil {
		return max(0, at.Sub(now)), true
	}
	return 0, false
}
