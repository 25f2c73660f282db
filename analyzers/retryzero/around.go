package retryzero

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/places"
	"github.com/timeoutlint/timeoutlint/passes/tries"
)

// withContext reports whether one of the other options of a call gives it a
// context: that is what ends it.
func withContext(call *ast.CallExpr) bool {
	if call == nil {
		return false
	}
	for _, arg := range call.Args {
		inner, ok := ast.Unparen(arg).(*ast.CallExpr)
		if !ok {
			continue
		}
		if sel, ok := ast.Unparen(inner.Fun).(*ast.SelectorExpr); ok && (sel.Sel.Name == "Context" || sel.Sel.Name == "WithContext") {
			return true
		}
	}
	return false
}

const steps = "k8s.io/apimachinery/pkg/util/wait.Backoff.Steps"

// neverRuns is the call that counts down the steps of a backoff that has none.
func neverRuns(o *bounds.Object) (bounds.Use, bool) {
	if o.Type+".Steps" != steps || o.Kind != bounds.MadeHere || o.Bounded("Steps") || len(o.Copies) > 0 {
		return bounds.Use{}, false
	}
	for _, u := range o.Uses {
		if u.Row == nil || o.Left(bounds.Passed, bounds.Stored) {
			continue
		}
		for _, b := range u.Row.Bound {
			if b.Kind() == "field" && b.Name() == steps {
				return u, true
			}
		}
	}
	return bounds.Use{}, false
}

// unread reports whether a number goes to a client that does not look at it:
// the one of the instance's metadata takes a Retryer and no number.
func unread(pass *analysis.Pass, s tries.Setting) bool {
	if s.Row == nil || s.Row.Name != "github.com/aws/aws-sdk-go-v2/config.WithRetryMaxAttempts" {
		return false
	}
	found := false
	for _, around := range pass.ResultOf[places.Analyzer].(*places.Index).Around(s.At.Pos(), s.At.End()) {
		fn, ok := around.(*ast.FuncDecl)
		if !ok {
			continue
		}
		ast.Inspect(fn, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			callee, ok := typeutil.Callee(pass.TypesInfo, call).(*types.Func)
			found = found || ok && callee.FullName() == "github.com/aws/aws-sdk-go-v2/feature/ec2/imds.NewFromConfig"
			return true
		})
	}
	return found
}
