package fix

import (
	"context"
	"crypto/sha256"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/internal/finding"
	"github.com/timeoutlint/timeoutlint/internal/replace"
)

// folder is a directory with one file, and a run over it: each of the words
// given is a finding whose fix is the other word. A file with the word "broken"
// in it does not compile.
type folder struct {
	t    *testing.T
	dir  string
	file string
	runs int
}

func newFolder(t *testing.T, text string) *folder {
	t.Helper()
	f := &folder{t: t, dir: t.TempDir()}
	f.file = filepath.Join(f.dir, "a.go")
	require.NoError(t, os.WriteFile(f.file, []byte(text), 0o600))
	return f
}

func (f *folder) run(words map[string]string) Run {
	return func(_ context.Context, overlay map[string][]byte) (State, error) {
		f.runs++
		src, ok := overlay[f.file]
		if !ok {
			var err error
			if src, err = os.ReadFile(f.file); err != nil {
				return State{}, err
			}
		}
		var s State
		if strings.Contains(string(src), "broken") {
			s.Skipped = append(s.Skipped, driver.Skipped{Package: "m", Reason: "a.go:1:1: broken"})
			return s, nil
		}
		for word, better := range words {
			for at := 0; ; {
				i := strings.Index(string(src[at:]), word)
				if i < 0 {
					break
				}
				at += i
				s.Findings = append(s.Findings, finding.Finding{File: "a.go", Rule: word, Column: at, Source: word, Fix: &finding.Fix{Edits: []finding.Edit{
					{File: "a.go", Start: at, End: at + len(word), NewText: better, Of: sha256.Sum256(src)}}}})
				at += len(word)
			}
		}
		s.Findings = finding.Chain(s.Findings, finding.Sorted)
		return s, nil
	}
}

func (f *folder) all(words map[string]string) (Result, error) {
	run := f.run(words)
	state, err := run(context.Background(), nil)
	require.NoError(f.t, err)
	f.runs = 0
	return All(context.Background(), f.dir, state, run)
}

func TestAll(t *testing.T) {
	t.Parallel()
	f := newFolder(t, "one two one")
	res, err := f.all(map[string]string{"one": "1", "two": "2"})
	require.NoError(t, err)
	require.Equal(t, []File{{f.file, []byte("one two one"), []byte("1 2 1")}}, res.Files)
	require.Len(t, res.Fixed, 3)
	require.Empty(t, res.Left.Findings)
	require.Equal(t, 1, f.runs)
	text, err := os.ReadFile(f.file)
	require.NoError(t, err)
	require.Equal(t, "one two one", string(text), "nothing is written here")
}

// TestOverlap: of two fixes for the same text the second waits for a round of
// its own, and gets it only if its finding is still there.
func TestOverlap(t *testing.T) {
	t.Parallel()
	f := newFolder(t, "onetwo threefour")
	res, err := f.all(map[string]string{"onetwo": "(onetwO)", "two": "2", "threefour": "3-four", "four": "4"})
	require.NoError(t, err)
	require.Equal(t, "(onetwO) 3-4", string(res.Files[0].New))
	require.Len(t, res.Fixed, 3)
	require.Empty(t, res.Waiting)
	require.Empty(t, res.Left.Findings)
	require.Equal(t, 2, f.runs)
}

// TestBroken: what does not compile is found by halves and dropped alone.
func TestBroken(t *testing.T) {
	t.Parallel()
	f := newFolder(t, "a b c d e f g h")
	res, err := f.all(map[string]string{"a": "1", "b": "2", "c": "3", "d": "4", "e": "broken", "f": "6", "g": "7", "h": "8"})
	require.NoError(t, err)
	require.Equal(t, "1 2 3 4 e 6 7 8", string(res.Files[0].New))
	require.Len(t, res.Fixed, 7)
	require.Len(t, res.Dropped, 1)
	require.Equal(t, "e", res.Dropped[0].Finding.Rule)
	require.Equal(t, "a.go:1:1: broken", res.Dropped[0].Reason)
	require.Len(t, res.Left.Findings, 1)
	require.Less(t, f.runs, 8)

	f = newFolder(t, "a")
	res, err = f.all(map[string]string{"a": "broken"})
	require.NoError(t, err)
	require.Empty(t, res.Files)
	require.Len(t, res.Left.Findings, 1)
}

// TestChanged: a file that is not what was analysed is left alone, with all others.
func TestChanged(t *testing.T) {
	t.Parallel()
	f := newFolder(t, "one")
	run := f.run(map[string]string{"one": "1"})
	state, err := run(context.Background(), nil)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(f.file, []byte("one "), 0o600))
	_, err = All(context.Background(), f.dir, state, run)
	require.ErrorIs(t, err, replace.ErrChanged)
	require.EqualError(t, err, "a.go: changed while timeoutlint was at work")

	require.NoError(t, os.Remove(f.file))
	_, err = All(context.Background(), f.dir, state, run)
	require.ErrorIs(t, err, replace.ErrChanged)
}

func TestInterrupted(t *testing.T) {
	t.Parallel()
	f := newFolder(t, "one")
	state, err := f.run(map[string]string{"one": "1"})(context.Background(), nil)
	require.NoError(t, err)
	stopped := errors.New("stopped")
	_, err = All(context.Background(), f.dir, state, func(context.Context, map[string][]byte) (State, error) { return State{}, stopped })
	require.ErrorIs(t, err, stopped)
}

func TestApply(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		src   string
		edits []finding.Edit
		want  string
	}{
		"an import that two fixes add": {"package p\n\nvar x, y = 1, 2\n",
			[]finding.Edit{{Start: 9, End: 9, NewText: "\n\nimport \"time\""}, {Start: 22, End: 23, NewText: "time.Now()"},
				{Start: 9, End: 9, NewText: "\n\nimport \"time\""}, {Start: 25, End: 26, NewText: "time.Now()"}},
			"package p\n\nimport \"time\"\n\nvar x, y = time.Now(), time.Now()\n"},
		"formatted stays formatted": {"package p\n\nfunc f() {\n\tg()\n}\n",
			[]finding.Edit{{Start: 21, End: 21, NewText: "\nif true {\nreturn\n}"}}, "package p\n\nfunc f() {\n\tif true {\n\t\treturn\n\t}\n\tg()\n}\n"},
		"an import that is not used any more": {"package p\n\nimport (\n\t\"context\"\n\t\"time\"\n)\n\nvar x, y = context.TODO(), time.Now()\n",
			[]finding.Edit{{Start: 53, End: 67, NewText: "1"}}, "package p\n\nimport (\n\t\"time\"\n)\n\nvar x, y = 1, time.Now()\n"},
		"the only import": {"package p\n\nimport \"context\"\n\nvar x = context.TODO()\n",
			[]finding.Edit{{Start: 37, End: 51, NewText: "1"}}, "package p\n\nvar x = 1\n"},
		"what is not formatted is nobody's business": {"package p\nvar   x=1\n",
			[]finding.Edit{{Start: 18, End: 19, NewText: "2"}}, "package p\nvar   x=2\n"},
		"line ends of Windows": {"package p\r\n\r\nvar x = 1\r\n",
			[]finding.Edit{{Start: 22, End: 22, NewText: "\nvar y = 2"}}, "package p\r\n\r\nvar x = 1\r\nvar y = 2\r\n"},
	} {
		for i := range c.edits {
			c.edits[i].Of = sha256.Sum256([]byte(c.src))
		}
		got, err := apply("a.go", []byte(c.src), c.edits)
		require.NoError(t, err, name)
		require.Equal(t, c.want, string(got), name)
	}
	of := sha256.Sum256([]byte("abc"))
	for _, e := range []finding.Edit{{Start: 2, End: 9, Of: of}, {Start: 2, End: 1, Of: of}, {Start: -1, End: 1, Of: of}} {
		_, err := apply("a.go", []byte("abc"), []finding.Edit{e})
		require.ErrorContains(t, err, "cannot be applied")
	}
}

func TestOverlaps(t *testing.T) {
	t.Parallel()
	edit := func(start, end int, text string) finding.Edit {
		return finding.Edit{Start: start, End: end, NewText: text}
	}
	for _, c := range []struct {
		a, b finding.Edit
		want bool
	}{
		{edit(1, 3, "x"), edit(3, 5, "y"), false},
		{edit(1, 4, "x"), edit(3, 5, "y"), true},
		{edit(1, 4, "x"), edit(1, 4, "x"), false},
		{edit(1, 4, "x"), edit(1, 4, "y"), true},
		{edit(2, 2, "x"), edit(2, 2, "x"), false},
		{edit(2, 2, "x"), edit(2, 2, "y"), true},
		{edit(2, 2, "x"), edit(1, 3, "y"), true},
		{edit(1, 1, "x"), edit(1, 3, "y"), true},
		{edit(3, 3, "x"), edit(1, 3, "y"), false},
		{edit(4, 4, "x"), edit(1, 3, "y"), false},
	} {
		require.Equal(t, c.want, overlaps([]finding.Edit{c.a}, c.b), "%v %v", c.a, c.b)
		require.Equal(t, c.want, overlaps([]finding.Edit{c.b}, c.a), "%v %v", c.b, c.a)
	}
}
