package baredriver

import (
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/dsn"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.BareDriver.Name,
	Doc:      rules.BareDriver.Summary,
	URL:      rules.BareDriver.URL(),
	Requires: []*analysis.Analyzer{bounds.Analyzer, calls.Analyzer, dsn.Analyzer, verdict.Analyzer},
	Run:      run,
}

type rule struct {
	pass *analysis.Pass
	b    *bounds.Result
	met  *calls.Result
	out  *verdict.Reporter
	told map[ssa.CallInstruction]bool // waits that were reported
}

func run(pass *analysis.Pass) (any, error) {
	r := rule{
		pass: pass,
		b:    pass.ResultOf[bounds.Analyzer].(*bounds.Result),
		met:  pass.ResultOf[calls.Analyzer].(*calls.Result),
		out:  pass.ResultOf[verdict.Analyzer].(*verdict.Reporter),
		told: map[ssa.CallInstruction]bool{},
	}
	if r.b.Program == nil {
		return nil, nil
	}
	for _, o := range pass.ResultOf[dsn.Analyzer].(*dsn.Result).Openings {
		if r.out.Wanted(o.Call.Pos()) {
			r.opening(o)
		}
	}
	for _, o := range r.b.Objects {
		if r.out.Wanted(o.Pos) {
			r.object(o)
		}
	}
	for _, c := range r.met.Calls {
		if c.Row.Does == knowledge.Dials && r.out.Wanted(c.Pos()) {
			r.dial(c)
		}
	}
	return nil, nil
}

func (r rule) report(at analysis.Range, c rules.Confidence, local bool, message string) {
	severity := r.met.Severity(rules.BareDriver)
	if local {
		severity = rules.Note
	}
	r.out.Report(r.pass, verdict.Verdict{Rule: rules.BareDriver, Confidence: c, Severity: severity, At: at, Message: message})
}
