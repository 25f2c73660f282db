package retrygrowth

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/edits"
	"github.com/timeoutlint/timeoutlint/passes/retries"
)

// A name like these says that a value is the longest wait.
var longest = regexp.MustCompile(`(?i)^(max|maximum|longest|cap)_?(retry)?_?(backoff|delay|wait|interval|sleep|pause)|^(retry)?_?(backoff|delay|wait|interval|sleep|pause)_?(max|maximum|cap|limit|ceiling)$`)

// fix holds the wait below the maximum that the code names already, where it
// doubles in a statement and there is one such name in sight.
func fix(pass *analysis.Pass, g retries.Growth) *analysis.SuggestedFix {
	at, ok := edits.At(pass, g.Pos, g.Pos)
	if !ok || g.By != "doubles" || g.Clamped || !at.Since("go1.21") || at.Means("min") != types.Universe.Lookup("min") {
		return nil
	}
	for _, n := range at.Path {
		assign, ok := n.(*ast.AssignStmt)
		if !ok {
			continue
		}
		if len(assign.Lhs) != 1 || len(assign.Rhs) != 1 {
			return nil
		}
		limit := maximum(at, pass.TypesInfo.TypeOf(assign.Lhs[0]))
		if limit == "" {
			return nil
		}
		from, next := assign.Rhs[0].Pos(), "min("
		switch assign.Tok {
		case token.ASSIGN:
		case token.MUL_ASSIGN, token.ADD_ASSIGN, token.SHL_ASSIGN:
			from = assign.TokPos
			if _, sum := assign.Rhs[0].(*ast.BinaryExpr); sum {
				return nil // it would need parentheses
			}
			operator := strings.TrimSuffix(assign.Tok.String(), "=")
			next = "= min(" + types.ExprString(assign.Lhs[0]) + " " + operator + " "
		default:
			return nil
		}
		return &analysis.SuggestedFix{
			Message: "Hold it below " + limit,
			TextEdits: []analysis.TextEdit{
				{Pos: from, End: assign.Rhs[0].Pos(), NewText: []byte(next)},
				{Pos: assign.Rhs[0].End(), End: assign.Rhs[0].End(), NewText: []byte(", " + limit + ")")},
			},
		}
	}
	return nil
}

// maximum is the only name at the place, of that type, that says longest wait.
func maximum(at edits.Place, t types.Type) string {
	name, several := "", false
	at.Scopes(func(obj types.Object) {
		switch obj.(type) {
		case *types.Var, *types.Const:
			if longest.MatchString(obj.Name()) && types.Identical(obj.Type(), t) {
				name, several = obj.Name(), name != ""
			}
		}
	})
	if several {
		return ""
	}
	return name
}
