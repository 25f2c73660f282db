package contexts

import (
	"bytes"
	"encoding/gob"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/program"
)

var label = regexp.MustCompile(`// origin: (.*)`)

// TestOrigins compares the argument of each call of use with its label.
func TestOrigins(t *testing.T) {
	reader := &analysis.Analyzer{
		Name: "origins", Doc: "origins", Requires: []*analysis.Analyzer{Analyzer, program.Analyzer}, ResultType: Analyzer.ResultType,
		Run: func(pass *analysis.Pass) (any, error) {
			r := pass.ResultOf[Analyzer].(*Result)
			p, _ := pass.ResultOf[program.Analyzer].(*program.Lazy).Build()
			want := labels(pass)
			seen := 0
			for _, fn := range p.Funcs {
				for _, b := range fn.Blocks {
					for _, instr := range b.Instrs {
						call, ok := instr.(ssa.CallInstruction)
						if !ok || call.Common().StaticCallee() == nil || call.Common().StaticCallee().Name() != "use" {
							continue
						}
						seen++
						line := pass.Fset.Position(call.Pos()).Line
						if got := describe(r.Local(call.Common().Args[0])); got != want[line] {
							t.Errorf("line %d: got %q, want %q", line, got, want[line])
						}
					}
				}
			}
			if seen == 0 || seen != len(want) {
				t.Errorf("%d uses and %d labels", seen, len(want))
			}
			return r, nil
		},
	}
	analysistest.Run(t, testdata(t), reader, "contexts/origins")
}

func TestFacts(t *testing.T) { analysistest.Run(t, testdata(t), Analyzer, "contexts/facts") }

// TestGob: what a package learns of a function reaches the next one whole.
func TestGob(t *testing.T) {
	in := Derives{Results: []Derived{{Index: 1, State: Deadline, Root: Background, Nanos: 5, Text: "context.WithTimeout"}}}
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(&in); err != nil {
		t.Fatal(err)
	}
	if buf.Len() > 300 {
		t.Errorf("a fact of %d bytes", buf.Len())
	}
	var out Derives
	if err := gob.NewDecoder(&buf).Decode(&out); err != nil {
		t.Fatal(err)
	}
	if out.String() != in.String() || out.Results[0] != in.Results[0] {
		t.Errorf("got %+v, want %+v", out, in)
	}
}

func testdata(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	return root
}

func labels(pass *analysis.Pass) map[int]string {
	out := map[int]string{}
	for _, file := range pass.Files {
		for _, group := range file.Comments {
			for _, c := range group.List {
				if m := label.FindStringSubmatch(c.Text); m != nil {
					out[pass.Fset.Position(c.Pos()).Line] = m[1]
				}
			}
		}
	}
	return out
}

func describe(o Origin) string {
	parts := []string{[...]string{"unknown", "param", "request", "mixed", "none", "deadline"}[o.State]}
	if o.State == Param {
		parts[0] += " " + o.Text
	}
	if d, ok := o.After.Exact(); ok && o.State == Deadline && d > 0 {
		parts[0] += " " + o.After.String()
	}
	if o.Root != NoRoot && o.State != Deadline {
		parts = append(parts, [...]string{"", "Background", "TODO", "Nil", "Detached", "Signal", "Tool", "Gin", "Fiber"}[o.Root])
	}
	if o.Field != nil && o.State != Unknown {
		parts = append(parts, "kept in "+o.Field.Name())
	}
	return strings.Join(parts, ", ")
}
