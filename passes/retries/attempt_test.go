package retries

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
	"golang.org/x/tools/go/ssa"
)

var runsLabel = regexp.MustCompile(`// runs: (.*)`)

// TestRuns compares what runs again with each loop of the fixture with its label.
func TestRuns(t *testing.T) {
	root, err := filepath.Abs("../../testdata")
	require.NoError(t, err)
	reader := &analysis.Analyzer{Name: "loops", Doc: "loops", Requires: []*analysis.Analyzer{Analyzer}, ResultType: Analyzer.ResultType,
		Run: func(pass *analysis.Pass) (any, error) { return pass.ResultOf[Analyzer], nil }}
	for _, res := range analysistest.Run(t, root, reader, "attempts") {
		want, got := map[int]string{}, map[int]string{}
		for _, group := range res.Pass.Files[0].Comments {
			for _, c := range group.List {
				if m := runsLabel.FindStringSubmatch(c.Text); m != nil {
					want[res.Pass.Fset.Position(c.Pos()).Line] = m[1]
				}
			}
		}
		r := res.Result.(*Result)
		for _, l := range r.Loops {
			got[res.Pass.Fset.Position(l.Pos).Line] = marks(r, l)
		}
		require.Len(t, want, 9)
		require.Equal(t, want, got)
	}
}

// marks lists the calls of mark that run again, and how many calls lead to each.
func marks(r *Result, l *Loop) string {
	var out []string
	for s := range r.Runs(l) {
		call, ok := s.Instr.(*ssa.Call)
		if !ok || calleeName(call.Common()) != "mark" {
			continue
		}
		name, _ := strconv.Unquote(call.Call.Args[0].(*ssa.Const).Value.ExactString())
		out = append(out, fmt.Sprintf("%s/%d", name, len(s.Way)))
	}
	return strings.Join(out, " ")
}
