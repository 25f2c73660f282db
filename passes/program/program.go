// Package program builds the SSA form of a package, once, for the passes that
// ask for it, and only when one does.
//
// It knows how to build and nothing of what is built. A function on which the
// builder fails has no body, and passes/leftout names it. Where the builder fails
// whatever is left out, Build returns nil and says why, and rules that need the
// form stay silent there.
package program

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/leftout"
)

// Package is the SSA form of the package under analysis.
type Package struct {
	SSA   *ssa.Package
	Funcs []*ssa.Function                         // declared functions, methods and the literals in them, in source order
	Decls map[*types.Func]*ssa.Function           // by declared object
	Lits  map[*ast.FuncLit]*ssa.Function          // by literal
	Makes map[*ssa.Function]*ssa.MakeClosure      // where a literal that captures is made
	Calls map[*ssa.Function][]ssa.CallInstruction // static calls of each function of this package
	Taken map[*ssa.Function]bool                  // used as a value: not all its calls are in Calls

	promised func() map[string]bool                 // methods of the package's interfaces, gathered once
	fields   func() map[*types.Var][]*ssa.FieldAddr // by field of this package: where it is addressed, gathered once
	globals  func() map[*ssa.Global][]*ssa.Store    // by variable of the package: where it is stored to, gathered once
}

// Lazy is the pass's result: the package, built on first use.
type Lazy struct {
	build func() (*Package, string)
	once  sync.Once
	pkg   *Package
	why   string
}

// Built reports whether anybody has asked.
func (l *Lazy) Built() bool { return l.pkg != nil }

// Build returns the package's SSA form, or nil and the reason.
func (l *Lazy) Build() (*Package, string) {
	l.once.Do(func() { l.pkg, l.why = l.build() })
	return l.pkg, l.why
}

// Analyzer offers the SSA form of a package to those that require it.
var Analyzer = &analysis.Analyzer{
	Name:       "program",
	Doc:        "the SSA form of a package, built when first asked for",
	URL:        "https://github.com/timeoutlint/timeoutlint",
	Requires:   []*analysis.Analyzer{leftout.Analyzer},
	ResultType: reflect.TypeFor[*Lazy](),
	Run: func(pass *analysis.Pass) (any, error) {
		return &Lazy{build: func() (*Package, string) { return build(pass) }}, nil
	},
}

func build(pass *analysis.Pass) (*Package, string) {
	pkg, why := tolerant(pass, pass.ResultOf[leftout.Analyzer].(*leftout.Result))
	if pkg == nil {
		return nil, "no SSA form: " + why
	}
	return index(pass, pkg), ""
}

// referred are the functions, methods and variables of other packages that the
// code names, by package, and the packages that it imports.
func referred(pass *analysis.Pass) map[*types.Package][]types.Object {
	out := map[*types.Package][]types.Object{}
	for _, imp := range pass.Pkg.Imports() {
		out[imp] = nil
	}
	seen := map[types.Object]bool{}
	for _, obj := range pass.TypesInfo.Uses {
		pkg := obj.Pkg()
		if pkg == nil || pkg == pass.Pkg {
			continue
		}
		switch o := obj.(type) {
		case *types.Func:
			obj = o.Origin()
		case *types.Var:
			if o.IsField() {
				continue
			}
		default:
			continue
		}
		if !seen[obj] {
			seen[obj] = true
			out[pkg] = append(out[pkg], obj)
		}
	}
	return out
}

// imported makes a package of which the members alone are known. Making
// every member of every package below takes longer than all the rest, so the
// builder is given a file that declares what is used and nothing else.
func imported(prog *ssa.Program, pkg *types.Package, members []types.Object) {
	file, info := declaring(pkg, members)
	prog.CreatePackage(pkg, []*ast.File{file}, info, true)
	for _, obj := range members {
		if fn, ok := obj.(*types.Func); ok {
			if made := prog.FuncValue(fn); made != nil {
				made.Synthetic = "from type information"
			}
		}
	}
}

// declaring is a file that declares members and nothing else.
func declaring(pkg *types.Package, members []types.Object) (*ast.File, *types.Info) {
	file := &ast.File{Name: ast.NewIdent(pkg.Name())}
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}, FileVersions: map[*ast.File]string{}}
	for _, obj := range members {
		id := ast.NewIdent(obj.Name())
		info.Defs[id] = obj
		if _, ok := obj.(*types.Func); ok {
			file.Decls = append(file.Decls, &ast.FuncDecl{Name: id, Type: &ast.FuncType{}})
			continue
		}
		file.Decls = append(file.Decls, &ast.GenDecl{Tok: token.VAR, Specs: []ast.Spec{&ast.ValueSpec{Names: []*ast.Ident{id}}}})
	}
	return file, info
}

func index(pass *analysis.Pass, pkg *ssa.Package) *Package {
	p := &Package{
		SSA:   pkg,
		Decls: map[*types.Func]*ssa.Function{},
		Lits:  map[*ast.FuncLit]*ssa.Function{},
		Makes: map[*ssa.Function]*ssa.MakeClosure{},
		Calls: map[*ssa.Function][]ssa.CallInstruction{},
		Taken: map[*ssa.Function]bool{},
	}
	p.promised, p.fields, p.globals = sync.OnceValue(p.promises), sync.OnceValue(p.addressed), sync.OnceValue(p.stored)
	var add func(fn *ssa.Function)
	add = func(fn *ssa.Function) {
		p.Funcs = append(p.Funcs, fn)
		if lit, ok := fn.Syntax().(*ast.FuncLit); ok {
			p.Lits[lit] = fn
		}
		for _, anon := range fn.AnonFuncs {
			add(anon)
		}
	}
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			fd, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			obj, ok := pass.TypesInfo.Defs[fd.Name].(*types.Func)
			if !ok {
				continue
			}
			if fn := pkg.Prog.FuncValue(obj); fn != nil {
				p.Decls[obj] = fn
				add(fn)
			}
		}
	}
	if init := pkg.Func("init"); init != nil {
		add(init)
	}
	for _, fn := range p.Funcs {
		p.indexFunc(fn)
	}
	return p
}

func (p *Package) indexFunc(fn *ssa.Function) {
	var operands [16]*ssa.Value
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			var callee *ssa.Function
			if call, ok := instr.(ssa.CallInstruction); ok {
				if callee = call.Common().StaticCallee(); callee != nil {
					p.Calls[callee] = append(p.Calls[callee], call)
				}
			}
			made, isClosure := instr.(*ssa.MakeClosure)
			if isClosure {
				p.Makes[made.Fn.(*ssa.Function)] = made
				if !onlyCalled(made) {
					p.Taken[made.Fn.(*ssa.Function)] = true
				}
			}
			for i, op := range instr.Operands(operands[:0]) {
				used, ok := (*op).(*ssa.Function)
				if !ok || isClosure || (used == callee && i == 0) {
					continue
				}
				p.Taken[used] = true
			}
		}
	}
}

// onlyCalled reports whether a closure is used for nothing but being called.
func onlyCalled(made *ssa.MakeClosure) bool {
	for _, ref := range *made.Referrers() {
		call, ok := ref.(ssa.CallInstruction)
		if !ok || call.Common().Value != made {
			return false
		}
		for _, arg := range call.Common().Args {
			if arg == made {
				return false
			}
		}
	}
	return true
}

// Closed reports whether every call of fn is a static call in this package,
// so that what its parameters are is known from p.Calls.
func (p *Package) Closed(fn *ssa.Function) bool {
	if p.Taken[fn] || fn.Synthetic != "" {
		return false
	}
	if fn.Parent() != nil {
		return true
	}
	obj, ok := fn.Object().(*types.Func)
	if !ok || obj.Exported() || fn.Name() == "main" || fn.Name() == "init" {
		return false
	}
	// A method may be called through an interface.
	return fn.Signature.Recv() == nil || !p.satisfies(obj)
}

// satisfies reports whether an unexported method could be called through an
// interface of this package.
func (p *Package) satisfies(m *types.Func) bool { return p.promised()[m.Name()] }

// promises are the methods of the package's interfaces, by name.
func (p *Package) promises() map[string]bool {
	out := map[string]bool{}
	scope := p.SSA.Pkg.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok {
			continue
		}
		if iface, ok := tn.Type().Underlying().(*types.Interface); ok {
			for method := range iface.Methods() {
				out[method.Name()] = true
			}
		}
	}
	return out
}
