// Package turns tells whether a loop asks a context in each of its turns, and
// how a function gives up when the context has ended.
//
// It knows syntax and types of one function. It does not know which context
// is in scope (passes/scopes) nor where it comes from (passes/contexts).
package turns

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/timeoutlint/timeoutlint/passes/calls"
)

// Loop is the innermost loop of a function around some place; the zero Loop is
// no loop.
type Loop struct {
	Turns   bool
	Asks    bool   // each turn asks a context whether it has ended
	Context string // which
	Body    ast.Node
	Pos     token.Pos // of the statement; none where the turns are calls of itself
}

// Of finds the loop around path[0]; path leads outwards from there.
func Of(info *types.Info, path []ast.Node) Loop {
	for _, n := range path {
		var body ast.Node
		switch n := n.(type) {
		case *ast.FuncLit:
			return Loop{}
		case *ast.FuncDecl:
			return Loop{Turns: recurs(info, n)}
		case *ast.ForStmt:
			body = n
		case *ast.RangeStmt:
			body = n.Body
		default:
			continue
		}
		l := Loop{Turns: true, Body: body, Pos: n.Pos()}
		ast.Inspect(body, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || l.Asks {
				_, lit := n.(*ast.FuncLit)
				return !lit
			}
			if ctx := answers(info, call); ctx != "" {
				l.Asks, l.Context = true, ctx
				return true
			}
			sel, ok := call.Fun.(*ast.SelectorExpr)
			if ok && (sel.Sel.Name == "Done" || sel.Sel.Name == "Err") && calls.IsContext(info.TypeOf(sel.X)) {
				l.Asks, l.Context = true, types.ExprString(sel.X)
			}
			return true
		})
		return l
	}
	return Loop{}
}

// answers is the context that a function with a yes or no for an answer is
// asked about.
func answers(info *types.Info, call *ast.CallExpr) string {
	if len(call.Args) != 1 || !calls.IsContext(info.TypeOf(call.Args[0])) {
		return ""
	}
	if basic, ok := info.TypeOf(call).(*types.Basic); !ok || basic.Kind() != types.Bool {
		return ""
	}
	return types.ExprString(call.Args[0])
}

// recurs reports whether a function calls itself.
func recurs(info *types.Info, fn *ast.FuncDecl) bool {
	found := false
	ast.Inspect(fn, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && !found {
			callee := typeutil.StaticCallee(info, call)
			found = callee != nil && callee == info.Defs[fn.Name]
		}
		return !found
	})
	return found
}

// Mentions reports whether the variable that text begins with occurs in n.
func Mentions(info *types.Info, n ast.Node, text string) bool {
	name, _, _ := strings.Cut(text, ".")
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Name == name && info.Uses[id] != nil {
			found = true
		}
		return !found
	})
	return found
}

// Select makes the sleep at path[0] a select on a timer and on the context that
// ctx is the text of, where the function returns nothing, an error, or plain
// values and an error.
func Select(pass *analysis.Pass, path []ast.Node, ctx string) *analysis.SuggestedFix {
	call := path[0].(*ast.CallExpr)
	stmt, ok := path[1].(*ast.ExprStmt)
	if !ok || !imported(pass, call, "time") {
		return nil
	}
	give, ok := Gives(pass.TypesInfo, path, ctx)
	if !ok {
		return nil
	}
	tabs := strings.Repeat("\t", max(pass.Fset.PositionFor(stmt.Pos(), false).Column-1, 0))
	text := fmt.Sprintf("select {\n%[1]scase <-%[2]s.Done():\n%[1]s\t%[3]s\n%[1]scase <-time.After(%[4]s):\n%[1]s}", tabs, ctx, give, types.ExprString(call.Args[0]))
	return &analysis.SuggestedFix{
		Message:   "Wait for the timer or the context",
		TextEdits: []analysis.TextEdit{{Pos: stmt.Pos(), End: stmt.End(), NewText: []byte(text)}},
	}
}

// imported: the package goes by its own name where the call is.
func imported(pass *analysis.Pass, call *ast.CallExpr, name string) bool {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	id, ok := sel.X.(*ast.Ident)
	return ok && id.Name == name && pass.TypesInfo.Uses[id] != nil
}

// Gives is how the function around path[0] returns when the context has ended,
// where it returns nothing, an error, or plain values and an error.
func Gives(info *types.Info, path []ast.Node, ctx string) (string, bool) {
	var results *ast.FieldList
	for _, n := range path {
		if lit, ok := n.(*ast.FuncLit); ok {
			results = lit.Type.Results
			break
		}
		if fd, ok := n.(*ast.FuncDecl); ok {
			results = fd.Type.Results
			break
		}
	}
	if results == nil || len(results.List) == 0 {
		return "return", true
	}
	var all []types.Type
	for _, field := range results.List {
		for range max(len(field.Names), 1) {
			all = append(all, info.TypeOf(field.Type))
		}
	}
	var out []string
	for i, t := range all {
		last := i == len(all)-1
		switch basic, _ := t.Underlying().(*types.Basic); {
		case last && types.Identical(t, types.Universe.Lookup("error").Type()):
			out = append(out, ctx+".Err()")
		case last:
			return "", false
		case basic != nil && basic.Info()&types.IsString != 0:
			out = append(out, `""`)
		case basic != nil && basic.Info()&types.IsBoolean != 0:
			out = append(out, "false")
		case basic != nil && basic.Info()&types.IsNumeric != 0:
			out = append(out, "0")
		case nillable(t):
			out = append(out, "nil")
		default:
			return "", false
		}
	}
	return "return " + strings.Join(out, ", "), true
}

func nillable(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Interface, *types.Signature:
		_, param := types.Unalias(t).(*types.TypeParam)
		return !param
	}
	return false
}
