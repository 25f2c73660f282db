package lostlimit

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/places"
	"github.com/timeoutlint/timeoutlint/passes/storage"
)

// ineffective are the grpc.WithTimeout options of dials that, as all their
// options can be seen, certainly do not have grpc.WithBlock.
func ineffective(pass *analysis.Pass) []*ast.CallExpr {
	if !imports(pass.Pkg, "google.golang.org/grpc") {
		return nil
	}
	var out []*ast.CallExpr
	for _, f := range pass.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || call.Ellipsis.IsValid() || !strings.HasPrefix(callee(pass.TypesInfo, call), "google.golang.org/grpc.Dial") {
				return true
			}
			options := map[string]*ast.CallExpr{}
			for _, arg := range call.Args {
				if option, ok := ast.Unparen(arg).(*ast.CallExpr); ok {
					options[callee(pass.TypesInfo, option)] = option
				}
			}
			timeout := options["google.golang.org/grpc.WithTimeout"]
			if timeout != nil && options["google.golang.org/grpc.WithBlock"] == nil {
				out = append(out, timeout)
			}
			return true
		})
	}
	return out
}

func imports(pkg *types.Package, path string) bool {
	for _, imp := range pkg.Imports() {
		if imp.Path() == path {
			return true
		}
	}
	return false
}

func callee(info *types.Info, call *ast.CallExpr) string {
	if fn, ok := typeutil.Callee(info, call).(*types.Func); ok {
		return calls.FullName(fn)
	}
	return ""
}

// unread reports whether a field holds a timeout that is written and never
// read, and where it is first written.
func unread(pass *analysis.Pass, f *storage.Field) (token.Pos, bool) {
	if f.Read || len(f.Writes) == 0 || calls.Named(f.Var.Type()) != "time.Duration" || !named(f.Var.Name()) {
		return token.NoPos, false
	}
	for _, w := range f.Writes {
		if w.Value == nil {
			continue
		}
		if elsewhere(pass, f, w) {
			return token.NoPos, false
		}
		if v := pass.TypesInfo.Types[w.Value].Value; v == nil || v.ExactString() != "0" {
			return w.Pos, true
		}
	}
	return token.NoPos, false
}

// elsewhere reports whether the function that writes the field gives the same value
// to a field of something else, too: that is where it bounds, and this is a copy.
func elsewhere(pass *analysis.Pass, f *storage.Field, w storage.Write) bool {
	text, found := types.ExprString(w.Value), false
	given := func(n ast.Node) bool {
		if kv, ok := n.(*ast.KeyValueExpr); ok {
			key, ok := kv.Key.(*ast.Ident)
			found = found || ok && pass.TypesInfo.ObjectOf(key) != f.Var && kv.Value != w.Value && types.ExprString(kv.Value) == text
		}
		return !found
	}
	path := pass.ResultOf[places.Analyzer].(*places.Index).Around(w.Pos, w.Pos)
	if len(path) > 1 {
		ast.Inspect(path[len(path)-2], given) // the declaration
	}
	return found
}

func named(field string) bool {
	lower := strings.ToLower(field)
	return strings.Contains(lower, "timeout") || strings.Contains(lower, "deadline")
}
