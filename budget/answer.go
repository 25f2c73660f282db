package budget

import (
	"io"
	"net/http"
)

// answer is a ResponseWriter that says on a failing answer that its cause has
// been repeated already.
type answer struct {
	http.ResponseWriter
	hop *Hop
}

func (a *answer) WriteHeader(code int) {
	if a.hop.Exhausted() && (code >= 500 || repeatable(code)) {
		a.Header().Set(HeaderExhausted, "1")
	}
	a.ResponseWriter.WriteHeader(code)
}

// Unwrap is for http.ResponseController.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// writerFor wraps w, keeping the optional interfaces of net/http's own writers,
// which handlers and proxies look for.
func writerFor(w http.ResponseWriter, hop *Hop) http.ResponseWriter {
	a := &answer{w, hop}
	hijacker, hijacks := w.(http.Hijacker)
	plain, ok := w.(http.Flusher)
	if !ok {
		if hijacks {
			return &struct {
				*answer
				http.Hijacker
			}{a, hijacker}
		}
		return a
	}
	f := flusher{plain}
	from, reads := w.(io.ReaderFrom)
	if hijacks && reads { // HTTP/1
		return &struct {
			*answer
			flusher
			http.Hijacker
			io.ReaderFrom
		}{a, f, hijacker, from}
	}
	if hijacks { // another middleware's
		return &struct {
			*answer
			flusher
			http.Hijacker
		}{a, f, hijacker}
	}
	if pusher, ok := w.(http.Pusher); ok { // HTTP/2
		return &struct {
			*answer
			flusher
			http.Pusher
		}{a, f, pusher}
	}
	return &struct {
		*answer
		flusher
	}{a, f}
}

// flusher keeps the error that newer writers return.
type flusher struct{ http.Flusher }

func (f flusher) FlushError() error {
	if w, ok := f.Flusher.(interface{ FlushError() error }); ok {
		return w.FlushError()
	}
	f.Flush()
	return nil
}
