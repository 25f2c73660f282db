package unboundedctx

import (
	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/contexts/obligations"
	"github.com/timeoutlint/timeoutlint/passes/program"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// child reports whether the other side of a generated client is a process that
// this one has started as a plugin: if it dies, its calls fail.
func child(pass *analysis.Pass, n obligations.Need) bool {
	if n.Row == nil || !n.Call.Common().IsInvoke() {
		return false
	}
	for _, imp := range pass.Pkg.Imports() {
		if imp.Path() == "github.com/hashicorp/go-plugin" {
			return true
		}
	}
	return false
}

// others: rules about clients and dialling report the wait itself, and
// halfbound what gets a deadline too late.
func others(p *program.Package, n obligations.Need) bool {
	if n.Later() {
		return true
	}
	if n.Row != nil {
		return n.Web || n.Row.Does == knowledge.Dials
	}
	callee := n.Call.Common().StaticCallee()
	return n.Web && callee != nil && p.Closed(callee)
}
