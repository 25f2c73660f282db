package retryjitter

import (
	"fmt"
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/entries"
	"github.com/timeoutlint/timeoutlint/passes/retries"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.RetryJitter.Name,
	Doc:      rules.RetryJitter.Summary,
	URL:      rules.RetryJitter.URL(),
	Requires: []*analysis.Analyzer{retries.Analyzer, calls.Analyzer, entries.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	on := pass.ResultOf[entries.Analyzer].(*entries.Result)
	for _, l := range pass.ResultOf[retries.Analyzer].(*retries.Result).Loops {
		if !out.Wanted(l.Pos) {
			continue
		}
		a, confidence := judge(met, l, on)
		if a == nil {
			continue
		}
		out.Report(pass, verdict.Verdict{
			Rule:       rules.RetryJitter,
			Confidence: confidence,
			Severity:   met.Severity(rules.RetryJitter),
			At:         verdict.Position(place(l)),
			Message:    message(l, a),
			Path:       []verdict.Step{{Pos: a.Pos(), Text: "is made again after this wait"}},
			Fix:        fix(pass, l),
		})
	}
	return nil, nil
}

// place is where the delay is asked for: in a select, the timer.
func place(l *retries.Loop) token.Pos {
	choice, ok := l.Wait.Instr.(*ssa.Select)
	if !ok {
		return l.Wait.Instr.Pos()
	}
	for _, state := range choice.States {
		if timer := timer(state.Chan); timer != nil {
			return timer.Pos()
		}
	}
	return choice.Pos()
}

// timer is the call that made the timer of a channel.
func timer(channel ssa.Value) *ssa.Call {
	if load, ok := channel.(*ssa.UnOp); ok {
		if field, ok := load.X.(*ssa.FieldAddr); ok {
			channel = field.X
		}
	}
	call, ok := channel.(*ssa.Call)
	if !ok || call.Call.StaticCallee() == nil {
		return nil
	}
	switch call.Call.StaticCallee().String() {
	case "time.After", "time.NewTimer":
		return call
	}
	return nil
}

// judge wants a call that leaves the process, or a function that callers give, a
// delay that is known through and through, and no chance in it.
func judge(met *calls.Result, l *retries.Loop, on *entries.Result) (*retries.Attempt, rules.Confidence) {
	if l.Class != retries.Retry || l.Form != retries.Looped || l.Wait.Instr == nil || !l.Wait.Some || l.Wait.Random != retries.Fixed {
		return nil, ""
	}
	if l.Cap.Kind == retries.Counter && l.Cap.Attempts > 0 && l.Cap.Attempts <= 2 {
		return nil, ""
	}
	for _, a := range l.Calls {
		given := a.Kind == retries.Value && l.Wait.Steps
		if remote, sure := a.Remote(); !given && (!remote || !sure) || a.Effect == knowledge.Streams || a.Accepts() {
			continue
		}
		switch kind := on.For(l.Fn); {
		case !l.Wait.Steps, few(l), kind == entries.StartUp, kind == entries.Stopping, met.Command:
			return a, rules.Low // a few of a few: no crowd
		}
		return a, rules.Medium
	}
	return nil, ""
}

// few: three attempts and no more.
func few(l *retries.Loop) bool {
	return l.Cap.Kind == retries.Counter && l.Cap.Attempts > 0 && l.Cap.Attempts <= 3
}

func message(l *retries.Loop, a *retries.Attempt) string {
	delay := "the same for every client"
	if d := l.Wait.Every(); d != "" {
		delay = d + " for every client"
	}
	again := a.Name() + " is made"
	if p, ok := a.Call.Common().Value.(*ssa.Parameter); ok && a.Kind == retries.Value {
		again = p.Name() + " is called"
	}
	return fmt.Sprintf("the wait before %s again is %s: a thousand clients that fail together send a thousand requests in the same moment, each round again; wait a random part of it (rand.N)", again, delay)
}
