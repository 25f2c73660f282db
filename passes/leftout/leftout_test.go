package leftout_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/passes/leftout"
)

func TestItems(t *testing.T) {
	t.Parallel()
	var r leftout.Result
	require.Empty(t, r.Items())
	var all sync.WaitGroup
	for range 4 { // rules give up at the same time
		all.Go(func() {
			r.Add(leftout.Item{Rule: "b", Reason: "why"})
			r.Add(leftout.Item{Function: "f", Reason: "why"})
			r.Add(leftout.Item{Function: "(*T).m", Rule: "b", Reason: "why"})
		})
	}
	all.Wait()
	var names []string
	for _, item := range r.Items() {
		names = append(names, item.String())
	}
	require.Equal(t, []string{"function f", "rule b", "function (*T).m by b"}, names)
}
