// Package truth holds the rows of the knowledge tables against the libraries
// they speak of. It is a module of its own so that nobody who uses timeoutlint
// inherits the requirements of a hundred libraries; run it with GOWORK=off.
//
// Its go.mod names the version each row was read at. The packages are
// type-checked from source without function bodies, which takes a minute for
// some two thousand packages and neither a C compiler nor a build.
package truth

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
)

// A World is the packages of one module graph.
type World struct {
	listed  map[string]*listed
	checked map[string]*types.Package
	files   *token.FileSet
}

type listed struct {
	ImportPath string
	Dir        string
	GoFiles    []string
	CgoFiles   []string
	ImportMap  map[string]string
	Standard   bool
	Module     *struct {
		Path, Version, Dir string
		Replace            *struct{ Path, Version, Dir string }
	}
	Error *struct{ Err string }
}

// List asks the go command, run in dir, for the packages and all they import.
// flags go to "go list".
func List(dir string, flags []string, paths ...string) (*World, error) {
	args := append([]string{"list", "-e", "-deps", "-json=ImportPath,Dir,GoFiles,CgoFiles,ImportMap,Standard,Module,Error"}, flags...)
	cmd := exec.Command("go", append(append(args, "--"), paths...)...)
	cmd.Dir = dir
	cmd.Env = append(cmd.Environ(), "GOWORK=off")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w\n%s", err, stderr.Bytes())
	}
	w := &World{listed: map[string]*listed{}, checked: map[string]*types.Package{"unsafe": types.Unsafe}, files: token.NewFileSet()}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		p := new(listed)
		if err := dec.Decode(p); errors.Is(err, io.EOF) {
			return w, nil
		} else if err != nil {
			return nil, err
		}
		w.listed[p.ImportPath] = p
	}
}

// Package type-checks a package, its imports first.
func (w *World) Package(path string) (*types.Package, error) {
	if pkg := w.checked[path]; pkg != nil {
		return pkg, nil
	}
	p := w.listed[path]
	if p == nil || p.Dir == "" || len(p.GoFiles)+len(p.CgoFiles) == 0 {
		return nil, fmt.Errorf("no package %s", path)
	}
	var files []*ast.File
	for _, name := range append(append([]string{}, p.GoFiles...), p.CgoFiles...) {
		file, err := parser.ParseFile(w.files, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		for _, decl := range file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok {
				fn.Body = nil
			}
		}
		files = append(files, file)
	}
	conf := types.Config{
		IgnoreFuncBodies: true,
		FakeImportC:      true,
		Importer:         importer{w, p.ImportMap},
		Sizes:            types.SizesFor("gc", "amd64"),
		Error:            func(error) {}, // an import left unused by the missing bodies, a name from C
	}
	pkg, _ := conf.Check(path, w.files, files, nil)
	if pkg == nil {
		return nil, fmt.Errorf("%s does not type-check", path)
	}
	w.checked[path] = pkg
	return pkg, nil
}

// Knows reports whether the package was listed, without checking it.
func (w *World) Knows(path string) bool { p := w.listed[path]; return p != nil && p.Dir != "" }

// Module returns the version and directory of the module a package is in.
func (w *World) Module(path string) (version, dir string) {
	p := w.listed[path]
	if p == nil || p.Module == nil {
		return "", ""
	}
	if r := p.Module.Replace; r != nil && r.Version != "" {
		return r.Version, r.Dir
	}
	return p.Module.Version, p.Module.Dir
}

// Position is where an object is declared, relative to its module.
func (w *World) Position(obj types.Object) (file string, line int) {
	pos := w.files.Position(obj.Pos())
	_, dir := w.Module(obj.Pkg().Path())
	rel := strings.TrimPrefix(pos.Filename, dir+string(filepath.Separator))
	return filepath.ToSlash(rel), pos.Line
}

type importer struct {
	world *World
	named map[string]string // vendored names
}

func (i importer) Import(path string) (*types.Package, error) {
	if other := i.named[path]; other != "" {
		path = other
	}
	return i.world.Package(path)
}
