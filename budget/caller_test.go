package budget_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/timeoutlint/timeoutlint/budget"
)

// The tests here are about faults of the caller's own, of which a breaker hears
// nothing.

// halfway is a body that fails after a few bytes.
type halfway struct{ sent bool }

func (h *halfway) Read(p []byte) (int, error) {
	if h.sent {
		return 0, errBoom
	}
	h.sent = true
	return copy(p, "abc"), nil
}

// A body that cannot be read, or is of another length than the caller said, is not
// the dependency's fault: a proxy whose client leaves in the middle of an upload
// sends one.
func TestCallersBody(t *testing.T) {
	for _, http2 := range []bool{false, true} {
		s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.Copy(io.Discard, r.Body) }))
		s.EnableHTTP2 = http2
		s.StartTLS()
		defer s.Close()
		for _, c := range []struct {
			name   string
			body   io.Reader
			length int64
			fault  bool // of the caller's
		}{
			{"breaks off", &halfway{}, -1, true},
			{"breaks off, its length said", &halfway{}, 10, true},
			{"is too short", strings.NewReader("ab"), 10, true},
			{"is too long", strings.NewReader("abcdefg"), 3, true},
			{"is right", strings.NewReader("abc"), 3, false},
			{"is right, its length not said", io.MultiReader(strings.NewReader("abc")), -1, false},
		} {
			told := &breaker{}
			d := dependency(t, "d", budget.Policy{Breaker: told, Retry: quick})
			req := request(t.Context(), t, http.MethodPut, "")
			req.URL.Scheme, req.URL.Host = "https", s.Listener.Addr().String()
			req.Body, req.ContentLength = io.NopCloser(c.body), c.length
			resp, err := d.Transport(s.Client().Transport).RoundTrip(req)
			if err == nil {
				resp.Body.Close()
			}
			if !http2 { // which does not always notice
				equal(t, c.name+": failed", err != nil, c.fault)
			}
			for _, said := range told.reports() {
				if said != nil && !errors.Is(said, budget.ErrNeutral) {
					t.Errorf("HTTP/2 %v: a body that %s: the breaker was told %v", http2, c.name, said)
				}
			}
			equal(t, c.name+": attempts", d.Stats().Attempts, 1)
			equal(t, c.name+": slots", d.Stats().InFlight, 0)
		}
	}
}

// A server that hangs up in the middle of an upload is at fault, although the body
// cannot be read to its end then.
func TestServerThatHangsUpDuringAnUpload(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { panic(http.ErrAbortHandler) }))
	defer s.Close()
	told := &breaker{}
	d := dependency(t, "d", budget.Policy{Breaker: told, Retry: quick})
	read, write := io.Pipe()
	go func() {
		for {
			if _, err := write.Write(make([]byte, 32<<10)); err != nil {
				return
			}
		}
	}()
	req := request(t.Context(), t, http.MethodPost, "")
	req.URL.Host = s.Listener.Addr().String()
	req.Body, req.ContentLength = read, -1
	if _, err := d.Transport(nil).RoundTrip(req); err == nil {
		t.Fatal("no error")
	}
	said := told.reports()
	if len(said) != 1 || said[0] == nil || errors.Is(said[0], budget.ErrNeutral) {
		t.Errorf("the breaker was told %v", said)
	}
}
