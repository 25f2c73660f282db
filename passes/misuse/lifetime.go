package misuse

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/entries"
	"github.com/timeoutlint/timeoutlint/passes/fates"
	"github.com/timeoutlint/timeoutlint/passes/scopes"
)

// begun finds an attempt that nobody ends.
func (f *finder) begun(call *ast.CallExpr) {
	path := f.path(call)
	if f.refusal(path) {
		return
	}
	fate := fates.Of(f.info, path)
	_, ends := fate.Methods["End"]
	_, method := fate.Fields["End"]
	switch {
	case method || fate.Kept || len(fate.Passed) > 0:
	case !ends:
		f.report(Finding{Kind: Leak, At: call, Sure: true, What: types.ExprString(call.Fun)})
	default:
		if at := leaves(path); at != nil {
			f.report(Finding{Kind: Leak, At: call, What: types.ExprString(call.Fun), Also: at.Pos()})
		}
	}
}

// refusal: a test wants to see that there is no attempt, and keeps the error alone.
func (f *finder) refusal(path []ast.Node) bool {
	for _, n := range path[1:] {
		if assign, ok := n.(*ast.AssignStmt); ok {
			id, ok := assign.Lhs[0].(*ast.Ident)
			return ok && id.Name == "_" && strings.HasSuffix(f.pass.Fset.Position(assign.Pos()).Filename, "_test.go")
		}
	}
	return false
}

// leaves is a way out between the beginning of an attempt and the first thing that
// ends it, in the same list of statements; not the one behind the beginning's own
// error.
func leaves(path []ast.Node) (out ast.Node) {
	for i, n := range path {
		block, ok := n.(*ast.BlockStmt)
		if !ok {
			continue
		}
		begun := false
		for j, stmt := range block.List {
			switch {
			case stmt == path[i-1]:
				begun = true
			case !begun:
			case fates.Calls(stmt, "End"):
				return nil
			case block.List[j-1] == path[i-1] && isErrorCheck(stmt):
			default:
				ast.Inspect(stmt, func(n ast.Node) bool {
					if _, lit := n.(*ast.FuncLit); lit || out != nil {
						return false
					}
					if ret, ok := n.(*ast.ReturnStmt); ok {
						out = ret
					}
					return true
				})
				if out != nil {
					return out
				}
			}
		}
		return nil
	}
	return nil
}

// isErrorCheck: if err != nil, and nothing else.
func isErrorCheck(stmt ast.Stmt) bool {
	check, ok := stmt.(*ast.IfStmt)
	if !ok || check.Init != nil || check.Else != nil {
		return false
	}
	test, ok := check.Cond.(*ast.BinaryExpr)
	return ok && test.Op == token.NEQ
}

// made finds a client, transport or dependency that is made, used and left in
// code that runs for each request.
func (f *finder) made(call *ast.CallExpr, name string) {
	path := f.path(call)
	use := path
	if name == "Transport" {
		if len(call.Args) != 1 || !f.fresh(call.Args[0]) {
			return // its connections are somebody else's, who may keep them
		}
		use = f.client(path)
	}
	if use == nil {
		return
	}
	fate := fates.Of(f.info, use)
	if fate.Kept || f.handsOver(fate) || name != "New" && len(fate.Methods) == 0 {
		return
	}
	kind, sure := f.behalf(path)
	if !sure && (name == "New" || kind == entries.StartUp) || f.looped(use) {
		return
	}
	f.report(Finding{Kind: PerCall, At: call, Sure: sure, What: types.ExprString(call.Fun), Who: name})
}

// fresh: nothing, or a transport that is made here.
func (f *finder) fresh(base ast.Expr) bool {
	if unary, ok := ast.Unparen(base).(*ast.UnaryExpr); ok {
		base = unary.X
	}
	_, lit := ast.Unparen(base).(*ast.CompositeLit)
	return lit || f.info.Types[base].IsNil()
}

// handsOver: something else than the companion gets it, and may keep it.
func (f *finder) handsOver(fate fates.Fate) bool {
	for _, call := range fate.Passed {
		if f.companion(call) == "" {
			return true
		}
	}
	return false
}

// client is the way outwards from the literal of an http.Client that a transport
// is put into.
func (f *finder) client(path []ast.Node) []ast.Node {
	for i, n := range path[1:] {
		switch n := n.(type) {
		case *ast.KeyValueExpr, *ast.ParenExpr:
		case *ast.CompositeLit:
			if calls.Named(f.info.TypeOf(n)) != "net/http.Client" {
				return nil
			}
			i++
			for {
				switch path[i+1].(type) {
				case *ast.UnaryExpr, *ast.ParenExpr:
					i++
					continue
				}
				return path[i:]
			}
		default:
			return nil
		}
	}
	return nil
}

// behalf is for whom the code at a place runs; sure if that is a request, a
// message or a turn of a loop, and not only who knows whom.
func (f *finder) behalf(path []ast.Node) (kind entries.Kind, sure bool) {
	for _, n := range path {
		switch n := n.(type) {
		case *ast.FuncLit:
			if f.answers(n.Type) {
				return entries.Handler, true
			}
		case *ast.FuncDecl:
			if n.Name.Name == "main" || n.Name.Name == "init" || strings.HasPrefix(strings.ToLower(n.Name.Name), "new") {
				return entries.StartUp, false
			}
			if f.answers(n.Type) {
				return entries.Handler, true
			}
			kind = f.kind(n)
			if kind == entries.Unknown && !f.asked(n.Type) {
				kind = entries.StartUp
			}
			return kind, kind >= entries.Consumer
		}
	}
	return entries.StartUp, false
}

func (f *finder) kind(decl *ast.FuncDecl) entries.Kind {
	obj, ok := f.info.Defs[decl.Name].(*types.Func)
	p, _ := f.lazy.Build()
	if !ok || p == nil {
		return entries.Unknown
	}
	if fn := p.SSA.Prog.FuncValue(obj); fn != nil {
		return f.entries.For(fn)
	}
	return entries.Unknown
}

// answers: it has the writer of a response.
func (f *finder) answers(t *ast.FuncType) bool {
	for _, field := range t.Params.List {
		if calls.Named(f.info.TypeOf(field.Type)) == "net/http.ResponseWriter" {
			return true
		}
	}
	return false
}

// asked: somebody waits for it, and says for how long.
func (f *finder) asked(t *ast.FuncType) bool {
	for _, field := range t.Params.List {
		if calls.IsContext(f.info.TypeOf(field.Type)) {
			return true
		}
	}
	return false
}

// looped reports whether the variable that a value is kept in is used in a loop
// that does not make it: once for many calls.
func (f *finder) looped(path []ast.Node) bool {
	var obj types.Object
	for _, n := range path[1:] {
		assign, ok := n.(*ast.AssignStmt)
		if !ok {
			continue
		}
		if id, ok := assign.Lhs[0].(*ast.Ident); ok {
			obj = f.info.ObjectOf(id)
		}
		break
	}
	if obj == nil {
		return false
	}
	found := false
	for _, n := range path {
		decl, ok := n.(*ast.FuncDecl)
		if !ok {
			continue
		}
		ast.PreorderStack(decl, nil, func(n ast.Node, stack []ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && f.info.Uses[id] == obj {
				for _, around := range stack {
					switch around.(type) {
					case *ast.ForStmt, *ast.RangeStmt:
						found = found || path[0].Pos() < around.Pos() || path[0].Pos() >= around.End()
					}
				}
			}
			return !found
		})
	}
	return found
}

// detached finds an operation whose context no longer ends with its caller.
func (f *finder) detached(call *ast.CallExpr, name string) {
	if len(call.Args) == 0 {
		return
	}
	given, ok := ast.Unparen(call.Args[0]).(*ast.CallExpr)
	if id, isIdent := ast.Unparen(call.Args[0]).(*ast.Ident); isIdent {
		given, ok = f.assigned(id).(*ast.CallExpr)
	}
	if !ok {
		return
	}
	obj := f.callee(given)
	if obj == nil {
		return
	}
	switch obj.FullName() {
	case "context.WithoutCancel", "context.Background", "context.TODO":
	default:
		return
	}
	scope, ok := scopes.At(f.pass, call)
	if !ok || scope.When < scopes.Closure || stops(scope.Of) {
		return
	}
	what := "budget." + name
	if name == "Begin" {
		what = types.ExprString(call.Fun)
	}
	f.report(Finding{Kind: Detached, At: given, Sure: !f.commented(call), What: what, Who: scope.Text})
}

// stops: a function of this name works when its caller has gone, or may.
func stops(name string) bool {
	lower := strings.ToLower(name)
	for _, word := range []string{"close", "stop", "shutdown", "clean", "release", "unlock", "rollback", "abort", "drain", "flush"} {
		if strings.HasPrefix(lower, word) {
			return true
		}
	}
	return false
}

// commented: above it is a comment of its own, which may say why.
func (f *finder) commented(n ast.Node) bool {
	at := f.pass.Fset.Position(n.Pos())
	for _, file := range f.pass.Files {
		if n.Pos() < file.FileStart || n.Pos() >= file.FileEnd {
			continue
		}
		for _, group := range file.Comments {
			begins := f.pass.Fset.Position(group.Pos())
			if end := f.pass.Fset.Position(group.End()).Line; end == at.Line-1 && begins.Column <= at.Column {
				return true
			}
		}
	}
	return false
}
