package droppedctx

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/contexts/obligations"
	"github.com/timeoutlint/timeoutlint/passes/edits"
)

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
