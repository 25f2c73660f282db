// Package tries finds the numbers that are given to the retry settings of
// libraries: arguments of options and methods, fields of literals, assignments
// to fields, and the retry policies of a gRPC service config.
//
// It knows which row speaks of a setting, and the number where it is a
// constant or folds to one. It does not know whether the number is wrong.
package tries

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"reflect"
	"regexp"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/places"
	"github.com/timeoutlint/timeoutlint/passes/settings"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Setting is one number given to one retry setting.
type Setting struct {
	Row    *knowledge.Retry // of a number of attempts; nil where Knob is set
	Knob   *knowledge.Knob  // of a time for all attempts
	Name   string           // as a message shows it: "retry.Attempts", "Config.MaxRetries"
	At     ast.Node         // the call, the key and value, or the assignment
	In     *ast.CallExpr    // the call that it, or the literal it is in, is an argument of, if any
	Value  int64            // the number, or nanoseconds
	Within string           // names around it: of the variable that it is given to, and of the function
	Beside string           // the comment on its line, or the one that ends on the line above
	Spaced bool             // the time between attempts is set beside it
}

// Attempts is how many calls the setting makes of what fails each time, the
// first included; 0 where there is no such number.
func (s Setting) Attempts() int64 {
	switch {
	case s.Row == nil || s.Value <= 0 || s.Value == 1 && s.Row.One != "":
		return 0
	case s.Row.Counts == knowledge.ExtraTries:
		return s.Value + 1
	}
	return s.Value
}

// Result is the settings of a package, in source order.
type Result struct {
	Settings []Setting
	Policies []Policy

	finder *finder
}

// Analyzer finds the numbers given to retry settings.
var Analyzer = &analysis.Analyzer{
	Name:       "tries",
	Doc:        "the numbers that are given to the retry settings of libraries",
	URL:        "https://github.com/timeoutlint/timeoutlint",
	Requires:   []*analysis.Analyzer{calls.Analyzer, inspect.Analyzer, places.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

type finder struct {
	pass     *analysis.Pass
	table    *knowledge.Table
	comments map[string]map[int]string // by file and line
	parent   map[ast.Expr]*ast.CallExpr
	text     func(ast.Expr) string
	out      *Result
}

func run(pass *analysis.Pass) (any, error) {
	f := finder{pass: pass, table: pass.ResultOf[calls.Analyzer].(*calls.Result).Table(), parent: map[ast.Expr]*ast.CallExpr{}, out: &Result{}}
	f.out.finder = &f
	if !settings.Own(pass) || !f.worthwhile() {
		return f.out, nil
	}
	nodes := []ast.Node{(*ast.CallExpr)(nil), (*ast.CompositeLit)(nil), (*ast.AssignStmt)(nil)}
	pass.ResultOf[inspect.Analyzer].(*inspector.Inspector).Preorder(nodes, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.CallExpr:
			f.call(n)
		case *ast.CompositeLit:
			f.literal(n)
		case *ast.AssignStmt:
			f.assignment(n)
		}
	})
	return f.out, nil
}

// worthwhile: the package names something of a library with retry settings,
// directly or through the alias of another package.
func (f *finder) worthwhile() bool {
	seen := map[*types.Package]bool{}
	for _, obj := range f.pass.TypesInfo.Uses {
		pkg := obj.Pkg()
		if pkg == nil || seen[pkg] {
			continue
		}
		seen[pkg] = true
		for _, lib := range f.table.Library(pkg.Path()) {
			if len(lib.Retries) > 0 {
				return true
			}
		}
	}
	return false
}

func (f *finder) call(call *ast.CallExpr) {
	for _, arg := range call.Args {
		switch inner := ast.Unparen(arg).(type) {
		case *ast.CallExpr, *ast.CompositeLit:
			f.parent[inner] = call
		case *ast.UnaryExpr: // &Options{}
			f.parent[inner.X] = call
		}
	}
	fn, ok := typeutil.Callee(f.pass.TypesInfo, call).(*types.Func)
	if !ok || fn.Pkg() == nil || !f.table.Knows(fn.Pkg().Path()) {
		return
	}
	path, name := fn.Pkg().Path(), calls.FullName(fn)
	if name == serviceConfig {
		f.policies(call)
		return
	}
	s := Setting{Name: readable(fn.Pkg(), name), At: call, In: f.parent[call]}
	arg := 0
	if row := f.table.Retry(path, name); row != nil && counted(row) {
		s.Row, arg = row, row.Arg
	} else if knob := f.table.Knob(path, name); knob != nil && spends(knob) {
		s.Knob, arg = knob, knob.Arg
	} else {
		return
	}
	if arg < len(call.Args) {
		s.Spaced = f.spaced(nil, s.In, call) || chained(call)
		f.add(s, call.Args[arg])
	}
}

// literal: the fields that a literal names.
func (f *finder) literal(lit *ast.CompositeLit) {
	owner := f.ownerOf(lit)
	if owner == nil {
		return
	}
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if key, ok := kv.Key.(*ast.Ident); ok {
				f.field(owner, key.Name, kv, kv.Value, lit)
			}
		}
	}
}

func (f *finder) assignment(stmt *ast.AssignStmt) {
	if stmt.Tok != token.ASSIGN || len(stmt.Lhs) != len(stmt.Rhs) {
		return
	}
	for i, lhs := range stmt.Lhs {
		// cfg.Producer.Retry.Max: the longest name that a row knows, from the left.
		name, expr := "", ast.Unparen(lhs)
		for {
			sel, ok := expr.(*ast.SelectorExpr)
			if !ok {
				break
			}
			if name = sel.Sel.Name + strings.TrimSuffix("."+name, "."); f.field(f.ownerOf(sel.X), name, stmt, stmt.Rhs[i], nil) {
				break
			}
			expr = ast.Unparen(sel.X)
		}
	}
}

// ownerOf is the declared type of an expression, a pointer to it aside.
func (f *finder) ownerOf(x ast.Expr) *types.TypeName {
	t := f.pass.TypesInfo.TypeOf(x)
	if t == nil {
		return nil
	}
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	if named, ok := types.Unalias(t).(*types.Named); ok && named.Obj().Pkg() != nil {
		return named.Obj()
	}
	return nil
}

func (f *finder) field(owner *types.TypeName, field string, at ast.Node, value ast.Expr, lit *ast.CompositeLit) bool {
	if owner == nil || !f.table.Knows(owner.Pkg().Path()) {
		return false
	}
	path := owner.Pkg().Path()
	full := path + "." + owner.Name() + "." + field
	s := Setting{Name: readable(owner.Pkg(), full), At: at, In: f.parent[lit], Spaced: f.spaced(lit, nil, value)}
	if row := f.table.Retry(path, full); row != nil && counted(row) {
		s.Row = row
	} else if knob := f.table.Knob(path, full); knob != nil && spends(knob) {
		s.Knob = knob
	} else {
		return false
	}
	f.add(s, value)
	return true
}

// readable is a name as code shows it: with the package's name, not its path.
func readable(pkg *types.Package, full string) string {
	last := pkg.Path()[strings.LastIndexByte(pkg.Path(), '/')+1:]
	name := strings.TrimPrefix(knowledge.Short(full), last)
	if pkg.Name() == "internal" { // behind an alias
		return strings.TrimPrefix(name, ".")
	}
	return pkg.Name() + name
}

// pauses are words in the names of settings for the time between attempts, and
// for who is told of one.
var pauses = regexp.MustCompile(`Delay|Interval|Backoff|BackOff|Coefficient|Jitter|Notify|OnRetry|Wait`)

// spaced reports whether a literal, or a call, sets the time between attempts
// beside the setting itself.
func (f *finder) spaced(lit *ast.CompositeLit, call *ast.CallExpr, self ast.Expr) bool {
	if lit != nil {
		for _, e := range lit.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok && kv.Value != self {
				if key, ok := kv.Key.(*ast.Ident); ok && pauses.MatchString(key.Name) {
					return true
				}
			}
		}
	}
	if call != nil {
		for _, arg := range call.Args {
			if option, ok := ast.Unparen(arg).(*ast.CallExpr); ok && arg != self && pauses.MatchString(types.ExprString(option.Fun)) {
				return true
			}
		}
	}
	return false
}

// chained reports whether the receiver of a call was told of pauses before.
func chained(call *ast.CallExpr) bool {
	for {
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok {
			return false
		}
		if call, ok = ast.Unparen(sel.X).(*ast.CallExpr); !ok {
			return false
		}
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && pauses.MatchString(sel.Sel.Name) {
			return true
		}
	}
}

// counted: the row is of a number of attempts.
func counted(row *knowledge.Retry) bool {
	return row.Counts == knowledge.TotalTries || row.Counts == knowledge.ExtraTries
}

// spends: the knob is a time for all attempts, which 0 takes away.
func spends(knob *knowledge.Knob) bool {
	return knob.Stage == knowledge.RetryTime && knob.Unit == "" && knob.Zero == knowledge.Infinite
}

func (f *finder) add(s Setting, value ast.Expr) {
	tv := f.pass.TypesInfo.Types[value]
	v := tv.Value
	if v == nil {
		v = f.variable(value)
	}
	if v == nil || v.Kind() != constant.Int && v.Kind() != constant.Float {
		return
	}
	n, exact := constant.Int64Val(constant.ToInt(v))
	if !exact {
		return
	}
	s.Value, s.Beside, s.Within = n, f.beside(s.At), f.within(s.At)
	f.out.Settings = append(f.out.Settings, s)
}

// variable is the constant in a pointer helper: aws.Int(0), ptr.To(0).
func (f *finder) variable(value ast.Expr) constant.Value {
	call, ok := ast.Unparen(value).(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return nil
	}
	ptr, ok := f.pass.TypesInfo.TypeOf(call).Underlying().(*types.Pointer)
	if !ok {
		return nil
	}
	if basic, ok := ptr.Elem().Underlying().(*types.Basic); !ok || basic.Info()&types.IsInteger == 0 {
		return nil
	}
	return f.pass.TypesInfo.Types[call.Args[0]].Value
}
