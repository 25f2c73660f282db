//go:build !race

package budget_test

import (
	"context"
	"testing"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

// An operation costs at most 1.3 times what its deadline alone would. The quickest
// of many short blocks are compared, both in turn, and a machine that is busy may
// try again.
func TestWhatDoCosts(t *testing.T) {
	d := dependency(t, "d", budget.Policy{})
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	answer := func(context.Context) (int, error) { return 1, nil }
	for name, call := range map[string]func(){
		"Do":             func() { budget.Do(ctx, d, answer) },
		"Do, idempotent": func() { budget.Do(ctx, d, answer, budget.Idempotent()) },
	} {
		ratio := times(call, func() { bare(ctx) })
		for range 4 {
			if ratio > 1.3 {
				ratio = min(ratio, times(call, func() { bare(ctx) }))
			}
		}
		t.Logf("%s: %.2f × context.WithTimeout", name, ratio)
		if ratio > 1.3 {
			t.Errorf("%s: %.2f × context.WithTimeout, want at most 1.3", name, ratio)
		}
	}
}
