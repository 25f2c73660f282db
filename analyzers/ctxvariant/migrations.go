package ctxvariant

import (
	"regexp"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/scopes"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// severity is lower for migrations, which somebody runs and watches, and which
// better end than be cut off.
func severity(pass *analysis.Pass, met *calls.Result, s scopes.Scope) rules.Severity {
	if migrates.MatchString(pass.Pkg.Path()) || migrates.MatchString(s.Of) {
		return rules.Note
	}
	return met.Severity(rules.CtxVariant)
}

// slight reports whether a call that goes on for a while hurts nobody: a lookup
// of a host, which the resolver ends and the hosts file mostly answers; a
// connection whose dialer has a limit, or may have; the opening of what is meant to last.
func slight(pass *analysis.Pass, call calls.Call) bool {
	if call.Fn.Pkg().Path() == "net" && (call.Fn.Name() == "LookupHost" || call.Fn.Name() == "LookupIP") {
		return true
	}
	if call.Row.Does == knowledge.Streams {
		return true
	}
	b := pass.ResultOf[bounds.Analyzer].(*bounds.Result)
	instr, ok := b.Call(call)
	return ok && call.Row.Does == knowledge.Dials && len(call.Row.Bound) > 0 && b.Ends(instr, call.Row).State != bounds.Never
}

// lasts is how long a call goes on that nobody waits for any more: not for ever
// where something else may end it.
func lasts(pass *analysis.Pass, call calls.Call) rules.Length {
	b := pass.ResultOf[bounds.Analyzer].(*bounds.Result)
	if instr, ok := b.Call(call); ok && len(call.Row.Bound) > 0 && b.Ends(instr, call.Row).State != bounds.Never {
		return rules.Brief
	}
	return rules.Forever
}

var migrates = regexp.MustCompile(`[Mm]igrat|SchemaVersion`)
