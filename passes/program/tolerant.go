package program

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/leftout"
)

// A part of a package is what is built or left out as one: a function, or the
// value of variables of the package.
type part struct {
	fn   *ast.FuncDecl
	init *types.Initializer
}

// tolerant builds a package without what is too large for that and, where the builder fails, the package without
// the parts on which it fails. Those it says.
func tolerant(pass *analysis.Pass, out *leftout.Result) (*ssa.Package, string) {
	if large := oversized(pass); len(large) > 0 {
		for p, why := range large {
			out.Add(leftout.Item{Function: p.name(pass.TypesInfo), Reason: why})
		}
		less := *pass
		less.Files, less.TypesInfo = reduced(pass, large)
		pass = &less
	}
	pkg, why := attempt(pass, nil)
	if pkg != nil {
		return pkg, ""
	}
	all := parts(pass)
	without := culprits(pass, all, all)
	if len(without) > 0 {
		pkg, why = attempt(pass, without)
	}
	for _, p := range all {
		if pkg == nil || without[p] != "" {
			out.Add(leftout.Item{Function: p.name(pass.TypesInfo), Reason: "no SSA form: " + cmp.Or(without[p], why)})
		}
	}
	return pkg, why
}

// culprits are those among some parts, of all, that cannot be built, and why.
func culprits(pass *analysis.Pass, some, all []part) map[part]string {
	without := map[part]string{}
	for _, p := range all {
		if !slices.Contains(some, p) {
			without[p] = "not tried"
		}
	}
	pkg, why := attempt(pass, without)
	switch {
	case pkg != nil || len(some) == 0:
		return nil
	case len(some) == 1:
		return map[part]string{some[0]: why}
	}
	found := culprits(pass, some[:len(some)/2], all)
	for p, why := range culprits(pass, some[len(some)/2:], all) {
		if found == nil {
			found = map[part]string{}
		}
		found[p] = why
	}
	return found
}

// attempt builds a package without some of its parts; nil and the reason where
// the builder fails.
func attempt(pass *analysis.Pass, without map[part]string) (pkg *ssa.Package, why string) {
	defer func() {
		if r := recover(); r != nil {
			pkg, why = nil, fmt.Sprint(r)
		}
	}()
	files, info := pass.Files, pass.TypesInfo
	if len(without) > 0 {
		files, info = reduced(pass, without)
	}
	prog := ssa.NewProgram(pass.Fset, 0)
	for imp, members := range referred(pass) {
		imported(prog, imp, members)
	}
	files, info = withC(pass, files, info)
	pkg = prog.CreatePackage(pass.Pkg, files, info, false)
	pkg.Build()
	return pkg, ""
}

// reduced is a package in which the functions that are left out have no body
// and the variables no value.
func reduced(pass *analysis.Pass, without map[part]string) ([]*ast.File, *types.Info) {
	var files []*ast.File
	for _, file := range pass.Files {
		copied := *file
		copied.Decls = slices.Clone(file.Decls)
		for i, decl := range copied.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && without[part{fn: fn}] != "" {
				bare := *fn
				bare.Body = nil
				copied.Decls[i] = &bare
			}
		}
		files = append(files, &copied)
	}
	info := *pass.TypesInfo
	info.InitOrder = slices.DeleteFunc(slices.Clone(info.InitOrder), func(init *types.Initializer) bool { return without[part{init: init}] != "" })
	return files, &info
}

func parts(pass *analysis.Pass) []part {
	var out []part
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Body != nil {
				out = append(out, part{fn: fn})
			}
		}
	}
	for _, init := range pass.TypesInfo.InitOrder {
		out = append(out, part{init: init})
	}
	return out
}

// name is what the code calls a part.
func (p part) name(info *types.Info) string {
	if p.fn != nil {
		if obj, ok := info.Defs[p.fn.Name].(*types.Func); ok && obj.Signature().Recv() != nil {
			recv := types.TypeString(obj.Signature().Recv().Type(), func(*types.Package) string { return "" })
			return "(" + recv + ")." + obj.Name()
		}
		return p.fn.Name.Name
	}
	if len(p.init.Lhs) > 0 {
		return "init of " + p.init.Lhs[0].Name()
	}
	return "init"
}

// withC adds what cgo declares in a file of its own that nobody else is shown:
// the functions and variables of C that the package names.
func withC(pass *analysis.Pass, files []*ast.File, info *types.Info) ([]*ast.File, *types.Info) {
	if !slices.ContainsFunc(pass.Pkg.Imports(), func(p *types.Package) bool { return p.Path() == "C" }) {
		return files, info
	}
	var members []types.Object
	for _, obj := range info.Uses {
		_, constant := obj.(*types.Const)
		_, typ := obj.(*types.TypeName)
		if obj.Parent() == pass.Pkg.Scope() && !constant && !typ && !slices.Contains(members, obj) &&
			!slices.ContainsFunc(pass.Files, func(f *ast.File) bool { return f.FileStart <= obj.Pos() && obj.Pos() < f.FileEnd }) {
			members = append(members, obj)
		}
	}
	file, own := declaring(pass.Pkg, members)
	whole := *info
	whole.Defs = maps.Clone(info.Defs)
	maps.Copy(whole.Defs, own.Defs)
	return append(slices.Clip(files), file), &whole
}
