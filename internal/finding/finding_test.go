package finding

import (
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/rules"
)

func TestFrom(t *testing.T) {
	t.Parallel()
	dir := filepath.FromSlash("/work/m")
	at := func(file string, line, column, offset int) token.Position {
		return token.Position{Filename: filepath.FromSlash(file), Line: line, Column: column, Offset: offset}
	}
	f := From(dir, driver.Diagnostic{
		Analyzer: "bareclient", Category: "high/error", Message: "m", Function: "T.F", Source: "x := y",
		Pos: at("/work/m/a/a.go", 3, 4, 20), End: at("/work/m/a/a.go", 3, 9, 25),
		Related: []driver.Related{{Pos: at("/work/lib/l.go", 7, 1, 70), Message: "waits"}},
		Fixes:   []driver.Fix{{Message: "fix", Edits: []driver.Edit{{Pos: at("/work/m/a/a.go", 3, 4, 20), End: at("/work/m/a/a.go", 3, 9, 25), NewText: []byte("z"), Of: [32]byte{7}}}}},
	})
	require.Equal(t, Finding{
		File: "a/a.go", Line: 3, Column: 4, EndLine: 3, EndColumn: 9, Rule: "bareclient", Message: "m",
		Confidence: rules.High, Severity: rules.Error, Function: "T.F", Source: "x := y",
		Path: []Step{{File: "../lib/l.go", Line: 7, Column: 1, Text: "waits"}},
		Fix:  &Fix{"fix", []Edit{{"a/a.go", 20, 25, "z", [32]byte{7}}}},
	}, f)
}

func TestChain(t *testing.T) {
	t.Parallel()
	list := []Finding{
		{File: "b.go", Line: 1, Column: 1, Rule: "r", Message: "m"},
		{File: "a.go", Line: 10, Column: 1, Rule: "r", Message: "m"},
		{File: "a.go", Line: 9, Column: 2, Rule: "s", Message: "m"},
		{File: "a.go", Line: 9, Column: 2, Rule: "r", Message: "m"},
		{File: "a.go", Line: 9, Column: 2, Rule: "r", Message: "m"},
		{File: "gen/g.go", Line: 1, Column: 1, Rule: "r", Message: "m"},
	}
	want := []Finding{list[3], list[2], list[1], list[0]}
	for i := range want {
		if want[i].Rule == "s" {
			want[i].Severity = rules.Note
		}
	}
	run := func(list []Finding) []Finding {
		return Chain(list,
			Severities(map[string]rules.Severity{"s": rules.Note}),
			Without(filepath.FromSlash("/m"), func(file string) bool { return strings.HasPrefix(filepath.ToSlash(file), "/m/gen/") }),
			Sorted, Distinct)
	}
	backwards := slices.Clone(list)
	slices.Reverse(backwards)
	require.Equal(t, want, run(slices.Clone(list)))
	require.Equal(t, want, run(backwards))
}
