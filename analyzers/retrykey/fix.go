package retrykey

import (
	"bytes"
	"go/ast"
	"go/printer"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/edits"
	"github.com/timeoutlint/timeoutlint/passes/retries"
)

// fix makes the key once, in front of the loop, where nothing that it is made
// of belongs to an attempt.
func fix(pass *analysis.Pass, l *retries.Loop, made token.Pos) *analysis.SuggestedFix {
	at, ok := edits.At(pass, made, made)
	if !ok || at.Call() == nil || l.Node == nil {
		return nil
	}
	call, loop := at.Call(), l.Node
	before := statement(at.Path, loop)
	if before == nil || pass.TypesInfo.TypeOf(call) == nil || !outside(pass.TypesInfo, call, loop) {
		return nil
	}
	if _, several := pass.TypesInfo.TypeOf(call).(*types.Tuple); several {
		return nil // its error belongs before the loop, too
	}
	tabs := strings.Repeat("\t", max(pass.Fset.PositionFor(before.Pos(), false).Column-1, 0))
	for _, n := range at.Path {
		assign, ok := n.(*ast.AssignStmt)
		if !ok || assign.Tok != token.DEFINE || len(assign.Lhs) != 1 || len(assign.Rhs) != 1 || !direct(loop, assign) {
			continue
		}
		// The statement moves as it is, if its name says nothing else out there.
		name := assign.Lhs[0].(*ast.Ident).Name
		front, ok := edits.At(pass, before.Pos(), before.Pos())
		if !ok || front.Means(name) != nil && front.Means(name).Parent() != pass.Pkg.Scope() {
			return nil
		}
		end := next(loop, assign)
		if slices.ContainsFunc(at.File.Comments, func(c *ast.CommentGroup) bool { return assign.End() <= c.Pos() && c.End() <= end }) {
			end = assign.End() // what is said about it stays
		}
		return hoist(assign.Pos(), end, "", before.Pos(), text(pass, assign)+"\n"+tabs)
	}
	name := at.Free("idempotencyKey", "requestKey")
	if name == "" {
		return nil
	}
	return hoist(call.Pos(), call.End(), name, before.Pos(), name+" := "+text(pass, call)+"\n"+tabs)
}

func hoist(pos, end token.Pos, instead string, before token.Pos, made string) *analysis.SuggestedFix {
	return &analysis.SuggestedFix{
		Message: "Make the key before the first attempt",
		TextEdits: []analysis.TextEdit{
			{Pos: before, End: before, NewText: []byte(made)},
			{Pos: pos, End: end, NewText: []byte(instead)},
		},
	}
}

// statement is the loop, or its label, in the list of statements where the
// key is to be made.
func statement(path []ast.Node, loop ast.Node) ast.Node {
	for i, n := range path {
		if n != loop {
			continue
		}
		for ; i+1 < len(path); i++ {
			switch path[i+1].(type) {
			case *ast.LabeledStmt:
			case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
				return path[i]
			default:
				return nil
			}
		}
	}
	return nil
}

// outside reports whether nothing that n is made of is declared within the loop.
func outside(info *types.Info, n, loop ast.Node) bool {
	out := true
	ast.Inspect(n, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if ok && info.Uses[id] != nil && loop.Pos() <= info.Uses[id].Pos() && info.Uses[id].Pos() < loop.End() {
			out = false
		}
		_, lit := n.(*ast.FuncLit)
		out = out && !lit
		return out
	})
	return out
}

func body(loop ast.Node) *ast.BlockStmt {
	switch loop := loop.(type) {
	case *ast.ForStmt:
		return loop.Body
	case *ast.RangeStmt:
		return loop.Body
	}
	return nil
}

// direct reports whether the statement is one of the loop's own list.
func direct(loop ast.Node, stmt ast.Stmt) bool { return next(loop, stmt).IsValid() }

// next is where the statement after the given one begins.
func next(loop ast.Node, stmt ast.Stmt) token.Pos {
	if body := body(loop); body != nil {
		for i, s := range body.List {
			if s == stmt && i+1 < len(body.List) {
				return body.List[i+1].Pos()
			}
		}
	}
	return token.NoPos
}

func text(pass *analysis.Pass, n ast.Node) string {
	var out bytes.Buffer
	if err := printer.Fprint(&out, pass.Fset, n); err != nil {
		return ""
	}
	return out.String()
}
