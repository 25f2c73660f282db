package baseline

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/internal/finding"
)

func TestApply(t *testing.T) {
	t.Parallel()
	one := finding.Finding{File: "a/a.go", Line: 3, Rule: "bareclient", Function: "T.F", Source: "x := y"}
	again, other := one, one
	again.Line, again.Source = 9, "\tx  :=  y // here, too"
	other.Function = "G"
	list := []finding.Finding{one, again, other}
	dir, folder := filepath.FromSlash("/m/sub"), filepath.FromSlash("/m")

	entries := Of(dir, folder, list)
	require.Equal(t, []Entry{
		{Key: finding.Key{Rule: "bareclient", File: "sub/a/a.go", Function: "G", Line: "x := y"}, Count: 1},
		{Key: finding.Key{Rule: "bareclient", File: "sub/a/a.go", Function: "T.F", Line: "x := y"}, Count: 2},
	}, entries)

	entries, err := parse(Format(entries), "b")
	require.NoError(t, err)
	fresh, rest := Apply(entries, dir, folder, list)
	require.Empty(t, fresh)
	require.Empty(t, rest)

	// From another directory, and moved: the same.
	moved := one
	moved.File, moved.Line = "a.go", 300
	fresh, rest = Apply(entries, filepath.FromSlash("/m/sub/a"), folder, []finding.Finding{moved, moved})
	require.Empty(t, fresh)
	require.Equal(t, []Entry{entries[0]}, rest)

	// One more than there were is new; which of them does not matter.
	fresh, rest = Apply(entries, dir, folder, []finding.Finding{one, again, again, other})
	require.Equal(t, []finding.Finding{again}, fresh)
	require.Empty(t, rest)

	// One less is too much in the baseline.
	fresh, rest = Apply(entries, dir, folder, []finding.Finding{again, other})
	require.Empty(t, fresh)
	require.Len(t, rest, 1)
	require.Equal(t, 1, rest[0].Count)
	require.Equal(t, 2, Without(entries, rest)[0].Count+Without(entries, rest)[1].Count)

	// After a merge that kept both sides, the second line is the one too many.
	twice, err := parse([]byte(header+"\na.go\tF\tr\t1\tx\na.go\tF\tr\t1\tx\n"), "b")
	require.NoError(t, err)
	_, rest = Apply(twice, folder, folder, []finding.Finding{{File: "a.go", Function: "F", Rule: "r", Source: "x"}})
	require.Equal(t, []Entry{twice[1]}, rest)
}

func TestParse(t *testing.T) {
	t.Parallel()
	head := header + "\n"
	for text, want := range map[string]string{
		"":                                 "b:1: this is no baseline of this timeoutlint: it does not begin with \"# timeoutlint baseline 1\"",
		"{}":                               "b:1: this is no baseline of this timeoutlint: it does not begin with \"# timeoutlint baseline 1\"",
		"# timeoutlint baseline 2\n":       "b:1: this is no baseline of this timeoutlint: it does not begin with \"# timeoutlint baseline 1\"",
		head + "a.go\tF\tr\t1\tx":          "b:2: the file ends in the middle of a line",
		head + "\n# c\na.go F r 1 x\n":     "b:4: 1 fields, not 5: file, function, rule, how many, the line, with tabs between them",
		head + "a.go\tF\tr\t0\tx\n":        `b:2: "0" is no number of findings`,
		head + "a.go\tF\tr\t+1\tx\n":       `b:2: "+1" is no number of findings`,
		head + "a.go\tF\tr\t1e9\tx\n":      `b:2: "1e9" is no number of findings`,
		head + "\tF\tr\t1\tx\n":            "b:2: the file or the rule is missing",
		head + "a.go\tF\tr\t1\t\\x\n":      `b:2: \x stands for nothing`,
		head + "a.go\tF\tr\t1\tx\\\n":      `b:2: a backslash at the end of "x\\"`,
		head + "<<<<<<< HEAD\n":            "b:2: a merge conflict: keep the lines of both sides",
		head + "a.go\tF\tr\t1\tx\ty\n":     "b:2: 6 fields, not 5: file, function, rule, how many, the line, with tabs between them",
		head:                               "",
		head + "a.go\t\tr\t1\t\n":          "",
		head + "a.go\tF\tr\t1\tx\r\n":      "",
		head + "a.go\tF\tr\t12\t\\t\\\\\n": "",
	} {
		_, err := parse([]byte(text), "b")
		if want == "" {
			require.NoError(t, err, "%q", text)
		} else {
			require.EqualError(t, err, want)
		}
	}
}

func TestWrite(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), FileName)
	_, err := Read(file, "b")
	require.EqualError(t, err, "there is no baseline b; timeoutlint baseline write makes one")
	entries := []Entry{{Key: finding.Key{Rule: "r", File: "a\tb.go", Line: "\\ \x00 \r\n"}, Count: 3}}
	require.NoError(t, os.WriteFile(file, Format(entries), 0o600))
	got, err := Read(file, "b")
	require.NoError(t, err)
	got[0].At = 0
	require.Equal(t, entries, got)
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, 3, bytes.Count(text, []byte("\n")))
}

// FuzzParse: whatever the file holds, it is entries or one line that starts with
// a place; and entries come back from the file that they are written to.
func FuzzParse(f *testing.F) {
	f.Add([]byte(header + "\n" + explain + "\na/a.go\tT.F\tbareclient\t2\tx := y\n"))
	f.Add([]byte(header + "\r\na.go\t\tr\t1\t\\t \\n \\r \\\\ \x00\xff\r\n\r\n"))
	f.Add([]byte(header + "\n<<<<<<< HEAD\n=======\n>>>>>>> x\n"))
	f.Add([]byte("# timeoutlint baseline 2\n"))
	f.Add([]byte("{\"version\": 1}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		entries, err := parse(text, "b")
		if err != nil {
			if m := err.Error(); !bytes.HasPrefix([]byte(m), []byte("b:")) || bytes.ContainsAny([]byte(m), "\n") {
				t.Errorf("message %q", m)
			}
			return
		}
		again, err := parse(Format(entries), "b")
		if err != nil {
			t.Fatal(err)
		}
		for i := range again {
			again[i].At = 0
		}
		if want := Sorted(entries); len(want)+len(again) > 0 {
			require.Equal(t, want, again)
		}
	})
}
