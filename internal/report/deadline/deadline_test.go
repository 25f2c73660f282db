package deadline

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/internal/link"
	"github.com/timeoutlint/timeoutlint/internal/report/documented"
	"github.com/timeoutlint/timeoutlint/internal/whatif"
)

var update = flag.Bool("update", false, "write the golden files")

// asked is the example with a question answered.
func asked(t *testing.T) Report {
	t.Helper()
	r := example()
	w := whatif.Assumed()
	w.Sample = 5 * time.Second
	a, err := whatif.Ask(r.Tree, whatif.Question{Dependency: "payments", Down: true}, w)
	require.NoError(t, err)
	r.WhatIf = &a
	return r
}

func TestGolden(t *testing.T) {
	t.Parallel()
	for name, print := range map[string]func(io.Writer) error{
		"tree.txt":        func(w io.Writer) error { return example().Text(w, 100, false) },
		"tree-narrow.txt": func(w io.Writer) error { return example().Text(w, 20, false) },
		"tree-empty.txt":  func(w io.Writer) error { return Report{}.Text(w, 80, false) },
		"whatif.txt":      func(w io.Writer) error { return asked(t).Text(w, 100, false) },
		"tree.json":       func(w io.Writer) error { return asked(t).JSON(w) },
		"tree-empty.json": func(w io.Writer) error { return Report{}.JSON(w) },
		"tree.dot":        func(w io.Writer) error { return example().DOT(w) },
		"checklist.md":    func(w io.Writer) error { return example().Checklist(w) },
		"tree.mmd":        func(w io.Writer) error { return example().Mermaid(w) },
	} {
		var buf bytes.Buffer
		require.NoError(t, print(&buf))
		file := filepath.Join("testdata", name)
		if *update {
			require.NoError(t, os.WriteFile(file, buf.Bytes(), 0o600))
		}
		want, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Equal(t, string(want), buf.String(), name)
	}
}

// TestWidth: no line is wider than the screen, but for a single word that is.
func TestWidth(t *testing.T) {
	t.Parallel()
	for width := narrowest; width <= 140; width += 7 {
		var buf bytes.Buffer
		require.NoError(t, asked(t).Text(&buf, width, false))
		for line := range strings.Lines(buf.String()) {
			require.LessOrEqual(t, columns(strings.TrimRight(line, "\n")), width, line)
			require.Equal(t, strings.TrimRight(line, " \n")+"\n", line)
		}
	}
}

// TestDocumented checks that docs/budgets.md names every field that is printed,
// and every kind and verdict.
func TestDocumented(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "budgets.md"))
	require.NoError(t, err)
	page := string(text)
	var buf bytes.Buffer
	require.NoError(t, asked(t).JSON(&buf))
	keys, err := documented.Keys(buf.Bytes())
	require.NoError(t, err)
	for key := range keys {
		require.Contains(t, page, "`"+key+"`")
	}
	for file, types := range map[string]string{"../../link/model.go": "Kind|BoundKind|Answer", "../../whatif/whatif.go": "Verdict"} {
		found, err := documented.Values(filepath.FromSlash(file), types)
		require.NoError(t, err)
		require.NotEmpty(t, found, file)
		for _, value := range found {
			require.Contains(t, page, "`"+value+"`")
		}
	}
}

// TestPage checks what needs no browser: that everything is in the page, that
// names cannot break out of their place, and that nothing is asked of a network.
func TestPage(t *testing.T) {
	t.Parallel()
	r := asked(t)
	r.Tree.Entries[1].Name = `GET /<script>alert(1)</script>"onload="x`
	var buf bytes.Buffer
	require.NoError(t, r.Page(&buf))
	page := buf.String()
	require.NotContains(t, page, "<script>alert")
	require.NotContains(t, page, "ZgotmplZ", "a value that the template took for dangerous")
	require.Contains(t, page, "GET /&lt;script&gt;alert(1)&lt;/script&gt;&#34;onload=&#34;x")
	require.NotRegexp(t, `(?i)(src|href)="?(https?:)?//|@import|url\(`, page)
	for _, e := range r.Tree.Entries[2:] {
		require.Contains(t, page, e.Name)
		for _, c := range e.Calls {
			require.Contains(t, page, c.Dependency)
		}
		for _, b := range e.Breaks {
			require.Contains(t, page, b.Rule)
		}
	}
	require.Contains(t, page, "99.7 % to 99.8 %", "POST /orders needs two of its three dependencies always")

	buf.Reset()
	require.NoError(t, Report{}.Page(&buf))
	require.Contains(t, buf.String(), "No entry that calls anything was found.")
}

// TestDraw: what is clipped ends at the context, what is not goes on after it.
func TestDraw(t *testing.T) {
	t.Parallel()
	call := func(clipped bool, d time.Duration) link.Call {
		return link.Call{Dependency: "d", Clipped: clipped, Total: link.Count{Lo: 1, Hi: 1, Known: true}, All: link.Wait{Lo: d, Hi: d}}
	}
	e := link.Entry{Cancel: link.Bound{Kind: link.Bounded, D: 200 * ms}, Calls: []link.Call{call(true, 50*ms), call(true, 110*ms), call(true, 60*ms), call(false, 30*ms)}}
	got := draw(e)
	classes := func(l lane) (out []string) {
		for _, p := range l.Pieces {
			out = append(out, p.Class)
		}
		return out
	}
	require.Len(t, got.Lanes, 4)
	require.Equal(t, []string{"clipped"}, classes(got.Lanes[0]))
	require.Equal(t, []string{"clipped", "clipped cut"}, classes(got.Lanes[2]), "60ms, of which 40ms are left")
	last := got.Lanes[2].Pieces
	require.InDelta(t, got.Limit.At, last[1].Left, .01)
	require.InDelta(t, 2, last[0].Width/last[1].Width, .01)
	require.Equal(t, []string{"own"}, classes(got.Lanes[3]))
	require.InDelta(t, got.Limit.At, got.Lanes[3].Pieces[0].Left, .01)

	e.Calls[1].Parallel, e.Calls[2].Parallel = 1, 1
	got = draw(e)
	require.InDelta(t, got.Lanes[1].Pieces[0].Left, got.Lanes[2].Pieces[0].Left, .01, "beside each other")
	require.InDelta(t, got.Lanes[1].Pieces[0].Left+got.Lanes[1].Pieces[0].Width, got.Lanes[3].Pieces[0].Left, .02, "after the longer one")

	e.Calls = []link.Call{{Dependency: "d", All: link.Wait{Unbounded: true}}}
	require.Equal(t, []string{"own endless"}, classes(draw(e).Lanes[0]))
	e.Calls[0].Clipped = true
	require.Equal(t, []string{"clipped"}, classes(draw(e).Lanes[0]), "the context ends it")
}
