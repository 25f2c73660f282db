package retries

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/contexts"
	"github.com/timeoutlint/timeoutlint/passes/policies"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// byLibrary is how a library repeats what a call hands it. Where no row says by
// what policy, it counts as careful.
func (r *Result) byLibrary(call *ssa.Call, row *knowledge.Call) Repeat {
	rep := Repeat{Param: row.Repeats.Arg(), After: failures[:], Only: row.Only, Attempts: r.told(call), AttemptP: -1, Capped: true, Waits: true,
		Random: int(Jittered), Listens: row.CtxArg() >= 0, Filtered: true}
	p, ok := r.policies.Of(call, row)
	if !ok {
		return rep
	}
	rep.Capped, rep.Open, rep.Filtered, rep.Picked, rep.Steps = !p.Endless(), p.Open, p.Picks, p.Picks, p.Delay == knowledge.Exponential || p.Delay == knowledge.Growing
	if p.Attempts == policies.Some && p.Most > 0 && !p.Open {
		rep.Attempts = int(p.Most)
	}
	if p.Elapsed == policies.Some && !p.Open {
		rep.Within = int64(p.Longest)
	}
	rep.Waits = p.Delay != knowledge.NoDelay
	rep.Random = int(map[knowledge.Tristate]Random{knowledge.Yes: Jittered, knowledge.No: Fixed}[p.Jitter])
	if p.Open || p.Delay == knowledge.GivenDelay && p.Jitter == "" {
		rep.Random = int(NotKnown)
	}
	rep.Listens = false
	if p.Ctx != nil {
		switch at := contexts.Of(r.Program, p.Ctx); at.State {
		case contexts.Deadline:
			rep.Listens, rep.Capped = true, true
		case contexts.NoDeadline:
			made, ok := p.Ctx.(*ssa.Call)
			rep.Listens = !ok || qualified(made.Common()) != "context.Background" && qualified(made.Common()) != "context.TODO"
		default:
			rep.Listens = true
		}
	}
	return rep
}

// Limits names what limits the attempts of the library that repeats a loop's
// calls; empty where it is not known or the loop is no library's.
func (r *Result) Limits(l *Loop) string {
	if l.Row == nil {
		return ""
	}
	return r.policies.Way(l.Row, func(p *knowledge.Policy) string { return p.Attempts })
}

// Spreads names what gives the delays of the library jitter.
func (r *Result) Spreads(l *Loop) string {
	if l.Row == nil {
		return ""
	}
	return r.policies.Way(l.Row, func(p *knowledge.Policy) string { return p.Jitter })
}

// By is who repeats a loop's calls, as code names it: "backoff.Retry"; empty for
// a loop that is written out.
func (l *Loop) By() string {
	if l.Helper == nil {
		return ""
	}
	return (&Attempt{Fn: l.Helper}).Name()
}

// bound reports whether a function only calls the method of a value that it was
// made with: db.Ping, handed over.
func bound(fn *ssa.Function) bool {
	return len(fn.Blocks) > 0 && strings.HasPrefix(fn.Synthetic, "bound method wrapper")
}
