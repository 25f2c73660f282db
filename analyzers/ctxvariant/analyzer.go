package ctxvariant

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/fates"
	"github.com/timeoutlint/timeoutlint/passes/scopes"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.CtxVariant.Name,
	Doc:      rules.CtxVariant.Summary,
	URL:      rules.CtxVariant.URL(),
	Requires: []*analysis.Analyzer{bounds.Analyzer, calls.Analyzer, scopes.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	for _, call := range met.Calls {
		if call.Row.Instead == "" || len(call.Outer) == 0 || !waits(call.Row) || defaultClient(call.Fn) || !out.Wanted(call.Pos()) {
			continue
		}
		variant, ok := scopes.Of(call.Fn, call.Row.Instead)
		if !ok {
			continue
		}
		scope, ok := scopes.At(pass, call.Expr)
		if !ok || strings.HasPrefix(strings.ToLower(scope.Of), "must") {
			continue
		}
		confidence, ok := judge(pass, call, variant, scope)
		if !ok {
			continue
		}
		if slight(pass, call) {
			confidence = rules.Low
		}
		out.Report(pass, verdict.Verdict{
			Rule:       rules.CtxVariant,
			Confidence: weaker(confidence, certain(scope)),
			Severity:   severity(pass, met, scope),
			Length:     lasts(pass, call),
			At:         call.Expr,
			About:      about(call),
			Message:    message(call, variant, scope),
			Fix:        fix(pass, call, variant, scope),
		})
	}
	return nil, nil
}

// about is the command that bareexec may speak of first.
func about(call calls.Call) token.Pos {
	if call.Fn.Pkg().Path() == "os/exec" {
		return call.Expr.Pos()
	}
	return token.NoPos
}

// defaultClient: http.Get and its like are defaultclient's to report.
func defaultClient(fn *types.Func) bool {
	return fn.Pkg().Path() == "net/http" && fn.Signature().Recv() == nil && fn.Name() != "NewRequest"
}

// waits: a sleep, a clean-up and a server are other rules' business, and so is
// a call that is given a time.
func waits(row *knowledge.Call) bool {
	switch row.Does {
	case knowledge.Sleeps, knowledge.Closes, knowledge.Serves:
		return false
	}
	return !row.By("arg")
}

// certain is how sure it is that the context should have been used.
func certain(s scopes.Scope) rules.Confidence {
	switch {
	case s.When == scopes.Now && !s.Request:
		return rules.High
	case s.When >= scopes.Closure:
		return rules.Medium
	}
	return rules.Low
}

func weaker(a, b rules.Confidence) rules.Confidence {
	if a.AtLeast(b) {
		return b
	}
	return a
}

// judge says whether the call is a wait that the context would have ended.
func judge(pass *analysis.Pass, call calls.Call, v scopes.Variant, s scopes.Scope) (rules.Confidence, bool) {
	switch {
	case fates.Calls(s.Func, "Deadline"):
		return rules.Low, true // it hands the deadline on by hand
	case call.Row.Does == knowledge.Builds:
		fate := fates.Of(pass.TypesInfo, s.Path)
		if calls.Named(call.Fn.Signature().Results().At(0).Type()) == "os/exec.Cmd" {
			return command(fate)
		}
		return request(pass, fate, s.Request)
	case call.Row.Does == knowledge.Dials && local(pass.TypesInfo, call.Expr):
		return "", false
	case call.Row.By("deadline"):
		return rules.Medium, !fates.Calls(s.Func, "SetDeadline", "SetReadDeadline")
	case types.IsInterface(v.Fn.Signature().Params().At(0).Type()) && !v.Same && onInterface(v.Fn):
		return rules.Low, true // the value may not have it
	}
	return rules.High, true
}

func onInterface(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	return recv != nil && types.IsInterface(recv.Type())
}
