package retrybackoff

import (
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/entries"
	"github.com/timeoutlint/timeoutlint/passes/retries"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.RetryBackoff.Name,
	Doc:      rules.RetryBackoff.Summary,
	URL:      rules.RetryBackoff.URL(),
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
		a, confidence := judge(l, on)
		if a == nil {
			continue
		}
		out.Report(pass, verdict.Verdict{
			Rule:       rules.RetryBackoff,
			Confidence: confidence,
			Severity:   met.Severity(rules.RetryBackoff),
			At:         verdict.Position(l.Pos),
			About:      l.Pos,
			Message:    message(l, a),
			Path: []verdict.Step{
				{Pos: a.Pos(), Text: "when this fails"},
				{Pos: l.Pos, Text: "it is made again, with no wait on the way"},
			},
		})
	}
	return nil, nil
}

// judge looks for a remote call that comes straight back.
func judge(l *retries.Loop, on *entries.Result) (*retries.Attempt, rules.Confidence) {
	if l.Class != retries.Retry || l.Form == retries.Helped && l.Wait.Some {
		return nil, ""
	}
	if l.Cap.Kind == retries.Counter && l.Cap.Attempts > 0 && l.Cap.Attempts <= 2 || !l.Transient() {
		return nil, ""
	}
	if l.Picks() {
		return nil, "" // a particular error, which what comes between may have cured
	}
	for _, a := range l.Calls {
		remote, sure := a.Remote()
		if !remote || a.Waits || a.Accepts() && !sure || l.Target(a) {
			continue
		}
		switch {
		case few(l), on.For(l.In()) == entries.Stopping:
			return a, rules.Low
		case !sure, l.Wait.Instr != nil, l.Cap.Kind == retries.Object:
			return a, rules.Medium
		}
		return a, rules.High
	}
	return nil, ""
}

// few: three attempts and no more are little load, even in a row.
func few(l *retries.Loop) bool {
	return l.Cap.Kind == retries.Counter && l.Cap.Attempts > 0 && l.Cap.Attempts <= 3
}

func message(l *retries.Loop, a *retries.Attempt) string {
	load := fmt.Sprintf("%d times the load", l.Cap.Attempts)
	if l.Cap.Attempts == 0 {
		load = "as many calls as the loop can make"
	}
	return fmt.Sprintf("%s is made again at once when it fails, %s: a dependency that is down or full gets %s from every client in the same moment; wait between the attempts, longer each time and with jitter", a.Name(), l.Cap.Times(), load)
}
