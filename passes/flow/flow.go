// Package flow follows a value back to what it may be. It is the one walker
// of the project: passes that ask where a context, a client, a time or a
// function comes from ask it.
//
// It works in two steps. Of each package it keeps terms (Package): for every
// function what its results are, what it stores through what it is given, what
// it calls with what, all in terms of its parameters and of what it makes. A
// World joins the packages that are in sight, one or all of a program, and a
// Resolver answers in it what a term comes down to: through calls, one caller
// at a time, through fields, one object at a time, through interfaces and
// function values, and says why where it cannot (Reason).
//
// It knows how Go hands values around. It does not know what a value means: the
// domains below it (flow/contexts, flow/clients) read the terms that are left.
package flow

import (
	"path/filepath"
	"reflect"
	"slices"

	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/directives"
	"github.com/timeoutlint/timeoutlint/passes/program"
	"github.com/timeoutlint/timeoutlint/passes/settings"
)

// Analyzer makes the terms of a package.
var Analyzer = &analysis.Analyzer{
	Name:       "flow",
	Doc:        "what the values of a package may be, in terms of what its functions are given",
	URL:        "https://github.com/timeoutlint/timeoutlint",
	Requires:   []*analysis.Analyzer{calls.Analyzer, directives.Analyzer, program.Analyzer},
	ResultType: reflect.TypeFor[*Package](),
	Run:        run,
}

func run(pass *analysis.Pass) (any, error) {
	out := &Package{Path: pass.Pkg.Path(), Main: pass.Pkg.Name() == "main"}
	for _, imp := range pass.Pkg.Imports() {
		out.Imports = append(out.Imports, imp.Path())
	}
	slices.Sort(out.Imports)
	if !settings.Own(pass) || !worthwhile(pass) {
		return out, nil
	}
	p, _ := pass.ResultOf[program.Analyzer].(*program.Lazy).Build()
	if p == nil {
		return out, nil
	}
	b := newBuilder(pass, p, pass.ResultOf[calls.Analyzer].(*calls.Result), out)
	b.said = pass.ResultOf[directives.Analyzer].(*directives.Result)
	b.all()
	return out, nil
}

// worthwhile reports whether a package hands any value on: it calls something,
// or puts something together.
func worthwhile(pass *analysis.Pass) bool {
	found := false
	for _, f := range pass.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n.(type) {
			case *ast.CallExpr, *ast.CompositeLit:
				found = true
			}
			return !found
		})
		if found {
			return true
		}
	}
	return false
}

// builder makes the terms of one package.
type builder struct {
	pass    *analysis.Pass
	program *program.Package
	met     *calls.Result
	said    *directives.Result
	out     *Package

	keys   map[*ssa.Function]string
	funcs  map[*ssa.Function]*function
	simple map[string]ID // terms without arguments or place, made once
	handed map[string]bool
	conv   map[string]bool
	rows   map[string]bool // functions whose rows were looked for
	vars   map[*ssa.Alloc]ID
	made   map[ID]*ssa.BasicBlock // where objects are made
	other  Set                    // what is of no interest
}

// function is the state of one function while it is read.
type function struct {
	*builder
	ssa    *ssa.Function
	out    *Function
	memo   map[ssa.Value]Set
	open   map[ssa.Value]*loop
	sites  map[ssa.CallInstruction]int
	closed map[int]bool             // sites whose arguments are known
	early  map[int][]ID             // terms of results of sites whose arguments are not known yet
	loops  map[*ssa.BasicBlock]bool // blocks that may run again
}

// loop is a value that is being read, and the variable that stands for it where
// it turns out to be defined by itself.
type loop struct {
	used bool
	id   ID
	n    int
}

func newBuilder(pass *analysis.Pass, p *program.Package, met *calls.Result, out *Package) *builder {
	b := &builder{pass: pass, program: p, met: met, out: out,
		keys: map[*ssa.Function]string{}, funcs: map[*ssa.Function]*function{}, simple: map[string]ID{},
		handed: map[string]bool{}, conv: map[string]bool{}, rows: map[string]bool{}, vars: map[*ssa.Alloc]ID{}, made: map[ID]*ssa.BasicBlock{}}
	out.Globals = map[string][]Def{}
	b.other = b.unknown(Other)
	return b
}

// all reads every function.
func (b *builder) all() {
	for _, fn := range b.program.Funcs {
		b.function(fn)
	}
	for _, fn := range b.program.Funcs {
		b.funcs[fn].read()
	}
	b.types()
	b.out.Handed, b.out.Converted = keysOf(b.handed), keysOf(b.conv)
}

func keysOf(set map[string]bool) []string {
	var out []string
	for k := range set {
		if k != "" {
			out = append(out, k)
		}
	}
	slices.Sort(out)
	return out
}

func (b *builder) function(fn *ssa.Function) *function {
	if f := b.funcs[fn]; f != nil {
		return f
	}
	f := &function{builder: b, ssa: fn, memo: map[ssa.Value]Set{}, open: map[ssa.Value]*loop{}, sites: map[ssa.CallInstruction]int{}, closed: map[int]bool{}, early: map[int][]ID{}}
	f.out = &Function{Key: b.key(fn), Place: b.place(fn.Pos()), Returns: fn.Signature.Results().Len(), Exported: ast.IsExported(fn.Name())}
	for _, p := range fn.Params {
		f.out.Params = append(f.out.Params, TypeName(p.Type()))
	}
	if obj, ok := fn.Object().(*types.Func); ok {
		f.out.Vouched = b.said.Vouched(obj)
	}
	f.out.Paces = paces(fn)
	f.loops = repeated(fn)
	for at := fn; at != nil; at = at.Parent() {
		f.out.Asked = f.out.Asked || slices.ContainsFunc(at.Params, func(p *ssa.Parameter) bool {
			name := calls.Named(p.Type())
			return name == "context.Context" || name == "net/http.Request" && at.Signature.Results().Len() == 0
		})
	}
	if fn.Parent() != nil {
		f.out.Parent = b.key(fn.Parent())
	}
	b.funcs[fn] = f
	b.out.Funcs = append(b.out.Funcs, f.out)
	return f
}

// key is the name of a function: that of its origin, and of a literal its
// parent's with its number.
func (b *builder) key(fn *ssa.Function) string {
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	if k, ok := b.keys[fn]; ok {
		return k
	}
	k := fn.String()
	if parent := fn.Parent(); parent != nil {
		for i, lit := range parent.AnonFuncs {
			if lit == fn {
				k = b.key(parent) + "$" + itoa(i+1)
			}
		}
	} else if obj, ok := fn.Object().(*types.Func); ok {
		k = calls.FullName(obj)
	}
	b.keys[fn] = k
	return k
}

// repeated are the blocks of a function that lie on a cycle.
func repeated(fn *ssa.Function) map[*ssa.BasicBlock]bool {
	out := map[*ssa.BasicBlock]bool{}
	for _, b := range fn.Blocks {
		for _, head := range b.Succs {
			if !head.Dominates(b) {
				continue
			}
			out[head] = true
			for todo := []*ssa.BasicBlock{b}; len(todo) > 0; {
				x := todo[len(todo)-1]
				todo = todo[:len(todo)-1]
				if !out[x] {
					out[x] = true
					todo = append(todo, x.Preds...)
				}
			}
		}
	}
	return out
}

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + string(rune('0'+n%10))
}

func (b *builder) place(pos token.Pos) Place {
	if !pos.IsValid() {
		return Place{}
	}
	at := b.pass.Fset.PositionFor(pos, false)
	return Place{File: b.pass.Pkg.Path() + "/" + filepath.Base(at.Filename), Line: at.Line, Column: at.Column}
}

// add makes a term.
func (b *builder) add(t Term) ID {
	b.out.Terms = append(b.out.Terms, t)
	return ID(len(b.out.Terms) - 1)
}

// once makes a term that is the same wherever it stands.
func (b *builder) once(t Term) Set {
	k := string(rune(t.Op)) + "\x00" + t.Sym + "\x00" + itoa(t.N) + "\x00" + t.Type
	id, ok := b.simple[k]
	if !ok {
		id = b.add(t)
		b.simple[k] = id
	}
	return Set{id}
}

func (b *builder) unknown(why Reason) Set { return b.once(Term{Op: Unknown, Sym: string(why)}) }

func union(sets ...Set) Set {
	var out Set
	for _, s := range sets {
		for _, id := range s {
			if !slices.Contains(out, id) {
				out = append(out, id)
			}
		}
	}
	return out
}

// types lists the package's named types with what they can do.
func (b *builder) types() {
	scope := b.pass.Pkg.Scope()
	var list func(scope *types.Scope)
	list = func(scope *types.Scope) {
		for _, name := range scope.Names() {
			tn, ok := scope.Lookup(name).(*types.TypeName)
			if !ok || tn.IsAlias() {
				continue
			}
			named, ok := tn.Type().(*types.Named)
			if !ok {
				continue
			}
			b.out.Types = append(b.out.Types, b.describe(named))
		}
		for i := range scope.NumChildren() {
			if child := scope.Child(i); scope != b.pass.Pkg.Scope() || child.NumChildren() > 0 {
				list(child)
			}
		}
	}
	list(scope)
}

func (b *builder) describe(named *types.Named) Type {
	out := Type{Name: TypeName(named), Exported: named.Obj().Exported()}
	if iface, ok := named.Underlying().(*types.Interface); ok {
		out.Interface = true
		for m := range iface.Methods() {
			out.Methods = append(out.Methods, Method{Name: m.Name(), Sig: signature(m)})
		}
		return out
	}
	set := types.NewMethodSet(types.NewPointer(named))
	for sel := range set.Methods() {
		if m, ok := sel.Obj().(*types.Func); ok {
			out.Methods = append(out.Methods, Method{Name: m.Name(), Sig: signature(m), Func: calls.FullName(m)})
		}
	}
	return out
}

// signature is a method's signature as text, the same in every package.
func signature(m *types.Func) string {
	sig := m.Signature()
	return types.TypeString(types.NewSignatureType(nil, nil, nil, nameless(sig.Params()), nameless(sig.Results()), sig.Variadic()), func(p *types.Package) string { return p.Path() })
}

func nameless(t *types.Tuple) *types.Tuple {
	var out []*types.Var
	for v := range t.Variables() {
		out = append(out, types.NewParam(token.NoPos, nil, "", v.Type()))
	}
	return types.NewTuple(out...)
}
