package retrybreaker

import (
	"fmt"
	"go/types"
	"regexp"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/retries"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.RetryBreaker.Name,
	Doc:      rules.RetryBreaker.Summary,
	URL:      rules.RetryBreaker.URL(),
	Requires: []*analysis.Analyzer{retries.Analyzer, calls.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	r := pass.ResultOf[retries.Analyzer].(*retries.Result)
	for l := range r.Retries(out.Wanted) {
		if len(l.Filtered) > 0 {
			continue
		}
		call, name := refused(r, l)
		if call == nil {
			continue
		}
		out.Report(pass, verdict.Verdict{
			Rule:       rules.RetryBreaker,
			Confidence: rules.Medium,
			Severity:   met.Severity(rules.RetryBreaker),
			At:         verdict.Position(call.Pos()),
			Message: fmt.Sprintf("%s is repeated after every error, %s, also when the breaker is open and refuses: the attempts are used up in microseconds and the breaker's pause is for nothing; stop at the breaker's own errors, or put the retry inside the breaker",
				name, l.Cap.Times()),
			Path: []verdict.Step{{Pos: l.Pos, Text: "repeats it"}},
		})
	}
	return nil, nil
}

// refused is a call through a circuit breaker that runs with each attempt, at any
// depth, and of which nothing on the way looks at the refusals. One that is made
// deeper is reported in the attempt.
func refused(r *retries.Result, l *retries.Loop) (ssa.CallInstruction, string) {
	var found *retries.Step
	knows := map[*ssa.Function]bool{}
	for step := range r.Runs(l) {
		for _, op := range step.Instr.Operands(nil) {
			if g, ok := (*op).(*ssa.Global); ok && strings.HasPrefix(g.Name(), "Err") && g.Pkg != nil && breaker.MatchString(g.Pkg.Pkg.Path()) {
				knows[step.In()] = true
			}
		}
		if call, ok := step.Instr.(ssa.CallInstruction); ok && found == nil && guarded(retries.Called(call)) {
			found = &step
		}
	}
	if found == nil || knows[found.In()] || knows[l.Fn] {
		return nil, ""
	}
	for _, call := range found.Way {
		if knows[call.Parent()] {
			return nil, ""
		}
	}
	at, _ := found.At().(ssa.CallInstruction)
	through, _ := found.Instr.(ssa.CallInstruction)
	return at, (&retries.Attempt{Fn: retries.Called(through)}).Name()
}

var breaker = regexp.MustCompile(`(?i)breaker|hystrix`)

// guarded: a function that calls through a circuit breaker.
func guarded(fn *types.Func) bool {
	if fn == nil || fn.Pkg() == nil || fn.Signature().Recv() == nil && !strings.Contains(fn.Pkg().Path(), "hystrix") {
		return false
	}
	switch fn.Name() {
	case "Execute", "Do", "DoC", "Call", "CallContext", "Run":
		return breaker.MatchString(fn.Pkg().Path()) || breaker.MatchString(fn.FullName())
	}
	return false
}
