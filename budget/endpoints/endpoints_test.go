package endpoints_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
	"github.com/timeoutlint/timeoutlint/budget/endpoints"
)

// fleet answers for several hosts, and counts.
type fleet struct {
	mu    sync.Mutex
	calls map[string]int
	down  map[string]func(*http.Request) (*http.Response, error)
}

func (f *fleet) RoundTrip(r *http.Request) (*http.Response, error) {
	f.mu.Lock()
	if f.calls == nil {
		f.calls = map[string]int{}
	}
	f.calls[r.URL.Host]++
	down := f.down[r.URL.Host]
	f.mu.Unlock()
	if down != nil {
		return down(r)
	}
	return answer(200), nil
}

func answer(code int) *http.Response {
	return &http.Response{StatusCode: code, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("x"))}
}

func set(t *testing.T, f *fleet, hosts ...string) *endpoints.Set {
	t.Helper()
	s, err := endpoints.New(f, hosts...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func get(t *testing.T, rt http.RoundTripper, n int) (failed int) {
	t.Helper()
	for range n {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://orders/", nil)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := rt.RoundTrip(req)
		if err != nil || resp.StatusCode >= 500 {
			failed++
		}
		if err == nil {
			resp.Body.Close()
		}
	}
	return failed
}

var errDown = errors.New("down")

// What fails is left out, longer each time, and comes back when it is well.
func TestEjects(t *testing.T) {
	for name, down := range map[string]func(*http.Request) (*http.Response, error){
		"status":  func(*http.Request) (*http.Response, error) { return answer(503), nil },
		"refuses": func(*http.Request) (*http.Response, error) { return nil, errDown },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := &fleet{down: map[string]func(*http.Request) (*http.Response, error){"b": down}}
				s := set(t, f, "a", "b", "c")
				if failed := get(t, s, 1000); failed != 5 {
					t.Errorf("%d of 1000 requests failed, want 5", failed)
				}
				if !slices.Equal(s.Ejected(), []string{"b"}) {
					t.Errorf("left out: %v, want b", s.Ejected())
				}
				for _, out := range []time.Duration{10, 20, 40, 80, 160, 300, 300} {
					time.Sleep(out*time.Second - 1)
					if failed := get(t, s, 100); failed != 0 {
						t.Errorf("%d failed before %v were over", failed, out*time.Second)
					}
					time.Sleep(time.Nanosecond)
					if failed := get(t, s, 100); failed != 1 {
						t.Errorf("%d failed after %v, want one look", failed, out*time.Second)
					}
				}
				f.down = nil
				time.Sleep(time.Hour)
				before := f.calls["b"]
				get(t, s, 300)
				if got := f.calls["b"] - before; got < 50 {
					t.Errorf("%d of 300 requests went to the one that is well again", got)
				}
			})
		})
	}
}

// Never more than half, and a single one never.
func TestKeepsHalf(t *testing.T) {
	down := func(*http.Request) (*http.Response, error) { return answer(500), nil }
	f := &fleet{down: map[string]func(*http.Request) (*http.Response, error){"a": down, "b": down, "c": down, "d": down}}
	s := set(t, f, "a", "b", "c", "d")
	get(t, s, 1000)
	if n := len(s.Ejected()); n != 2 {
		t.Errorf("%d of 4 are left out, want 2", n)
	}
	one := set(t, f, "a")
	get(t, one, 100)
	if n := len(one.Ejected()); n != 0 {
		t.Errorf("the only one is left out")
	}
}

// A caller that leaves says nothing; its time that runs out does. A 4xx is an answer.
func TestWhatCounts(t *testing.T) {
	hang := func(r *http.Request) (*http.Response, error) { <-r.Context().Done(); return nil, r.Context().Err() }
	call := func(s *endpoints.Set, ctx context.Context) {
		req, _ := http.NewRequestWithContext(ctx, http.MethodGet, "http://orders/", nil)
		_, _ = s.RoundTrip(req)
	}
	synctest.Test(t, func(t *testing.T) {
		f := &fleet{down: map[string]func(*http.Request) (*http.Response, error){"a": hang, "b": hang}}
		s := set(t, f, "a", "b")
		for range 50 {
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(time.Second, cancel)
			call(s, ctx)
		}
		if n := len(s.Ejected()); n != 0 {
			t.Errorf("%d left out because callers left", n)
		}
		for range 12 {
			ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
			call(s, ctx)
			cancel()
		}
		if n := len(s.Ejected()); n != 1 {
			t.Errorf("%d left out because they hang, want 1", n)
		}
		f = &fleet{down: map[string]func(*http.Request) (*http.Response, error){"a": func(*http.Request) (*http.Response, error) { return answer(404), nil }}}
		s = set(t, f, "a", "b")
		get(t, s, 100)
		if n := len(s.Ejected()); n != 0 {
			t.Errorf("%d left out because of 404", n)
		}
	})
}

// Below a dependency's Transport a retry goes elsewhere soon, and what answers
// slowly gets less.
func TestBelowADependency(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fleet{down: map[string]func(*http.Request) (*http.Response, error){
			"a": func(*http.Request) (*http.Response, error) { return answer(503), nil },
			"slow": func(*http.Request) (*http.Response, error) {
				time.Sleep(100 * time.Millisecond)
				return answer(200), nil
			},
			"quick": func(*http.Request) (*http.Response, error) {
				time.Sleep(10 * time.Millisecond)
				return answer(200), nil
			},
		}}
		d, err := budget.New("orders", budget.Policy{})
		if err != nil {
			t.Fatal(err)
		}
		s := set(t, f, "a", "slow", "quick")
		client := &http.Client{Transport: d.Transport(s)}
		var wg sync.WaitGroup
		failed := 0
		var mu sync.Mutex
		for range 10 {
			wg.Go(func() {
				for range 50 {
					if n := get(t, client.Transport, 1); n > 0 {
						mu.Lock()
						failed += n
						mu.Unlock()
					}
				}
			})
		}
		wg.Wait()
		if failed > 10 {
			t.Errorf("%d of 500 operations failed with one of three endpoints down", failed)
		}
		if f.calls["quick"] < 2*f.calls["slow"] {
			t.Errorf("%d calls to the quick one, %d to the slow one", f.calls["quick"], f.calls["slow"])
		}
	})
}

func TestReplaceAndBadHosts(t *testing.T) {
	f := &fleet{down: map[string]func(*http.Request) (*http.Response, error){"b": func(*http.Request) (*http.Response, error) { return nil, errDown }}}
	s := set(t, f, "a", "b")
	get(t, s, 100)
	if err := s.Replace("b", "c", "d"); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(s.Ejected(), []string{"b"}) {
		t.Errorf("left out after Replace: %v, want b still", s.Ejected())
	}
	for _, bad := range [][]string{nil, {""}, {"a", "a"}} {
		if _, err := endpoints.New(f, bad...); err == nil {
			t.Errorf("hosts %q are accepted", bad)
		}
	}
	if _, err := endpoints.New(nil, "a"); err == nil {
		t.Error("no transport is accepted")
	}
	if err := s.Replace("a", ""); err == nil || len(s.Ejected()) != 1 {
		t.Error("a bad Replace changes the set")
	}
}
