package hotloop

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/retries"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.HotLoop.Name,
	Doc:      rules.HotLoop.Summary,
	URL:      rules.HotLoop.URL(),
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
		found := slices.Concat(idle(l), reopened(r, l))
		if a, v := judge(met, l); a != nil {
			v.At = verdict.Position(a.Pos())
			v.Path = []verdict.Step{
				{Pos: a.Pos(), Text: "when this fails"},
				{Pos: l.Pos, Text: "the loop comes back to it, with no wait on the way"},
			}
			found = append(found, v)
		}
		for _, v := range found {
			v.Rule, v.Severity, v.About = rules.HotLoop, met.Severity(rules.HotLoop), l.Pos
			out.Report(pass, v)
		}
	}
	return nil, nil
}

// judge looks for a call that is the loop's only wait, and fails at once.
func judge(met *calls.Result, l *retries.Loop) (*retries.Attempt, verdict.Verdict) {
	switch l.Class {
	case retries.Serve, retries.Supervisor, retries.Retry:
	default:
		return nil, verdict.Verdict{}
	}
	if l.Form != retries.Looped || l.Cap.Kind == retries.Counter || l.Cap.Kind == retries.Elements {
		return nil, verdict.Verdict{}
	}
	for _, a := range l.Calls {
		if a.Waits || l.Target(a) || a.Item() || file(a) || datagram(a) || crashes(a) || l.Timed(a) || a.Effect != knowledge.Serves && l.Picks() {
			continue // a particular error passes by itself
		}
		if v := weigh(met, l, a); v.Confidence != "" {
			return a, v
		}
	}
	return nil, verdict.Verdict{}
}

// weigh says what a call that comes straight back does.
func weigh(met *calls.Result, l *retries.Loop, a *retries.Attempt) (v verdict.Verdict) {
	waits := a.Effect == knowledge.Serves || a.Effect == knowledge.Receives || a.Effect == knowledge.Streams
	remote, sure := a.Remote()
	sure = sure || a.Kind == retries.Known && waits
	v.Message = fmt.Sprintf("when %s fails the loop calls it again at once: an error that stays makes it spin at full speed; leave when it is closed or the context has ended, and wait before the next call after any other error", a.Name())
	switch {
	case paced(met, a):
		if a.Again() && a.Ends() && !l.Ctx.Listens && !l.Ctx.Perhaps && !l.Returns {
			v.Confidence = rules.High
			v.Message = fmt.Sprintf("when its context has ended %s fails at once, for ever, and the loop calls it again: it spins at full speed; leave the loop when the context has ended", a.Name())
		}
	case a.Kind == retries.Known && waits && a.Accepts():
		v.Confidence = rules.High
		if l.Returns {
			v.Confidence = rules.Medium
		}
	case a.Kind == retries.Shaped && a.Accepts() && l.Class == retries.Serve:
		v.Confidence = rules.Medium
	case l.Class != retries.Retry && a.Jumps() && (remote || waits):
		v.Confidence = rules.Medium
		if sure {
			v.Confidence = rules.High
		}
		v.Message = fmt.Sprintf("when %s fails the loop comes straight back to it, past its own wait, which only a success reaches: while the other side is away it calls at full speed; wait after a failure, too", a.Name())
	case l.Class != retries.Retry && a.Again() && remote && sure && l.Cap.Kind == retries.Endless && !l.Ctx.Listens && !l.Ctx.Perhaps:
		v.Confidence = rules.Medium
	}
	return v
}

// paced: the library lets time pass before it gives the same error again.
func paced(met *calls.Result, a *retries.Attempt) bool {
	row := met.Row(a.Fn)
	return row != nil && row.Paced
}

// file: reading one fails for good, or at its end.
func file(a *retries.Attempt) bool {
	return a.Fn != nil && a.Fn.Pkg() != nil && a.Fn.Pkg().Path() == "os"
}

// datagram: an error of one is about that one.
func datagram(a *retries.Attempt) bool {
	return a.Fn != nil && a.Fn.Pkg() != nil && a.Fn.Pkg().Path() == "net" && strings.HasPrefix(a.Fn.Name(), "ReadFrom")
}

// crashes: a method of what was to come is called before the error is looked at,
// and it is nil then. That ends the program, and is not a loop's fault.
func crashes(a *retries.Attempt) bool {
	call, ok := a.Call.(*ssa.Call)
	if !ok {
		return false
	}
	for _, ref := range *call.Referrers() {
		first, ok := ref.(*ssa.Extract)
		if !ok || first.Index != 0 {
			continue
		}
		for _, use := range *first.Referrers() {
			method, ok := use.(ssa.CallInstruction)
			if ok && method.Common().IsInvoke() && method.Common().Value == first && method.Block() == call.Block() {
				return true
			}
		}
	}
	return false
}
