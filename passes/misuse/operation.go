package misuse

import (
	"go/ast"
	"go/constant"
	"go/types"
	"net/http"
	"strings"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// operation looks at one call of Do or DoOr.
func (f *finder) operation(call *ast.CallExpr, name string) {
	if len(call.Args) < 3 {
		return
	}
	f.outlives(call, name)
	fn := f.function(call.Args[2])
	if fn == nil {
		f.elsewhere(call)
		return
	}
	f.context(call, fn)
	if f.idempotent(call) {
		f.post(call, fn)
		f.nested(call, fn)
	}
}

// idempotent reports whether an operation is said to be.
func (f *finder) idempotent(call *ast.CallExpr) bool {
	for _, arg := range call.Args[3:] {
		if option, ok := ast.Unparen(arg).(*ast.CallExpr); ok {
			if fn := f.callee(option); fn != nil && fn.Name() == "Idempotent" && fn.Pkg() != nil && fn.Pkg().Path() == Companion {
				return true
			}
		}
	}
	return false
}

// ending are types whose values end with the context they were made with.
var ending = map[string]string{
	"net/http.Response": "*http.Response",
	"io.ReadCloser":     "io.ReadCloser",
	"database/sql.Rows": "*sql.Rows",
	"database/sql.Row":  "*sql.Row",
	"database/sql.Tx":   "*sql.Tx",
}

// outlives finds an answer that is read after the attempt.
func (f *finder) outlives(call *ast.CallExpr, name string) {
	fn, ok := f.info.TypeOf(call.Args[2]).Underlying().(*types.Signature)
	if !ok || fn.Results().Len() == 0 {
		return
	}
	what, ok := ending[calls.Named(fn.Results().At(0).Type())]
	if refused := strings.HasPrefix(what, "*sql."); ok && (refused || !f.handedOn(call)) {
		f.report(Finding{Kind: Outlives, At: call, Sure: refused, What: what, Who: "budget." + name})
	}
}

// handedOn: the answer is copied to somebody else as it comes, who may not be kept
// waiting for all of it.
func (f *finder) handedOn(call *ast.CallExpr) bool {
	path := f.path(call)
	var obj types.Object
	for _, n := range path {
		if assign, ok := n.(*ast.AssignStmt); ok && obj == nil {
			if id, ok := assign.Lhs[0].(*ast.Ident); ok {
				obj = f.info.ObjectOf(id)
			}
		}
	}
	if obj == nil {
		return false
	}
	found := false
	ast.Inspect(path[len(path)-2], func(n ast.Node) bool { // the declaration around it
		copying, ok := n.(*ast.CallExpr)
		if !ok || len(copying.Args) < 2 {
			return !found
		}
		fn := f.callee(copying)
		if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "io" || !strings.HasPrefix(fn.Name(), "Copy") {
			return !found
		}
		from := ast.Unparen(copying.Args[1])
		if sel, ok := from.(*ast.SelectorExpr); ok {
			from = sel.X
		}
		id, ok := from.(*ast.Ident)
		found = found || ok && f.info.Uses[id] == obj && types.ExprString(copying.Args[0]) != "io.Discard"
		return !found
	})
	return found
}

// context finds what the function of an operation does without its own context.
func (f *finder) context(op *ast.CallExpr, fn *function) {
	var deaf *ast.CallExpr
	ignored := fn.ctx == nil || !fn.used
	outer := false
	ast.Inspect(fn.body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			return false
		case *ast.FuncLit:
			if own := f.function(n); own.ctx != nil {
				return false // runs with the context of whoever calls it
			}
		case *ast.CallExpr:
			who, given := f.given(n, fn)
			switch {
			case who != "" && f.blocks(n):
				f.report(Finding{Kind: OuterCtx, At: n, Sure: ignored, What: types.ExprString(n.Fun), Who: who, Also: op.Pos()})
				outer = true
			case !given && (deaf == nil || n.End() < deaf.End()) && f.waits(n): // of db.QueryRow(…).Scan(…) the first
				deaf = n
			}
		}
		return true
	})
	if ignored && !outer && deaf != nil {
		f.report(Finding{Kind: NoCtx, At: deaf, Sure: true, What: types.ExprString(deaf.Fun), Also: op.Pos()})
	}
}

// given looks at the contexts among a call's arguments: who is one from outside
// of the function as the code writes it; given is whether there is any other.
func (f *finder) given(call *ast.CallExpr, fn *function) (who string, given bool) {
	for _, arg := range call.Args {
		if f.carried(call, arg, fn) {
			return "the context of " + types.ExprString(arg), true
		}
		if !calls.IsContext(f.info.TypeOf(arg)) {
			continue
		}
		root := ast.Unparen(arg)
		if c, ok := root.(*ast.CallExpr); ok {
			obj := f.callee(c)
			switch {
			case obj != nil && obj.FullName() == "(*net/http.Request).Context":
				root = ast.Unparen(c.Fun.(*ast.SelectorExpr).X)
			case obj != nil && (obj.FullName() == "context.Background" || obj.FullName() == "context.TODO"):
				continue // starts anew: as good as none
			default:
				given = true // made by a call, which is looked at itself
				continue
			}
		}
		if f.outside(root, fn) {
			return types.ExprString(arg), true
		}
		given = true
	}
	return "", given
}

// outside reports whether an expression is a variable from outside of a function,
// or a field of one.
func (f *finder) outside(e ast.Expr, fn *function) bool {
	for {
		sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
		if !ok {
			break
		}
		e = sel.X
	}
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := f.info.Uses[id].(*types.Var)
	return ok && (v.Pos() < fn.ast.Pos() || v.Pos() >= fn.ast.End())
}

// carried: a request that was made outside of the function is sent as it is, with
// the context that it was given there.
func (f *finder) carried(call *ast.CallExpr, arg ast.Expr, fn *function) bool {
	obj := f.callee(call)
	return obj != nil && (obj.FullName() == "(*net/http.Client).Do" || obj.FullName() == "(net/http.RoundTripper).RoundTrip") &&
		calls.Named(f.info.TypeOf(arg)) == "net/http.Request" && f.outside(arg, fn)
}

// blocks reports whether a call waits with the context it is given, or makes
// something that does.
func (f *finder) blocks(call *ast.CallExpr) bool {
	obj := f.callee(call)
	if obj == nil {
		sig, ok := f.info.TypeOf(call.Fun).Underlying().(*types.Signature)
		return ok && fails(sig)
	}
	if row := f.rows.Row(obj); row != nil {
		return waiting(row)
	}
	if obj.Pkg() == nil {
		return false
	}
	switch obj.FullName() {
	case "net/http.NewRequestWithContext", "context.WithTimeout", "context.WithDeadline", "context.WithTimeoutCause", "context.WithDeadlineCause":
		return true
	}
	own := f.pass.Module != nil && strings.HasPrefix(obj.Pkg().Path()+"/", f.pass.Module.Path+"/") || obj.Pkg() == f.pass.Pkg
	return own && fails(obj.Signature())
}

// fails: it takes a context first and can say that it has failed, as what waits
// does and what logs does not.
func fails(sig *types.Signature) bool {
	n := sig.Results().Len()
	return sig.Params().Len() > 0 && calls.IsContext(sig.Params().At(0).Type()) &&
		n > 0 && types.Identical(sig.Results().At(n-1).Type(), types.Universe.Lookup("error").Type())
}

func waiting(row *knowledge.Call) bool {
	switch row.Does {
	case knowledge.Dials, knowledge.Requests, knowledge.Queries, knowledge.Runs, knowledge.Sleeps, knowledge.Receives, knowledge.Waits:
		return true
	case knowledge.Acquires:
		return !strings.Contains(row.Name, "sync.")
	}
	return false
}

// waits reports whether a call waits, or makes a request that will.
func (f *finder) waits(call *ast.CallExpr) bool {
	obj := f.callee(call)
	if obj == nil {
		return false
	}
	if row := f.rows.Row(obj); row != nil {
		return waiting(row)
	}
	return obj.FullName() == "net/http.NewRequest"
}

// post finds a request that is repeated though doing it twice is not doing it
// once, and that nobody can recognize.
func (f *finder) post(op *ast.CallExpr, fn *function) {
	if at, method := f.unkeyed(fn); at != nil {
		f.report(Finding{Kind: Post, At: at, What: method, Also: op.Pos()})
	}
}

// unkeyed is the first request of a function that is not to be made twice, if the
// code speaks of no key.
func (f *finder) unkeyed(fn *function) (at *ast.CallExpr, method string) {
	bodies := map[*ast.BlockStmt]bool{fn.body: true}
	f.walk(fn, func(call *ast.CallExpr, in *function, _ int) {
		bodies[in.body] = true
		if m := f.posts(call); m != "" && at == nil {
			at, method = call, m
		}
	})
	if at == nil {
		return nil, ""
	}
	for body := range bodies {
		if f.keyed(body) {
			return nil, ""
		}
	}
	return at, method
}

// posts is POST or PATCH where a call makes such a request, itself or in another
// package.
func (f *finder) posts(call *ast.CallExpr) string {
	if m := f.method(call); m != "" {
		return m
	}
	if u := f.across(f.callee(call)); u != nil {
		return u.Post
	}
	return ""
}

// method is POST or PATCH where a call makes such a request.
func (f *finder) method(call *ast.CallExpr) string {
	obj := f.callee(call)
	if obj == nil {
		return ""
	}
	i := 0
	switch obj.FullName() {
	case "net/http.Post", "net/http.PostForm", "(*net/http.Client).Post", "(*net/http.Client).PostForm":
		return http.MethodPost
	case "net/http.NewRequestWithContext":
		i = 1
	case "net/http.NewRequest":
	default:
		return ""
	}
	if len(call.Args) <= i {
		return ""
	}
	switch v := f.info.Types[call.Args[i]].Value; {
	case v == nil || v.Kind() != constant.String:
	case constant.StringVal(v) == http.MethodPost, constant.StringVal(v) == http.MethodPatch:
		return constant.StringVal(v)
	}
	return ""
}

// keyed: the code speaks of a key.
func (f *finder) keyed(body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			found = found || strings.Contains(strings.ToLower(n.Name), "idempotencykey")
		case *ast.BasicLit:
			found = found || strings.Contains(strings.ToLower(n.Value), "idempotency-key")
		}
		return !found
	})
	return found
}

// nested finds an operation on another dependency inside, where both repeat.
func (f *finder) nested(op *ast.CallExpr, fn *function) {
	outer := types.ExprString(op.Args[1])
	for _, inner := range f.operations(fn) {
		if inner.on != outer {
			f.report(Finding{Kind: Nested, At: inner.at, Sure: inner.depth == 0, What: inner.on, Who: outer, Also: op.Pos()})
		}
	}
}

// inside is an idempotent operation in a function.
type inside struct {
	at    *ast.CallExpr
	on    string // the dependency, as the code writes it
	depth int
}

func (f *finder) operations(fn *function) (out []inside) {
	f.walk(fn, func(call *ast.CallExpr, _ *function, depth int) {
		if name := f.companion(call); name == "Do" || name == "DoOr" {
			if len(call.Args) >= 3 && f.idempotent(call) {
				out = append(out, inside{call, types.ExprString(call.Args[1]), depth})
			}
			return
		}
		if u := f.across(f.callee(call)); u != nil {
			for _, on := range u.Nested {
				out = append(out, inside{call, on, depth + 1})
			}
		}
	})
	return out
}
