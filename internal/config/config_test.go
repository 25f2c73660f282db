package config

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// TestEnumerations compares the lists with the constants as they are declared.
func TestEnumerations(t *testing.T) {
	t.Parallel()
	types := []reflect.Type{
		reflect.TypeFor[rules.Severity](), reflect.TypeFor[rules.Confidence](), reflect.TypeFor[rules.Consequence](),
		reflect.TypeFor[knowledge.Effect](), reflect.TypeFor[knowledge.Shape](), reflect.TypeFor[knowledge.Meaning](),
		reflect.TypeFor[knowledge.Stage](), reflect.TypeFor[knowledge.Form](), reflect.TypeFor[knowledge.Counting](),
		reflect.TypeFor[knowledge.Spacing](), reflect.TypeFor[knowledge.Tristate](), reflect.TypeFor[knowledge.Pick](),
	}
	declared := map[string][]string{}
	for _, dir := range []string{"rules", "rules/knowledge"} {
		files, err := filepath.Glob(filepath.Join("..", "..", dir, "*.go"))
		require.NoError(t, err)
		for _, file := range files {
			f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
			require.NoError(t, err)
			ast.Inspect(f, func(n ast.Node) bool {
				if spec, ok := n.(*ast.ValueSpec); ok && spec.Type != nil && len(spec.Values) == 1 {
					if lit, ok := spec.Values[0].(*ast.BasicLit); ok {
						text, err := strconv.Unquote(lit.Value)
						require.NoError(t, err)
						name := fmt.Sprint(spec.Type)
						declared[name] = append(declared[name], text)
					}
				}
				return true
			})
		}
	}
	for _, typ := range types {
		require.ElementsMatch(t, declared[typ.Name()], enumeration(typ), typ.Name())
	}
	// Every named string type that a row or the file can hold is listed.
	var visit func(t reflect.Type)
	seen := map[reflect.Type]bool{}
	visit = func(typ reflect.Type) {
		if seen[typ] {
			return
		}
		seen[typ] = true
		switch typ.Kind() {
		case reflect.Struct:
			for i := range typ.NumField() {
				visit(typ.Field(i).Type)
			}
		case reflect.Slice, reflect.Map, reflect.Pointer:
			visit(typ.Elem())
		case reflect.String:
			if typ.PkgPath() != "" && typ != reflect.TypeFor[knowledge.Bound]() {
				require.NotNil(t, enumeration(typ), typ)
			}
		}
	}
	visit(reflect.TypeFor[Config]())
}

func TestNearest(t *testing.T) {
	t.Parallel()
	known := []string{"bareclient", "bareserver", "retrycap"}
	for word, want := range map[string]string{
		"bareclient": "bareclient", "BareClient": "bareclient", "barclient": "bareclient", "retrypac": "retrycap", "x": "", "budget": "",
	} {
		require.Equal(t, want, Nearest(word, known), word)
	}
	require.Equal(t, 3, levenshtein("kitten", "sitting"))
	require.Equal(t, 4, levenshtein("", "four"))
}

func TestFind(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	write := func(name string) {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(root, name), nil, 0o600))
	}
	write(FileName) // above the repository: never read
	write("repo/.git/HEAD")
	write("repo/svc/go.mod")
	write("repo/svc/pkg/p.go")
	find := func(dir string) string {
		file, err := Find(filepath.Join(root, dir))
		require.NoError(t, err)
		return strings.TrimPrefix(filepath.ToSlash(file), filepath.ToSlash(root)+"/")
	}
	require.Empty(t, find("repo/svc/pkg"))
	write("repo/" + FileName)
	require.Equal(t, "repo/"+FileName, find("repo/svc/pkg"), "the root of the repository serves all its modules")
	write("repo/svc/" + FileName)
	require.Equal(t, "repo/svc/"+FileName, find("repo/svc/pkg"), "the nearest one holds")
}

func TestRows(t *testing.T) {
	t.Parallel()
	c, err := Parse([]byte("knowledge:\n  - path: example.com/a\n  - path: example.com/b\n"), "f.yml")
	require.NoError(t, err)
	require.Equal(t, []Row{{"example.com/a", "f.yml:2:11"}, {"example.com/b", "f.yml:3:11"}}, c.Rows())
}
