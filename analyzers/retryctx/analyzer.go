package retryctx

import (
	"fmt"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/durations"
	"github.com/timeoutlint/timeoutlint/passes/retries"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.RetryCtx.Name,
	Doc:      rules.RetryCtx.Summary,
	URL:      rules.RetryCtx.URL(),
	Requires: []*analysis.Analyzer{retries.Analyzer, calls.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	r := pass.ResultOf[retries.Analyzer].(*retries.Result)
	for _, l := range r.Loops {
		if !out.Wanted(l.Pos) {
			continue
		}
		a, confidence := judge(r, l)
		if a == nil {
			continue
		}
		ctx := text(l.Ctx.Param)
		out.Report(pass, verdict.Verdict{
			Rule:       rules.RetryCtx,
			Confidence: confidence,
			Severity:   met.Severity(rules.RetryCtx),
			At:         verdict.Position(a.Pos()),
			Message:    message(l, a, ctx),
			Path:       []verdict.Step{{Pos: a.Pos(), Text: "is made again, whether or not anybody still waits"}, {Pos: l.Pos, Text: "by this loop"}},
			Fix:        fix(pass, l, ctx),
		})
	}
	return nil, nil
}

const small = time.Second // of waiting in all, for three attempts or fewer

func judge(r *retries.Result, l *retries.Loop) (*retries.Attempt, rules.Confidence) {
	if l.Class != retries.Retry || l.Form != retries.Looped || l.Ctx.Param == nil || l.Ctx.Listens || l.Ctx.Perhaps {
		return nil, ""
	}
	switch total, ok := l.Total(); {
	case l.Cap.Kind == retries.Object:
		return nil, "" // what is asked may listen
	case l.Cap.Kind == retries.Counter && !l.Wait.Some:
		return nil, "" // soon over
	case ok && l.Cap.Attempts <= 3 && total < small:
		return nil, ""
	case l.Wait.Kind == retries.Slept && !short(l.Wait):
		return nil, "" // deafsleep's, and what cures that cures this
	}
	for _, a := range l.Calls {
		remote, sure := a.Remote()
		if !remote && a.Kind != retries.Value || !r.Given(a) || l.Target(a) {
			continue
		}
		if !sure || len(l.Filtered) > 0 || l.Ctx.Stops || l.Ctx.Param.Parent() != l.Fn {
			return a, rules.Medium
		}
		return a, rules.High
	}
	return nil, ""
}

// short is a sleep that deafsleep leaves alone.
func short(w retries.Wait) bool {
	d, ok := w.Time.Exact()
	return ok && w.Growth.By == "" && time.Duration(d) < 100*time.Millisecond
}

// text is how the function writes its context.
func text(p *ssa.Parameter) string {
	if calls.IsContext(p.Type()) {
		return p.Name()
	}
	return p.Name() + ".Context()"
}

func message(l *retries.Loop, a *retries.Attempt, ctx string) string {
	more := "further attempts are made"
	if n := l.Cap.Attempts; n > 1 {
		more = fmt.Sprintf("up to %d more attempts are made", n-1)
	}
	if l.Cap.Kind == retries.Endless {
		more = "it goes on for ever"
	}
	if total, ok := l.Total(); ok {
		more += fmt.Sprintf(" and %s waited", durations.Short(total))
	}
	return fmt.Sprintf("the loop repeats %s without looking at %s: after it has ended %s for nobody; stop when %s.Err() is not nil, and wait on a timer and %s.Done() together", a.Name(), ctx, more, ctx, ctx)
}
