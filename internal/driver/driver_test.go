package driver_test

import (
	"context"
	"errors"
	"fmt"
	"go/types"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/txtar"

	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/internal/driver/smoke"
	"github.com/timeoutlint/timeoutlint/passes/leftout"
	"github.com/timeoutlint/timeoutlint/passes/settings"
)

// module writes the files of a txtar text and returns their directory.
func module(t *testing.T, text string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	for _, file := range txtar.Parse([]byte(text)).Files {
		name := filepath.Join(dir, filepath.FromSlash(file.Name))
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, file.Data, 0o600))
	}
	return dir
}

func run(t *testing.T, opts driver.Options) driver.Result {
	t.Helper()
	if opts.Analyzers == nil {
		opts.Analyzers = []*analysis.Analyzer{smoke.Analyzer}
	}
	res, err := driver.Run(context.Background(), opts)
	require.NoError(t, err)
	return res
}

// told lists the diagnostics, a line each.
func told(dir string, res driver.Result) []string {
	var lines []string
	for _, p := range res.Packages {
		for _, d := range p.Diagnostics {
			file, _ := filepath.Rel(dir, d.Pos.Filename)
			lines = append(lines, fmt.Sprintf("%s:%d: %s in %s", filepath.ToSlash(file), d.Pos.Line, d.Message, d.Function))
		}
	}
	return lines
}

const three = `
-- go.mod --
module example.com/m

go 1.26
-- a/a.go --
package a

func wait() {}

type T struct{}

func (*T) Slow() { wait() }

func hidden() { wait() }
-- b/b.go --
package b

import "example.com/m/a"

func Slower(t *a.T) { t.Slow() }
-- c/c.go --
package c

import (
	"example.com/m/a"
	"example.com/m/b"
)

func Slowest() { b.Slower(&a.T{}) }
`

var wantThree = []string{
	"a/a.go:7: wait waits for ever in T.Slow",
	"a/a.go:9: wait waits for ever in hidden",
	"b/b.go:5: Slow waits for ever in Slower",
	"c/c.go:8: Slower waits for ever in Slowest",
}

func TestFactsCrossPackages(t *testing.T) {
	t.Parallel()
	dir := module(t, three)
	require.Equal(t, wantThree, told(dir, run(t, driver.Options{Dir: dir})))

	// Packages that were not asked for still tell what they know.
	res := run(t, driver.Options{Dir: dir, Patterns: []string{"./c"}})
	require.Equal(t, wantThree[3:], told(dir, res))
	require.Len(t, res.Packages, 1)
	require.Equal(t, 3, res.Stats.Analyzed)
}

func TestEncodedFactsSayTheSame(t *testing.T) {
	t.Parallel()
	dir := module(t, three)
	res := run(t, driver.Options{Dir: dir, EncodeFacts: true})
	require.Equal(t, wantThree, told(dir, res))
	require.Empty(t, res.Crashes)
	require.Equal(t, 3, res.Stats.Facts.Count, "of hidden there is none: no importer can see it")
	require.Positive(t, res.Stats.Facts.MedianBytes)
	require.Contains(t, res.Stats.Facts.Largest, "*smoke.Waits")
}

type unencodable struct{ F func() }

func (*unencodable) AFact() {}

func TestFactThatCannotBeEncoded(t *testing.T) {
	t.Parallel()
	a := &analysis.Analyzer{Name: "bad", Doc: "exports what gob refuses", FactTypes: []analysis.Fact{(*unencodable)(nil)},
		Run: func(pass *analysis.Pass) (any, error) {
			pass.ExportPackageFact(&unencodable{F: func() {}})
			return nil, nil
		}}
	res := run(t, driver.Options{Dir: module(t, three), Patterns: []string{"./a"}, Analyzers: []*analysis.Analyzer{a}, EncodeFacts: true})
	require.Len(t, res.Crashes, 1)
	require.Contains(t, res.Crashes[0].Reason, "unencodable")
}

// TestGlimpse: of a package that does not type-check those results are kept that
// can be had despite it.
func TestGlimpse(t *testing.T) {
	t.Parallel()
	kind := reflect.TypeFor[int]()
	careful := &analysis.Analyzer{Name: "careful", Doc: "counts files", ResultType: kind, RunDespiteErrors: true,
		Run: func(pass *analysis.Pass) (any, error) { return len(pass.Files) + 10*len(pass.TypeErrors), nil }}
	other := &analysis.Analyzer{Name: "other", Doc: "counts files", ResultType: kind,
		Run: func(pass *analysis.Pass) (any, error) { return len(pass.Files), nil }}
	broken := three + `
-- d/d.go --
package d

var x = undefined
-- e/e.go --
package e

func {
`
	res := run(t, driver.Options{Dir: module(t, broken), Patterns: []string{"./a", "./d", "./e"}, Collect: []*analysis.Analyzer{other, careful}})
	require.Len(t, res.Packages, 1)
	require.Equal(t, []any{1, 1}, res.Packages[0].Results)
	require.Len(t, res.Skipped, 2)
	require.Equal(t, []any{nil, 11}, res.Skipped[0].Results)
	require.Empty(t, res.Skipped[1].Results, "what does not parse is not looked at")
}

func TestSameResultInAnyOrder(t *testing.T) {
	t.Parallel()
	dir := module(t, three)
	want := run(t, driver.Options{Dir: dir})
	want.Stats = driver.Stats{}
	for _, patterns := range [][]string{{"./c", "./b", "./a"}, {"./b", "./c", "./a"}, {"./..."}} {
		got := run(t, driver.Options{Dir: dir, Patterns: patterns})
		got.Stats = driver.Stats{}
		require.Equal(t, want, got)
	}
}

func TestThirdPartyCodeIsNotAnalysed(t *testing.T) {
	t.Parallel()
	dir := module(t, three+`
-- m/go.mod --
module example.com/other

go 1.26

require example.com/m v1.2.3

replace example.com/m v1.2.3 => ../
-- m/m.go --
package m

import "example.com/m/b"

func F() { b.Slower(nil) }
`)
	var seen []string
	spy := &analysis.Analyzer{Name: "spy", Doc: "looks at the pass", FactTypes: []analysis.Fact{(*smoke.Waits)(nil)},
		Run: func(pass *analysis.Pass) (any, error) {
			seen = append(seen, pass.Pkg.Path()+" of "+pass.Module.Path+" go "+pass.Module.GoVersion)
			for _, f := range pass.AllObjectFacts() {
				seen = append(seen, f.Object.Name())
			}
			return nil, nil
		}}
	set := settings.Default()
	res := run(t, driver.Options{Dir: filepath.Join(dir, "m"), Analyzers: []*analysis.Analyzer{spy}, Settings: set})
	require.Equal(t, []string{"example.com/other of example.com/other go 1.26"}, seen)
	require.Equal(t, "v1.2.3", set.Versions["example.com/m"])
	require.True(t, strings.HasPrefix(set.Versions["std"], "go1."))
	require.Equal(t, 1, res.Stats.Analyzed)
	require.Equal(t, 2, res.Stats.External)
}

// TestAllFactsAreThoseBelow checks that what else was analysed in the same run
// does not show.
func TestAllFactsAreThoseBelow(t *testing.T) {
	t.Parallel()
	dir := module(t, three)
	list := &analysis.Analyzer{Name: "list", Doc: "lists facts", FactTypes: []analysis.Fact{(*smoke.Waits)(nil)}}
	list.Run = func(pass *analysis.Pass) (any, error) {
		var names []string
		for _, f := range pass.AllObjectFacts() {
			names = append(names, f.Object.Pkg().Name()+"."+f.Object.Name())
		}
		pass.Reportf(pass.Files[0].Package, "%v", names)
		for _, file := range pass.Files {
			for _, obj := range file.Decls {
				_ = obj
			}
		}
		for _, name := range pass.Pkg.Scope().Names() {
			if fn, ok := pass.Pkg.Scope().Lookup(name).(*types.Func); ok && fn.Exported() {
				pass.ExportObjectFact(fn, &smoke.Waits{Callee: "x"})
			}
		}
		return nil, nil
	}
	res := run(t, driver.Options{Dir: dir, Patterns: []string{"./c", "./a", "./b"}, Analyzers: []*analysis.Analyzer{list}})
	require.Equal(t, []string{"a/a.go:1: [] in ", "b/b.go:1: [] in ", "c/c.go:1: [b.Slower] in "}, told(dir, res))
}

func TestOverlay(t *testing.T) {
	t.Parallel()
	dir := module(t, three)
	res := run(t, driver.Options{Dir: dir, Patterns: []string{"./a"}, Overlay: map[string][]byte{
		filepath.Join(dir, "a", "a.go"): []byte("package a\n\nfunc wait() {}\n\n\nfunc edited() { wait() }\n"),
	}})
	require.Equal(t, []string{"a/a.go:6: wait waits for ever in edited"}, told(dir, res))
}

func TestCancelled(t *testing.T) {
	t.Parallel()
	dir := module(t, three)
	ctx, cancel := context.WithCancel(context.Background())
	release := make(chan struct{})
	t.Cleanup(func() { close(release) })
	stuck := &analysis.Analyzer{Name: "stuck", Doc: "never returns", Run: func(*analysis.Pass) (any, error) {
		cancel()
		<-release
		return nil, nil
	}}
	_, err := driver.Run(ctx, driver.Options{Dir: dir, Analyzers: []*analysis.Analyzer{stuck}})
	require.ErrorIs(t, err, context.Canceled)

	_, err = driver.Run(ctx, driver.Options{Dir: dir})
	require.ErrorIs(t, err, context.Canceled)
}

func TestFailureOfOneAnalyzer(t *testing.T) {
	t.Parallel()
	dir := module(t, three)
	broken := &analysis.Analyzer{Name: "broken", Doc: "fails", Run: func(pass *analysis.Pass) (any, error) {
		if pass.Pkg.Name() == "b" {
			return nil, errors.New("no idea")
		}
		return nil, nil
	}}
	above := &analysis.Analyzer{Name: "above", Doc: "requires what fails", Requires: []*analysis.Analyzer{broken},
		Run: func(*analysis.Pass) (any, error) { return nil, nil }}
	res := run(t, driver.Options{Dir: dir, Analyzers: []*analysis.Analyzer{above, smoke.Analyzer}})
	require.Equal(t, []driver.Crash{{Package: "example.com/m/b", Analyzer: "broken", Reason: "no idea"}}, res.Crashes)
	require.Equal(t, []driver.LeftOut{{Package: "example.com/m/b", Item: leftout.Item{Rule: "above", Reason: "it needs broken, which crashed"}}}, res.LeftOut)
	require.Equal(t, wantThree, told(dir, res))
}

// TestStandardLibrary loads all of it whole: nothing crashes and no package is
// lost without a word.
func TestStandardLibrary(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	t.Parallel()
	res := run(t, driver.Options{Dir: t.TempDir(), Patterns: []string{"std"}})
	require.Empty(t, res.Crashes)
	require.Empty(t, res.Skipped)
	require.Empty(t, res.Notices)
	require.Equal(t, 2, res.Stats.GoCommands)
	require.Greater(t, res.Stats.Analyzed, 300)
	require.Equal(t, res.Stats.Listed, res.Stats.Analyzed+res.Stats.External+res.Stats.Empty+1, "package unsafe is none of these")
}
