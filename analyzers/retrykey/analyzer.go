package retrykey

import (
	"fmt"
	"regexp"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/places"
	"github.com/timeoutlint/timeoutlint/passes/retries"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.RetryKey.Name,
	Doc:      rules.RetryKey.Summary,
	URL:      rules.RetryKey.URL(),
	Requires: []*analysis.Analyzer{calls.Analyzer, places.Analyzer, retries.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	r := pass.ResultOf[retries.Analyzer].(*retries.Result)
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	for l := range r.Retries(out.Wanted) {
		for _, key := range r.Keys(l) {
			made := source(key.Value, 0)
			if made == nil || !l.Inside(made) {
				continue
			}
			out.Report(pass, verdict.Verdict{
				Rule:       rules.RetryKey,
				Confidence: rules.High,
				Severity:   met.Severity(rules.RetryKey),
				At:         verdict.Position(made.Pos()),
				Message: fmt.Sprintf("%s is made anew for every attempt: to the server each one is another request, and a lost answer is done twice; make it once, before the first attempt",
					key.Name),
				Path: []verdict.Step{{Pos: l.Pos, Text: "is the first of the attempts"}},
				Fix:  fix(pass, l, made.Pos()),
			})
		}
	}
	return nil, nil
}

var unique = regexp.MustCompile(`(?i)uuid|ulid|ksuid|xid|nanoid|rand|newkey|newid|generate`)

// source is the call that makes a value that is never the same.
func source(v ssa.Value, depth int) *ssa.Call {
	if depth > 8 || v == nil {
		return nil
	}
	switch v := v.(type) {
	case *ssa.Call:
		if fn := v.Call.StaticCallee(); fn != nil && fn.Object() != nil && fn.Object().Pkg() != nil {
			if unique.MatchString(fn.Object().Pkg().Path()) || unique.MatchString(fn.Name()) {
				return v
			}
		}
		for _, arg := range v.Call.Args {
			if made := source(arg, depth+1); made != nil {
				return made
			}
		}
		return nil
	case *ssa.Phi, *ssa.Global, *ssa.Const, *ssa.Parameter, *ssa.FreeVar, *ssa.Alloc:
		return nil
	case ssa.Instruction:
		for _, op := range v.Operands(nil) {
			if *op != nil {
				if made := source(*op, depth+1); made != nil {
					return made
				}
			}
		}
	}
	return nil
}
