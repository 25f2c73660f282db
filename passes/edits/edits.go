// Package edits knows what a fix needs of the file around it: the language
// version, what a name means there, which names are free, and how a package is
// imported.
//
// It knows the syntax and the scopes of one file. It decides nothing about
// what a fix should do.
package edits

import (
	"go/ast"
	"go/token"
	"go/types"
	"go/version"
	"strconv"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/places"
)

// Place is somewhere in a file.
type Place struct {
	File *ast.File
	Path []ast.Node // from the innermost node around it outwards
	pass *analysis.Pass
	pos  token.Pos
}

// At is the place from pos to end; false if no file of the package has it. The
// pass requires places.Analyzer.
func At(pass *analysis.Pass, pos, end token.Pos) (Place, bool) {
	file := File(pass, pos)
	if file == nil {
		return Place{}, false
	}
	return Place{file, index(pass).Around(pos, end), pass, pos}, true
}

// File is the file of the package that pos is in, or nil. The pass requires
// places.Analyzer.
func File(pass *analysis.Pass, pos token.Pos) *ast.File {
	return index(pass).File(pos)
}

func index(pass *analysis.Pass) *places.Index {
	return pass.ResultOf[places.Analyzer].(*places.Index)
}

// Call is the call expression whose parenthesis opens at the place, which is
// where SSA says that a call is; nil if there is none.
func (p Place) Call() *ast.CallExpr {
	for _, n := range p.Path {
		if call, ok := n.(*ast.CallExpr); ok && call.Lparen == p.pos {
			return call
		}
	}
	return nil
}

// Since reports whether the file's language version is at least one like
// "go1.22". One that is not known is the newest.
func (p Place) Since(v string) bool {
	own := p.pass.TypesInfo.FileVersions[p.File]
	return own == "" || version.Compare(own, v) >= 0
}

// Means is the object that the name stands for at the place, or nil.
func (p Place) Means(name string) types.Object {
	scope := places.Scope(p.pass.TypesInfo, p.Path, p.pos)
	if scope == nil {
		return nil
	}
	_, obj := scope.LookupParent(name, p.pos)
	return obj
}

// Free is the first of the names that stands for nothing at the place and is
// nowhere used around it; empty if each of them does or is.
func (p Place) Free(names ...string) string {
	for _, name := range names {
		if p.Means(name) == nil && len(p.Path) > 1 && !index(p.pass).Written(p.Path[len(p.Path)-2], name) {
			return name
		}
	}
	return ""
}

// Scopes calls visit with each object that a bare name may stand for at the
// place: the innermost first, the package's own last.
func (p Place) Scopes(visit func(types.Object)) {
	for scope := places.Scope(p.pass.TypesInfo, p.Path, p.pos); scope != nil && scope != types.Universe; scope = scope.Parent() {
		for _, name := range scope.Names() {
			if obj := scope.Lookup(name); p.Means(name) == obj {
				visit(obj)
			}
		}
	}
}

// Import is the name under which the place can use a package, and the edit
// that imports it, if it takes one. The names are those to try. It is false if
// none of them is free.
func (p Place) Import(path string, names ...string) (string, []analysis.TextEdit, bool) {
	for _, spec := range p.File.Imports {
		if spec.Path.Value != strconv.Quote(path) {
			continue
		}
		name := names[0]
		if spec.Name != nil {
			name = spec.Name.Name
		}
		pkg, ok := p.Means(name).(*types.PkgName)
		return name, nil, ok && pkg.Imported().Path() == path
	}
	for i, name := range names {
		// One name for the whole file, so that all who import do the same edit.
		if p.pass.Pkg.Scope().Lookup(name) != nil || index(p.pass).Written(p.File, name) {
			continue
		}
		text := strconv.Quote(path)
		if i > 0 {
			text = name + " " + text
		}
		return name, []analysis.TextEdit{p.add(path, text)}, true
	}
	return "", nil, false
}

// add is the edit that imports: in its order among the first imports of a
// list, in a list that takes the place of a single import, or first of all.
func (p Place) add(path, text string) analysis.TextEdit {
	at := p.File.Name.End()
	before := "\n\nimport "
	for _, decl := range p.File.Decls {
		list, ok := decl.(*ast.GenDecl)
		if !ok || list.Tok != token.IMPORT || len(list.Specs) == 0 || imports(list.Specs[0]) == "C" {
			continue
		}
		if !list.Lparen.IsValid() {
			both := []string{text, spelled(list.Specs[0].(*ast.ImportSpec))}
			if imports(list.Specs[0]) < path {
				both[0], both[1] = both[1], both[0]
			}
			return analysis.TextEdit{Pos: list.Pos(), End: list.End(), NewText: []byte("import (\n\t" + both[0] + "\n\t" + both[1] + "\n)")}
		}
		at, before = list.Lparen+1, "\n\t"
		line := p.line(list.Specs[0].Pos())
		for _, spec := range list.Specs {
			if imports(spec) > path || p.line(spec.Pos()) > line {
				break
			}
			at, line = spec.End(), line+1
		}
		break
	}
	return analysis.TextEdit{Pos: at, End: at, NewText: []byte(before + text)}
}

// Unimport is the edit that removes the import of a package of which the place
// is the only use in its file; nil if it is not.
func (p Place) Unimport(path string) []analysis.TextEdit {
	uses := 0
	ast.Inspect(p.File, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			pkg, ok := p.pass.TypesInfo.Uses[id].(*types.PkgName)
			if ok && pkg.Imported().Path() == path {
				uses++
			}
		}
		return true
	})
	if uses != 1 {
		return nil
	}
	for _, decl := range p.File.Decls {
		list, ok := decl.(*ast.GenDecl)
		if !ok || list.Tok != token.IMPORT {
			continue
		}
		for i, spec := range list.Specs {
			switch {
			case imports(spec) != path:
			case len(list.Specs) == 1:
				return []analysis.TextEdit{{Pos: list.Pos(), End: list.End()}}
			case i+1 < len(list.Specs) && p.line(list.Specs[i+1].Pos()) == p.line(spec.End())+1:
				return []analysis.TextEdit{{Pos: spec.Pos(), End: list.Specs[i+1].Pos()}}
			default:
				return []analysis.TextEdit{{Pos: spec.Pos(), End: spec.End()}}
			}
		}
	}
	return nil
}

func (p Place) line(pos token.Pos) int { return p.pass.Fset.PositionFor(pos, false).Line }

func spelled(spec *ast.ImportSpec) string {
	if spec.Name == nil {
		return spec.Path.Value
	}
	return spec.Name.Name + " " + spec.Path.Value
}

func imports(spec ast.Spec) string {
	path, err := strconv.Unquote(spec.(*ast.ImportSpec).Path.Value)
	if err != nil {
		return ""
	}
	return path
}
