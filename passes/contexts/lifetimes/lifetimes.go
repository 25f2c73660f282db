// Package lifetimes tells where a context is cancelled, or its time is spent,
// before what depends on it is over.
//
// It knows the contexts that one function makes and cancels, what calls give
// back that lives on the context they were given (answers, rows, streams,
// transactions, commands), and errgroups. It does not know what happens
// outside the function.
package lifetimes

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Kind is what is wrong with a context's end.
type Kind int

// The kinds.
const (
	Returned Kind = iota // what depends on it is returned by the function that cancels it
	Used                 // it is given to a call after it was cancelled
	Waited               // it is an errgroup's, given to a call after Wait
	Reused               // it was timed for another call
)

// End is one context that ends too early for one call.
type End struct {
	Kind   Kind
	Made   *ssa.Call           // the context
	Cancel ssa.CallInstruction // what ends it: the deferred or earlier cancel, Wait, or the call it was made for
	Call   ssa.CallInstruction // what depends on it
	What   string              // what is returned: "the rows"
	Row    *knowledge.Call     // of Call, if any
	Name   string              // of the context's variable, where Kind is Reused
}

// Finder looks through functions.
type Finder struct {
	Calls *calls.Result
	Files []*ast.File

	names map[token.Pos]string
}

// Of finds the early ends in one function.
func (f *Finder) Of(fn *ssa.Function) []End {
	var out []End
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			m, ok := makes(call)
			if !ok {
				continue
			}
			out = append(out, f.returned(fn, m)...)
			out = append(out, f.later(m)...)
			if m.timed {
				out = append(out, f.reused(m)...)
			}
		}
	}
	return out
}

// making is one call that makes a context and what ends it.
type making struct {
	call  *ssa.Call
	ctx   ssa.Value // the context
	other ssa.Value // the cancel function or the group
	timed bool
	group bool
}

func makes(call *ssa.Call) (making, bool) {
	m := making{call: call}
	fn := call.Call.StaticCallee()
	if fn == nil || call.Referrers() == nil {
		return m, false
	}
	first := 0
	switch fn.String() {
	case "context.WithTimeout", "context.WithDeadline", "context.WithTimeoutCause", "context.WithDeadlineCause":
		m.timed = true
	case "context.WithCancel", "context.WithCancelCause":
	case "golang.org/x/sync/errgroup.WithContext":
		m.group, first = true, 1
	default:
		return m, false
	}
	for _, ref := range *call.Referrers() {
		if x, ok := ref.(*ssa.Extract); ok {
			if x.Index == first {
				m.ctx = x
			} else {
				m.other = x
			}
		}
	}
	return m, m.ctx != nil
}

// values is v and every load of a variable that holds nothing but v, in the
// same function.
func values(v ssa.Value) []ssa.Value {
	if v == nil || v.Referrers() == nil {
		return nil
	}
	out := []ssa.Value{v}
	for _, ref := range *v.Referrers() {
		store, ok := ref.(*ssa.Store)
		if !ok || store.Val != v {
			continue
		}
		alloc, ok := store.Addr.(*ssa.Alloc)
		if !ok || stored(alloc) != 1 {
			continue
		}
		for _, use := range *alloc.Referrers() {
			if load, ok := use.(*ssa.UnOp); ok && load.Op == token.MUL {
				out = append(out, load)
			}
		}
	}
	return out
}

// stored counts the places that write a variable; a literal that captures it
// may write it too.
func stored(addr ssa.Value) int {
	n := 0
	for _, ref := range *addr.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr == addr {
				n++
			}
		case *ssa.MakeClosure:
			for i, b := range ref.Bindings {
				if b == addr {
					n += stored(ref.Fn.(*ssa.Function).FreeVars[i])
				}
			}
		}
	}
	return n
}

// given is the calls that get the context as an argument, in the function that
// makes it.
func given(m making) []ssa.CallInstruction {
	var out []ssa.CallInstruction
	for _, v := range values(m.ctx) {
		for _, ref := range *v.Referrers() {
			call, ok := ref.(ssa.CallInstruction)
			if !ok {
				continue
			}
			for _, arg := range call.Common().Args {
				if arg == v {
					out = append(out, call)
				}
			}
		}
	}
	return out
}
