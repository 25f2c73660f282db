package ruletest

import (
	"bytes"
	"go/format"
	"os"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
)

// checkGolden applies the fixes of a file and compares the result with the
// .golden file beside it. A fix without a golden file is not proved, and fails.
func checkGolden(t *testing.T, action *checker.Action, file string) {
	t.Helper()
	edits := editsOf(action, file)
	if os.Getenv("UPDATE") != "" && len(edits) > 0 {
		write(t, action, file, edits)
	}
	golden, err := os.ReadFile(file + ".golden")
	if err != nil {
		if len(edits) > 0 {
			t.Errorf("%s has fixes and no .golden file", place(action.Package.Dir, file, 1))
		}
		return
	}
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	fixed := apply(t, action, src, edits)
	if formatted, err := format.Source(fixed); err != nil {
		t.Errorf("%s does not parse after its fixes: %v", place(action.Package.Dir, file, 1), err)
	} else if !bytes.Equal(formatted, golden) {
		t.Errorf("%s after its fixes is not the golden file but:\n%s", place(action.Package.Dir, file, 1), formatted)
	}
}

// write makes the golden file what the fixes give now, for a person to read.
func write(t *testing.T, action *checker.Action, file string, edits []analysis.TextEdit) {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	fixed, err := format.Source(apply(t, action, src, edits))
	if err != nil {
		t.Fatalf("%s does not parse after its fixes: %v", place(action.Package.Dir, file, 1), err)
	}
	if err := os.WriteFile(file+".golden", fixed, 0o644); err != nil {
		t.Fatal(err)
	}
}

func editsOf(action *checker.Action, file string) []analysis.TextEdit {
	var out []analysis.TextEdit
	for _, d := range action.Diagnostics {
		if len(d.SuggestedFixes) == 0 {
			continue
		}
		for _, e := range d.SuggestedFixes[0].TextEdits {
			if action.Package.Fset.Position(e.Pos).Filename == file && !contains(out, e) {
				out = append(out, e)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b analysis.TextEdit) int { return int(a.Pos - b.Pos) })
	return out
}

// contains: two fixes may both add the same import.
func contains(edits []analysis.TextEdit, e analysis.TextEdit) bool {
	return slices.ContainsFunc(edits, func(x analysis.TextEdit) bool {
		return x.Pos == e.Pos && x.End == e.End && bytes.Equal(x.NewText, e.NewText)
	})
}

func apply(t *testing.T, action *checker.Action, src []byte, edits []analysis.TextEdit) []byte {
	t.Helper()
	var out []byte
	last := 0
	for _, e := range edits {
		start := action.Package.Fset.Position(e.Pos).Offset
		end := start
		if e.End.IsValid() {
			end = action.Package.Fset.Position(e.End).Offset
		}
		if start < last {
			t.Fatalf("overlapping fixes at %s", action.Package.Fset.Position(e.Pos))
		}
		out = append(append(out, src[last:start]...), e.NewText...)
		last = end
	}
	return append(out, src[last:]...)
}
