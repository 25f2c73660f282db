package inventory_test

import (
	"fmt"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/timeoutlint/timeoutlint/passes/inventory"
)

// TestFixtures holds every row against a want comment on its line.
func TestFixtures(t *testing.T) {
	testdata, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	tell := &analysis.Analyzer{
		Name: "tell", Doc: "tells the rows as diagnostics", Requires: []*analysis.Analyzer{inventory.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			for _, row := range pass.ResultOf[inventory.Analyzer].(*inventory.Result).Timeouts {
				text := fmt.Sprintf("%s %s %s %s %s", row.Stage, row.Value, row.Knob, row.How, row.Function)
				if len(row.Dependencies) > 0 {
					text += fmt.Sprint(" ", row.Dependencies)
				}
				pass.Report(analysis.Diagnostic{Pos: at(pass, row.Pos), Message: text})
			}
			return nil, nil
		},
	}
	analysistest.Run(t, testdata, tell, "inventory")
}

func at(pass *analysis.Pass, p token.Position) token.Pos {
	for _, f := range pass.Files {
		if file := pass.Fset.File(f.Pos()); strings.HasSuffix(p.Filename, file.Name()) {
			return file.Pos(p.Offset)
		}
	}
	return token.NoPos
}
