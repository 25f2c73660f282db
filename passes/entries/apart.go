package entries

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/program"
)

// Apart reports whether an instruction runs in a goroutine of its own, once, and
// nobody waits for it: what it holds up is itself.
func (r *Result) Apart(instr ssa.Instruction) bool {
	p, _ := r.lazy.Build()
	return p != nil && alone(p, instr.Parent(), 0)
}

func alone(p *program.Package, fn *ssa.Function, depth int) bool {
	if depth > deepest || loops(fn) {
		return false
	}
	if fn.Parent() != nil && len(p.Calls[fn]) == 0 {
		if started(p, fn) {
			return !joins(fn.Parent())
		}
		return alone(p, fn.Parent(), depth+1)
	}
	if fn.Parent() == nil && !p.Closed(fn) {
		return false
	}
	for _, call := range p.Calls[fn] {
		if _, ok := call.(*ssa.Go); ok && !joins(call.Parent()) {
			continue
		}
		if !alone(p, call.Parent(), depth+1) {
			return false
		}
	}
	return len(p.Calls[fn]) > 0
}

// apart is on whose behalf a function runs that another one starts in a goroutine:
// not on that of a request or a loop which goes on meanwhile.
func apart(fn, starter *ssa.Function, from Kind) Kind {
	switch {
	case loops(fn):
		return max(from, Loop)
	case from > Stopping && !joins(starter):
		return Unknown
	}
	return from
}

// started reports whether a function literal is started by a go statement, or
// given to a function whose name says that it does so.
func started(p *program.Package, fn *ssa.Function) bool {
	made := p.Makes[fn]
	if made == nil {
		return false
	}
	for _, ref := range *made.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Go:
			return true
		case *ssa.Call:
			if goes(ref.Call.StaticCallee()) {
				return true
			}
		}
	}
	return false
}

// goes: errgroup's Go, GoSafe, SafeGo, a pool's Submit.
func goes(fn *ssa.Function) bool {
	if fn == nil {
		return false
	}
	name := fn.Name()
	if rest, ok := strings.CutPrefix(name, "Go"); ok {
		return rest == "" || rest[0] >= 'A' && rest[0] <= 'Z'
	}
	return strings.HasSuffix(name, "Go") || name == "Submit"
}

// joins reports whether a function may wait for what it has started: it waits for
// a group, or takes something from a channel.
func joins(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch i := instr.(type) {
			case *ssa.UnOp:
				if i.Op == token.ARROW {
					return true
				}
			case *ssa.Select:
				return true
			case ssa.CallInstruction:
				if callee := i.Common().StaticCallee(); callee != nil && callee.Name() == "Wait" {
					return true
				}
			}
		}
	}
	return false
}
