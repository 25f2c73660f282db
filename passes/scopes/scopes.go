// Package scopes tells which context is in scope at a call, and when the call
// runs in relation to that context: now, or when it may have ended.
//
// It knows parameters, of the innermost function and of those around it, and
// what becomes of a function literal. It does not know whether a context ever
// ends (passes/contexts) or what the call does with one.
package scopes

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/calls"
)

// When says how sure it is that the context still means the call's caller when
// the call runs.
type When int

// The ways a call runs. Ended: the context is over, or may be on purpose;
// whoever calls then must not use it.
const (
	Ended     When = iota // deferred, a clean-up, or after <-ctx.Done()
	Undoing               // on the way out after an error, its result dropped
	Goroutine             // in a goroutine that may outlive the function
	Elsewhere             // in a literal that is kept, returned or given to who knows whom
	Closure               // in a literal that is called before the function returns
	Now                   // in the function that has the context
)

// Scope is the context in scope at a call.
type Scope struct {
	Text    string     // how the code writes it: "ctx", "r.Context()"
	Of      string     // the declared function around the call; empty where a variable of the package is made
	Giver   string     // who gives the context: "the caller of Of", "its caller", "the client"
	Request bool       // it is the context of an incoming request
	When    When       //
	Plain   bool       // Text means that parameter, and no other context is in sight
	Derived bool       // Text may mean a context made from the parameter here
	Path    []ast.Node // from the call outwards
	Func    ast.Node   // the outermost function around the call: a declaration, or a literal in a variable of the package

	inner *ast.FuncType // the innermost function
}

// At finds the context in scope at a call; false if there is none or
// the innermost function refuses its own by calling it _. The pass requires
// Analyzer.
func At(pass *analysis.Pass, call *ast.CallExpr) (Scope, bool) {
	return pass.ResultOf[Analyzer].(*known).at(call)
}

func (k *known) find(call *ast.CallExpr) (Scope, bool) {
	info := k.info
	path := k.places.Around(call.Pos(), call.End())
	for len(path) > 0 && path[0] != ast.Node(call) {
		path = path[1:]
	}
	s := Scope{When: Now, Path: path, Func: outermost(path)}
	var param *types.Var
	own := false // it is a parameter of a literal
	for i := 1; i < len(path) && s.When > Ended; i++ {
		switch n := path[i].(type) {
		case *ast.FuncDecl:
			s.Of = n.Name.Name
			s.innermost(n.Type)
			if param == nil {
				param, _ = s.parameter(info, n.Type)
			}
		case *ast.FuncLit:
			s.innermost(n.Type)
			if param != nil {
				continue
			}
			refused := false
			if param, refused = s.parameter(info, n.Type); refused {
				return s, false
			}
			if own = param != nil; !own {
				s.When = min(s.When, literal(info, path, i))
			}
		case *ast.DeferStmt:
			if lit, ok := ast.Unparen(n.Call.Fun).(*ast.FuncLit); param == nil || ok && call.Pos() >= lit.Body.Pos() && call.End() <= lit.Body.End() {
				s.When = Ended // also a literal that is handed its context as an argument
			}
		case *ast.GoStmt:
			if param == nil {
				s.When = min(s.When, Goroutine)
			}
		default:
			if param == nil {
				s.When = min(s.When, k.within(n, path[i-1], dropped(path)))
			}
		}
	}
	if param == nil || s.When == Ended {
		return s, false
	}
	switch {
	case s.Request:
		s.Giver = "the client"
	case own:
		s.Giver = "its caller"
	default:
		s.Giver = "the caller of " + s.Of
	}
	k.resolve(&s, call.Pos(), param)
	return s, true
}

// outermost is the function furthest out on a path; nil: there is none.
func outermost(path []ast.Node) (fn ast.Node) {
	for _, n := range path {
		switch n.(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			fn = n
		}
	}
	return fn
}

// parameter is the context, or incoming request, among the parameters.
func (s *Scope) parameter(info *types.Info, t *ast.FuncType) (found *types.Var, refused bool) {
	for _, field := range t.Params.List {
		for _, name := range field.Names {
			v, ok := info.Defs[name].(*types.Var)
			isCtx, isRequest := calls.IsContext(info.TypeOf(field.Type)), request(info.TypeOf(field.Type))
			switch {
			case isCtx && name.Name == "_":
				return nil, true
			case !ok || name.Name == "_":
			case isCtx:
				s.Text, s.Request = v.Name(), false
				return v, false
			case isRequest && found == nil && answers(info, t):
				s.Text, s.Request = v.Name()+".Context()", true
				found = v
			}
		}
		if len(field.Names) == 0 && calls.IsContext(info.TypeOf(field.Type)) {
			return nil, true
		}
	}
	return found, false
}

// answers reports whether a function with a request parameter answers it: one
// that is only building a request of its own has nobody who waits.
func answers(info *types.Info, t *ast.FuncType) bool {
	for _, field := range t.Params.List {
		if calls.Named(info.TypeOf(field.Type)) == "net/http.ResponseWriter" {
			return true
		}
	}
	return t.Results != nil && len(t.Results.List) > 0 && calls.Named(info.TypeOf(t.Results.List[0].Type)) == "net/http.Response"
}

func request(t types.Type) bool {
	_, ptr := types.Unalias(t).(*types.Pointer)
	return ptr && calls.Named(t) == "net/http.Request"
}

// within says what a statement around the call makes of it; child is where
// the call is in it.
func (k *known) within(n, child ast.Node, dropped bool) When {
	switch n := n.(type) {
	case *ast.CommClause:
		if n.Comm != nil && child != ast.Node(n.Comm) && waitsForEnd(k.info, n.Comm) {
			return Ended
		}
		return k.after(n, n.Body, child)
	case *ast.CaseClause:
		return k.after(n, n.Body, child)
	case *ast.BlockStmt:
		return k.after(n, n.List, child)
	case *ast.IfStmt:
		if child == ast.Node(n.Body) {
			return branch(k.info, n.Cond, dropped)
		}
	}
	return Now
}

// after: what comes behind <-ctx.Done() or cancel() in a list of statements runs
// when the context has ended.
func (k *known) after(of ast.Node, list []ast.Stmt, child ast.Node) When {
	end, ok := k.ends[of]
	if !ok {
		end = token.NoPos
		if i := slices.IndexFunc(list, k.ended); i >= 0 {
			end = list[i].End()
		}
		k.ends[of] = end
	}
	if end.IsValid() && child.Pos() >= end {
		return Ended
	}
	return Now
}

// ended: behind the statement the context has ended.
func (k *known) ended(stmt ast.Stmt) bool {
	if waitsForEnd(k.info, stmt) || cancels(k.info, stmt) {
		return true
	}
	sel, ok := stmt.(*ast.SelectStmt)
	return ok && slices.ContainsFunc(sel.Body.List, func(clause ast.Stmt) bool {
		c := clause.(*ast.CommClause)
		return c.Comm != nil && waitsForEnd(k.info, c.Comm) && !leaves(c.Body)
	})
}

// leaves reports whether a case does not go on behind its select.
func leaves(body []ast.Stmt) bool {
	if len(body) == 0 {
		return false
	}
	switch last := body[len(body)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return last.Tok != token.BREAK || last.Label != nil
	}
	return false
}

func waitsForEnd(info *types.Info, stmt ast.Stmt) bool {
	found := false
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.BlockStmt:
			return false
		case *ast.UnaryExpr:
			if call, ok := ast.Unparen(n.X).(*ast.CallExpr); ok && n.Op == token.ARROW {
				found = found || method(info, call, "Done")
			}
		}
		return true
	})
	return found
}

func cancels(info *types.Info, stmt ast.Stmt) bool {
	e, ok := stmt.(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := e.X.(*ast.CallExpr)
	return ok && calls.Named(info.TypeOf(call.Fun)) == "context.CancelFunc"
}

// method reports whether call is ctx.NAME().
func method(info *types.Info, call *ast.CallExpr, name string) bool {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	return ok && sel.Sel.Name == name && calls.IsContext(info.TypeOf(sel.X))
}
