package retrycap

import (
	"fmt"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/entries"
	"github.com/timeoutlint/timeoutlint/passes/retries"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.RetryCap.Name,
	Doc:      rules.RetryCap.Summary,
	URL:      rules.RetryCap.URL(),
	Requires: []*analysis.Analyzer{retries.Analyzer, calls.Analyzer, entries.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	on := pass.ResultOf[entries.Analyzer].(*entries.Result)
	r := pass.ResultOf[retries.Analyzer].(*retries.Result)
	for _, l := range r.Loops {
		patient := l.Class == retries.CAS && l.Wait.Some // for others to be done
		if !out.Wanted(l.Pos) || l.Class != retries.Retry && !patient {
			continue
		}
		if a := r.Uncounted(l); a != nil {
			if remote, sure := a.Remote(); remote && !a.Accepts() {
				out.Report(pass, uncounted(met, l, a, sure))
			}
			continue
		}
		if l.Class != retries.Retry || l.Cap.Kind != retries.Endless {
			continue
		}
		a, sure := remote(l)
		if a == nil {
			continue
		}
		who := waiting(r, l, on.For(l.In()))
		confidence, severity := judge(l, sure, who), met.Severity(rules.RetryCap)
		if confidence == "" {
			continue
		}
		if !l.Cap.Stuck && (l.Ctx.Daemon || l.Ctx.Listens || l.Ctx.Perhaps || l.Ctx.Stops) {
			severity = rules.Note
		}
		out.Report(pass, verdict.Verdict{
			Rule:       rules.RetryCap,
			Confidence: confidence,
			Severity:   severity,
			At:         verdict.Position(l.Pos),
			About:      l.Pos,
			Message:    message(r, l, a, who),
			Path:       []verdict.Step{{Pos: a.Pos(), Text: "is made again for as long as it fails"}},
		})
	}
	return nil, nil
}

// remote is a repeated call that leaves the process.
func remote(l *retries.Loop) (*retries.Attempt, bool) {
	for _, a := range l.Calls {
		if remote, sure := a.Remote(); remote && !a.Accepts() {
			return a, sure
		}
	}
	return nil, false
}

// judge: somebody waits for the function, or it hands its number on unchanged.
// Where nobody is known to wait, going on until it works may be what was meant.
func judge(l *retries.Loop, sure bool, who string) rules.Confidence {
	switch {
	case l.Cap.Stuck && len(l.Filtered) > 0:
		return rules.Low // after one error only, that it may have mended
	case l.Cap.Stuck:
		return rules.High
	case who == "" || len(l.Filtered) > 0:
		return rules.Low
	case sure && l.Form == retries.Looped:
		return rules.High
	}
	return rules.Medium
}

// waiting is who waits for the loop, as far as that is in sight.
func waiting(r *retries.Result, l *retries.Loop, kind entries.Kind) string {
	switch kind {
	case entries.Handler, entries.RPC, entries.Consumer:
		return "the " + kind.String()
	case entries.StartUp, entries.Stopping:
		return ""
	}
	switch r.Held(l) {
	case "lock":
		return "everybody who wants the lock that " + l.In().Name() + " holds"
	case "sync.Once":
		return "everybody who comes to the sync.Once around " + l.In().Name()
	}
	return ""
}

func message(r *retries.Result, l *retries.Loop, a *retries.Attempt, who string) string {
	if l.Cap.Stuck {
		return fmt.Sprintf("%s calls itself again with the number of attempts it was given: it never runs out while %s fails; hand on one less", l.Fn.Name(), a.Name())
	}
	if who == "" {
		who = "the caller of " + l.In().Name()
	}
	every := ""
	if d, ok := l.Wait.Time.Exact(); ok && l.Wait.Every() != "" {
		every = fmt.Sprintf(", every %s", l.Wait.Every())
		if d <= int64(time.Second)/2 {
			every += fmt.Sprintf(", %d times a second from each client", int64(time.Second)/d)
		}
	}
	way := "count the attempts or give them a deadline"
	if limit := r.Limits(l); limit != "" {
		way = fmt.Sprintf("limit %s with %s, or give it a context with a deadline", l.By(), limit)
	}
	by := ""
	if l.By() != "" {
		by = " by " + l.By()
	}
	return fmt.Sprintf("%s is repeated%s until it works%s, with no limit of attempts or time and nothing that stops it: while the other side is away, %s waits; %s", a.Name(), by, every, who, way)
}
