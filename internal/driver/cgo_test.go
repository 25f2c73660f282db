package driver_test

import (
	"errors"
	"fmt"
	"maps"
	"os"
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

// c is what the packages below take from C. Nothing of it is known to the
// checker, and nothing compiles it.
const c = `
-- go.mod --
module example.com/m

go 1.26
-- c/c.go --
package c

/*
#define READ 20
#define WRITE 21
#define VERSION "1.2"
enum kind { KA = 1, KB = 2 };
typedef enum kind kind;
struct point { int x; };
int f(int);
void *g(void);
*/
import "C"

import "unsafe"

func wait() {}

const (
	Read    = C.READ
	Write   = C.WRITE
	Version = C.VERSION
)

type Kind C.kind

const (
	A Kind = C.KA
	B Kind = C.KB
)

func (k Kind) String() string {
	switch k {
	case A:
		return "a"
	case B:
		wait()
	}
	return Version
}

type Point struct {
	point *C.struct_point
	Next  *Point
}

var Limit = int(C.READ)

func Wait(p *Point, k Kind) int { wait(); return int(C.f(C.int(k))) }

func Pointer() unsafe.Pointer { return C.g() }
%s`

// shapes are the ways in which code may use what comes from C: bodies of a
// function that calls wait behind them, in c itself.
var shapes = []string{
	`C.f(1)`, `_ = C.f(1)`, `x := C.f(1); x++; _ = x`, `var x C.int = 3; x += C.f(x)`, `x, err := C.f(2); _, _ = x, err`,
	`if C.f(1) == 0 { return }`, `if rv := C.f(1); rv != C.READ && rv > 0 { wait() }`, `for C.f(1) < 3 { wait() }`, `for i := C.int(0); i < C.f(3); i++ { wait() }`,
	`switch C.f(1) { case C.READ: wait(); case 2, C.WRITE: default: }`, `switch x := C.f(1); x { case C.READ: wait() }`,
	`switch n { case C.READ, C.WRITE: wait(); case int(C.KA): }`, `n = int(C.f(C.int(n)))`, `n += int(C.f(1))`, `n = int(C.READ) << 2; _ = -n`,
	`s := C.GoString((*C.char)(C.g())); _ = s + "x"; n = len(s)`, `b := C.GoBytes(C.g(), 3); _ = b[1:n]; _ = append(b, 1)`, `p := (*int64)(C.g()); *p = 3; n = int(*p)`,
	`p := (*C.struct_point)(C.g()); p.x = 3; _ = p.x`, `var p C.struct_point; _ = &p; p.x = 1`, `p := &C.struct_point{x: 3}; _ = p`, `a := []C.int{1, C.f(1)}; for i, x := range a { n += i; _ = x }`,
	`m := map[C.int]string{}; m[C.f(1)] = "x"; v, ok := m[3]; _, _ = v, ok`, `m := map[string]C.int{}; for k, v := range m { _, _ = k, v }`, `a := [4]int{}; a[C.READ] = 1; a[C.f(1)]++; n = a[C.f(2)]`,
	`ch := make(chan C.int, 1); ch <- C.f(1); x := <-ch; _ = x`, `ch := make(chan int, 1); ch <- int(C.f(1)); select { case x := <-ch: n = x; case ch <- int(C.f(2)): default: }`,
	`ch := make(chan C.int); select { case x := <-ch: _ = x; case ch <- C.f(1): default: }`, `go C.f(1)`, `defer C.f(C.int(n))`, `defer func() { C.f(1) }()`, `go func(x C.int) { C.f(x) }(C.f(2))`,
	`g := func(x C.int) C.int { wait(); return C.f(x) }; g(1); n = int(g(2))`, `h := C.g; _ = h`, `take(func() C.int { wait(); return 3 })`, `take(C.f(1), n, "x")`, `take(C.f(1))`,
	`var i any = C.f(1); switch i.(type) { case C.int: wait(); case *C.struct_point, int: }`, `switch x := any(C.f(1)).(type) { case C.int: _ = x; case int: n = x }`, `x, ok := any(n).(C.int); _, _ = x, ok`,
	`_ = C.f(1) == 0 && C.f(2) != 0 || n > 0`, `ok := C.f(1) == 0; if !ok { wait() }`, `_ = unsafe.Sizeof(C.f(1))`, `_ = unsafe.Pointer(&[]C.int{1}[0])`, `_ = uintptr(C.g()) + 1`, `_ = (*[1 << 20]byte)(C.g())[:n:n]`,
	`const x = C.READ; n = x`, `const x = int(C.READ); n = x + 1`, `type t C.int; var v t; _ = v + 1`, `type t struct { c C.int; n int }; v := t{C.f(1), 2}; n = v.n; v.c = 3; _ = v.c`, `_ = []string{C.READ: "x"}`,
	`e := Point{point: (*C.struct_point)(C.g())}; e.point = nil; _ = e.Next; e.Next = &Point{}; _ = e.point.x`, `return; C.f(1)`, `L: for { if C.f(1) == 0 { break L }; wait() }`, `var a, b = C.f(1), n; _, _ = a, b`,
	`a, b := n, C.f(1); _, _ = a, b`, `var x *C.char; if x == nil { wait() }; x = nil; _ = x`, `x := C.CString("x"); defer C.free(unsafe.Pointer(x)); C.f((C.int)(len("x")))`, `C.errno = 3; x := C.errno; _ = x; _ = &C.errno`,
	`helper(C.f(1)); if err := helper(3); err != nil { wait() }`, `r, err := pair(C.f(1)); _, _ = r, err`, `n, _ = pair2(C.f(1))`, `_ = Kind(C.f(1)).String()`, `_ = generic[C.int](C.f(1)); _ = generic(C.f(1)); _ = generic(n)`,
	`_ = min(n, int(C.f(1))); _ = min(C.f(1), 2)`, `clear(map[C.int]int{}); print(C.f(1)); panic(C.GoString(nil))`, `var f func(C.int); f = func(x C.int) {}; f(1)`, `for i := range int(C.f(1)) { n += i }`, `for range C.f(1) { wait() }`,
	`var w [C.READ]byte; w[0] = 1; n = len(w)`, `x := [...]C.int{1, 2}; for _, v := range x { _ = v }`, `if x, err := C.f(1); err != nil || x < 0 { return }`,
}

// above are the ways in which a package of Go alone meets what another has from C.
var above = []string{
	`return op == c.Read`, `return op != c.Read && op < c.Write`, `switch op { case c.Read: return true; case c.Write: wait() }; return false`, `switch { case op == c.Read: return true }; return false`,
	`take(c.A); return false`, `t := T{c.Version, c.A}; return t.v == ""`, `t := T{v: c.Version}; t.k = c.B; return t.k == c.A`, `v := c.Version + "x"; return len(v) > 3`, `n := c.Read | c.Write; return n&op != 0`,
	`return c.Limit == op`, `var k c.Kind; k = c.A; return k.String() == ""`, `m := map[int]bool{c.Read: true, c.Write: false}; return m[op]`, `m := map[c.Kind]int{c.A: 1}; m[c.B]++; return m[c.A] > 0`,
	`p := &c.Point{}; p.Next = p; return c.Wait(p, c.A) > 0`, `const r = c.Read; return op == r`, `a := [3]int{}; a[0] = c.Read; return a[0] == op`, `var f float64 = c.Read; return f > 1`, `var u uint8 = c.Read; return u == 1`,
	`return int64(c.Read) == int64(op)`, `d := 3 * c.Read; return d > op`, `s := []string{c.Version}; for i, v := range s { if v == c.Version { return i == c.Read } }; return true`, `defer take(c.A); go take(c.B); return true`,
	`x := interface{}(c.Read); _, ok := x.(int); return ok`, `return func(k c.Kind) bool { return k == c.A }(c.B)`, `f := c.Kind.String; return f(c.A) == "" && c.Pointer() == nil`, `if k, n := c.A, c.Read; n > 0 { take(k) }; return false`,
}

const helpers = `
func take(any ...any) {}
func helper(x C.int) error { wait(); return nil }
func pair(x C.int) (C.int, error) { return x, nil }
func pair2(x C.int) (int, error) { return int(x), nil }
func generic[T any](x T) T { return x }
`

// bodies makes a function of each shape, and behind it one that only waits, so
// that it can be told from what is found what became of every function.
func bodies(shapes []string, signature string) (text string, waits int) {
	var out strings.Builder
	for i, shape := range shapes {
		fmt.Fprintf(&out, "\nfunc f%d%s { wait(); %s }\n", i, signature, shape)
		waits += 1 + strings.Count(shape, "wait()")
	}
	return out.String(), waits
}

// TestTrustC: a package that uses C, and one that imports it, are analysed like
// any other, whatever they do with what comes from there, and no function is
// left out.
func TestTrustC(t *testing.T) {
	t.Parallel()
	inside, waits := bodies(shapes, "(n int)")
	outside, waits2 := bodies(above, "(op int) bool")
	dir := module(t, fmt.Sprintf(c, helpers+inside+`
-- b/b.go --
package b

import "example.com/m/c"

type T struct {
	v string
	k c.Kind
}

func wait() {}
func take(k c.Kind) {}
`+outside))

	unbuilt := map[string]bool{}
	builds := &analysis.Analyzer{Name: "builds", Doc: "asks for the SSA form of every function", Requires: []*analysis.Analyzer{program.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			p, why := pass.ResultOf[program.Analyzer].(*program.Lazy).Build()
			if p == nil {
				return nil, errors.New(why)
			}
			for _, fn := range p.Funcs {
				unbuilt[fn.String()] = unbuilt[fn.String()] || len(fn.Blocks) == 0
			}
			return nil, nil
		}}
	res := run(t, driver.Options{Dir: dir, Env: append(os.Environ(), "CGO_ENABLED=1"), Analyzers: []*analysis.Analyzer{builds, smoke.Analyzer}})
	require.Empty(t, res.Crashes)
	require.Empty(t, res.Skipped)
	for _, l := range res.LeftOut {
		t.Errorf("%s: %s: %s", l.Package, l, l.Reason)
	}
	require.NotContains(t, slices.Collect(maps.Values(unbuilt)), true)
	found := told(dir, res)
	require.Equal(t, waits, len(slices.DeleteFunc(slices.Clone(found), func(line string) bool {
		return !strings.HasPrefix(line, "c/c.go") || !strings.Contains(line, " in f")
	})), "%s", strings.Join(found, "\n"))
	require.Equal(t, waits2, len(slices.DeleteFunc(slices.Clone(found), func(line string) bool {
		return !strings.HasPrefix(line, "b/b.go") || !strings.Contains(line, "wait waits for ever")
	})), "%s", strings.Join(found, "\n"))
	trust.Hold(t, trust.Row{Part: trust.Nothing, Tried: "code that uses C, of which nothing is compiled",
		Inputs: fmt.Sprintf("%d functions that use C, %d of a package of Go that imports them", len(shapes), len(above)),
		Result: "no package, function or rule is left out, and every wait between the uses is found"})
}

// TestCConstantsOfOthers: constants from C of a package outside the project
// are not equal because nothing is known of them, also when they were kept.
func TestCConstantsOfOthers(t *testing.T) {
	t.Parallel()
	p := newProject(t, `
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

/*
#define READ 20
#define WRITE 21
*/
import "C"

const (
	Read  = C.READ
	Write = C.WRITE
)

type Op C.uint

const (
	Open Op = C.READ
	Shut Op = C.WRITE
)
-- a/a.go --
package a

import "example.com/dep"

func wait() {}

func Name(op int) string {
	switch op {
	case dep.Read:
		return "read"
	case dep.Write:
		wait()
	}
	switch dep.Op(op) {
	case dep.Open, dep.Shut:
	}
	return ""
}
-- b/b.go --
package b
`)
	p.opts.Env = append(os.Environ(), "CGO_ENABLED=1")
	for _, text := range []string{"package b\n", "package b\n\nimport \"example.com/dep\"\n\nfunc f(n int) bool { return n == dep.Read }\n"} {
		p.write("b/b.go", text)
		res := p.run()
		require.Equal(t, []string{"a/a.go:12: wait waits for ever in Name"}, told(p.dir, res))
		require.Empty(t, res.Skipped)
		require.Empty(t, res.LeftOut)
	}
	p.replace("a/a.go", `"read"`, `"reads"`)
	res := p.run()
	require.Equal(t, []string{"a/a.go:12: wait waits for ever in Name"}, told(p.dir, res))
	require.Empty(t, res.Skipped)
}
