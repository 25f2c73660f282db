package obligations

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/contexts"
	"github.com/timeoutlint/timeoutlint/passes/places"
	"github.com/timeoutlint/timeoutlint/passes/scopes"
)

// Class says how a context that starts anew relates to the one in scope.
type Class int

// The classes.
const (
	Loose   Class = iota // there is none in scope
	Dropped              // there is one, and the caller waits for the call
	Apart                // there is one, and the call is to outlive it: a goroutine, a clean-up, WithoutCancel
	Other                // who knows
)

// Class compares the need's context to the context in scope where it is made.
func (r *Result) Class(n Need) (Class, scopes.Scope) {
	pos := n.Origin.Pos
	if n.Origin.Field != nil || !pos.IsValid() {
		pos = n.Call.Common().Pos()
	}
	expr := r.Expr(pos)
	switch {
	case expr == nil:
		return Other, scopes.Scope{}
	case n.Origin.Field != nil:
		return Loose, scopes.Scope{}
	}
	scope, ok := scopes.At(r.pass, expr)
	switch n.Origin.Root {
	case contexts.Detached:
		return Apart, scope
	case contexts.Background, contexts.TODO:
	default:
		return Loose, scope
	}
	if ok && scope.When >= scopes.Closure {
		if stops(scope.Of) || explained(r.pass, expr) {
			return Apart, scope
		}
		if scope.Request && !incoming(r.pass.TypesInfo, scope) {
			return Other, scope // a request that is being built has a context that nobody set
		}
		return Dropped, scope
	}
	has, deferred := around(r.pass, expr)
	switch {
	case !has:
		return Loose, scope
	case deferred || ok && (scope.When == scopes.Undoing || scope.When == scopes.Goroutine):
		return Apart, scope
	case !ok && scope.When == scopes.Ended:
		return Apart, scope
	}
	return Other, scope
}

// stops: a function of this name works when its context has ended, or may.
func stops(name string) bool {
	lower := strings.ToLower(name)
	for _, word := range []string{"close", "stop", "shutdown", "clean", "release", "unlock", "rollback", "abort", "drain", "flush", "teardown", "terminate", "cancel", "kill"} {
		if strings.HasPrefix(lower, word) {
			return true
		}
	}
	return false
}

// reasons are words with which people say why a context is detached.
var reasons = []string{"background", "detach", "cancel", "outliv", "even if", "regardless", "independent", "caller", "parent", "own context", "new context", "separate context", "fresh context", "disconnect"}

// explained reports whether a comment on the line above the place says that it
// is on purpose.
func explained(pass *analysis.Pass, expr ast.Node) bool {
	line := pass.Fset.PositionFor(expr.Pos(), false).Line
	for _, file := range pass.Files {
		if expr.Pos() < file.FileStart || expr.Pos() >= file.FileEnd {
			continue
		}
		for _, group := range file.Comments {
			if pass.Fset.PositionFor(group.End(), false).Line != line-1 {
				continue
			}
			text := strings.ToLower(group.Text())
			for _, word := range reasons {
				if strings.Contains(text, word) {
					return true
				}
			}
		}
	}
	return false
}

// incoming reports whether the request in scope comes with the writer of its
// answer.
func incoming(info *types.Info, s scopes.Scope) bool {
	for _, n := range s.Path {
		var t *ast.FuncType
		switch n := n.(type) {
		case *ast.FuncLit:
			t = n.Type
		case *ast.FuncDecl:
			t = n.Type
		default:
			continue
		}
		for _, field := range t.Params.List {
			if calls.Named(info.TypeOf(field.Type)) == "net/http.ResponseWriter" {
				return true
			}
		}
	}
	return false
}

// Shadows reports whether the context is kept in a variable of the same name as
// the one in scope: nobody can mean both.
func (r *Result) Shadows(n Need, s scopes.Scope) bool {
	made := r.Expr(n.Origin.Pos)
	found := false
	if made == nil {
		return false
	}
	for _, file := range r.pass.Files {
		if made.Pos() < file.FileStart || made.Pos() >= file.FileEnd {
			continue
		}
		ast.Inspect(file, func(node ast.Node) bool {
			assign, ok := node.(*ast.AssignStmt)
			if !ok || len(assign.Rhs) != 1 || assign.Rhs[0] != ast.Expr(made) {
				return !found
			}
			id, ok := assign.Lhs[0].(*ast.Ident)
			found = ok && id.Name == s.Text
			return false
		})
	}
	return found
}

// around reports whether a function around the expression is given a context or
// a request by name, and whether a deferred call is between.
func around(pass *analysis.Pass, expr ast.Node) (has, deferred bool) {
	for _, n := range pass.ResultOf[places.Analyzer].(*places.Index).Around(expr.Pos(), expr.End()) {
		var t *ast.FuncType
		switch n := n.(type) {
		case *ast.DeferStmt:
			deferred = true
		case *ast.FuncLit:
			t = n.Type
		case *ast.FuncDecl:
			t = n.Type
		}
		if t == nil {
			continue
		}
		for _, field := range t.Params.List {
			typ := pass.TypesInfo.TypeOf(field.Type)
			if !calls.IsContext(typ) && !isRequest(typ) {
				continue
			}
			for _, name := range field.Names {
				has = has || name.Name != "_"
			}
		}
		if has {
			return has, deferred
		}
	}
	return has, deferred
}

func isRequest(t types.Type) bool {
	_, ptr := types.Unalias(t).(*types.Pointer)
	return ptr && calls.Named(t) == "net/http.Request"
}

// Place is where a reviewer would edit: where the context is made, if that is
// in the function that hands it over, else where it is handed over.
func (r *Result) Place(n Need) analysis.Range {
	call := r.Expr(n.Call.Common().Pos())
	if made := r.Expr(n.Origin.Pos); made != nil && n.Origin.Field == nil && (call == nil || within(r.pass, made.Pos(), call.Pos())) {
		return made
	}
	if call != nil {
		return call
	}
	return nil
}

// within reports whether two places are in the same declaration.
func within(pass *analysis.Pass, a, b token.Pos) bool {
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			if decl.Pos() <= a && a < decl.End() {
				return decl.Pos() <= b && b < decl.End()
			}
		}
	}
	return false
}

// Reach is the wait, and the way to it, as a message shows them.
func (n Need) Reach() string {
	if n.Row != nil {
		return n.Sink
	}
	return n.Sink + ", reached through " + Way(n.Via) + ","
}

// Patient reports whether a gRPC call is told to wait until there is a server.
func (r *Result) Patient(n Need) (*ast.CallExpr, bool) {
	call := r.Expr(n.Call.Common().Pos())
	if n.Row == nil || call == nil {
		return nil, false
	}
	for _, arg := range call.Args {
		option, ok := arg.(*ast.CallExpr)
		if !ok || len(option.Args) != 1 {
			continue
		}
		fn := typeutil.StaticCallee(r.pass.TypesInfo, option)
		v := r.pass.TypesInfo.Types[option.Args[0]].Value
		if fn != nil && fn.FullName() == "google.golang.org/grpc.WaitForReady" && v != nil && v.Kind() == constant.Bool && constant.BoolVal(v) {
			return option, true
		}
	}
	return nil, false
}

// Argument is the argument of a need's call that is the context, as it is
// written.
func (r *Result) Argument(n Need, is func(types.Type) bool) ast.Expr {
	call := r.Expr(n.Call.Common().Pos())
	if call == nil {
		return nil
	}
	for _, arg := range call.Args {
		if t := r.pass.TypesInfo.TypeOf(arg); t != nil && is(t) {
			return arg
		}
	}
	return nil
}

// Later reports whether the context that is given gets a deadline in the same
// function after all, for other calls.
func (n Need) Later() bool {
	for _, arg := range n.Call.Common().Args {
		if !calls.IsContext(arg.Type()) || arg.Referrers() == nil {
			continue
		}
		for _, ref := range *arg.Referrers() {
			call, ok := ref.(*ssa.Call)
			if !ok || call.Call.StaticCallee() == nil {
				continue
			}
			switch call.Call.StaticCallee().String() {
			case "context.WithTimeout", "context.WithDeadline":
				return true
			}
		}
	}
	return false
}
