package baredial

import (
	"fmt"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.BareDial.Name,
	Doc:      rules.BareDial.Summary,
	URL:      rules.BareDial.URL(),
	Requires: []*analysis.Analyzer{bounds.Analyzer, calls.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	b := pass.ResultOf[bounds.Analyzer].(*bounds.Result)
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	for _, c := range met.Calls {
		d, ok := dials[c.Row.Name]
		if !ok || !out.Wanted(c.Pos()) {
			continue
		}
		call, ok := b.Call(c)
		if !ok {
			continue
		}
		confidence, severity := d.judge(call)
		if confidence == "" || bounds.AboutTime(bounds.Choice(call)) {
			continue // "if timeout == 0": somebody chose to wait
		}
		end := b.Ends(call, c.Row)
		if d.config != "" {
			end = b.Ends(call, &knowledge.Call{Bound: []knowledge.Bound{knowledge.Bound("field:" + d.config)}})
		}
		if end.State != bounds.Never {
			continue
		}
		if severity == "" {
			severity = met.Severity(rules.BareDial)
		}
		wait := d.wait
		if wait == connects {
			confidence = rules.Low // the system gives up in the end
			if silence(pass, b, call) {
				confidence, wait = rules.Medium, connects+", and what is read from it afterwards has no deadline either"
			}
		}
		out.Report(pass, verdict.Verdict{
			Rule: rules.BareDial, Confidence: confidence, Severity: severity, At: c.Expr,
			Message: fmt.Sprintf("%s has no timeout (%s): %s; %s", knowledge.Short(c.Row.Name), end.Text, wait, d.instead),
		})
	}
	return nil, nil
}

// judge looks at the network and the address: only a stream to another host
// waits for it.
func (d dial) judge(call ssa.CallInstruction) (rules.Confidence, rules.Severity) {
	args := call.Common().Args
	if call.Common().Signature().Recv() != nil && !call.Common().IsInvoke() {
		args = args[1:]
	}
	confidence, network := rules.High, "tcp"
	if d.network >= 0 && d.network < len(args) {
		text, ok := bounds.Text(args[d.network])
		if !ok {
			return rules.Low, "" // as often a datagram, which waits for nobody
		}
		network = text
	}
	if !strings.HasPrefix(network, "tcp") {
		return "", ""
	}
	if d.address >= 0 && d.address < len(args) && bounds.ReachOf("tcp", args[d.address]) == bounds.ReachLocal {
		return confidence, rules.Note
	}
	return confidence, ""
}
