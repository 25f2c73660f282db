package ctxvariant

import (
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/scopes"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

func message(call calls.Call, v scopes.Variant, s scopes.Scope) string {
	what := "it goes on"
	if call.Row.Does == knowledge.Builds {
		what = "what it builds goes on"
	}
	instead := knowledge.Short(v.Fn.FullName())
	if !calls.IsContext(v.Fn.Signature().Params().At(0).Type()) {
		instead += " with a request from http.NewRequestWithContext"
	}
	return fmt.Sprintf("%s ignores %s, so %s when %s has given up; use %s", knowledge.Short(call.Row.Name), s.Text, what, s.Giver, instead)
}

// fix calls the variant with the context in scope, where there is one only
// and what the call gives does not outlive it.
func fix(pass *analysis.Pass, call calls.Call, v scopes.Variant, s scopes.Scope) *analysis.SuggestedFix {
	if !s.Plain || s.When < scopes.Closure || s.Derived && s.Returns(pass.TypesInfo) {
		return nil
	}
	edits := v.Rewrite(pass.TypesInfo, call.Expr, s.Text)
	if edits == nil {
		return nil
	}
	return &analysis.SuggestedFix{Message: "Use " + v.Fn.Name(), TextEdits: edits}
}
