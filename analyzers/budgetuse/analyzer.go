package budgetuse

import (
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/misuse"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.BudgetUse.Name,
	Doc:      rules.BudgetUse.Summary,
	URL:      rules.BudgetUse.URL(),
	Requires: []*analysis.Analyzer{calls.Analyzer, misuse.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	found := pass.ResultOf[misuse.Analyzer].(*misuse.Result)
	severity := pass.ResultOf[calls.Analyzer].(*calls.Result).Severity(rules.BudgetUse)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	for _, m := range found.Findings {
		if !out.Wanted(m.At.Pos()) {
			continue
		}
		v := verdict.Verdict{
			Rule:       rules.BudgetUse,
			Confidence: rules.Medium,
			Severity:   severity,
			At:         m.At,
			Message:    message(m),
		}
		switch {
		case m.Sure && m.Kind != misuse.Loop:
			v.Confidence = rules.High
		case !m.Sure && (m.Kind == misuse.Loop || m.Kind == misuse.Detached):
			v.Confidence = rules.Low
		}
		if m.Also.IsValid() {
			v.Path = []verdict.Step{{Pos: m.Also, Text: also[m.Kind]}}
		}
		out.Report(pass, v)
	}
	return nil, nil
}

// also says what the other place is.
var also = map[misuse.Kind]string{
	misuse.OuterCtx: "the operation",
	misuse.NoCtx:    "the operation",
	misuse.Loop:     "the loop",
	misuse.Post:     "the operation that repeats it",
	misuse.Nested:   "the operation around it",
	misuse.Ceiling:  "what bounds the request",
}

func message(m misuse.Finding) string {
	switch m.Kind {
	case misuse.OuterCtx:
		return fmt.Sprintf("%s is given %s from outside of the operation: the attempt's ceiling does not end it, and a retry starts beside it; pass the context that the function is given", m.What, m.Who)
	case misuse.NoCtx:
		return fmt.Sprintf("%s waits without the attempt's context: neither its ceiling nor the caller's leaving ends it; use the variant that takes a context, and pass the one that the function is given", m.What)
	case misuse.Outlives:
		return outlives(m)
	case misuse.Leak:
		return fmt.Sprintf("the attempt of %s is never ended: its slot is taken and the breaker is told nothing until the ceiling is over; call End with what came of it, on every way out", m.What)
	case misuse.PerCall:
		return perCall(m)
	case misuse.Loop:
		return fmt.Sprintf("%s is repeated by a loop although it repeats by itself: attempts multiply, past the retry budget; let budget.Idempotent and Policy.Retry say how often", m.What)
	case misuse.Post:
		return fmt.Sprintf("a %s in an idempotent operation names no Idempotency-Key: a client of package budget adds one that the next call of the operation does not have, other clients send none, and the work may be done twice; set budget.HeaderIdempotencyKey to a key of the operation, or leave budget.Idempotent out", m.What)
	case misuse.Nested:
		return fmt.Sprintf("an operation on %s runs inside one on %s and both repeat: its attempts and waits must fit in one attempt of the other; call them one after the other with a budget.Plan, or repeat on one level only", m.What, m.Who)
	case misuse.Detached:
		return fmt.Sprintf("%s goes on when whoever waits for %s has given up: its context does not end with it; pass %[2]s, or give work that must outlive it an end of its own with budget.Detach", m.What, m.Who)
	case misuse.Ceiling:
		return fmt.Sprintf("an attempt may take %s, but a request is given %s: the ceiling is never reached under it, and hides a hang for all of that time; take it from the dependency's p99.9", m.What, m.Long)
	}
	return ""
}

// outlives says what package budget does with an answer that leaves its function.
func outlives(m misuse.Finding) string {
	if m.Sure {
		return fmt.Sprintf("%s hands out %s, which lives by the attempt's context: the call is refused with budget.ReasonMisuse; use it inside the function and return the value", m.Who, m.What)
	}
	return fmt.Sprintf("%s hands out %s, which lives by the attempt's context: the attempt goes on, with its slot, until it is closed, and what fails while it is read is not repeated; read it inside the function and return the value", m.Who, m.What)
}

func perCall(m misuse.Finding) string {
	if m.Who == "New" {
		return fmt.Sprintf("%s makes a dependency for every call: slots, retry tokens and latencies are counted anew each time, and so limit nothing; make it once, at start-up", m.What)
	}
	return fmt.Sprintf("%s makes a client for every call: its connections are not used again, and the next call dials anew; make it once, beside the dependency", m.What)
}
