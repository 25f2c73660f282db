package silenttimeout

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/timeoutlint/timeoutlint/passes/calls"
)

// after: a receive from time.After.
func (r rule) after(comm ast.Stmt) bool {
	stmt, ok := comm.(*ast.ExprStmt)
	if !ok {
		return false
	}
	recv, ok := ast.Unparen(stmt.X).(*ast.UnaryExpr)
	if !ok || recv.Op != token.ARROW {
		return false
	}
	call, ok := ast.Unparen(recv.X).(*ast.CallExpr)
	if !ok {
		return false
	}
	fn, ok := typeutil.Callee(r.pass.TypesInfo, call).(*types.Func)
	return ok && calls.FullName(fn) == "time.After"
}

// silent: nothing but a return of zero values and a nil error.
func (r rule) silent(body []ast.Stmt, sig *types.Signature) bool {
	n := sig.Results().Len()
	if len(body) != 1 || n == 0 || !types.Identical(sig.Results().At(n-1).Type(), types.Universe.Lookup("error").Type()) {
		return false
	}
	ret, ok := body[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != n {
		return false
	}
	for _, result := range ret.Results {
		tv := r.pass.TypesInfo.Types[result]
		_, composite := ast.Unparen(result).(*ast.CompositeLit)
		if !tv.IsNil() && tv.Value == nil && !composite {
			return false
		}
	}
	return r.pass.TypesInfo.Types[ret.Results[n-1]].IsNil()
}

// says: a comment in the branch tells why.
func (r rule) says(n ast.Node) bool {
	for _, file := range r.pass.Files {
		if n.Pos() < file.FileStart || n.End() > file.FileEnd {
			continue
		}
		for _, group := range file.Comments {
			if n.Pos() <= group.Pos() && group.Pos() <= n.End() && !strings.HasPrefix(group.List[0].Text, "// want ") {
				return true
			}
		}
	}
	return false
}
