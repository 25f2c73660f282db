package retries

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
)

var afterLabel = regexp.MustCompile(`// after:(.*)`)

// TestAfter compares the failure that sends each call of the fixture again with
// its label.
func TestAfter(t *testing.T) {
	root, err := filepath.Abs("../../testdata")
	require.NoError(t, err)
	reader := &analysis.Analyzer{Name: "loops", Doc: "loops", Requires: []*analysis.Analyzer{Analyzer}, ResultType: Analyzer.ResultType,
		Run: func(pass *analysis.Pass) (any, error) { return pass.ResultOf[Analyzer], nil }}
	for _, res := range analysistest.Run(t, root, reader, "outcomes") {
		got := map[int]string{}
		r := res.Result.(*Result)
		for _, l := range r.Loops {
			for _, a := range l.Calls {
				got[res.Pass.Fset.Position(l.Pos).Line] = string(r.After(l, a.Call))
			}
		}
		labelled := 0
		for _, group := range res.Pass.Files[0].Comments {
			for _, c := range group.List {
				if m := afterLabel.FindStringSubmatch(c.Text); m != nil {
					line := res.Pass.Fset.Position(c.Pos()).Line
					after, found := got[line]
					require.True(t, found, "line %d: no loop", line)
					require.Equal(t, strings.TrimSpace(m[1]), after, "line %d", line)
					labelled++
				}
			}
		}
		require.Equal(t, 27, labelled)
	}
}
