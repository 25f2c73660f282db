package analyzers_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/analyzers"
	"github.com/timeoutlint/timeoutlint/internal/fixtures"
	"github.com/timeoutlint/timeoutlint/internal/house"
	"github.com/timeoutlint/timeoutlint/rules"
)

// TestSpeaking runs the rules that see the same loops over loops of which each
// has something to say: one of them speaks of each, and where that one is off,
// the next.
func TestSpeaking(t *testing.T) {
	root, err := house.Root(".")
	require.NoError(t, err)
	for _, c := range []struct {
		on   []rules.Rule
		want []string
	}{
		{rules.Speaking(), []string{"retrybackoff", "retrycap", "deafsleep", "retryctx"}},
		{[]rules.Rule{rules.RetryCap, rules.DeafSleep, rules.RetryCtx}, []string{"retrycap", "deafsleep", "retryctx"}},
		{[]rules.Rule{rules.DeafSleep, rules.RetryCtx}, []string{"deafsleep", "deafsleep", "retryctx"}},
		{[]rules.Rule{rules.RetryCtx}, []string{"retryctx", "retryctx", "retryctx"}},
	} {
		on := slices.DeleteFunc(analyzers.All(), func(a *analysis.Analyzer) bool {
			rule, ok := rules.Lookup(a.Name)
			return !ok || !slices.Contains(c.on, rule)
		})
		findings, err := fixtures.Run(root, on, "speaking")
		require.NoError(t, err)
		var got []string
		for _, f := range findings {
			got = append(got, f.Rule)
		}
		require.Equal(t, c.want, got, "%v", c.on)
	}
}
