package budget_test

import (
	"context"
	"math"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

// No wait of the presets is without a bound; these are the fields that a review
// would look for.
func TestNewServerBoundsEveryWait(t *testing.T) {
	var left time.Duration
	s := budget.NewServer(":0", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		left, _ = budget.Remaining(r.Context())
	}))
	equal(t, "Addr", s.Addr, ":0")
	equal(t, "ReadHeaderTimeout", s.ReadHeaderTimeout, 5*time.Second)
	equal(t, "ReadTimeout", s.ReadTimeout, 30*time.Second)
	equal(t, "WriteTimeout", s.WriteTimeout, 35*time.Second)
	equal(t, "IdleTimeout", s.IdleTimeout, 2*time.Minute)
	equal(t, "MaxHeaderBytes", s.MaxHeaderBytes, 64<<10)

	ctx := context.WithValue(t.Context(), http.ServerContextKey, s)
	r := httptest.NewRequestWithContext(ctx, "GET", "/", nil)
	r.Header.Set(budget.HeaderTimeout, "3600000")
	s.Handler.ServeHTTP(httptest.NewRecorder(), r)
	if left <= 0 || left >= s.WriteTimeout {
		t.Errorf("a handler has %v, want less than WriteTimeout", left)
	}
	if budget.NewServer(":0", nil).Handler == nil {
		t.Error("no handler is not the default handler")
	}
}

func TestClientWorksAndBoundsEveryWait(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get(budget.HeaderTimeout) == "" {
			w.WriteHeader(400)
		}
	}))
	defer server.Close()
	d := dependency(t, "d", budget.Policy{Ceiling: 30 * time.Second})
	client := d.Client()
	defer client.CloseIdleConnections()
	resp, err := client.Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	equal(t, "status", resp.StatusCode, 200)
	equal(t, "Timeout: 3 × 30s, twice the cap two times and a second", client.Timeout, 95*time.Second)

	base := new(pool)
	(&http.Client{Transport: d.Transport(base)}).CloseIdleConnections()
	equal(t, "CloseIdleConnections reaches the base", base.closed, 1)
	(&http.Client{Transport: d.Transport(nil)}).CloseIdleConnections()

	d = dependency(t, "d", budget.Policy{Retry: budget.Retry{Total: 2 * time.Second}})
	equal(t, "Timeout with a total", d.Client().Timeout, 3*time.Second)
}

// The backstop is above the longest operation, however long that may be.
func TestBackstopOfVeryLongOperations(t *testing.T) {
	for name, p := range map[string]budget.Policy{
		"ceiling": {Ceiling: math.MaxInt64},
		"waits":   {Retry: budget.Retry{Cap: math.MaxInt64, Attempts: 10}},
		"total":   {Retry: budget.Retry{Total: math.MaxInt64}},
	} {
		equal(t, name, dependency(t, "d", p).Client().Timeout, math.MaxInt64)
	}
}
