package unknown

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Row names one row of a library.
type Row struct {
	Path    string // import path
	Section string // the key in the configuration file that it stands under
	Name    string
}

// The sections of a library, as a file has them.
const (
	Calls   = "calls"
	Globs   = "globs"
	Knobs   = "knobs"
	Retries = "retries"
	Flows   = "flows"
	Exempt  = "exempt"
)

// Rows lists the rows of a library in the order of the file's sections.
func Rows(lib *knowledge.Library) []Row {
	var rows []Row
	add := func(section, name string) { rows = append(rows, Row{lib.Path, section, name}) }
	for _, r := range lib.Calls {
		add(Calls, r.Name)
	}
	for _, r := range lib.Globs {
		add(Globs, r.Type)
	}
	for _, r := range lib.Knobs {
		add(Knobs, r.FullName())
	}
	for _, r := range lib.Retries {
		add(Retries, r.Name)
	}
	for _, r := range lib.Flows {
		add(Flows, r.Name)
	}
	for _, name := range lib.Exempt {
		add(Exempt, name)
	}
	return rows
}

// always tells of each row, in the order of Rows, whether it speaks of every
// version of the library and of a name that others can see: then the library
// that is at hand must have it.
func always(lib *knowledge.Library) []bool {
	var out []bool
	add := func(name, since, until string) {
		seen := !slices.ContainsFunc(strings.FieldsFunc(strings.TrimPrefix(bare(name), lib.Path+"."), func(r rune) bool { return r == '.' }),
			func(part string) bool { return !token.IsExported(part) })
		out = append(out, since == "" && until == "" && seen)
	}
	for _, r := range lib.Calls {
		add(r.Name, r.Since, r.Until)
	}
	for _, r := range lib.Globs {
		add(r.Type, r.Since, r.Until)
	}
	for _, r := range lib.Knobs {
		add(r.FullName(), r.Since, r.Until)
	}
	for _, r := range lib.Retries {
		add(r.Name, r.Since, r.Until)
	}
	for _, r := range lib.Flows {
		add(r.Name, r.Since, r.Until)
	}
	for _, name := range lib.Exempt {
		add(name, "", "")
	}
	return out
}

// meet finds which of the rows the package has a use for.
func (r *Result) meet(pass *analysis.Pass, libraries []knowledge.Library) {
	if len(libraries) == 0 {
		return
	}
	used := names(pass)
	var texts []string
	for _, file := range pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				texts = append(texts, constant.StringVal(constant.MakeFromLiteral(lit.Value, token.STRING, 0)))
			}
			return true
		})
	}
	for i := range libraries {
		lib := &libraries[i]
		at := slices.IndexFunc(pass.Pkg.Imports(), func(p *types.Package) bool { return p.Path() == lib.Path })
		held := always(lib)
		for j, row := range Rows(lib) {
			switch {
			case !strings.Contains(row.Name, lib.Path+"."): // text, like a parameter of a connection string
				r.Met[row] = slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, row.Name) })
				continue
			case row.Section == Globs:
				r.Met[row] = used.method(row.Name, lib.Globs)
			default:
				r.Met[row] = used[row.Name]
			}
			if at >= 0 && held[j] {
				r.Declared[row] = declares(pass.Pkg.Imports()[at], row.Name)
			}
		}
	}
}

// nameSet is the names of other packages that a package uses, as rows spell them.
type nameSet map[string]bool

// method reports whether a method is used that a row for a type's methods
// speaks of.
func (s nameSet) method(receiver string, globs []knowledge.Glob) bool {
	for i := range globs {
		if globs[i].Type != receiver {
			continue
		}
		for name := range s {
			if method, ok := strings.CutPrefix(name, receiver+"."); ok && !globs[i].Leaves(method) {
				return true
			}
		}
	}
	return false
}

func names(pass *analysis.Pass) nameSet {
	set := nameSet{}
	for _, obj := range pass.TypesInfo.Uses {
		if obj.Pkg() == nil || obj.Pkg() == pass.Pkg {
			continue
		}
		if fn, ok := obj.(*types.Func); ok {
			set[calls.FullName(fn)] = true
		} else if obj.Parent() == obj.Pkg().Scope() {
			set[obj.Pkg().Path()+"."+obj.Name()] = true
		}
	}
	for _, file := range pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				for _, name := range fieldNames(pass.TypesInfo, n) {
					set[name] = true
				}
			case *ast.CompositeLit:
				for _, elt := range n.Elts {
					if pair, ok := elt.(*ast.KeyValueExpr); ok {
						if key, ok := pair.Key.(*ast.Ident); ok {
							set[calls.Named(pass.TypesInfo.TypeOf(n))+"."+key.Name] = true
						}
					}
				}
			}
			return true
		})
	}
	return set
}

// fieldNames are the names by which a row may know a field: that of its own
// type, and those of the types it is nested in.
func fieldNames(info *types.Info, sel *ast.SelectorExpr) []string {
	selection := info.Selections[sel]
	if selection == nil || selection.Kind() != types.FieldVal {
		return nil
	}
	owner := selection.Recv()
	for _, i := range selection.Index()[:len(selection.Index())-1] { // through embedded structs
		if ptr, ok := owner.Underlying().(*types.Pointer); ok {
			owner = ptr.Elem()
		}
		outer, ok := owner.Underlying().(*types.Struct)
		if !ok {
			return nil
		}
		owner = outer.Field(i).Type()
	}
	out := []string{calls.Named(owner) + "." + sel.Sel.Name}
	if outer, ok := ast.Unparen(sel.X).(*ast.SelectorExpr); ok {
		for _, name := range fieldNames(info, outer) {
			out = append(out, name+"."+sel.Sel.Name)
		}
	}
	return out
}

// declares reports whether the package has what the name says.
func declares(pkg *types.Package, name string) bool {
	parts := strings.Split(strings.TrimPrefix(bare(name), pkg.Path()+"."), ".")
	obj := pkg.Scope().Lookup(parts[0])
	for _, part := range parts[1:] {
		if obj == nil {
			return false
		}
		obj, _, _ = types.LookupFieldOrMethod(obj.Type(), true, pkg, part)
	}
	return obj != nil
}

// bare is a name without the marks of a receiver.
func bare(name string) string { return strings.NewReplacer("(", "", "*", "", ")", "").Replace(name) }
