package contexts

import (
	"fmt"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/durations"
)

// Derives is the fact that a function returns contexts, and what they are made
// of: a parameter, or something that has or has no deadline.
type Derives struct {
	Results []Derived
}

// Derived is one context that a function returns.
type Derived struct {
	Index int    // of the result
	State State  // Param: it is made of a parameter
	Root  Root   //
	Param int    // which, the receiver counted
	Nanos int64  // the time it is given, where that is known
	Text  string // what made it
}

// AFact marks Derives as a fact.
func (*Derives) AFact() {}

func (d *Derives) String() string {
	var out []string
	for _, r := range d.Results {
		switch r.State {
		case Param:
			out = append(out, fmt.Sprintf("returns a context made of parameter %d", r.Param))
		case Deadline:
			out = append(out, "returns a context with a deadline "+durations.Exactly(r.Nanos).String())
		case NoDeadline:
			out = append(out, "returns a context without a deadline: "+r.Text)
		default:
			out = append(out, "returns a context")
		}
	}
	return strings.Join(out, ", ")
}

func (d *Derives) of(index int) Derived {
	for _, r := range d.Results {
		if r.Index == index {
			return r
		}
	}
	return Derived{}
}

// summary is what one result of a function of this package is made of.
func (t *tracer) summary(fn *ssa.Function, result int) Derived {
	inner := tracer{program: t.program, facts: t.facts, local: true, seen: t.seen, depth: t.depth + 2}
	out := Derived{Index: result}
	first := true
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || result >= len(ret.Results) {
			continue
		}
		if isNil(ret.Results[result]) && len(ret.Results) > 1 {
			continue // beside an error
		}
		o := inner.of(ret.Results[result])
		d := Derived{Index: result, State: o.State, Root: o.Root, Text: o.Text}
		switch o.State {
		case Param:
			if o.Param == nil || o.Param.Parent() != fn {
				return Derived{Index: result}
			}
			d.Param = Index(o.Param)
		case Deadline:
			d.Nanos, _ = o.After.Exact()
		case Unknown:
			return Derived{Index: result}
		}
		if !first && (d.State != out.State || d.Param != out.Param) {
			return Derived{Index: result}
		}
		if first || d.Nanos != out.Nanos {
			if !first {
				d.Nanos = 0
			}
			out = d
		}
		first = false
	}
	return out
}

// apply is what a summary means at one call.
func (t *tracer) apply(d Derived, call *ssa.Call, name string) Origin {
	o := Origin{State: d.State, Root: d.Root, Pos: call.Pos(), Text: d.Text}
	switch d.State {
	case Param:
		if d.Param >= len(call.Call.Args) {
			return unknown("a function of this module")
		}
		if arg := call.Call.Args[d.Param]; calls.IsContext(arg.Type()) {
			return t.of(arg)
		}
		return unknown("a function of this module")
	case Deadline:
		if d.Nanos != 0 {
			o.After = durations.Exactly(d.Nanos)
		}
	case NoDeadline:
		if name != "" {
			o.Text = name + ", which returns " + d.Text
		}
	case Unknown:
		return unknown("a function of this module")
	}
	return o
}

// field joins what the package stores in an unexported field of its own.
func (t *tracer) field(owner types.Type, index int) Origin {
	if ptr, ok := types.Unalias(owner).Underlying().(*types.Pointer); ok {
		owner = ptr.Elem()
	}
	s, ok := owner.Underlying().(*types.Struct)
	if !ok {
		return unknown("another value")
	}
	v := s.Field(index).Origin()
	if v.Exported() || v.Pkg() != t.program.SSA.Pkg {
		return unknown("an exported field")
	}
	var stored []ssa.Value
	for _, addr := range t.program.Addressed(v) {
		for _, ref := range *addr.Referrers() {
			switch ref := ref.(type) {
			case *ssa.Store:
				stored = append(stored, ref.Val)
			case *ssa.UnOp, *ssa.DebugRef:
			default:
				return unknown("a field whose address is taken")
			}
		}
	}
	if len(stored) == 0 {
		return unknown("a field that nothing here sets")
	}
	o := t.join(stored)
	o.Field = v
	if o.State == Unknown {
		o.Why = "a field"
	}
	return o
}
