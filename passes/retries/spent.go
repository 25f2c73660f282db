package retries

import (
	"math"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/durations"
)

// Spent is how long the waits between the first attempt and the last take
// together, at most; false where that is not known. For ever is the longest
// time there is.
func (l *Loop) Spent() (time.Duration, bool) {
	switch {
	case !l.Wait.Some:
		return 0, l.Cap.Kind != Endless
	case l.Cap.Kind == Endless:
		return math.MaxInt64, true
	case l.Cap.Within > 0:
		return l.Cap.Within, true
	case l.Cap.Kind != Counter || l.Cap.Attempts < 2:
		return 0, false
	}
	if total, ok := l.Total(); ok {
		return total, true
	}
	n := time.Duration(l.Cap.Attempts - 1)
	if longest, ok := l.Wait.Growth.Max.Exact(); ok {
		first, ok := l.Wait.Growth.First.Exact()
		if !ok || l.Wait.Growth.Factor < 2 {
			return time.Duration(longest), true
		}
		total := time.Duration(0)
		for each := time.Duration(first); n > 0; n-- {
			total += min(each, time.Duration(longest))
			each = min(each*time.Duration(l.Wait.Growth.Factor), time.Hour*24*365)
		}
		return total, true
	}
	if call, ok := l.Wait.Instr.(*ssa.Call); ok && l.Wait.Kind == ByOther {
		if each, ok := nap(call.Call.StaticCallee(), 0); ok {
			return each * n, true
		}
	}
	return 0, false
}

// nap is the longest constant in what a function of this package sleeps.
func nap(fn *ssa.Function, depth int) (longest time.Duration, ok bool) {
	if fn == nil || depth > 2 {
		return 0, false
	}
	for _, call := range callsIn(fn) {
		switch qualified(call.Common()) {
		case "time.Sleep", "time.After", "time.NewTimer":
			if d := constants(call.Call.Args[0], 0); d > longest {
				longest, ok = d, true
			}
		default:
			if d, found := nap(call.Call.StaticCallee(), depth+1); found && call.Call.StaticCallee() != fn && d > longest {
				longest, ok = d, true
			}
		}
	}
	return longest, ok
}

// constants is the largest time among the constants that a value is made of.
func constants(v ssa.Value, depth int) time.Duration {
	if d, ok := durations.Of(v, nil).Exact(); ok {
		if calls.Named(v.Type()) == "time.Duration" {
			return time.Duration(d)
		}
		return 0
	}
	instr, ok := v.(ssa.Instruction)
	if !ok || depth > 6 {
		return 0
	}
	longest := time.Duration(0)
	for _, op := range instr.Operands(nil) {
		if *op != nil {
			longest = max(longest, constants(*op, depth+1))
		}
	}
	return longest
}

// Takes reports whether what a call is given, or called on, was made with a
// context: it fails at once when that has ended.
func (l *Loop) Takes(a *Attempt) bool {
	c := a.Call.Common()
	seen := map[ssa.Value]bool{}
	var visit func(v ssa.Value, depth int) bool
	visit = func(v ssa.Value, depth int) bool {
		if v == nil || seen[v] || depth > 8 {
			return false
		}
		seen[v] = true
		if calls.IsContext(v.Type()) {
			return true
		}
		if made, ok := v.(*ssa.Alloc); ok {
			for _, s := range stores(made) {
				if visit(s, depth+1) {
					return true
				}
			}
			return false
		}
		instr, ok := v.(ssa.Instruction)
		if !ok {
			return false
		}
		for _, op := range instr.Operands(nil) {
			if *op != nil && visit(*op, depth+1) {
				return true
			}
		}
		return false
	}
	if c.IsInvoke() && visit(c.Value, 0) {
		return true
	}
	if _, static := c.Value.(*ssa.Function); !static && !c.IsInvoke() && visit(c.Value, 0) {
		return true
	}
	for _, arg := range c.Args {
		if visit(arg, 0) {
			return true
		}
	}
	return false
}
