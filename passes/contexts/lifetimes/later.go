package lifetimes

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/program"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// later finds the calls that are given a context after it has been cancelled,
// or after its errgroup has been waited for.
func (f *Finder) later(m making) []End {
	var ends []ssa.CallInstruction
	for _, v := range values(m.other) {
		for _, ref := range *v.Referrers() {
			call, ok := ref.(*ssa.Call)
			if !ok {
				continue
			}
			switch callee := call.Call.StaticCallee(); {
			case !m.group && call.Call.Value == v && len(call.Call.Args) <= 1:
				ends = append(ends, call)
			case m.group && callee != nil && callee.Name() == "Wait" && len(call.Call.Args) == 1 && call.Call.Args[0] == v:
				ends = append(ends, call)
			}
		}
	}
	var out []End
	for _, end := range ends {
		if !m.group && !spent(m, end) {
			continue // cancelled before anything used it: it is to be dead
		}
		for _, call := range given(m) {
			if _, ok := call.(*ssa.Call); !ok || !program.Precedes(end, call) || program.Precedes(call, end) || !f.waits(call) {
				continue
			}
			kind := Used
			if m.group {
				kind = Waited
			}
			out = append(out, End{Kind: kind, Made: m.call, Cancel: end, Call: call, Row: f.row(call)})
		}
	}
	return out
}

// spent reports whether something used a context before it was cancelled.
func spent(m making, end ssa.CallInstruction) bool {
	for _, call := range given(m) {
		if program.Precedes(call, end) {
			return true
		}
	}
	return false
}

// reused finds the calls that get what is left of the time of another: the
// context is named for one of its calls, and is not named for this one.
func (f *Finder) reused(m making) []End {
	name := f.nameOf(m)
	stem := stemOf(name)
	if stem == "" || !fromParam(m.call.Call.Args[0]) {
		return nil
	}
	var first ssa.CallInstruction
	var out []End
	for _, call := range given(m) {
		if _, ok := call.(*ssa.Call); !ok || !f.waits(call) {
			continue
		}
		called := strings.ToLower(calledName(call))
		switch {
		case strings.Contains(called, stem):
			if first == nil {
				first = call
			}
		case first != nil && program.Precedes(first, call):
			out = append(out, End{Kind: Reused, Made: m.call, Cancel: first, Call: call, Row: f.row(call), Name: name})
		}
	}
	return out
}

// fromParam: the context around it is the caller's, and can be used instead.
func fromParam(v ssa.Value) bool {
	if load, ok := v.(*ssa.UnOp); ok {
		if alloc, ok := load.X.(*ssa.Alloc); ok {
			for _, ref := range *alloc.Referrers() {
				if s, ok := ref.(*ssa.Store); ok && s.Addr == ssa.Value(alloc) {
					_, ok := s.Val.(*ssa.Parameter)
					return ok
				}
			}
		}
	}
	_, ok := v.(*ssa.Parameter)
	return ok
}

// nameOf is the name of the variable that the context of a making is assigned
// to.
func (f *Finder) nameOf(m making) string {
	if f.names == nil {
		f.names = map[token.Pos]string{}
		for _, file := range f.Files {
			ast.Inspect(file, func(n ast.Node) bool {
				assign, ok := n.(*ast.AssignStmt)
				if !ok || len(assign.Rhs) != 1 || len(assign.Lhs) != 2 {
					return true
				}
				if call, ok := assign.Rhs[0].(*ast.CallExpr); ok {
					if id, ok := assign.Lhs[0].(*ast.Ident); ok {
						f.names[call.Lparen] = id.Name
					}
				}
				return true
			})
		}
	}
	return f.names[m.call.Pos()]
}

// stemOf is what a context's name says it is for: "quote" of quoteCtx.
func stemOf(name string) string {
	stem := strings.ToLower(name)
	for _, word := range []string{"context", "ctx", "timeout", "deadline", "with", "cancel", "timed", "child", "sub", "inner", "new", "short", "long", "op", "call", "request", "req", "local", "tmp", "the", "rpc", "db"} {
		stem = strings.ReplaceAll(stem, word, "")
	}
	if len(stem) < 4 {
		return ""
	}
	return stem
}

func (f *Finder) row(call ssa.CallInstruction) *knowledge.Call {
	if fn := called(call); fn != nil {
		return f.Calls.Row(fn)
	}
	return nil
}

// waits: a row says that the call waits, or it takes a context first and can
// fail.
func (f *Finder) waits(call ssa.CallInstruction) bool {
	fn := called(call)
	if fn == nil {
		return false
	}
	if row := f.Calls.Row(fn); row != nil {
		return row.Does != knowledge.Builds && row.Does != knowledge.Closes
	}
	sig := fn.Signature()
	n := sig.Results().Len()
	if n == 0 || sig.Params().Len() == 0 || !calls.IsContext(sig.Params().At(0).Type()) || fn.Pkg() == nil {
		return false
	}
	if path := fn.Pkg().Path(); path == "context" || strings.Contains(path, "log") {
		return false
	}
	return types.Identical(sig.Results().At(n-1).Type(), types.Universe.Lookup("error").Type())
}

func called(call ssa.CallInstruction) *types.Func {
	common := call.Common()
	if common.IsInvoke() {
		return common.Method
	}
	callee := common.StaticCallee()
	if callee == nil {
		return nil
	}
	fn, _ := callee.Object().(*types.Func)
	return fn
}

func calledName(call ssa.CallInstruction) string {
	if fn := called(call); fn != nil {
		return fn.Name()
	}
	return ""
}
