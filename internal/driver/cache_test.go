package driver_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/internal/driver/cache"
	"github.com/timeoutlint/timeoutlint/internal/driver/smoke"
	"github.com/timeoutlint/timeoutlint/passes/settings"
)

// project is a module and a cache of its own.
type project struct {
	t    *testing.T
	dir  string
	opts driver.Options
}

func newProject(t *testing.T, text string) *project {
	t.Helper()
	dir := module(t, text)
	p := &project{t: t, dir: dir, opts: driver.Options{Dir: dir, Analyzers: []*analysis.Analyzer{smoke.Analyzer}}}
	p.reopen(filepath.Join(t.TempDir(), "cache"))
	return p
}

func (p *project) reopen(dir string) {
	p.t.Helper()
	c, err := cache.Open(dir)
	require.NoError(p.t, err)
	p.opts.Cache = c
}

func (p *project) write(name, text string) {
	p.t.Helper()
	file := filepath.Join(p.dir, filepath.FromSlash(name))
	require.NoError(p.t, os.MkdirAll(filepath.Dir(file), 0o755))
	require.NoError(p.t, os.WriteFile(file, []byte(text), 0o600))
}

func (p *project) replace(name, old, text string) {
	p.t.Helper()
	data, err := os.ReadFile(filepath.Join(p.dir, filepath.FromSlash(name)))
	require.NoError(p.t, err)
	require.Contains(p.t, string(data), old)
	p.write(name, strings.Replace(string(data), old, text, 1))
}

// run runs with the cache and requires the findings of a run without.
func (p *project) run() driver.Result {
	p.t.Helper()
	opts := p.opts
	opts.Settings = settings.Default()
	res, err := driver.Run(context.Background(), opts)
	require.NoError(p.t, err)
	opts.Cache, opts.Settings = nil, settings.Default()
	want, err := driver.Run(context.Background(), opts)
	require.NoError(p.t, err)
	require.Equal(p.t, want.Packages, res.Packages)
	require.Equal(p.t, want.Skipped, res.Skipped)
	require.Equal(p.t, want.Notices, res.Notices)
	return res
}

// cost is what a run did, in the order: go commands, packages analysed,
// reused, read, loaded from source outside the project.
func cost(res driver.Result) []int {
	s := res.Stats
	if s.WholeRun {
		s.Reused = 0
	}
	return []int{s.GoCommands, s.Analyzed, s.Reused, s.Imported, s.External}
}

var nothing = []int{0, 0, 0, 0, 0}

const stack = `
-- go.mod --
module example.com/m

go 1.26
-- low/low.go --
package low

import "strings"

type T struct{ n int }

func wait() {}

func (*T) Slow(s string) { wait() }

func (*T) Quick(s string) string { return strings.ToUpper(s) }
-- mid/mid.go --
package mid

import "example.com/m/low"

type U struct{ low.T }

func Do(t *low.T) { t.Quick("") }
-- high/high.go --
package high

import "example.com/m/mid"

func Do(u *mid.U) { mid.Do(&u.T); u.Slow("") }
-- apart/apart.go --
package apart

import "fmt"

func wait() {}

func F() { wait(); fmt.Println() }
`

// TestWhatAnEditCosts is the contract of the cache, in counts.
func TestWhatAnEditCosts(t *testing.T) {
	t.Parallel()
	p := newProject(t, stack)
	first := p.run()
	require.Equal(t, []int{2, 4, 0}, cost(first)[:3])
	require.Positive(t, first.Stats.External)

	require.Equal(t, nothing, cost(p.run()), "nothing changed: not even the go command")

	p.replace("apart/apart.go", "func F() { wait()", "func F() { wait(); wait()")
	require.Equal(t, []int{0, 1, 3, 1, 0}, cost(p.run()), "a leaf")

	p.replace("low/low.go", "strings.ToUpper(s)", "strings.ToLower(s)")
	require.Equal(t, []int{0, 1, 3, 1, 0}, cost(p.run()), "a body, low in the tree")

	p.replace("low/low.go", "strings.ToLower(s) }", "strings.ToLower(s) }\n\nfunc unseen() { wait() }")
	require.Equal(t, []int{0, 1, 3, 1, 0}, cost(p.run()), "what no importer can see")

	p.replace("low/low.go", "func unseen", "func Seen() int { return 1 }\n\nfunc unseen")
	require.Equal(t, []int{0, 1, 3, 1, 0}, cost(p.run()), "a function that no importer names")

	p.replace("mid/mid.go", `{ t.Quick("") }`, `{ t.Quick(""); low.Seen() }`)
	require.Equal(t, []int{0, 1, 3}, cost(p.run())[:3], "an importer that names it")

	p.replace("low/low.go", "func Seen() int { return 1 }", "func Seen() string { return `` }")
	require.Equal(t, []int{0, 2, 2}, cost(p.run())[:3], "the importer that names it, and not the others")

	p.replace("low/low.go", "{ return `` }", "{ wait(); return `` }")
	require.Equal(t, []int{0, 3, 1}, cost(p.run())[:3], "a fact about it, which makes one about the importer")

	p.replace("low/low.go", "func unseen", "func (*T) More() {}\n\nfunc unseen")
	require.Equal(t, 3, p.run().Stats.Analyzed, "what importers see, and theirs through an embedded type")

	p.replace("low/low.go", "{ return strings.ToLower(s) }", "{ wait(); return strings.ToLower(s) }")
	require.Equal(t, 3, p.run().Stats.Analyzed, "a fact that importers see")

	p.replace("low/low.go", "{ wait(); return strings.ToLower(s) }", "{ return strings.ToLower(s) }")
	require.Equal(t, nothing, cost(p.run()), "a state that was there before")

	p.replace("low/low.go", "func unseen", "type Lone struct{ N int }\n\nfunc (Lone) Method() {}\n\nfunc unseen")
	require.Equal(t, []int{0, 1, 3, 1, 0}, cost(p.run()), "a type that no importer names")

	p.replace("mid/mid.go", "low.Seen() }", "low.Seen() }\n\nfunc Gives() (l []*low.Lone) { return }")
	require.Equal(t, []int{0, 1, 3}, cost(p.run())[:3], "an importer that names it")

	p.replace("low/low.go", "N int", "N, M int")
	require.Equal(t, []int{0, 2, 2}, cost(p.run())[:3], "of three packages above, the one that names it")

	p.replace("high/high.go", "u.Slow", "_ = mid.Gives; u.Slow")
	require.Equal(t, []int{0, 1, 3}, cost(p.run())[:3], "a package that names what leads to it")

	p.replace("low/low.go", "N, M int", "N int; next *other }\n\ntype other struct{ lone *Lone")
	require.Equal(t, []int{0, 3, 1}, cost(p.run())[:3], "the type, and those above that can reach it")

	p.replace("low/low.go", "{ lone *Lone", "{ lone Lone2 }\n\ntype Lone2 interface{ Do()")
	require.Equal(t, []int{0, 3, 1}, cost(p.run())[:3], "a type behind it")

	p.replace("low/low.go", "func (Lone) Method() {}", "func (Lone) Method() { wait() }")
	require.Equal(t, []int{0, 3, 1}, cost(p.run())[:3], "a fact about a method of it")

	p.replace("low/low.go", "func unseen", "type Looked interface{ For() }\n\nfunc unseen")
	require.Equal(t, []int{0, 2, 2}, cost(p.run())[:3], "an interface, which importers may look for")

	p.replace("apart/apart.go", `import "fmt"`, `import ("fmt"; "strings")`)
	p.replace("apart/apart.go", "fmt.Println()", "fmt.Println(strings.ToUpper(``))")
	require.Equal(t, []int{2, 1, 3, 2, 0}, cost(p.run()), "an import: the go command is asked")

	p.write("new/new.go", "package new\n\nfunc wait() {}\n\nfunc F() { wait() }\n")
	require.Equal(t, []int{2, 1, 4, 0, 0}, cost(p.run()), "a new package")

	p.write("mid/mid_windows.go", "package mid\n\nfunc Do(int) {}\n")
	res := p.run()
	require.Equal(t, 2, res.Stats.GoCommands)
	require.LessOrEqual(t, res.Stats.Analyzed, 1, "a file for another platform")

	p.write("low/low_test.go", "package low\n")
	require.Equal(t, nothing, cost(p.run()), "tests were not asked for")
	p.opts.Tests = true
	require.Equal(t, 2, p.run().Stats.GoCommands)
	require.Equal(t, nothing, cost(p.run()))
	p.replace("low/low_test.go", "package low\n", "package low\n\nfunc waiting() { wait() }\n")
	res = p.run()
	require.Equal(t, []int{0, 1, 5}, cost(res)[:3], "a test: the package with it, and not the package")
}

// TestImporterOfAllNames: a package that makes the names of another its own
// sees every one of them.
func TestImporterOfAllNames(t *testing.T) {
	t.Parallel()
	p := newProject(t, stack+`
-- dot/dot.go --
package dot

import . "example.com/m/low"

func wait() {}

func Do(t *T) { wait(); t.Quick("") }
`)
	p.run()
	p.replace("low/low.go", "strings.ToUpper(s) }", "strings.ToUpper(s) }\n\nfunc Other() {}")
	require.Equal(t, []int{0, 2, 3}, cost(p.run())[:3])
	p.replace("low/low.go", "func Other", "func Do")
	require.NotEmpty(t, p.run().Skipped, "a name that it declares itself")
}

// TestVariantsOfTests checks packages that a test has compiled anew, of which
// nothing is read.
func TestVariantsOfTests(t *testing.T) {
	t.Parallel()
	p := newProject(t, stack+`
-- low/in_test.go --
package low

func helper() { wait() }

func (*T) ForTests() { helper() }
-- low/out_test.go --
package low_test

import (
	"example.com/m/high"
	"example.com/m/low"
	"example.com/m/mid"
)

func use(u *mid.U) { high.Do(u); new(low.T).ForTests() }
`)
	p.opts.Tests = true
	p.run()
	require.Equal(t, nothing, cost(p.run()))
	p.replace("low/out_test.go", "high.Do(u);", "high.Do(u); high.Do(u);")
	p.run()
	p.replace("low/in_test.go", "func helper() {", "func helper() { wait();")
	p.run()
	p.replace("mid/mid.go", `t.Quick("")`, `t.Slow("")`)
	p.run()
	p.replace("low/low.go", "type T struct{ n int }", "type T struct{ N int }")
	p.run()
	require.Equal(t, nothing, cost(p.run()))
}

func TestIllTypedIsNeverKept(t *testing.T) {
	t.Parallel()
	p := newProject(t, stack)
	p.replace("low/low.go", "return strings", "return 1 + strings")
	res := p.run()
	require.Len(t, res.Skipped, 1)
	require.Contains(t, strings.Join(res.Asides, "\n"), "not every package could be analysed")
	res = p.run()
	require.Len(t, res.Skipped, 1)
	require.Equal(t, 0, res.Stats.GoCommands)
	require.Equal(t, 1, res.Stats.Reused, "apart, which depends on none of it")
	p.replace("low/low.go", "return 1 + strings", "return strings")
	require.Empty(t, p.run().Skipped)
	require.Equal(t, nothing, cost(p.run()))
}

// TestDamagedEntries damages every file of the cache, one kind at a time.
func TestDamagedEntries(t *testing.T) {
	t.Parallel()
	p := newProject(t, stack)
	p.run()
	for i, kind := range []string{"run", "watch", "graph", "package", "facts", "outside"} {
		p.replace("apart/apart.go", "wait(); ", fmt.Sprintf("wait(); _ = %d; ", i))
		files, err := filepath.Glob(filepath.Join(p.opts.Cache.Location(), kind, "*", "*"))
		require.NoError(t, err)
		require.NotEmpty(t, files, kind)
		for j, file := range files {
			data, err := os.ReadFile(file)
			require.NoError(t, err)
			if j%2 == 0 {
				data[len(data)-1] ^= 1
			} else {
				data = data[:len(data)/2]
			}
			require.NoError(t, os.WriteFile(file, data, 0o600))
		}
		p.replace("mid/mid.go", `t.Quick("")`, `t.Quick("x"); t.Quick("")`)
		p.reopen(p.opts.Cache.Location())
		res := p.run()
		if kind != "run" { // of a state that is past
			require.Contains(t, strings.Join(res.Asides, "\n"), "is damaged: dropped", kind)
		}
		require.Equal(t, nothing, cost(p.run()), kind)
	}
}

// TestNoRoom runs where nothing can be written.
func TestNoRoom(t *testing.T) {
	t.Parallel()
	p := newProject(t, stack)
	for _, kind := range []string{"package", "facts", "outside", "run", "watch", "graph"} {
		require.NoError(t, os.WriteFile(filepath.Join(p.opts.Cache.Location(), kind), nil, 0o600))
	}
	res := p.run()
	require.Contains(t, strings.Join(res.Asides, "\n"), "cannot write, going on without")
}

// TestTogether runs many at once on one cache.
func TestTogether(t *testing.T) {
	t.Parallel()
	p := newProject(t, stack)
	var group sync.WaitGroup
	want := run(t, driver.Options{Dir: p.dir})
	for range 6 {
		c, err := cache.Open(p.opts.Cache.Location())
		require.NoError(t, err)
		group.Go(func() {
			res, err := driver.Run(context.Background(), driver.Options{Dir: p.dir, Analyzers: []*analysis.Analyzer{smoke.Analyzer}, Cache: c})
			if err != nil || fmt.Sprint(res.Packages) != fmt.Sprint(want.Packages) {
				t.Errorf("%v\n%v\n%v", err, res.Packages, want.Packages)
			}
		})
	}
	group.Wait()
}

type waits struct{ At string }

func (*waits) AFact() {}

// TestAllFactsAreNotKept checks an analyzer that looks at more than a key holds.
func TestAllFactsAreNotKept(t *testing.T) {
	t.Parallel()
	p := newProject(t, stack)
	count := &analysis.Analyzer{Name: "count", Doc: "counts facts", FactTypes: []analysis.Fact{(*waits)(nil)}}
	count.Run = func(pass *analysis.Pass) (any, error) {
		for id, obj := range pass.TypesInfo.Uses {
			if id.Name == "wait" {
				pass.ExportPackageFact(&waits{At: obj.Name()})
			}
		}
		if pass.Pkg.Name() == "high" {
			pass.Reportf(pass.Files[0].Package, "%d", len(pass.AllPackageFacts()))
		}
		return nil, nil
	}
	p.opts.Analyzers = []*analysis.Analyzer{count}
	p.run()
	p.replace("low/low.go", "strings.ToUpper(s)", "strings.ToLower(s)")
	p.run()
	p.replace("low/low.go", "{ return strings", "{ wait(); return strings")
	p.run()
}

// TestOverlayIsSeen checks that text from an editor counts as the file.
func TestOverlayIsSeen(t *testing.T) {
	t.Parallel()
	p := newProject(t, stack)
	name := filepath.Join(p.dir, "apart", "apart.go")
	p.run()
	p.opts.Overlay = map[string][]byte{name: []byte("package apart\n\nfunc wait() {}\n\n\nfunc F() { wait() }\n")}
	p.run()
	p.opts.Overlay[name] = []byte("package apart\n\nfunc wait() {}\n\n\n\nfunc F() { wait() }\n")
	require.Equal(t, []int{0, 1, 3}, cost(p.run())[:3], "a body in an editor")
	p.opts.Overlay[name] = nil
	res, err := driver.Run(context.Background(), p.opts)
	require.NoError(t, err)
	require.Len(t, res.Packages, 3, "a file that the editor has deleted")
}

// TestNoCompiler runs with an empty build cache and looks who calls the tools
// of the go command.
func TestNoCompiler(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	require.NoError(t, err)
	p := newProject(t, strings.Replace(stack, `import "fmt"`, "import (\n\t\"fmt\"\n\t\"net/http\"\n)\n\nvar _ http.Client", 1))
	log := filepath.Join(t.TempDir(), "log")
	p.opts.Env = append(os.Environ(), "GOCACHE="+t.TempDir(), "GOFLAGS=-toolexec="+self, "TOOLS_RUN="+log)
	p.opts.Tests = true
	res := p.run()
	require.Equal(t, 2, res.Stats.GoCommands)
	require.Zero(t, res.Stats.Bodies, "no rule asked for it")
	p.replace("low/low.go", "type T struct{", "type T struct{ Field int; ")
	p.run()
	require.NoFileExists(t, log)
	require.Equal(t, nothing, cost(p.run()))
}

// TestVendored changes a copy of somebody else's code.
func TestVendored(t *testing.T) {
	t.Parallel()
	p := newProject(t, `
-- app/go.mod --
module example.com/app

go 1.26

require example.com/lib v1.0.0
-- app/go.sum --
-- app/a.go --
package app

import "example.com/lib"

func wait() {}

func F() { wait(); lib.Do() }
`)
	p.opts.Dir = filepath.Join(p.dir, "app")
	p.write("app/vendor/modules.txt", "# example.com/lib v1.0.0\n## explicit; go 1.20\nexample.com/lib\n")
	p.write("app/vendor/example.com/lib/lib.go", "package lib\n\nfunc Do() {}\n")
	require.Len(t, p.run().Packages, 1)
	require.Equal(t, nothing, cost(p.run()))
	p.write("app/vendor/example.com/lib/lib.go", "package lib\n\nfunc Do(int) {}\n")
	require.Len(t, p.run().Skipped, 1, "a copy that somebody has changed is seen")
	p.write("app/vendor/example.com/lib/lib.go", "package lib\n\nfunc Do() {}\n")
	require.Empty(t, p.run().Skipped)
}

// TestDependencyOfTheHouse is about a dependency that is analysed: its facts
// are known, its diagnostics are nobody's, and it is analysed once.
func TestDependencyOfTheHouse(t *testing.T) {
	t.Parallel()
	p := newProject(t, three+`
-- m/go.mod --
module example.com/other

go 1.26

require example.com/m v1.2.3

replace example.com/m v1.2.3 => ../
-- m/m.go --
package m

import "example.com/m/b"

func wait() {}

func F() { b.Slower(nil); wait() }
`)
	p.opts.Dir = filepath.Join(p.dir, "m")
	without := p.run()
	require.Equal(t, 1, without.Stats.Analyzed)

	p.opts.Deps = []string{"example.com/m*", "corp.example.com"}
	with := p.run()
	require.Equal(t, []string{"deps: no module that the packages need matches corp.example.com"}, with.Notices)
	require.Len(t, with.Packages, 1, "nobody asked for its findings")
	require.Greater(t, len(with.Packages[0].Diagnostics), len(without.Packages[0].Diagnostics), "a fact of it is known")
	require.Equal(t, 3, with.Stats.Analyzed)

	require.Equal(t, nothing, cost(p.run()))
	p.replace("m/m.go", "wait() }", "wait(); wait() }")
	require.Equal(t, 1, p.run().Stats.Analyzed, "it is analysed once")
}
