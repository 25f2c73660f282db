package retryctx

import (
	"fmt"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/durations"
	"github.com/timeoutlint/timeoutlint/passes/places"
	"github.com/timeoutlint/timeoutlint/passes/retries"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.RetryCtx.Name,
	Doc:      rules.RetryCtx.Summary,
	URL:      rules.RetryCtx.URL(),
	Requires: []*analysis.Analyzer{calls.Analyzer, places.Analyzer, retries.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	r := pass.ResultOf[retries.Analyzer].(*retries.Result)
	for _, l := range r.Loops {
		if !out.Wanted(l.Pos) || l.Class != retries.Retry || l.Form == retries.Helped || l.Ctx.Param == nil {
			continue
		}
		ctx := text(l.Ctx.Param)
		if at, message := stays(l, ctx); message != "" {
			out.Report(pass, verdict.Verdict{Rule: rules.RetryCtx, Confidence: rules.High, Severity: met.Severity(rules.RetryCtx),
				At: verdict.Position(at), About: l.Pos, Message: message, Path: []verdict.Step{{Pos: l.Pos, Text: "is not left"}}})
			continue
		}
		a, confidence := judge(r, l)
		if a == nil {
			continue
		}
		out.Report(pass, verdict.Verdict{
			Rule:       rules.RetryCtx,
			Confidence: confidence,
			Severity:   met.Severity(rules.RetryCtx),
			At:         verdict.Position(a.Pos()),
			About:      l.Pos,
			Message:    message(l, a, ctx),
			Path:       []verdict.Step{{Pos: a.Pos(), Text: "is made again, whether or not anybody still waits"}, {Pos: l.Pos, Text: "by this loop"}},
			Fix:        fix(pass, l, ctx),
		})
	}
	return nil, nil
}

const worth = time.Second // of waiting in all

// judge weighs what is done for nobody. A call that is given the context fails
// at once when it has ended, so that only the waits count; one that is not is
// made each time.
func judge(r *retries.Result, l *retries.Loop) (*retries.Attempt, rules.Confidence) {
	spent, known := l.Spent()
	switch {
	case l.Ctx.Listens, l.Ctx.Perhaps, l.Cap.Kind == retries.Object:
		return nil, "" // what is asked may listen
	case l.Cap.Kind == retries.Counter && (!l.Wait.Some || l.Cap.Attempts == 2):
		return nil, "" // soon over
	case known && l.Cap.Attempts <= 3 && spent < worth:
		return nil, ""
	}
	for _, a := range l.Calls {
		remote, sure := a.Remote()
		if !remote && a.Kind != retries.Value || !r.Given(a) || l.Target(a) {
			continue
		}
		takes := l.Takes(a)
		long := known && spent >= worth
		switch {
		case l.Ctx.Param.Parent() != l.Fn, takes && len(l.Filtered) > 0, l.Cap.Kind == retries.Elements || l.Cap.Kind == retries.Clock:
			return a, rules.Low // a goroutine of its own; the error of the context may be picked; it ends by itself
		case takes && !long, known && !long:
			return a, rules.Low
		case !sure, len(l.Filtered) > 0, l.Ctx.Stops, !known:
			return a, rules.Medium
		}
		return a, rules.High
	}
	return nil, ""
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
	switch spent, known := l.Spent(); {
	case l.Cap.Kind == retries.Endless:
		more = "it goes on for ever"
	case known && spent > 0:
		more += " and " + upTo(l) + durations.Short(spent) + " waited"
	}
	return fmt.Sprintf("the loop repeats %s without looking at %s: after it has ended %s for nobody; stop when %s.Err() is not nil, and wait on a timer and %s.Done() together", a.Name(), ctx, more, ctx, ctx)
}

func upTo(l *retries.Loop) string {
	if _, exact := l.Total(); exact {
		return ""
	}
	return "up to "
}
