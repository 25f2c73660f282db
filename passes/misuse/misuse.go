// Package misuse finds where package budget, this project's companion, is used
// in a way that takes its promises away.
//
// It knows the function that an operation is given, in the package and of those
// below it what they say (Uses), and what becomes of what the companion makes. It does not say
// what to do instead.
package misuse

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strconv"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/entries"
	"github.com/timeoutlint/timeoutlint/passes/places"
	"github.com/timeoutlint/timeoutlint/passes/program"
	"github.com/timeoutlint/timeoutlint/passes/retries"
	"github.com/timeoutlint/timeoutlint/passes/scopes"
	"github.com/timeoutlint/timeoutlint/passes/settings"
)

// Companion is the import path of the package whose use is looked at.
const Companion = "github.com/timeoutlint/timeoutlint/budget"

// Kind is what is wrong.
type Kind int

// The kinds.
const (
	OuterCtx Kind = iota // the function of an operation gives its work another context than its own
	NoCtx                // the function of an operation waits without any
	Outlives             // what an operation returns is used after its attempt
	Leak                 // an attempt is begun and never ended
	PerCall              // what is to be made once is made for every request
	Loop                 // a loop repeats an operation that repeats by itself
	Post                 // an operation repeats a POST that carries no key
	Nested               // an operation that is repeated has another one in it that is
	Detached             // an operation goes on when its caller has given up
	Ceiling              // an attempt is allowed more than the server gives a request
)

// Finding is one misuse.
type Finding struct {
	Kind Kind
	At   analysis.Range
	Sure bool      // no other reading is in sight
	What string    // the call, or the type, or the method
	Who  string    // the context, or the dependency, as the code writes it
	Long string    // of a Ceiling: the ceiling and what is above it
	Also token.Pos // the other place
}

// Result is the misuses of one package, in source order.
type Result struct{ Findings []Finding }

// Analyzer finds misuses of the companion.
var Analyzer = &analysis.Analyzer{
	Name:       "misuse",
	Doc:        "uses of package budget that take its promises away",
	URL:        "https://github.com/timeoutlint/timeoutlint",
	Requires:   []*analysis.Analyzer{calls.Analyzer, entries.Analyzer, inspect.Analyzer, places.Analyzer, program.Analyzer, retries.Analyzer, scopes.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
	FactTypes:  []analysis.Fact{(*Uses)(nil)},
	Run:        run,
}

// finder looks at one package.
type finder struct {
	pass    *analysis.Pass
	info    *types.Info
	rows    *calls.Result
	entries *entries.Result
	places  *places.Index
	lazy    *program.Lazy
	decls   map[types.Object]*ast.FuncDecl
	out     *Result
}

func run(pass *analysis.Pass) (any, error) {
	out := &Result{}
	if !settings.Own(pass) {
		return out, nil
	}
	companion := slices.ContainsFunc(pass.Files, imports)
	f := &finder{
		pass: pass, info: pass.TypesInfo, out: out, decls: map[types.Object]*ast.FuncDecl{},
		rows:    pass.ResultOf[calls.Analyzer].(*calls.Result),
		entries: pass.ResultOf[entries.Analyzer].(*entries.Result),
		places:  pass.ResultOf[places.Analyzer].(*places.Index),
		lazy:    pass.ResultOf[program.Analyzer].(*program.Lazy),
	}
	for _, file := range pass.Files {
		for _, d := range file.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
				f.decls[f.info.Defs[fn.Name]] = fn
			}
		}
	}
	in := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	f.tell(in, companion)
	if !companion {
		return out, nil
	}
	in.Preorder([]ast.Node{(*ast.CallExpr)(nil)}, func(n ast.Node) {
		call := n.(*ast.CallExpr)
		name := f.companion(call)
		if name == "" && f.maker(call) {
			name = "Client"
		}
		switch name {
		case "Do", "DoOr":
			f.operation(call, name)
			f.detached(call, name)
		case "Begin":
			f.detached(call, name)
			f.begun(call)
		case "Client", "Transport", "New":
			f.made(call, name)
		}
	})
	f.loops(pass.ResultOf[retries.Analyzer].(*retries.Result))
	f.ceilings(in)
	slices.SortStableFunc(out.Findings, func(a, b Finding) int { return cmp.Compare(a.At.Pos(), b.At.Pos()) })
	return out, nil
}

func imports(file *ast.File) bool {
	return slices.ContainsFunc(file.Imports, func(imp *ast.ImportSpec) bool { return imp.Path.Value == strconv.Quote(Companion) })
}

func (f *finder) report(x Finding) { f.out.Findings = append(f.out.Findings, x) }

// callee is the function that a call names, as it is declared.
func (f *finder) callee(call *ast.CallExpr) *types.Func {
	fn, _ := typeutil.Callee(f.info, call).(*types.Func)
	if fn == nil {
		return nil
	}
	return fn.Origin()
}

// companion is the name of the companion's function, or method of a dependency,
// that is called; empty if it is another one's.
func (f *finder) companion(call *ast.CallExpr) string {
	return companionName(f.callee(call))
}

func companionName(fn *types.Func) string {
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != Companion {
		return ""
	}
	recv := fn.Signature().Recv()
	switch fn.Name() {
	case "Do", "DoOr", "New":
		if recv == nil || calls.Named(recv.Type()) == Companion+".Plan" {
			return fn.Name()
		}
	case "Begin", "Client", "Transport":
		if recv != nil && calls.Named(recv.Type()) == Companion+".Dependency" {
			return fn.Name()
		}
	}
	return ""
}

// maker reports whether a call is of a function of the package that does nothing
// but make a client.
func (f *finder) maker(call *ast.CallExpr) bool {
	fn := f.callee(call)
	if fn == nil {
		return false
	}
	if u := f.across(fn); u != nil {
		return u.Client
	}
	decl := f.declared(fn)
	return decl != nil && f.makes(decl.ast.(*ast.FuncDecl))
}

// makes: it returns a client of a dependency.
func (f *finder) makes(decl *ast.FuncDecl) bool {
	if len(decl.Body.List) != 1 {
		return false
	}
	ret, ok := decl.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return false
	}
	made, ok := ast.Unparen(ret.Results[0]).(*ast.CallExpr)
	return ok && f.companion(made) == "Client"
}

// path is the way from a node outwards.
func (f *finder) path(n ast.Node) []ast.Node {
	path := f.places.Around(n.Pos(), n.End())
	for len(path) > 0 && path[0] != n {
		path = path[1:]
	}
	return path
}
