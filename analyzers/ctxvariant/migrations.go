package ctxvariant

import (
	"regexp"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/scopes"
	"github.com/timeoutlint/timeoutlint/rules"
	"golang.org/x/tools/go/analysis"
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
// of a host, which the resolver ends and the hosts file mostly answers.
func slight(call calls.Call) bool {
	return call.Fn.Pkg().Path() == "net" && (call.Fn.Name() == "LookupHost" || call.Fn.Name() == "LookupIP")
}

var migrates = regexp.MustCompile(`[Mm]igrat|SchemaVersion`)
