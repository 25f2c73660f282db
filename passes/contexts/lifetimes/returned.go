package lifetimes

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/program"
)

// returned finds what lives on a context, is returned, and is dead by then,
// because the function defers the cancel.
func (f *Finder) returned(fn *ssa.Function, m making) []End {
	if m.group {
		return nil
	}
	cancel := deferred(m.other)
	if cancel == nil {
		return nil
	}
	var out []End
	seen := map[ssa.Value]bool{}
	var follow func(ctx ssa.Value, depth int)
	follow = func(ctx ssa.Value, depth int) {
		if depth > 4 {
			return
		}
		for _, v := range values(ctx) {
			for _, ref := range *v.Referrers() {
				call, ok := ref.(*ssa.Call)
				if !ok || seen[call] || !passes(call, v) {
					continue
				}
				seen[call] = true
				for i, r := range results(call) {
					t := call.Call.Signature().Results().At(i).Type()
					if calls.IsContext(t) {
						follow(r, depth+1)
						continue
					}
					if calls.Named(t) == "net/http.Request" {
						follow(r, depth+1)
					}
					what := lives(t)
					if what != "" && escapes(fn, r, cancel) {
						out = append(out, End{Kind: Returned, Made: m.call, Cancel: cancel, Call: call, What: what, Row: f.row(call)})
					}
				}
			}
		}
	}
	follow(m.ctx, 0)
	return out
}

func passes(call *ssa.Call, v ssa.Value) bool {
	for _, arg := range call.Call.Args {
		if arg == v {
			return true
		}
	}
	return false
}

// deferred is the defer statement that calls cancel, directly or in a literal
// that does nothing else.
func deferred(cancel ssa.Value) ssa.CallInstruction {
	for _, v := range values(cancel) {
		for _, ref := range *v.Referrers() {
			if d, ok := ref.(*ssa.Defer); ok && d.Call.Value == v {
				return d
			}
		}
	}
	return nil
}

// results are the values of a call's results that something uses.
func results(call *ssa.Call) map[int]ssa.Value {
	out := map[int]ssa.Value{}
	if call.Call.Signature().Results().Len() == 1 {
		out[0] = call
		return out
	}
	for _, ref := range *call.Referrers() {
		if x, ok := ref.(*ssa.Extract); ok {
			out[x.Index] = x
		}
	}
	return out
}

// lives names what a type holds that ends with the context it was made with;
// empty for plain values.
func lives(t types.Type) string {
	switch name := calls.Named(t); {
	case name == "net/http.Response":
		return "the body of the answer"
	case name == "database/sql.Rows", name == "github.com/jmoiron/sqlx.Rows", strings.HasPrefix(name, "github.com/jackc/pgx/") && strings.HasSuffix(name, ".Rows"):
		return "the rows"
	case name == "database/sql.Row", name == "github.com/jmoiron/sqlx.Row":
		return "the row"
	case name == "database/sql.Tx", name == "github.com/jmoiron/sqlx.Tx":
		return "the transaction"
	case name == "os/exec.Cmd":
		return "the command"
	case name == "net/http.Request":
		return "the request"
	case name == "github.com/aws/aws-sdk-go-v2/service/s3.GetObjectOutput":
		return "the body of the object"
	case name == "cloud.google.com/go/storage.Reader", name == "cloud.google.com/go/storage.Writer":
		return "the object"
	}
	if obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "RecvMsg"); obj != nil {
		return "the stream"
	}
	return ""
}

// escapes reports whether a value is returned where the cancel is deferred, and
// nothing in the function reads it to its end first.
func escapes(fn *ssa.Function, v ssa.Value, cancel ssa.Instruction) bool {
	out := false
	seen := map[ssa.Value]bool{}
	var follow func(v ssa.Value) bool // false: something reads it, or it is replaced
	follow = func(v ssa.Value) bool {
		if seen[v] || v.Referrers() == nil {
			return true
		}
		seen[v] = true
		for _, ref := range *v.Referrers() {
			switch x := ref.(type) {
			case *ssa.Return:
				out = out || program.Precedes(cancel, x)
			case *ssa.Phi, *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType:
				if !follow(x.(ssa.Value)) {
					return false
				}
			case *ssa.FieldAddr:
				if !reads(x) {
					return false
				}
			case *ssa.Store:
				if x.Val != v {
					continue
				}
				alloc, ok := x.Addr.(*ssa.Alloc)
				if !ok {
					return false // kept: somebody else may read it
				}
				for _, use := range *alloc.Referrers() {
					if load, ok := use.(*ssa.UnOp); ok && !follow(load) {
						return false
					}
				}
			case ssa.CallInstruction:
				if spends(x, v) {
					return false
				}
			}
		}
		return true
	}
	return follow(v) && out
}

// reads: a field is looked at and not replaced, and the body is not handed to
// anybody.
func reads(addr *ssa.FieldAddr) bool {
	for _, ref := range *addr.Referrers() {
		switch x := ref.(type) {
		case *ssa.Store:
			if x.Addr == ssa.Value(addr) {
				return false
			}
		case *ssa.UnOp:
			for _, use := range *x.Referrers() {
				if call, ok := use.(ssa.CallInstruction); ok && (!call.Common().IsInvoke() || call.Common().Method.Name() == "Close") {
					return false // io.ReadAll(resp.Body)
				}
				if _, ok := use.(*ssa.ChangeInterface); ok {
					return false
				}
			}
		}
	}
	return true
}

// spends: a call that may read what it is given to its end.
func spends(call ssa.CallInstruction, v ssa.Value) bool {
	common := call.Common()
	if common.IsInvoke() && common.Value == v {
		switch common.Method.Name() {
		case "Close", "Recv", "Next", "Scan", "RecvMsg", "CloseAndRecv":
			return true
		}
		return false
	}
	callee := common.StaticCallee()
	if callee == nil {
		return true
	}
	switch calls.Named(v.Type()) {
	case "net/http.Request", "os/exec.Cmd":
		switch callee.Name() {
		case "Do", "RoundTrip", "Run", "Output", "CombinedOutput", "Wait":
			return true // it is over
		}
		return false
	}
	switch callee.Name() {
	case "Err", "Columns", "ColumnTypes", "Cookies", "Header", "Location":
		return false
	}
	return true
}
