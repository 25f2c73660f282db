package misuse

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/retries"
)

// loops finds retry loops around an operation.
func (f *finder) loops(r *retries.Result) {
	for _, l := range r.Loops {
		if l.Class != retries.Retry || l.Helper != nil && companionName(l.Helper.Origin()) != "" {
			continue // an operation in an operation is another kind
		}
		for _, a := range l.Calls {
			name := ""
			if a.Fn != nil {
				name = companionName(a.Fn.Origin())
			}
			if name == "" && a.Fn != nil {
				name = f.does(a.Fn.Origin())
			}
			if name == "Do" || name == "DoOr" {
				f.report(Finding{Kind: Loop, At: at{a.Pos()}, Sure: l.Confidence != "low", What: "budget." + name, Also: l.Pos})
				break
			}
		}
		if l.Form == retries.Helped {
			f.handed(l)
		}
	}
}

// handed finds an operation in what is handed to something that repeats it.
func (f *finder) handed(l *retries.Loop) {
	for _, block := range l.Fn.Blocks {
		for _, instr := range block.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || call.Call.StaticCallee() == nil {
				continue
			}
			fn, _ := call.Call.StaticCallee().Object().(*types.Func)
			if origin := call.Call.StaticCallee().Origin(); origin != nil {
				fn, _ = origin.Object().(*types.Func)
			}
			if name := companionName(fn); name == "Do" || name == "DoOr" {
				f.report(Finding{Kind: Loop, At: at{call.Pos()}, Sure: true, What: "budget." + name, Also: l.Pos})
				return
			}
		}
	}
}

// does is the operation that a function returns the result of.
func (f *finder) does(fn *types.Func) (name string) {
	if u := f.across(fn); u != nil {
		return u.Op
	}
	decl := f.declared(fn)
	if decl == nil {
		return ""
	}
	ast.Inspect(decl.body, func(n ast.Node) bool {
		if ret, ok := n.(*ast.ReturnStmt); ok && len(ret.Results) == 1 {
			if call, ok := ast.Unparen(ret.Results[0]).(*ast.CallExpr); ok {
				name = f.companion(call)
			}
		}
		return name == ""
	})
	return name
}
