package house

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// file is one Go file of the repository.
type file struct {
	path, folder string // from the root, with slashes
	imports      []string
	test         bool
	generated    bool
	lines        int
	syntax       *ast.File
}

func (f file) nested(folder string) bool { return within(f.folder, folder) }

// source reads every Go file below the root, fixtures aside.
func source(t *testing.T) []file {
	t.Helper()
	root, err := Root(".")
	if err != nil {
		t.Fatal(err)
	}
	var files []file
	err = filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && name != root && (d.Name() == "testdata" || strings.ContainsAny(d.Name()[:1], "._")) {
			return filepath.SkipDir
		}
		if d.IsDir() || filepath.Ext(name) != ".go" {
			return nil
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		f, err := read(filepath.ToSlash(rel), text)
		if err == nil {
			files = append(files, f)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func read(name string, text []byte) (file, error) {
	syntax, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return file{}, err
	}
	f := file{
		path:      name,
		folder:    path.Dir(name),
		test:      strings.HasSuffix(name, "_test.go"),
		generated: ast.IsGenerated(syntax),
		lines:     bytes.Count(text, []byte("\n")),
		syntax:    syntax,
	}
	for _, spec := range syntax.Imports {
		imp, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return file{}, err
		}
		f.imports = append(f.imports, imp)
	}
	return f, nil
}
