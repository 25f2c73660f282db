package bounds

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A slice or an array of carriers stands for all of its elements: what one may
// hold, each may.

// row reports whether t is a slice or an array of pointers to carriers, or of
// interfaces that may hold them.
func (g *graph) row(t types.Type) bool {
	switch u := types.Unalias(t).Underlying().(type) {
	case *types.Slice:
		return g.refers(u.Elem())
	case *types.Array:
		return g.refers(u.Elem())
	}
	return false
}

// rowOf is where the elements of a slice, or of the array that a pointer points
// to, are kept: with the variable or field that it was read from, or else with
// the value itself; nil where they are not followed.
func (g *graph) rowOf(v ssa.Value) any {
	if ptr, ok := types.Unalias(v.Type()).Underlying().(*types.Pointer); ok {
		if g.row(ptr.Elem()) {
			return g.place(v)
		}
		return nil
	}
	if !g.row(v.Type()) {
		return nil
	}
	if load, ok := v.(*ssa.UnOp); ok {
		if at := g.place(load.X); at != nil {
			return at
		}
	}
	return v
}

// indexAddr: an element that is a carrier itself is not followed.
func (g *graph) indexAddr(v *ssa.IndexAddr) {
	if g.carries(v.Type()) && g.rowOf(v.X) == nil {
		g.add(v, g.outside)
	}
}

func (g *graph) slice(v *ssa.Slice) {
	if !g.row(v.Type()) {
		return
	}
	if at := g.rowOf(v.X); at != nil {
		g.edge(at, v)
	} else {
		g.add(v, g.outside)
	}
}

// joins adds what append and copy move from row to row, and reports whether the
// call is one of a builtin.
func (g *graph) joins(call ssa.CallInstruction) bool {
	common := call.Common()
	builtin, ok := common.Value.(*ssa.Builtin)
	if !ok {
		return false
	}
	v, isCall := call.(*ssa.Call)
	switch {
	case builtin.Name() == "append" && isCall && g.row(v.Type()):
		for _, arg := range common.Args {
			g.flowInto(arg, v)
		}
	case builtin.Name() == "copy" && g.row(common.Args[0].Type()):
		g.flowInto(common.Args[1], g.rowOf(common.Args[0]))
	}
	return true
}

// shared reports whether a slice may be somebody else's, who sees what is put
// into it.
func (g *graph) shared(v ssa.Value) bool {
	_, array := types.Unalias(v.Type()).Underlying().(*types.Pointer)
	return !array && has(g.pts[g.rowOf(v)], g.outside)
}
