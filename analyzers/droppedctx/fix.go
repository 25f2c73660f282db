package droppedctx

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/contexts/obligations"
	"github.com/timeoutlint/timeoutlint/passes/edits"
)

// instead puts the context in scope in the place of the one that starts anew,
// and takes the import away that was there for that alone.
func instead(pass *analysis.Pass, made ast.Expr, text string) *analysis.SuggestedFix {
	list := []analysis.TextEdit{{Pos: made.Pos(), End: made.End(), NewText: []byte(text)}}
	if at, ok := edits.At(pass, made.Pos(), made.End()); ok {
		list = append(list, at.Unimport("context")...)
	}
	return &analysis.SuggestedFix{Message: "Use " + text, TextEdits: list}
}

// own passes the literal's own context on, where the other one is a plain name
// and its own can be said there.
func own(pass *analysis.Pass, c obligations.Closure) *analysis.SuggestedFix {
	given, ok := c.At.(*ast.Ident)
	at, found := edits.At(pass, c.At.Pos(), c.At.End())
	if !ok || !found {
		return nil
	}
	if obj := at.Means(c.Own); obj == nil || !calls.IsContext(obj.Type()) || obj.Pos() < c.Lit {
		return nil
	}
	return &analysis.SuggestedFix{
		Message:   "Use " + c.Own,
		TextEdits: []analysis.TextEdit{{Pos: given.Pos(), End: given.End(), NewText: []byte(c.Own)}},
	}
}
