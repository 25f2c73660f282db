//go:build !race

package peers

import (
	"testing"
	"time"
)

// budget's whole stack takes at most 0.55 times as long as failsafe-go's. The
// quickest of many short blocks are compared, both in turn.
func TestStackCosts(t *testing.T) {
	ours, theirs := stacks(t)
	const blocks, size = 200, 64
	quickest := func(best *time.Duration, f func()) {
		start := time.Now()
		for range size {
			f()
		}
		*best = min(*best, time.Since(start))
	}
	a, z := time.Hour, time.Hour
	for range blocks {
		quickest(&a, ours)
		quickest(&z, theirs)
	}
	ratio := float64(a) / float64(z)
	t.Logf("%.2f of failsafe-go's time", ratio)
	if ratio > .55 {
		t.Errorf("%.2f of failsafe-go's time, want at most 0.55", ratio)
	}
}
