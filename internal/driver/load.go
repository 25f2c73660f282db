package driver

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/types"
	"go/version"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"

	"github.com/timeoutlint/timeoutlint/internal/driver/cgo"
)

// syntax is a package's files and what the checker said of them; it lives as
// long as the package's analysis.
type syntax struct {
	files  []*ast.File
	source map[string][]byte // by file name
	info   *types.Info
	wrong  []types.Error // where it does not type-check
	broken bool          // not all of it could be parsed
}

// loadDeclared checks a package for what it declares. Errors in code that is
// not ours count for nothing: whoever depends on what is missing says so.
func (r *run) loadDeclared(n *node) {
	if n.path == "unsafe" {
		n.types = types.Unsafe
		return
	}
	conf := r.config(n)
	conf.IgnoreFuncBodies = true
	conf.Error = func(err error) {
		var one types.Error
		n.partial = n.partial || n.project && !n.c && !(errors.As(err, &one) && one.Soft)
	}
	if n.c && n.project || n.CTypes != "" {
		n.types = cgo.Check(*conf, n.path, r.fset, n.skeleton, r.cTypes(n), new(types.Info)).Package
	} else {
		n.types, _ = conf.Check(n.path, r.fset, n.skeleton, nil)
	}
	n.skeleton = nil
	r.declare(n)
}

// loadProject checks a package whole. The error is the first thing that keeps
// the package from compiling, with its position.
func (r *run) loadProject(n *node) (*syntax, error) {
	s := &syntax{source: map[string][]byte{}, info: &types.Info{
		Types:        map[ast.Expr]types.TypeAndValue{},
		Instances:    map[*ast.Ident]types.Instance{},
		Defs:         map[*ast.Ident]types.Object{},
		Uses:         map[*ast.Ident]types.Object{},
		Implicits:    map[ast.Node]types.Object{},
		Selections:   map[*ast.SelectorExpr]*types.Selection{},
		Scopes:       map[ast.Node]*types.Scope{},
		FileVersions: map[*ast.File]string{},
	}}
	first := r.listProblem(n)
	keep := func(err error) {
		if first == nil {
			first = err
		}
	}
	for _, name := range n.files() {
		src, err := r.readFile(name)
		if err != nil {
			s.broken = true
			keep(errors.New(r.unread(err.Error())))
			continue
		}
		s.source[name] = src
		n.unkept = n.unkept || n.hasKey && !r.asSeen(name, src)
		file, err := parser.ParseFile(r.fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			s.broken = true
			keep(r.firstError(err))
		}
		if file != nil {
			if n.read && beside(src) {
				declarations(file)
			}
			s.files = append(s.files, file)
		}
	}
	conf := r.config(n)
	conf.Error = func(err error) {
		if n.read && soft(err) {
			return // an import that what is left out had a use for
		}
		keep(r.firstError(err))
		if one := (types.Error{}); errors.As(err, &one) {
			s.wrong = append(s.wrong, one)
		}
	}
	if !n.c {
		n.types, _ = conf.Check(n.path, r.fset, s.files, s.info)
		r.declare(n)
		return s, first
	}
	checked := cgo.Check(*conf, n.path, r.fset, s.files, r.cTypes(n), s.info)
	n.types = checked.Package
	r.declare(n)
	for _, err := range checked.Errors {
		if !s.ofC(err) {
			conf.Error(err)
		}
	}
	if first == nil {
		n.out.holes = checked.Fill()
	}
	return s, first
}

// ofC reports whether an error may come of C, of which the checker knows no type:
// it is in a declaration in which something has none.
func (s *syntax) ofC(err error) bool {
	one := types.Error{}
	if !errors.As(err, &one) {
		return false
	}
	for _, file := range s.files {
		for _, decl := range file.Decls {
			if decl.Pos() <= one.Pos && one.Pos < decl.End() {
				return cgo.Without(s.info, decl)
			}
		}
	}
	return false
}

func (r *run) config(n *node) *types.Config {
	language := n.goVersion()
	if version.Compare(language, runtime.Version()) > 0 {
		language = "" // of a dependency: read as well as this checker can
	}
	return &types.Config{
		GoVersion:   language,
		Importer:    importer{n},
		Sizes:       r.sizes,
		FakeImportC: true,
	}
}

// listProblem is what the go command found wrong with the package itself.
func (r *run) listProblem(n *node) error {
	if r.tooNew(n) {
		return fmt.Errorf("its go.mod says go %s, and this timeoutlint was built with %s: build it with a newer Go",
			n.Module.GoVersion, runtime.Version())
	}
	if n.Error == nil || n.onlyEmbed() {
		return nil
	}
	text, at := r.unread(oneLine(n.Error.Err)), n.Error.Pos
	if at == "" || strings.HasPrefix(text, at) {
		return errors.New(text)
	}
	if file, rest, ok := cutPosition(at); ok {
		at = r.relative(file) + rest
	}
	return errors.New(at + ": " + text)
}

var opening = regexp.MustCompile(`^(?:(?:open|read) (.+?\.go): )+`)

// unread is what the system says of a file that cannot be read, with the file
// named as in other messages; any other text is left as it is.
func (r *run) unread(text string) string {
	match := opening.FindStringSubmatch(text)
	if match == nil {
		return text
	}
	return r.relative(match[1]) + ": " + text[len(match[0]):]
}

func (r *run) tooNew(n *node) bool { return tooNew(n.goVersion()) }

// tooNew reports whether the language version is beyond this checker's.
func tooNew(language string) bool {
	return language != "" && version.Compare(version.Lang(language), version.Lang(runtime.Version())) > 0
}

// cutPosition splits "file:line:col" after the file.
func cutPosition(at string) (file, rest string, ok bool) {
	i := strings.Index(at, ".go:")
	if i < 0 {
		return "", "", false
	}
	return at[:i+3], at[i+3:], true
}

// firstError is the first problem of a parser's or checker's error, in one
// line that starts with the position.
func (r *run) firstError(err error) error {
	var list scanner.ErrorList
	var one types.Error
	switch {
	case errors.As(err, &list) && len(list) > 0:
		p := list[0].Pos
		return fmt.Errorf("%s:%d:%d: %s", r.relative(p.Filename), p.Line, p.Column, oneLine(list[0].Msg))
	case errors.As(err, &one):
		p := r.fset.Position(one.Pos)
		return fmt.Errorf("%s:%d:%d: %s", r.relative(p.Filename), p.Line, p.Column, oneLine(one.Msg))
	}
	return err
}

// relative is a file's name for a message.
func (r *run) relative(file string) string {
	if !filepath.IsAbs(file) {
		return filepath.ToSlash(file)
	}
	if rel, err := filepath.Rel(r.dir, file); err == nil && !strings.HasPrefix(rel, "..") {
		return filepath.ToSlash(rel)
	}
	return file
}

func (r *run) readFile(name string) ([]byte, error) {
	return readOverlaid(r.opts.Overlay, name)
}

// importer hands a package what its imports declare.
type importer struct{ n *node }

func (im importer) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	dep := im.n.imports[path]
	switch {
	case dep == nil:
		return nil, errors.New("the go command knows no such package")
	case dep.types == nil:
		return nil, errors.New("import cycle not allowed")
	case dep.Error != nil && dep.Name == "":
		return nil, errors.New(oneLine(dep.Error.Err))
	}
	return dep.types, nil
}
