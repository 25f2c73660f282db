package flow_test

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/timeoutlint/timeoutlint/passes/durations"
	"github.com/timeoutlint/timeoutlint/passes/flow"
)

var label = regexp.MustCompile(`// is: (.*)`)

// TestConstructs compares what the argument of each call of use comes down to
// with its label.
func TestConstructs(t *testing.T) {
	var packages []*flow.Package
	want := map[string]string{}
	reader := &analysis.Analyzer{
		Name: "reader", Doc: "reader", Requires: []*analysis.Analyzer{flow.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			packages = append(packages, pass.ResultOf[flow.Analyzer].(*flow.Package))
			for _, f := range pass.Files {
				for _, g := range f.Comments {
					for _, c := range g.List {
						if m := label.FindStringSubmatch(c.Text); m != nil {
							at := pass.Fset.Position(c.Pos())
							want[fmt.Sprintf("%s/%s:%d", pass.Pkg.Path(), filepath.Base(at.Filename), at.Line)] = strings.TrimSpace(m[1])
						}
					}
				}
			}
			return nil, nil
		},
	}
	root, err := filepath.Abs(filepath.Join("..", "..", "testdata"))
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, root, reader, "flowwalk", "flowwalk/lib")
	r := flow.NewResolver(flow.NewWorld(packages, true))
	r.Follow()
	seen := 0
	for _, p := range packages {
		for _, fn := range p.Funcs {
			for _, c := range fn.Calls {
				if !strings.HasSuffix(c.Static, ".use") {
					continue
				}
				at := fmt.Sprintf("%s:%d", c.Place.File, c.Place.Line)
				got := show(r.Resolve(p, c.Args[0], nil))
				if seen++; got != want[at] {
					t.Errorf("%s: %s, want %s", at, got, want[at])
				}
			}
		}
	}
	if seen != len(want) {
		t.Errorf("%d calls of use, %d labels", seen, len(want))
	}
}

func show(values []flow.Value) string {
	var out []string
	for _, v := range values {
		t := v.Term()
		text := t.Sym
		switch t.Op {
		case flow.Const:
			if n, err := strconv.ParseInt(t.Sym, 10, 64); err == nil {
				text = durations.Short(time.Duration(n))
				if n == 0 {
					text = "zero"
				}
			}
		case flow.Zero:
			text = "zero"
		case flow.Nil:
			text = "nil"
		case flow.Arith:
			text = "arith"
		case flow.Object:
			text = t.Type
		case flow.Param:
			text = "entry"
		case flow.Unknown:
		default:
			text = fmt.Sprintf("%d:%s", t.Op, t.Sym)
		}
		if !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	slices.Sort(out)
	return strings.Join(out, " | ")
}
