package budget

import (
	"context"
	"crypto/rand"
	"net/http"
	"sync/atomic"
)

// source hands out one request per attempt: the same method, address, body and
// Idempotency-Key, with the attempt's context and headers of its own.
type source struct {
	request *http.Request
	reads   bool            // the method promises that asking changes nothing
	safe    bool            // the request may be repeated
	once    bool            // it cannot be
	keyed   bool            // the server can tell a repeated one by its key
	around  *attemptContext // whose keys it has; nil: its own
	key     string          // to be set; empty: leave as it is
	used    atomic.Bool
}

// newSource looks at a request, whose caller may have said that it is idempotent.
func newSource(r *http.Request, idempotent bool) *source {
	s := &source{request: r, reads: reads(r.Method)}
	s.once = r.Body != nil && r.Body != http.NoBody && r.GetBody == nil
	s.safe = s.reads || r.Method == http.MethodPut || r.Method == http.MethodDelete
	_, s.keyed = keyHeader(r.Header)
	if s.safe || s.keyed { // net/http's own rule, and PUT and DELETE, which RFC 9110 calls idempotent
		s.safe = true
		return s
	}
	s.safe = idempotent
	around := insideOf(r.Context()).keyed()
	switch {
	case redirectKey(r) != "":
		s.key = redirectKey(r)
	case around != nil:
		s.around = around
		s.key = around.key(r.Method + " " + r.URL.Host + r.URL.Path)
	case idempotent:
		s.key = rand.Text()
	}
	s.keyed = s.key != ""
	return s
}

// reads reports whether a method is one that RFC 9110 calls safe.
func reads(method string) bool {
	switch method {
	case "", http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace:
		return true
	}
	return false
}

// redirectKey is the key of the request that was answered by a redirect to this
// one, which is the same operation elsewhere.
func redirectKey(r *http.Request) string {
	if r.Response == nil || r.Response.Request == nil {
		return ""
	}
	key, _ := keyHeader(r.Response.Request.Header)
	return key
}

// next returns the request of one attempt. The first takes the original body,
// later ones rewind with GetBody. apart: it may be sent while the caller already
// uses the original for something else.
func (s *source) next(ctx context.Context, apart bool) (*http.Request, error) {
	var r *http.Request
	if apart {
		r = s.request.Clone(ctx)
	} else {
		r = s.request.WithContext(ctx)
		r.Header = s.request.Header.Clone()
	}
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

// inUse reports whether attempt n was told that an earlier one, which had the same
// key, is still worked on. It tells the attempt around the request, too, which was
// repeated in its stead.
func (s *source) inUse(resp *http.Response, n int) bool {
	if s == nil || !s.keyed || resp.StatusCode != http.StatusConflict {
		return false
	}
	if s.around != nil && s.around.number > 1 {
		s.around.inUse.Store(true)
	}
	return n > 1
}
