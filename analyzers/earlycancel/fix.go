package earlycancel

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/contexts/lifetimes"
	"github.com/timeoutlint/timeoutlint/passes/edits"
)

// fix gives a call that comes too late the context around the one that has
// ended, by its name; where that cannot be named, it ends the context when the
// function does. What is returned, and what shares another call's time, is for
// a person to decide.
func fix(pass *analysis.Pass, end lifetimes.End) *analysis.SuggestedFix {
	if end.Kind != lifetimes.Used && end.Kind != lifetimes.Waited {
		return nil
	}
	use, ok := edits.At(pass, end.Call.Pos(), end.Call.Pos())
	made, okMade := edits.At(pass, end.Made.Pos(), end.Made.Pos())
	if !ok || !okMade || use.Call() == nil || made.Call() == nil || len(made.Call().Args) == 0 {
		return nil
	}
	parent, ok := made.Call().Args[0].(*ast.Ident)
	given := argument(pass.TypesInfo, use.Call())
	switch {
	case given == nil:
		return nil
	case ok && parent.Name != given.Name && use.Means(parent.Name) == pass.TypesInfo.Uses[parent]:
		return &analysis.SuggestedFix{
			Message:   "Use " + parent.Name,
			TextEdits: []analysis.TextEdit{{Pos: given.Pos(), End: given.End(), NewText: []byte(parent.Name)}},
		}
	case end.Kind == lifetimes.Used:
		return later(pass, end)
	}
	return nil
}

// later defers the cancel where that happens once: in the function's own list
// of statements.
func later(pass *analysis.Pass, end lifetimes.End) *analysis.SuggestedFix {
	at, ok := edits.At(pass, end.Cancel.Pos(), end.Cancel.Pos())
	if !ok || at.Call() == nil || end.Cancel.Parent() != end.Call.Parent() {
		return nil
	}
	for i, n := range at.Path {
		stmt, ok := n.(*ast.ExprStmt)
		if !ok || stmt.X != ast.Expr(at.Call()) || i+2 >= len(at.Path) {
			continue
		}
		if _, list := at.Path[i+1].(*ast.BlockStmt); !list {
			return nil
		}
		switch at.Path[i+2].(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			return &analysis.SuggestedFix{
				Message:   "End the context when the function ends",
				TextEdits: []analysis.TextEdit{{Pos: stmt.Pos(), End: stmt.Pos(), NewText: []byte("defer ")}},
			}
		}
	}
	return nil
}

// argument is the only context among the arguments, if it is a variable.
func argument(info *types.Info, call *ast.CallExpr) (found *ast.Ident) {
	for _, arg := range call.Args {
		if !calls.IsContext(info.TypeOf(arg)) {
			continue
		}
		id, ok := arg.(*ast.Ident)
		if !ok || found != nil {
			return nil
		}
		found = id
	}
	return found
}
