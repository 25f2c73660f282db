package trust_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/internal/house"
	"github.com/timeoutlint/timeoutlint/internal/trust"
)

// TestTrustReleases: every test runs with both supported releases of Go, which the
// README and go.mod name; what only the newer one reads has fixtures; and nothing
// uses what gcexportdata loses with Go 1.29.
func TestTrustReleases(t *testing.T) {
	root, err := house.Root(".")
	require.NoError(t, err)
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(root, name))
		require.NoError(t, err)
		return string(text)
	}
	ci := read(".ci/run")
	require.Regexp(t, `(?m)^other=go1\.27\.\d+$`, ci)
	require.Regexp(t, `go1\.27\*\) other=go1\.26\.\d+`, ci)
	for _, step := range []string{`step "tests" go test work`, `env GOTOOLCHAIN=$other go test work`, `env GOTOOLCHAIN=$other go vet work`} {
		require.Contains(t, ci, step)
	}
	require.Regexp(t, `(?m)^go 1\.26\.0 // and go 1\.27`, read("go.mod"))
	require.Contains(t, read("README.md"), "Go 1.26 or 1.27")

	lost := []string{"NewReader", "Find", "NewImporter", "ReadBundle", "WriteBundle"}
	files, newer := 0, 0
	err = filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) != ".go" {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if regexp.MustCompile(`\A//go:build go1\.27\n`).Match(text) {
			newer++
			return nil // a fixture
		}
		if strings.Contains(name, "testdata") || !strings.Contains(string(text), "gcexportdata") {
			return nil
		}
		files++
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok {
				if pkg, ok := sel.X.(*ast.Ident); ok && pkg.Name == "gcexportdata" && slices.Contains(lost, sel.Sel.Name) {
					t.Errorf("%s uses gcexportdata.%s, which is deprecated", name, sel.Sel.Name)
				}
			}
			return true
		})
		return nil
	})
	require.NoError(t, err)
	require.Positive(t, files, "somebody uses gcexportdata")
	require.GreaterOrEqual(t, newer, 4)
	trust.Hold(t, trust.Row{Part: trust.Today, Tried: "all tests with the two supported releases of Go, and what the next ones deprecate",
		Inputs: fmt.Sprintf(".ci/run, README.md, go.mod, %d fixtures that only Go 1.27 reads", newer),
		Result: "both releases are tested and named; the export data that is written and read is ours alone, and nothing asks for that of a compiler, which gcexportdata stops reading in Go 1.29"})
}
