package retryctx

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/contexts/turns"
	"github.com/timeoutlint/timeoutlint/passes/edits"
	"github.com/timeoutlint/timeoutlint/passes/retries"
)

// fix looks at the context before each attempt, where the function returns an
// error, with plain values at most.
func fix(pass *analysis.Pass, l *retries.Loop, ctx string) *analysis.SuggestedFix {
	if l.Ctx.Param.Parent() != l.Fn || l.Fn.Signature.Results().Len() == 0 || l.Node == nil {
		return nil
	}
	var body *ast.BlockStmt
	switch loop := l.Node.(type) {
	case *ast.ForStmt:
		body = loop.Body
	case *ast.RangeStmt:
		body = loop.Body
	default:
		return nil
	}
	at, ok := edits.At(pass, body.Lbrace+1, body.Lbrace+1)
	if !ok || at.Means(l.Ctx.Param.Name()) != l.Ctx.Param.Object() {
		return nil
	}
	give, ok := turns.Gives(pass.TypesInfo, at.Path, ctx)
	if !ok {
		return nil
	}
	return &analysis.SuggestedFix{
		Message: "Look at " + ctx + ".Err() before each attempt",
		TextEdits: []analysis.TextEdit{{Pos: body.Lbrace + 1, End: body.Lbrace + 1,
			NewText: []byte("\nif " + ctx + ".Err() != nil {\n" + give + "\n}")}},
	}
}
