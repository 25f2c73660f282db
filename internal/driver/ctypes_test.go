package driver_test

import (
	"fmt"
	"go/constant"
	"go/types"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/internal/driver/smoke"
	"github.com/timeoutlint/timeoutlint/internal/trust"
	"github.com/timeoutlint/timeoutlint/passes/program"
)

const built = `
-- go.mod --
module example.com/m

go 1.26

require example.com/dep v1.0.0

replace example.com/dep => ./dep
-- dep/go.mod --
module example.com/dep

go 1.26
-- dep/dep.go --
package dep

// #define MANY 300
import "C"

const Many = C.MANY
-- c/c.go --
package c

/*
#include <stdlib.h>
#include <string.h>
#define READ 20
#define VERSION "1.2"
#define HALF 0.5
enum kind { KA = 1, KB = 2 };
typedef enum kind kind;
struct point { int x; struct hidden *next; };
static int f(int n) { return n; }
static void g(void) {}
static int counter;
*/
import "C"

import "unsafe"

func wait() {}

const (
	Read    = C.READ
	Version = C.VERSION
	Half    = C.HALF
)

type Kind C.kind

const B Kind = C.KB

func Use(n int) (int, error) {
	p := C.struct_point{x: C.int(n)}
	if p.next == nil && C.f(p.x) > C.READ {
		wait()
	}
	s := C.CString("x")
	defer C.free(unsafe.Pointer(s))
	C.g()
	C.counter++
	b := C.malloc(3)
	_ = C.GoBytes(b, C.int(C.strlen(s)))
	x, err := C.f(3)
	return int(x), err
}
-- b/b.go --
package b

import (
	"example.com/dep"
	"example.com/m/c"
)

const Twice = 2 * c.Read

var (
	_ = c.Version
	_ = c.Half
	_ = c.B
	_ = dep.Many
)
`

// TestTrustBuiltC: where the build cache has what cgo made of a package, what
// comes from C has its types and values, and nothing is run to find them. What is
// kept is forgotten when the build cache has more, or less.
func TestTrustBuiltC(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("needs a C compiler to fill the build cache")
	}
	values := &analysis.Analyzer{Name: "values", Doc: "reports constants of others", Requires: []*analysis.Analyzer{program.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			if p, why := pass.ResultOf[program.Analyzer].(*program.Lazy).Build(); p == nil {
				return nil, fmt.Errorf("%s", why)
			}
			for id, obj := range pass.TypesInfo.Uses {
				if c, ok := obj.(*types.Const); ok && c.Pkg() != pass.Pkg && c.Pkg() != nil && pass.Pkg.Name() == "b" {
					text := "unknown"
					if c.Val().Kind() != constant.Unknown {
						text = c.Val().String()
					}
					pass.ReportRangef(id, "%s is %s", c.Name(), text)
				}
			}
			return nil, nil
		}}
	p := newProject(t, built)
	cache := t.TempDir()
	p.opts.Env = append(os.Environ(), "CGO_ENABLED=1", "GOCACHE="+cache, "GOFLAGS=", "GOWORK=off")
	p.opts.Analyzers = []*analysis.Analyzer{values, smoke.Analyzer}
	check := func(want ...string) driver.Result {
		t.Helper()
		res := p.run()
		require.Empty(t, res.Skipped)
		require.Empty(t, res.LeftOut)
		require.Empty(t, res.Crashes)
		var found []string
		for _, line := range told(p.dir, res) {
			text := strings.TrimSuffix(strings.TrimSuffix(line[strings.Index(line, ": ")+2:], " in _"), " in ")
			found = append(found, text)
		}
		slices.Sort(found)
		want = append(want, "wait waits for ever in Use")
		slices.Sort(want)
		require.Equal(t, want, found)
		return res
	}
	unknown := []string{"B is unknown", "Half is unknown", "Many is unknown", "Read is unknown", "Version is unknown"}
	known := []string{"B is 2", "Half is 0.5", "Many is 300", "Read is 20", `Version is "1.2"`}
	check(unknown...)
	check(unknown...)

	build := exec.Command("go", "build", "./...", "example.com/dep")
	build.Dir, build.Env = p.dir, p.opts.Env
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	check(known...)
	require.True(t, check(known...).Stats.WholeRun)
	p.replace("b/b.go", "2 * c.Read", "3 * c.Read")
	check(known...)

	require.NoError(t, os.RemoveAll(cache))
	check(unknown...)
	trust.Hold(t, trust.Row{Part: trust.Nothing, Tried: "code that uses C, with and without what cgo made of it in the build cache",
		Inputs: "a module of two packages and a dependency, before a build, after it, after an edit, and after the build cache is gone",
		Result: "constants and types from C are known where they are there, nothing is left out, and a warm run says what a cold one says"})
}
