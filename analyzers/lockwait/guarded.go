package lockwait

import (
	"go/ast"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/calls"
)

// guarded reports whether a call is one of a transaction that lies in a struct beside
// its mutex: that lets one query of the transaction run at a time, and whoever has
// the transaction is one.
func guarded(pass *analysis.Pass, call *ast.CallExpr, mutex string) bool {
	method, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	field, ok := ast.Unparen(method.X).(*ast.SelectorExpr)
	if !ok || !strings.HasSuffix(calls.Named(pass.TypesInfo.TypeOf(field)), ".Tx") {
		return false
	}
	owner := calls.Named(pass.TypesInfo.TypeOf(field.X))
	return owner != "" && strings.Contains(mutex, owner[strings.LastIndexByte(owner, '.')+1:]+".")
}
