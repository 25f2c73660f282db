package budget_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

func TestStatus(t *testing.T) {
	of := func(r budget.Reason, err error) error {
		return fmt.Errorf("orders: %w", &budget.Error{Dependency: "d", Reason: r, Err: err})
	}
	tests := []struct {
		err   error
		code  int
		after time.Duration
	}{
		{nil, 200, 0},
		{of(budget.ReasonTimeout, nil), 504, 0},
		{of(budget.ReasonFloor, nil), 504, 0},
		{of(budget.ReasonWait, nil), 504, 0},
		{of(budget.ReasonWait, budget.After(errBoom, 7*time.Second)), 504, 7 * time.Second},
		{of(budget.ReasonOpen, nil), 503, time.Second},
		{of(budget.ReasonFull, nil), 503, time.Second},
		{of(budget.ReasonRetryBudget, errBoom), 503, time.Second},
		{of(budget.ReasonRetryBudget, budget.After(errBoom, 90*time.Second)), 503, 90 * time.Second},
		{of(budget.ReasonAttempts, errBoom), 502, 0},
		{of(budget.ReasonAttempts, budget.After(errBoom, 1500*ms)), 502, 1500 * ms},
		{of(budget.ReasonUnsafe, errBoom), 502, 0},
		{of(budget.ReasonExhausted, errBoom), 502, 0},
		{of(budget.ReasonRejected, errBoom), 502, 0},
		{of(budget.ReasonCanceled, nil), budget.StatusClientClosed, 0},
		{of(budget.ReasonMisuse, errBoom), 500, 0},
		{context.DeadlineExceeded, 504, 0},
		{fmt.Errorf("x: %w", context.Canceled), budget.StatusClientClosed, 0},
		{errBoom, 500, 0},
		{budget.After(errBoom, time.Second), 500, 0},
	}
	for _, tt := range tests {
		code, after := budget.Status(tt.err)
		if code != tt.code || after != tt.after {
			t.Errorf("%v: %d after %v, want %d after %v", tt.err, code, after, tt.code, tt.after)
		}
	}
}

func TestWriteError(t *testing.T) {
	w := httptest.NewRecorder()
	budget.WriteError(w, nil)
	equal(t, "nothing for nil", w.Body.Len(), 0)

	budget.WriteError(w, &budget.Error{Reason: budget.ReasonAttempts, Err: budget.Exhausted(budget.After(errBoom, 1001*ms))})
	equal(t, "status", w.Code, 502)
	equal(t, "Retry-After, rounded up", w.Header().Get("Retry-After"), "2")
	equal(t, budget.HeaderExhausted, w.Header().Get(budget.HeaderExhausted), "1")
	equal(t, "text without the error's", w.Body.String(), "Bad Gateway\n")

	w = httptest.NewRecorder()
	budget.WriteError(w, context.Canceled)
	equal(t, "status", w.Code, 499)
	equal(t, "Retry-After", w.Header().Get("Retry-After"), "")
}

// A client of another make inside Do, with what the answer says.
func TestCheckStatus(t *testing.T) {
	answer := func(code int, headers ...string) *http.Response {
		h := http.Header{}
		for i := 0; i < len(headers); i += 2 {
			h.Set(headers[i], headers[i+1])
		}
		return &http.Response{StatusCode: code, Header: h, Body: http.NoBody}
	}
	tests := []struct {
		resp  *http.Response
		calls int
		why   budget.Reason
	}{
		{answer(200), 1, budget.ReasonNone},
		{answer(302), 1, budget.ReasonNone},
		{answer(404), 1, budget.ReasonRejected},
		{answer(429), 3, budget.ReasonRejected},
		{answer(503), 3, budget.ReasonAttempts},
		{answer(503, "Retry-After", "0"), 3, budget.ReasonAttempts},
		{answer(503, "Retry-After", "3600"), 1, budget.ReasonWait},
		{answer(501), 1, budget.ReasonAttempts},
		{answer(503, budget.HeaderExhausted, "1"), 1, budget.ReasonExhausted},
	}
	for _, tt := range tests {
		d := dependency(t, "d", budget.Policy{Retry: budget.Retry{Base: 1, Cap: 1}})
		calls := 0
		_, err := budget.Do(t.Context(), d, func(context.Context) (int, error) {
			calls++
			return 0, budget.CheckStatus(tt.resp)
		}, budget.Idempotent())
		equal(t, fmt.Sprintf("calls for %d %v", tt.resp.StatusCode, tt.resp.Header), calls, tt.calls)
		equal(t, fmt.Sprintf("reason for %d %v", tt.resp.StatusCode, tt.resp.Header), budget.ReasonOf(err), tt.why)
		var status *budget.StatusError
		if tt.resp.StatusCode >= 400 && (!errors.As(err, &status) || status.Code != tt.resp.StatusCode) {
			t.Errorf("%v has no status %d", err, tt.resp.StatusCode)
		}
	}
}
