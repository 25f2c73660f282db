package uses

import (
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/edits"
)

// Outline is what the text of a package's files says of it where it was not
// type-checked: its name, its imports, its functions and what these mention. It
// is nil where not even the imports can be read.
//
// A function refers to others by name where it can be told whose they are. What
// else it may refer to is ".X", a method of any type that is named X, and "?X",
// whatever is named X. Methods, what is exported to C or the linker, and files
// that do not parse are taken to run as a whole.
func Outline(path string, files [][]byte) *Result {
	out := &Result{Path: path, Outline: true}
	always := map[string]bool{}
	for _, src := range files {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "", src, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			if file, err = parser.ParseFile(fset, "", src, parser.ImportsOnly); err != nil {
				return nil
			}
			scanned(src, always)
		}
		out.Main = out.Main || file.Name.Name == "main"
		text := outlineOf(path, file, &types.Info{})
		out.Imports = append(out.Imports, text.imports...)
		linked := directed(file)
		for _, decl := range file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || fn.Recv != nil {
				text.refers(decl, always)
				continue
			}
			to := map[string]bool{}
			text.refers(decl, to)
			name := fn.Name.Name
			out.Funcs = append(out.Funcs, Func{Name: path + "." + name, Short: name, Exported: fn.Name.IsExported(),
				Root: name == "main" || name == "init" || linked[name], Refers: slices.Sorted(maps.Keys(to))})
		}
	}
	slices.Sort(out.Imports)
	out.Imports = slices.Compact(out.Imports)
	out.Always = slices.Sorted(maps.Keys(always))
	return out
}

// partly is the file's text where the type checker did not make out all of it;
// nil: it did.
func partly(pass *analysis.Pass, file *ast.File) *outlined {
	if len(pass.TypeErrors) == 0 {
		return nil
	}
	return outlineOf(pass.Pkg.Path(), file, pass.TypesInfo)
}

// addIgnored adds what the files mention that are for another platform or have a
// tag: to be used by them is to be used.
func (r *Result) addIgnored(pass *analysis.Pass) {
	var files [][]byte
	for _, name := range pass.IgnoredFiles {
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		if src, err := pass.ReadFile(name); err == nil {
			files = append(files, src)
		}
	}
	if out := Outline(r.Path, files); out != nil {
		r.Funcs = append(r.Funcs, out.Funcs...)
		r.Always = append(r.Always, out.Always...)
		r.Ignored = out.Imports
	}
}

// outlined is a file that has been parsed.
type outlined struct {
	own      string
	info     *types.Info // what is known of its identifiers
	imports  []string
	names    map[string]string // the paths of its imports by the names that they have in it, or seem to
	unplaced []string          // imports that have other names than they seem to
	dots     bool              // names of another package are its own
}

func outlineOf(own string, file *ast.File, info *types.Info) *outlined {
	o := &outlined{own: own, info: info, names: map[string]string{}}
	bases := edits.Qualifiers(file)
	for _, spec := range file.Imports {
		from, _ := strconv.Unquote(spec.Path.Value) // which the parser has seen to
		o.imports = append(o.imports, from)
		name := edits.Called(spec)
		if spec.Name == nil && !bases[name] {
			o.unplaced = append(o.unplaced, from)
			continue
		}
		o.dots = o.dots || name == "."
		o.names[name] = from
	}
	return o
}

// refers adds what a declaration mentions that is not known by now, but not the
// name that it gives to a function. Of no file it adds nothing.
func (o *outlined) refers(decl ast.Decl, to map[string]bool) {
	if o == nil {
		return
	}
	passed := map[*ast.Ident]bool{}
	if fn, ok := decl.(*ast.FuncDecl); ok {
		passed[fn.Name] = true
	}
	ast.Inspect(decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.InterfaceType: // which asks for methods of whatever type
			for _, field := range n.Methods.List {
				for _, id := range field.Names {
					passed[id] = true
					to["."+id.Name] = true
				}
			}
		case *ast.SelectorExpr:
			if o.info.Uses[n.Sel] != nil {
				break
			}
			passed[n.Sel] = true
			to["."+n.Sel.Name] = true
			id, ok := n.X.(*ast.Ident)
			if !ok {
				break
			}
			if path, ok := o.names[id.Name]; ok {
				to[path+"."+n.Sel.Name] = true
				break
			}
			for _, path := range o.unplaced {
				to[path+"."+n.Sel.Name] = true
			}
		case *ast.Ident:
			if passed[n] || o.info.Uses[n] != nil || o.info.Defs[n] != nil {
				break
			}
			to[o.own+"."+n.Name] = true
			if o.dots {
				to["?"+n.Name] = true
			}
		}
		return true
	})
}

// scanned adds the identifiers of a text.
func scanned(src []byte, to map[string]bool) {
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(src)), src, func(token.Position, string) {}, 0)
	for {
		switch _, tok, lit := s.Scan(); tok {
		case token.EOF:
			return
		case token.IDENT:
			to["?"+lit] = true
		}
	}
}
