package retrybody

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/retries"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.RetryBody.Name,
	Doc:      rules.RetryBody.Summary,
	URL:      rules.RetryBody.URL(),
	Requires: []*analysis.Analyzer{retries.Analyzer, calls.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	r := pass.ResultOf[retries.Analyzer].(*retries.Result)
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	for _, l := range r.Loops {
		if l.Class != retries.Retry || !l.Confidence.AtLeast(rules.Medium) || !out.Wanted(l.Pos) {
			continue
		}
		for _, req := range r.Requests(l) {
			text, confidence := judge(r, l, req)
			if text == "" {
				continue
			}
			out.Report(pass, verdict.Verdict{
				Rule:       rules.RetryBody,
				Confidence: confidence,
				Severity:   met.Severity(rules.RetryBody),
				At:         verdict.Position(req.Sent.Pos()),
				Message:    text,
				Path:       []verdict.Step{{Pos: l.Pos, Text: "sends it once an attempt"}},
			})
		}
	}
	return nil, nil
}

// judge: a reader gives what it holds once. A request made before the loop can
// be sent again if net/http keeps a copy of its body; a reader made before the
// loop is empty when the second request is made of it, whatever it is.
func judge(r *retries.Result, l *retries.Loop, req retries.Request) (string, rules.Confidence) {
	if req.Body == nil || req.Renewed || req.Method == "GET" || req.Method == "HEAD" || r.Rewound(l, req.Body) {
		return "", ""
	}
	if req.Fresh {
		if !l.Invariant(req.Body) {
			return "", ""
		}
		confidence := rules.Medium
		if retries.Rewinds(req.Body.Type()) {
			confidence = rules.High
		}
		return fmt.Sprintf("each attempt makes its request of the same reader (%s), which the first one empties: every later attempt sends an empty body; keep the bytes and make a new reader for each attempt", kind(req.Body.Type())), confidence
	}
	if req.Touched || retries.Rewinds(req.Body.Type()) || types.IsInterface(req.Body.Type()) {
		return "", ""
	}
	return fmt.Sprintf("the request is made once and sent in each attempt, and net/http cannot read its body (%s) a second time: every later attempt sends an empty or broken body; set GetBody, or make the request anew for each attempt", kind(req.Body.Type())), rules.High
}

func kind(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string { return p.Name() })
}
