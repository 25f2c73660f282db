package retrybody

import (
	"fmt"
	"go/token"
	"go/types"
	"strings"

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
	for l := range r.Retries(out.Wanted) {
		done := map[token.Pos]bool{}
		report := func(req retries.Request, text string, confidence rules.Confidence) {
			if text == "" || done[req.Sent.Pos()] {
				return
			}
			done[req.Sent.Pos()] = true
			out.Report(pass, verdict.Verdict{
				Rule:       rules.RetryBody,
				Confidence: confidence,
				Severity:   met.Severity(rules.RetryBody),
				At:         verdict.Position(req.Place()),
				Message:    text,
				Path:       []verdict.Step{{Pos: l.Pos, Text: "sends it once an attempt"}},
			})
		}
		for _, req := range r.Requests(l) {
			text, confidence := judge(r, l, req)
			report(req, text, confidence)
		}
		for _, req := range r.Relayed(l) {
			report(req, relayed, rules.Medium)
		}
	}
	return nil, nil
}

// judge: a reader gives what it holds once. A reader made before the loop is
// empty when the second request is made of it. A request made before the loop
// has an empty body the second time; where net/http keeps a copy, it uses it on
// a connection that is still open, and not after the one it was sent on is lost.
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
	switch again := back(l, req); {
	case req.Touched:
		return "", ""
	case types.IsInterface(req.Body.Type()) && req.Method == "":
		return "", "" // may be none
	case types.IsInterface(req.Body.Type()):
		return fmt.Sprintf("the request is made once and sent in each attempt, and its body is a reader (%s) that the first one empties: every later attempt sends an empty or broken body; make the request anew for each attempt", kind(req.Body.Type())), rules.Medium
	case !retries.Rewinds(req.Body.Type()):
		return fmt.Sprintf("the request is made once and sent in each attempt, and net/http cannot read its body (%s) a second time: every later attempt sends an empty or broken body; make the request anew for each attempt", kind(req.Body.Type())), rules.High
	case again == "":
		return "", ""
	default:
		confidence := rules.High
		if again != lost {
			confidence = rules.Medium
		}
		return fmt.Sprintf("the request is made once and sent in each attempt: %s, the next one fails before it is sent (ContentLength=… with Body length 0), since the first has read the %s to its end; set req.Body from req.GetBody() before each attempt, or make the request anew", again, strings.TrimPrefix(kind(req.Body.Type()), "*")), confidence
	}
}

const relayed = "RoundTrip sends the request that it is given again, and the first attempt has read its body: a later attempt of a request that has one fails before it is sent (ContentLength=… with Body length 0) or sends nothing of it; set req.Body from req.GetBody() before each attempt, and repeat no request whose GetBody is nil"

const lost = "when an attempt fails after its body was sent"

// back says which failure of the request finds the body read: a lost
// connection, or an answer that is left open, so that its connection is not
// used again.
func back(l *retries.Loop, req retries.Request) string {
	errors, status := true, false
	for _, a := range l.Calls {
		if a.Call == req.Sent {
			errors, status = a.Errors, a.Status
		}
	}
	switch {
	case errors:
		return lost
	case status && !l.ClosesBody():
		return "while the answer is not read and closed, so that its connection cannot be used again"
	}
	return ""
}

func kind(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string { return p.Name() })
}
