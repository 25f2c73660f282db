package unboundedctx

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/contexts/obligations"
	"github.com/timeoutlint/timeoutlint/passes/entries"
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

// short reports whether a function is the short form of another one: Get, which
// does nothing but call GetWithContext with context.Background. Whoever wants a
// deadline calls the other.
func short(n obligations.Need) bool {
	fn, callee := n.Call.Parent(), n.Call.Common().StaticCallee()
	name := ""
	switch {
	case callee != nil:
		name = callee.Name()
	case n.Call.Common().IsInvoke():
		name = n.Call.Common().Method.Name()
	}
	more, ok := strings.CutPrefix(name, fn.Name())
	more = strings.TrimPrefix(more, "With")
	return ok && fn.Parent() == nil && (more == "Context" || more == "Ctx")
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

// How a need is told: as it is, with low confidence because nobody waits for what
// waits, or as a note because somebody watches.
const (
	plainly = iota
	apart
	quietly
)

func graded(pass *analysis.Pass, on *entries.Result, n obligations.Need) int {
	switch kind := on.Of(n.Call); {
	case kind == entries.StartUp, kind == entries.Stopping, child(pass, n):
		return quietly
	case on.Apart(n.Call):
		return apart
	}
	return plainly
}

// bare is where a handler is registered so that its request has no deadline.
func bare(on *entries.Result, n obligations.Need) (token.Pos, bool) {
	if n.Origin.Param == nil || n.Origin.Field != nil || on.Of(n.Call) != entries.Handler {
		return token.NoPos, false
	}
	return on.Bare(n.Origin.Param.Parent())
}
