package inventory

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/calls"
)

// companion is this project's package budget, whose dependencies have names.
const companion = "github.com/timeoutlint/timeoutlint/budget"

// dependencies are the names of the policies that are given to budget.New.
func dependencies(b *bounds.Result) map[*bounds.Object][]string {
	out := map[*bounds.Object][]string{}
	add := func(o *bounds.Object, names ...string) (grown bool) {
		for _, name := range names {
			if !slices.Contains(out[o], name) {
				out[o] = append(out[o], name)
				grown = true
			}
		}
		slices.Sort(out[o])
		return grown
	}
	for _, o := range b.Objects {
		if o.Type != companion+".Policy" {
			continue
		}
		for _, u := range o.Uses {
			if u.Fn == nil || u.Arg != 1 || calls.FullName(u.Fn) != companion+".New" {
				continue
			}
			if name, ok := bounds.Text(bounds.Argument(u.Call, 0)); ok {
				add(o, name)
			}
		}
	}
	for again := true; again; { // what it was copied from is its policy too
		again = false
		for _, o := range b.Objects {
			for _, from := range o.Copies {
				again = add(from, out[o]...) || again
			}
		}
	}
	return out
}

// belongs are the dependencies of the policy that holds a field.
func (c *collector) belongs(root ssa.Value) []string {
	root = outermost(root)
	if calls.Named(root.Type()) != companion+".Policy" {
		return nil
	}
	var out []string
	objects, _ := c.bounds.Of(root)
	for _, o := range objects {
		out = append(out, c.names[o]...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// outermost is the struct that a literal was built for, if it is the value of a
// field.
func outermost(root ssa.Value) ssa.Value {
	alloc, ok := root.(*ssa.Alloc)
	if !ok {
		return root
	}
	for _, ref := range *alloc.Referrers() {
		load, ok := ref.(*ssa.UnOp)
		if !ok {
			continue
		}
		for _, use := range *load.Referrers() {
			if s, ok := use.(*ssa.Store); ok && s.Val == load {
				if addr, ok := s.Addr.(*ssa.FieldAddr); ok {
					return outermost(addr.X)
				}
			}
		}
	}
	return root
}

// zeroPolicy adds what holds for a dependency whose policy says nothing.
func (c *collector) zeroPolicy(fn *ssa.Function, call ssa.CallInstruction) {
	if _, zero := bounds.Argument(call, 1).(*ssa.Const); !zero {
		return
	}
	var names []string
	if name, ok := bounds.Text(bounds.Argument(call, 0)); ok {
		names = []string{name}
	}
	for _, field := range []string{"Ceiling", "Floor", "Reserve"} {
		if k := c.table.Knob(companion, companion+".Policy."+field); k != nil {
			value, _ := c.meaning(k, Value{Kind: Exact})
			c.add(fn, call.Pos(), Timeout{Stage: stage(k), Knob: k.FullName(), Value: value, How: Default, Dependencies: names})
		}
	}
}
