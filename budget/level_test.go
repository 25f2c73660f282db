package budget_test

import (
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

// The tests here are about what three services of defaults make of one click.

// silent are the ways in which the last service of a row does not answer.
var silent = map[string]http.HandlerFunc{
	"hangs up": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
	"hangs":    func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
	"500":      func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) },
	"503":      func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) },
	"429":      func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTooManyRequests) },
	"429, later": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "1")
		w.WriteHeader(http.StatusTooManyRequests)
	},
}

// answered are the ways in which a service between tells what the next one said.
var answered = map[string]func(w http.ResponseWriter, code int, err error){
	"by the reason": func(w http.ResponseWriter, code int, err error) {
		if err != nil {
			budget.WriteError(w, err)
			return
		}
		w.WriteHeader(code)
	},
	"as 500": func(w http.ResponseWriter, code int, err error) {
		if err != nil || code >= 400 {
			code = http.StatusInternalServerError
		}
		w.WriteHeader(code)
	},
	"as it is, or 502": func(w http.ResponseWriter, code int, err error) {
		if err != nil {
			code = http.StatusBadGateway
		}
		w.WriteHeader(code)
	},
}

// Whatever the last one does and the others tell, one after the other or all at
// once: at most 5 calls of the last one for the first click, and at most 1.2 for
// each of a hundred.
func TestClicksInEveryWay(t *testing.T) {
	for how, last := range silent {
		for tells, tell := range answered {
			for _, gap := range []time.Duration{10 * ms, time.Second} {
				for _, together := range []bool{false, true} {
					t.Run(how+", told "+tells, func(t *testing.T) {
						synctest.Test(t, func(t *testing.T) { clicks(t, last, tell, gap, together) })
					})
				}
			}
		}
	}
}

func clicks(t *testing.T, last http.HandlerFunc, tell func(http.ResponseWriter, int, error), gap time.Duration, together bool) {
	var calls atomic.Int64
	between := func(next *http.Client) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			code, _, err := get(r.Context(), next)
			tell(w, code, err)
		})
	}
	end := service(t, "last", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		calls.Add(1)
		last(w, r)
	}))
	first := service(t, "first", between(service(t, "second", between(service(t, "third", between(end))))))
	click := func() { _, _, _ = get(t.Context(), first) }
	click()
	if n := calls.Load(); n > 5 {
		t.Errorf("%d calls of the first click, want at most 5", n)
	}
	var all sync.WaitGroup
	for range 99 {
		if together {
			all.Go(click)
		} else {
			click()
		}
		time.Sleep(gap)
	}
	all.Wait()
	if n := calls.Load(); n > 120 {
		t.Errorf("%d calls of 100 clicks, every %v, together: %v; want at most 120", n, gap, together)
	}
}
