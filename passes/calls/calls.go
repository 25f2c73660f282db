// Package calls finds the knowledge rows that a package's calls meet: one
// walk for every rule, and the place where a rule that has nothing to do
// leaves early.
//
// It knows which function a call names and what its row says. It does not
// know what the arguments are worth (durations, bounds, contexts).
package calls

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/timeoutlint/timeoutlint/passes/settings"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Call is one call expression of which a row speaks.
type Call struct {
	Expr  *ast.CallExpr
	Fn    *types.Func
	Row   *knowledge.Call
	Outer []ast.Node // enclosing *ast.FuncDecl and *ast.FuncLit, outermost first
	Go    bool       // started by a go statement
	Defer bool       // run by a defer statement
}

// Pos is where the call is reported.
func (c Call) Pos() token.Pos { return c.Expr.Pos() }

// End is where the call ends.
func (c Call) End() token.Pos { return c.Expr.End() }

// Result is the calls of one package, and the way to look up a row.
type Result struct {
	Calls   []Call
	Serves  bool // the package, or one it imports, accepts and serves somewhere
	Command bool // of a command, as far as the package tells: a person or a supervisor waits for it and can stop it

	asks bool // a person, at the standard input

	table *knowledge.Table
	mu    sync.Mutex // rules ask at the same time
	rows  map[*types.Func]*knowledge.Call

	distant map[*types.Package]bool // packages whose rows were read at another major version
	guessed map[token.Pos]bool      // calls of these and literals of their types
}

// Serving is a package fact: the package, or one of those it imports, serves.
type Serving struct{}

// AFact marks Serving as a fact.
func (*Serving) AFact() {}

func (*Serving) String() string { return "serves" }

// Analyzer finds the calls that knowledge speaks of.
var Analyzer = &analysis.Analyzer{
	Name:       "calls",
	Doc:        "the calls of a package that a knowledge row speaks of",
	URL:        "https://github.com/timeoutlint/timeoutlint",
	Requires:   []*analysis.Analyzer{settings.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
	FactTypes:  []analysis.Fact{(*Serving)(nil)},
	Run:        run,

	RunDespiteErrors: true, // passes/uses does; it then finds nothing
}

func run(pass *analysis.Pass) (any, error) {
	s := pass.ResultOf[settings.Analyzer].(*settings.Settings)
	r := &Result{table: s.Table(), rows: map[*types.Func]*knowledge.Call{}, distant: map[*types.Package]bool{}, guessed: map[token.Pos]bool{}}
	if !settings.Own(pass) || len(pass.TypeErrors) > 0 {
		return r, nil
	}
	for _, file := range pass.Files {
		w := walker{pass: pass, result: r}
		ast.Walk(&w, file)
	}
	serves := r.Serves
	for _, imp := range pass.Pkg.Imports() {
		if !r.Serves && pass.ImportPackageFact(imp, new(Serving)) {
			r.Serves = true
		}
	}
	if r.Serves {
		pass.ExportPackageFact(new(Serving))
	}
	r.Command = r.asks || console(pass.Pkg) || pass.Pkg.Name() == "main" && !serves || !r.Serves && makes(pass.Pkg.Path())
	return r, nil
}

// console reports whether the package makes commands for a terminal.
func console(pkg *types.Package) bool {
	for _, imp := range pkg.Imports() {
		switch path := imp.Path(); {
		case path == "github.com/spf13/cobra", strings.HasPrefix(path, "github.com/urfave/cli"), path == "github.com/alecthomas/kong":
			return true
		}
	}
	return false
}

// Severity is that of a finding of the rule. Who waits at the place is judged
// elsewhere (passes/verdict), and alike for all rules.
func (r *Result) Severity(rule rules.Rule) rules.Severity { return rule.Severity }

// makes reports whether a package is part of making the program, and not of the
// program.
func makes(path string) bool {
	for element := range strings.SplitSeq(path, "/") {
		switch element {
		case "build", "ci", "release", "scripts":
			return true
		}
	}
	return false
}

// Table is the knowledge in force.
func (r *Result) Table() *knowledge.Table { return r.table }

// Guessed reports whether what is known of the call, or of the literal's type, at
// a place was read in the library at another major version.
func (r *Result) Guessed(pos token.Pos) bool { return r.guessed[pos] }

func (r *Result) far(pkg *types.Package) bool {
	out, ok := r.distant[pkg]
	if !ok && pkg != nil {
		from := r.table.From(pkg.Path())
		out = from != "" && from != pkg.Path()
		r.distant[pkg] = out
	}
	return out
}

// Row is what is known of a function, or nil.
func (r *Result) Row(fn *types.Func) *knowledge.Call {
	if fn == nil || fn.Pkg() == nil {
		return nil
	}
	fn = fn.Origin()
	r.mu.Lock()
	defer r.mu.Unlock()
	row, ok := r.rows[fn]
	if !ok {
		row = find(r.table, fn)
		r.rows[fn] = row
	}
	return row
}

// find matches by name, then by a row for the receiver's methods, then by the
// shape of generated clients.
func find(table *knowledge.Table, fn *types.Func) *knowledge.Call {
	path := fn.Pkg().Path()
	if table.Knows(path) {
		name := FullName(fn)
		if row := table.Call(path, name); row != nil {
			return row
		}
		if table.Exempt(path, name) {
			return nil
		}
		if row := matchGlob(table, path, name, fn); row != nil {
			return row
		}
	}
	return generated(fn)
}

// FullName is the name that knowledge rows are written with: that of the
// origin, without type parameters.
func FullName(fn *types.Func) string {
	fn = fn.Origin()
	recv := fn.Signature().Recv()
	switch {
	case fn.Pkg() == nil: // error's method
	case recv == nil:
		return fn.Pkg().Path() + "." + fn.Name()
	default:
		t, star := recv.Type(), ""
		if ptr, ok := t.(*types.Pointer); ok {
			t, star = ptr.Elem(), "*"
		}
		if named, ok := t.(*types.Named); ok && named.Obj().Pkg() != nil {
			return "(" + star + named.Obj().Pkg().Path() + "." + named.Obj().Name() + ")." + fn.Name()
		}
	}
	return fn.FullName()
}

func matchGlob(table *knowledge.Table, path, name string, fn *types.Func) *knowledge.Call {
	receiver, method, ok := strings.Cut(name, ").")
	if !ok || !fn.Exported() {
		return nil
	}
	for _, g := range table.Globs(path, receiver+")") {
		if fits(g, method, fn.Signature()) {
			return &knowledge.Call{Name: name, Does: g.Does, Bound: g.Bound, Needs: g.Needs, Source: g.Source, Note: g.Note}
		}
	}
	return nil
}

func fits(g *knowledge.Glob, method string, sig *types.Signature) bool {
	if g.Leaves(method) {
		return false
	}
	switch g.Shape {
	case knowledge.CtxFirst:
		return sig.Params().Len() > 0 && IsContext(sig.Params().At(0).Type())
	case knowledge.ErrLast:
		n := sig.Results().Len()
		return n > 0 && types.Identical(sig.Results().At(n-1).Type(), types.Universe.Lookup("error").Type())
	}
	return true
}

// IsContext reports whether t is context.Context.
func IsContext(t types.Type) bool { return Named(t) == "context.Context" }

// Named is the "path.Name" of a named type or of what a pointer to one points
// to, without type arguments; empty for any other type.
func Named(t types.Type) string {
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return ""
	}
	return named.Obj().Pkg().Path() + "." + named.Obj().Name()
}

// walker keeps the enclosing functions while it collects calls.
type walker struct {
	pass   *analysis.Pass
	result *Result
	outer  []ast.Node
	stack  []ast.Node
	how    map[*ast.CallExpr]ast.Node
}

// Visit implements ast.Visitor; nil closes the node last opened.
func (w *walker) Visit(n ast.Node) ast.Visitor {
	if n == nil {
		last := w.stack[len(w.stack)-1]
		w.stack = w.stack[:len(w.stack)-1]
		switch last.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			w.outer = w.outer[:len(w.outer)-1]
		}
		return nil
	}
	w.stack = append(w.stack, n)
	switch n := n.(type) {
	case *ast.FuncDecl, *ast.FuncLit:
		w.outer = append(w.outer[:len(w.outer):len(w.outer)], n)
	case *ast.GoStmt:
		w.mark(n.Call, n)
	case *ast.DeferStmt:
		w.mark(n.Call, n)
	case *ast.CompositeLit:
		if named, ok := types.Unalias(w.pass.TypesInfo.TypeOf(n)).(*types.Named); ok && w.result.far(named.Obj().Pkg()) {
			w.result.guessed[n.Pos()], w.result.guessed[n.Lbrace] = true, true
		}
	case *ast.CallExpr:
		w.call(n)
		w.result.asks = w.result.asks || slices.ContainsFunc(n.Args, w.standardInput) && w.reads(n)
	}
	return w
}

// reads: the call is one of a package that takes input apart.
func (w *walker) reads(call *ast.CallExpr) bool {
	fn, ok := typeutil.Callee(w.pass.TypesInfo, call).(*types.Func)
	return ok && fn.Pkg() != nil && (fn.Pkg().Path() == "bufio" || fn.Pkg().Path() == "fmt")
}

// standardInput: os.Stdin, where somebody answers.
func (w *walker) standardInput(arg ast.Expr) bool {
	sel, ok := arg.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Stdin" {
		return false
	}
	v, ok := w.pass.TypesInfo.Uses[sel.Sel].(*types.Var)
	return ok && v.Pkg() != nil && v.Pkg().Path() == "os" && !strings.HasSuffix(w.pass.Fset.File(sel.Pos()).Name(), "_test.go")
}

func (w *walker) mark(call *ast.CallExpr, by ast.Node) {
	if w.how == nil {
		w.how = map[*ast.CallExpr]ast.Node{}
	}
	w.how[call] = by
}

func (w *walker) call(expr *ast.CallExpr) {
	fn, ok := typeutil.Callee(w.pass.TypesInfo, expr).(*types.Func)
	if !ok {
		return
	}
	if w.result.far(fn.Pkg()) {
		w.result.guessed[expr.Pos()], w.result.guessed[expr.Lparen] = true, true
	}
	row := w.result.Row(fn)
	if row == nil {
		return
	}
	if row.Does == knowledge.Serves {
		w.result.Serves = true
	}
	_, isGo := w.how[expr].(*ast.GoStmt)
	_, isDefer := w.how[expr].(*ast.DeferStmt)
	w.result.Calls = append(w.result.Calls, Call{Expr: expr, Fn: fn, Row: row, Outer: w.outer, Go: isGo, Defer: isDefer})
}
