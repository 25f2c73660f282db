package waitforready

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/entries"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

const grpc = "google.golang.org/grpc."

// dials reports connections that are waited for (WithBlock) without an end.
func dials(pass *analysis.Pass, met *calls.Result, out *verdict.Reporter) {
	b := pass.ResultOf[bounds.Analyzer].(*bounds.Result)
	on := pass.ResultOf[entries.Analyzer].(*entries.Result)
	for _, c := range met.Calls {
		if c.Row.Name != grpc+"Dial" && c.Row.Name != grpc+"DialContext" || !out.Wanted(c.Pos()) {
			continue
		}
		call, ok := b.Call(c)
		if !ok {
			continue
		}
		why := "nothing bounds it"
		if c.Row.CtxArg() >= 0 {
			end := b.Ends(call, c.Row)
			if end.State != bounds.Never {
				continue
			}
			why = end.Text
		}
		args := call.Common().Args
		if set := read(args[len(args)-1], 0); !set.block || set.timeout || set.unknown {
			continue
		}
		severity := met.Severity(rules.WaitForReady)
		if kind := on.Of(call); kind == entries.StartUp && !out.Whole() {
			severity = rules.Note
		}
		out.Report(pass, verdict.Verdict{
			Rule: rules.WaitForReady, Confidence: rules.High, Severity: severity, At: c.Expr,
			Message: fmt.Sprintf("%s waits until it is connected (WithBlock), for ever if there is no server (%s); leave WithBlock out, or use grpc.DialContext with a context that has a deadline",
				knowledge.Short(c.Row.Name), why),
		})
	}
}

// options are what is known of the options of a call.
type options struct{ block, timeout, unknown bool }

// read follows a slice of options to what was put into it, on every path.
func read(v ssa.Value, depth int) options {
	if depth > 16 {
		return options{unknown: true}
	}
	switch v := v.(type) {
	case *ssa.Const:
		return options{unknown: !v.IsNil()}
	case *ssa.Slice:
		return elements(v)
	case *ssa.Call:
		if fn, ok := v.Call.Value.(*ssa.Builtin); ok && fn.Name() == "append" {
			x, y := read(v.Call.Args[0], depth+1), read(v.Call.Args[1], depth+1)
			return options{x.block || y.block, x.timeout || y.timeout, x.unknown || y.unknown}
		}
	case *ssa.Phi:
		all := options{block: true}
		for _, edge := range v.Edges {
			x := read(edge, depth+1)
			all = options{all.block && x.block, all.timeout || x.timeout, all.unknown || x.unknown}
		}
		return all
	}
	return options{unknown: true}
}

// elements are the options of a slice literal.
func elements(s *ssa.Slice) options {
	array, ok := s.X.(*ssa.Alloc)
	if !ok {
		return options{unknown: true}
	}
	var out options
	for _, ref := range *array.Referrers() {
		addr, ok := ref.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		for _, use := range *addr.Referrers() {
			store, ok := use.(*ssa.Store)
			if !ok {
				continue
			}
			made, ok := store.Val.(*ssa.Call)
			if !ok || made.Call.StaticCallee() == nil {
				out.unknown = true
				continue
			}
			fn, _ := made.Call.StaticCallee().Object().(*types.Func)
			switch {
			case fn == nil:
				out.unknown = true
			case calls.FullName(fn) == grpc+"WithBlock", calls.FullName(fn) == grpc+"WithReturnConnectionError":
				out.block = true
			case calls.FullName(fn) == grpc+"WithTimeout":
				out.timeout = true
			}
		}
	}
	return out
}
