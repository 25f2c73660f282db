package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/internal/tsv"
)

func some(rule string, n int) []listedFinding {
	var out []listedFinding
	for i := range n {
		out = append(out, listedFinding{"o/p", "abc", found{File: "a.go", Line: i + 1, Rule: rule, Confidence: "high", Severity: "warning", Message: "m"}})
	}
	return out
}

func TestDraw(t *testing.T) {
	all := append(some("bareclient", 100), some("baredial", 2)...)
	all = append(all, some("bareserver", 50)...)
	first := draw(all, 20, 7)
	require.Len(t, first, 20)
	count := map[string]int{}
	for _, f := range first {
		count[f.Rule]++
	}
	require.Equal(t, map[string]int{"bareclient": 9, "baredial": 2, "bareserver": 9}, count, "as many of each rule as there are")
	require.Equal(t, first, draw(all, 20, 7), "the same seed draws the same")
	require.NotEqual(t, first, draw(all, 20, 8))
	require.Len(t, draw(all, 1000, 7), 152, "no more than there are")

	// What is drawn of a rule does not hang on another rule's findings.
	alone := draw(some("bareclient", 100), 9, 7)
	require.Equal(t, first[:9], alone)
}

func TestList(t *testing.T) {
	var b strings.Builder
	all := some("baredial", 3)
	all[0], all[2] = all[2], all[0]
	require.NoError(t, list(options{}, all, &b))
	lines := strings.Split(b.String(), "\n")
	require.Equal(t, strings.Join(findingColumns, "\t"), lines[0])
	for i := 1; i <= 3; i++ {
		require.Equal(t, fmt.Sprintf("o/p\tabc\ta.go:%d\tbaredial\thigh\twarning\tm", i), lines[i])
	}
	rows, err := tsv.Parse(b.String(), findingColumns...)
	require.NoError(t, err)
	require.Len(t, rows, 3)
}
