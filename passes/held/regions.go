package held

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/uses"
	"github.com/timeoutlint/timeoutlint/rules"
)

// regions are the loops in the background and the locks of a function, those of
// literals in it left out.
func (w *walker) regions(body *ast.BlockStmt) (out []Region) {
	inspect(body, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.ForStmt:
			if kind := w.rounds(n); kind != "" {
				out = append(out, Region{Kind: kind, From: w.spot(n.Body.Pos()), To: w.spot(n.End())})
			}
		case *ast.RangeStmt:
			if t := w.info.TypeOf(n.X); t == nil {
				break
			} else if _, ch := t.Underlying().(*types.Chan); ch {
				r := Region{Kind: rules.Loop, From: w.spot(n.Body.Pos()), To: w.spot(n.End())}
				if !uses.Ticks(w.info, n.X) {
					r.Name = "channel"
				}
				out = append(out, r)
			}
		case *ast.BlockStmt:
			out = append(out, w.locked(n.List, n.End())...)
			out = append(out, w.told(n.List, n.End())...)
		case *ast.CaseClause:
			out = append(out, w.locked(n.Body, n.End())...)
		case *ast.CommClause:
			out = append(out, w.locked(n.Body, n.End())...)
		}
	})
	return out
}

// inspect visits the nodes of a function, those of literals in it left out.
func inspect(body ast.Node, visit func(ast.Node)) {
	ast.Inspect(body, func(n ast.Node) bool {
		if _, ok := n.(*ast.FuncLit); ok {
			return false
		}
		if n != nil {
			visit(n)
		}
		return true
	})
}

// rounds is what a loop without an end is for: a message a round, or something
// that is due again and again. One that ends when something works tries again.
func (w *walker) rounds(loop *ast.ForStmt) (kind rules.Consequence) {
	if call, ok := loop.Cond.(*ast.CallExpr); ok {
		if id := named(call.Fun); id != nil && strings.Contains(strings.ToLower(id.Name), "processnext") {
			return rules.Job // an item of a queue a round
		}
	}
	if loop.Cond != nil && !goesOn(loop.Cond) || loop.Init != nil || loop.Post != nil {
		return ""
	}
	succeeds, leaves, selects := false, false, false
	inspect(loop.Body, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.CallExpr:
			if id := named(n.Fun); w.receives[n] || id != nil && takes.MatchString(id.Name) {
				kind = rules.Message
			}
		case *ast.SelectStmt:
			selects = true
		case *ast.UnaryExpr:
			selects = selects || n.Op == token.ARROW && !w.timer(n.X)
		case *ast.ReturnStmt:
			leaves = true
		case *ast.BranchStmt:
			leaves = leaves || n.Tok == token.BREAK
		case *ast.IfStmt:
			succeeds = succeeds || works(n)
		}
	})
	switch {
	case succeeds:
		return ""
	case kind != "":
		return kind
	case selects, !leaves:
		return rules.Loop
	}
	return ""
}

// goesOn: the loop goes on until its context has ended.
func goesOn(cond ast.Expr) bool {
	is, ok := cond.(*ast.BinaryExpr)
	if !ok || is.Op != token.EQL {
		return false
	}
	call, ok := is.X.(*ast.CallExpr)
	if !ok {
		return false
	}
	id := named(call.Fun)
	return id != nil && id.Name == "Err"
}

// takes are names of what takes the next of something that others send.
var takes = regexp.MustCompile(`^(?:Receive|Recv|Accept|Fetch|Poll|Pop|Dequeue|Consume|ReadMessage|NextMsg)`)

// timer: what comes over the channel is a time.
func (w *walker) timer(ch ast.Expr) bool {
	t, ok := w.info.TypeOf(ch).Underlying().(*types.Chan)
	return ok && calls.Named(t.Elem()) == "time.Time" && !uses.Ticks(w.info, ch)
}

// works: a loop is left because there was no error.
func works(n *ast.IfStmt) bool {
	cond, ok := ast.Unparen(n.Cond).(*ast.BinaryExpr)
	if !ok || cond.Op != token.EQL {
		return false
	}
	null, ok := cond.Y.(*ast.Ident)
	return ok && null.Name == "nil" && len(n.Body.List) > 0 && slices.ContainsFunc(n.Body.List, func(s ast.Stmt) bool {
		switch s := s.(type) {
		case *ast.ReturnStmt:
			return true
		case *ast.BranchStmt:
			return s.Tok == token.BREAK
		}
		return false
	})
}

// told is the part of a list of statements that runs when the program or a context
// is over.
func (w *walker) told(list []ast.Stmt, end token.Pos) (out []Region) {
	for _, s := range list {
		expr, ok := s.(*ast.ExprStmt)
		if !ok {
			continue
		}
		if from, ok := expr.X.(*ast.UnaryExpr); ok && from.Op == token.ARROW && ends(w.info, from.X) && !w.timer(from.X) {
			return []Region{{Kind: rules.Shutdown, From: w.spot(s.End()), To: w.spot(end)}}
		}
	}
	return nil
}

// locked are the parts of a list of statements in which a mutex is held.
func (w *walker) locked(list []ast.Stmt, end token.Pos) (out []Region) {
	for i, s := range list {
		name, lock := w.mutex(s, "Lock")
		if !lock {
			continue
		}
		until := end
		for _, next := range list[i+1:] {
			if other, unlock := w.mutex(next, "Unlock"); unlock && other == name {
				until = next.Pos()
				break
			}
		}
		out = append(out, Region{Kind: rules.Lock, Name: name, From: w.spot(s.End()), To: w.spot(until)})
	}
	return out
}

// takes are the mutexes that a function locks, those of literals in it left out.
func (w *walker) takes(body *ast.BlockStmt) (out []Lock) {
	inspect(body, func(n ast.Node) {
		s, ok := n.(*ast.ExprStmt)
		if !ok {
			return
		}
		for _, method := range []string{"Lock", "RLock"} {
			if name, ok := w.mutex(s, method); ok {
				out = append(out, Lock{name, w.spot(s.Pos())})
			}
		}
	})
	return out
}

// mutex is the mutex whose method a statement calls: "orders.Store.mu".
func (w *walker) mutex(s ast.Stmt, method string) (string, bool) {
	expr, ok := s.(*ast.ExprStmt)
	if !ok {
		return "", false
	}
	call, ok := expr.X.(*ast.CallExpr)
	if !ok {
		return "", false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != method {
		return "", false
	}
	fn, ok := w.info.Uses[sel.Sel].(*types.Func)
	if !ok || fn.Pkg() == nil || fn.Pkg().Path() != "sync" {
		return "", false
	}
	return w.called(sel.X), true
}

// called is a value as a message names it, with the type that it is a field of.
func (w *walker) called(e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.SelectorExpr:
		if t := calls.Named(w.info.TypeOf(e.X)); t != "" {
			return t[strings.LastIndexByte(t, '/')+1:] + "." + e.Sel.Name
		}
		return e.Sel.Name
	case *ast.Ident:
		if t := calls.Named(w.info.TypeOf(e)); t != "" && !strings.HasPrefix(t, "sync.") {
			return t[strings.LastIndexByte(t, '/')+1:]
		}
		return e.Name
	}
	return types.ExprString(e)
}

// joins reports whether a function may wait for what it has started: it waits for
// a group, or takes something from a channel.
func joins(info *types.Info, body *ast.BlockStmt) (found bool) {
	inspect(body, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW && !ends(info, n.X)
		case *ast.RangeStmt:
			if t := info.TypeOf(n.X); t != nil {
				_, ch := t.Underlying().(*types.Chan)
				found = found || ch && !uses.Ticks(info, n.X)
			}
		case *ast.CallExpr:
			id := named(n.Fun)
			found = found || id != nil && id.Name == "Wait"
		}
	})
	return found
}

// ends: the channel says that the program or a context is over.
func ends(info *types.Info, ch ast.Expr) bool {
	if call, ok := ast.Unparen(ch).(*ast.CallExpr); ok {
		id := named(call.Fun)
		return id != nil && id.Name == "Done"
	}
	t, ok := info.TypeOf(ch).Underlying().(*types.Chan)
	return ok && (calls.Named(t.Elem()) == "os.Signal" || calls.Named(t.Elem()) == "time.Time")
}
