package driver_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	gomodule "golang.org/x/mod/module"
	"golang.org/x/mod/zip"
	"golang.org/x/tools/go/gcexportdata"

	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/internal/driver/cache"
)

// depends is a project with one dependency, which a proxy in a folder serves
// and which lies in a module cache of its own.
type depends struct {
	*project
	lib string // the dependency's folder, as the go command extracted it
}

func newDepends(t *testing.T) *depends {
	t.Helper()
	p := newProject(t, `
-- lib/go.mod --
module example.com/lib

go 1.26
-- lib/lib.go --
package lib

type T struct{ n int }

func (*T) Quick() {}
-- lib/more.go --
package lib

func (*T) Slow(s string) {}
-- app/go.mod --
module example.com/app

go 1.26

require example.com/lib v1.0.0
-- app/app.go --
package app

import "example.com/lib"

func wait() {}

func F(t *lib.T) { wait(); t.Slow(""); t.Quick() }
`)
	served := filepath.Join(p.dir, "proxy", "example.com", "lib", "@v")
	require.NoError(t, os.MkdirAll(served, 0o755))
	archive, err := os.Create(filepath.Join(served, "v1.0.0.zip"))
	require.NoError(t, err)
	require.NoError(t, zip.CreateFromDir(archive, gomodule.Version{Path: "example.com/lib", Version: "v1.0.0"}, filepath.Join(p.dir, "lib")))
	require.NoError(t, archive.Close())
	require.NoError(t, os.Rename(filepath.Join(p.dir, "lib", "go.mod"), filepath.Join(served, "v1.0.0.mod")))
	require.NoError(t, os.WriteFile(filepath.Join(served, "v1.0.0.info"), []byte(`{"Version": "v1.0.0"}`), 0o600))

	modules := t.TempDir()
	p.opts.Dir = filepath.Join(p.dir, "app")
	p.opts.Env = append(os.Environ(), "GOPROXY=file://"+filepath.ToSlash(filepath.Join(p.dir, "proxy")), "GOSUMDB=off", "GOMODCACHE="+modules,
		"GOFLAGS=-modcacherw", "GOWORK=off")
	tidy := exec.Command("go", "mod", "tidy")
	tidy.Dir, tidy.Env = p.opts.Dir, p.opts.Env
	out, err := tidy.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return &depends{p, filepath.Join(modules, "example.com", "lib@v1.0.0")}
}

// outside lists the entries of what the dependency declares.
func (d *depends) outside() (files []string) {
	d.t.Helper()
	files, err := filepath.Glob(filepath.Join(d.opts.Cache.Location(), "outside", "*", "*"))
	require.NoError(d.t, err)
	return files
}

// declared lists the names of the packages that the entries are about.
func (d *depends) declared() (names []string) {
	d.t.Helper()
	for _, file := range d.outside() {
		raw, err := hex.DecodeString(filepath.Base(file))
		require.NoError(d.t, err)
		data, ok := d.opts.Cache.Get("outside", cache.Key(raw))
		require.True(d.t, ok)
		pkg, err := gcexportdata.Read(bytes.NewReader(data), token.NewFileSet(), map[string]*types.Package{}, "any")
		require.NoError(d.t, err)
		names = append(names, pkg.Name())
	}
	return names
}

func (d *depends) edit(text string) {
	d.t.Helper()
	d.replace("app/app.go", "wait(); ", "wait(); _ = "+text+"; ")
}

// TestDamagedModuleCache damages what the go command has extracted, in the ways
// in which it may be found while somebody clears or fills it, and requires that
// nothing of it is kept: once it is whole, so is what is found.
func TestDamagedModuleCache(t *testing.T) {
	t.Parallel()
	d := newDepends(t)
	require.Empty(t, d.run().Skipped)
	require.Len(t, d.outside(), 1)
	for i, damage := range []struct {
		what string
		do   func(file string) error
	}{
		{"emptied", func(file string) error { return os.Truncate(file, 0) }},
		{"half written", func(file string) error { return os.Truncate(file, int64(len("package lib\n\nfunc (*T"))) }},
		{"removed", os.Remove},
	} {
		for _, listed := range []bool{false, true} {
			file := filepath.Join(d.lib, "more.go")
			whole, err := os.ReadFile(file)
			require.NoError(t, err)
			for _, entry := range d.outside() {
				require.NoError(t, os.Remove(entry))
			}
			done := func() {
				require.NoError(t, damage.do(file))
				d.opts.Progress = nil
			}
			if listed { // the go command is asked, and comes before
				d.write("app/more.go", fmt.Sprintf("package app\n\nimport _ %q\n\nvar _ = %d\n", []string{"fmt", "os", "io"}[i], i))
				d.opts.Progress = func(p driver.Progress) {
					if p.Phase == "reading imports" {
						done()
					}
				}
			} else { // what it said is known
				d.edit(fmt.Sprint(i))
				done()
			}
			res, err := driver.Run(t.Context(), d.opts)
			require.NoError(t, err)
			require.Len(t, res.Skipped, 1, damage.what)
			require.NotContains(t, d.declared(), "lib", "%s, and kept", damage.what)
			require.NoError(t, os.WriteFile(file, whole, 0o600))
			require.Empty(t, d.run().Skipped, damage.what)
			require.Contains(t, d.declared(), "lib")
			require.Equal(t, nothing, cost(d.run()))
		}
	}
}

// TestPoisonedOutside puts into the cache what an interrupted download once left
// there: a package without a name.
func TestPoisonedOutside(t *testing.T) {
	t.Parallel()
	d := newDepends(t)
	d.run()
	files := d.outside()
	require.Len(t, files, 1)
	raw, err := hex.DecodeString(filepath.Base(files[0]))
	require.NoError(t, err)
	var empty bytes.Buffer
	require.NoError(t, gcexportdata.Write(&empty, token.NewFileSet(), types.NewPackage("example.com/lib", "")))
	d.opts.Cache.Put("outside", cache.Key(raw), empty.Bytes())

	d.edit("1")
	res := d.run()
	require.Empty(t, res.Skipped)
	require.Contains(t, strings.Join(res.Asides, "\n"), "is of a package without a name: dropped")
	d.edit("2")
	d.reopen(d.opts.Cache.Location())
	res = d.run()
	require.Empty(t, res.Asides)
	require.Equal(t, []int{0, 1, 0, 1, 0}, cost(res), "it is there again, and right")
}
