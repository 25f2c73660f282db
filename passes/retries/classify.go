package retries

import (
	"go/ast"
	"regexp"
	"sort"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/rules"
)

const mostCandidates = 12

// classify decides what a loop is for and gathers the evidence.
func (r *Result) classify(l *Loop) {
	l.Class, l.Confidence = Plain, rules.High
	tests, about, order := r.tests(l)
	waits := r.waits(l)
	var all []*Attempt
	for i, c := range order {
		if i == mostCandidates {
			break
		}
		kind, effect := r.kind(c)
		if kind == Local && !fallible(c) && !swaps(c) {
			continue
		}
		a := l.walk(c, tests, about[c], without(waits, c))
		if a == nil {
			continue
		}
		a.Fn, a.Kind, a.Effect, a.depth = callee(c.Common()), kind, effect, r.depth(c)
		all = append(all, a)
	}
	r.evidence(l, waits)
	r.decide(l, all, tests, len(waits) > 0)
	r.judgeWait(l, waits)
}

// without: what is repeated is not what is waited for between attempts.
func without(waits map[ssa.Instruction]bool, c ssa.CallInstruction) map[ssa.Instruction]bool {
	if !waits[c] {
		return waits
	}
	out := map[ssa.Instruction]bool{}
	for k := range waits {
		if k != ssa.Instruction(c) {
			out[k] = true
		}
	}
	return out
}

// swaps: an atomic compare-and-swap.
func swaps(c ssa.CallInstruction) bool {
	return strings.HasPrefix(calleeName(c.Common()), "CompareAndSwap")
}

// fallible reports whether a call tells that it failed.
func fallible(c ssa.CallInstruction) bool {
	res := c.Common().Signature().Results()
	for v := range res.Variables() {
		if isError(v.Type()) {
			return true
		}
	}
	return false
}

// decide picks the class by the calls that fail and come again.
func (r *Result) decide(l *Loop, all []*Attempt, tests map[*ssa.If]test, waits bool) {
	var retried, worked, valued []*Attempt
	for _, a := range all {
		a.Changes = r.changes(l, a)
		switch {
		case (a.againFail && !a.value || a.againFlag) && !a.againOK && a.exitOK:
			retried = append(retried, a)
		case a.againFail && a.value && !a.againOK && a.exitOK, a.value && a.exitOK && !a.againOK:
			valued = append(valued, a)
		case a.againFail && a.againOK:
			worked = append(worked, a)
		}
	}
	l.filters(tests)
	switch {
	case len(retried) > 0:
		l.Calls = retried
		l.Class, l.Confidence = r.retryClass(l, retried)
	case len(valued) > 0:
		l.Calls = valued
		l.Class, l.Confidence = r.valueClass(l, valued)
	case len(worked) > 0:
		l.Calls = worked
		l.Class, l.Confidence = r.workClass(l, worked)
	case len(all) > 0:
		l.Calls = all
		l.Class, l.Confidence = Stream, rules.High
		for _, a := range all {
			if waits && a.againOK && a.exitOK && r.pollsFor(l, a) {
				l.Class = Poll
				l.Calls = []*Attempt{a}
			}
		}
	}
	l.noticed()
	for _, a := range l.Calls {
		l.Returns = l.Returns || a.exitFail
	}
}

// retryClass: the structure is that of a retry; what changes between attempts
// may still say that it is not the same thing that is tried again.
func (r *Result) retryClass(l *Loop, retried []*Attempt) (Class, rules.Confidence) {
	best, names := rules.Low, l.named()
	var kept []*Attempt
	class := Class("")
	for _, a := range retried {
		if l.errno() {
			class = Errno
			continue
		}
		switch {
		case a.Changes.Element, a.Changes.Index, l.overData():
			class = Failover
			continue
		case a.Changes.Previous, a.Changes.Advances:
			class = Pagination
			continue
		case a.Changes.Counter && !(names && a.Fn != nil && a.Fn.Pkg() == r.pass.Pkg):
			class = Failover // the next port, the next name
			continue
		}
		c := rules.Low
		switch a.Kind {
		case Known:
			c = rules.High
		case Shaped, Value:
			c = rules.Medium
		case Foreign:
			if a.waitSome || names {
				c = rules.Medium
			}
		case Local:
			if a.waitSome && names {
				c = rules.Medium
			} else if !names && !a.waitSome {
				class = Plain
				continue
			}
		}
		kept = append(kept, a)
		if c.AtLeast(best) {
			best = c
		}
	}
	if len(kept) == 0 {
		return class, rules.Medium
	}
	l.Calls = kept
	if r.optimistic(l, kept) {
		return CAS, best
	}
	return Retry, best
}

// overData: the statement goes through elements and uses them.
func (l *Loop) overData() bool {
	s, ok := l.Node.(*ast.RangeStmt)
	if !ok {
		return false
	}
	used := func(e ast.Expr) bool {
		id, ok := e.(*ast.Ident)
		return ok && id.Name != "_"
	}
	return used(s.Value)
}

// valueClass: an answer that is not an error sends the loop round.
func (r *Result) valueClass(l *Loop, valued []*Attempt) (Class, rules.Confidence) {
	for _, a := range valued {
		switch {
		case a.Changes.Element, a.Changes.Index, a.Changes.Previous, a.Changes.Advances:
			continue
		case swaps(a.Call):
			l.Calls = []*Attempt{a}
			return CAS, rules.High
		case a.Kind == Local && !a.waitSome:
			continue
		}
		l.Calls = []*Attempt{a}
		return Poll, rules.Medium
	}
	return Plain, rules.Medium
}

var (
	longCall = regexp.MustCompile(`(?i)^(run|serve|watch|listen|consume|loop|stream|subscribe|monitor|start|process)|(loop|watch|run|stream)$`)
	nextItem = regexp.MustCompile(`(?i)^(accept|recv|receive|next|consume|readmessage|readfrom|readmsg|fetchmessage|getmessage|pollmessage)|^read$`)
	nextCall = regexp.MustCompile(`(?i)^(accept|recv|receive|read|next|fetch|poll|scan|pop|dequeue|get|pull|consume)`)
)

// workClass: success and failure both lead to the next round.
func (r *Result) workClass(l *Loop, worked []*Attempt) (Class, rules.Confidence) {
	moved := false
	for _, a := range worked {
		if a.Changes.Element || a.Changes.Index || a.Changes.Advances {
			moved = true
		}
	}
	if moved {
		return Iteration, rules.High
	}
	if l.errno() {
		return Errno, rules.Medium
	}
	for _, a := range worked {
		if a.Changes.Previous {
			return Pagination, rules.Medium
		}
	}
	for _, a := range worked {
		name := calleeName(a.Call.Common())
		if !nextCall.MatchString(name) && (a.Effect.Lifecycle() || longCall.MatchString(name)) {
			l.Calls = []*Attempt{a}
			return Supervisor, rules.Medium
		}
	}
	return Serve, rules.Medium
}

// pollsFor reports whether an exit looks at what the call answered.
func (r *Result) pollsFor(l *Loop, a *Attempt) bool {
	if a.Kind == Local || a.Changes.Element || a.Changes.Index || a.Changes.Previous || a.Changes.Advances {
		return false
	}
	for _, test := range l.exits() {
		t := take(test.Cond)
		if t.kind == byError || t.kind == byClass {
			continue
		}
		for _, c := range l.sourcesOf(test.Cond) {
			if c == a.Call {
				return true
			}
		}
	}
	return false
}

var retryName = regexp.MustCompile(`(?i)retr(y|ie|ied|ying)|attempt|back_?off|\btries\b|numtries|maxtries`)

// named reports whether the loop, or its function, speaks of retries.
func (l *Loop) named() bool {
	if retryName.MatchString(l.Fn.Name()) {
		return true
	}
	found := false
	if l.Node != nil {
		ast.Inspect(l.Node, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				found = found || retryName.MatchString(n.Name)
			case *ast.BasicLit:
				found = found || retryName.MatchString(n.Value)
			case *ast.CaseClause:
			}
			return !found
		})
	}
	return found
}

// filters names the tests of an error or status that decide.
func (l *Loop) filters(tests map[*ssa.If]test) {
	seen := map[string]bool{}
	for at, t := range tests {
		if t.kind == byClass && t.name != "" {
			l.opens(at, t.name)
		}
		if (t.kind == byClass || t.kind == byState) && t.name != "" && !seen[t.name] {
			seen[t.name] = true
			l.Filtered = append(l.Filtered, t.name)
		}
		// if err = handle(err); err != nil { return err }: handle picks.
		if call, ok := strip(t.value).(*ssa.Call); ok && t.kind == byError && l.holds(call) && wraps(call) && qualified(call.Common()) != "fmt.Errorf" {
			l.Filtered = append(l.Filtered, "a function")
		}
	}
	sort.Strings(l.Filtered)
}

// errno: only a system call's own "again" leads back.
func (l *Loop) errno() bool {
	for _, name := range l.Filtered {
		if name == "errno" || strings.Contains(name, "EINTR") || strings.Contains(name, "EAGAIN") {
			return true
		}
	}
	return false
}

var conflict = regexp.MustCompile(`(?i)conflict|serializ|txn|stale|precondition|generation|version|deadlock|busy|badconn|alreadyexists|duplicate|exists$`)

// optimistic: read, change and write, and again when somebody else was quicker.
func (r *Result) optimistic(l *Loop, kept []*Attempt) bool {
	for _, name := range l.Filtered {
		if conflict.MatchString(name) {
			return true
		}
	}
	for _, a := range kept {
		if a.Fn != nil && a.Fn.Name() == "CAS" {
			return true
		}
	}
	return false
}
