package waits

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/program"
	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
)

// client says where the Timeout of the HTTP client comes from that a function
// makes and returns; nil: from nothing that a caller gives, or nobody can tell.
func client(fn *ssa.Function) *tree.Given {
	results := fn.Signature.Results()
	if results.Len() == 0 || calls.Named(results.At(0).Type()) != "net/http.Client" {
		return nil
	}
	var found *tree.Given
	for _, block := range fn.Blocks {
		ret, ok := block.Instrs[len(block.Instrs)-1].(*ssa.Return)
		if !ok || isNil(ret.Results[0]) {
			continue
		}
		made, ok := ret.Results[0].(*ssa.Alloc)
		if !ok {
			return nil
		}
		one := origin(only(made, "Timeout"))
		if one == nil || found != nil && *found != *one {
			return nil
		}
		found = one
	}
	return found
}

// only is what a field of a struct that is made here is set to, once; nil: it is
// not, or more often, or others may have set it.
func only(made *ssa.Alloc, field string) ssa.Value {
	var value ssa.Value
	for _, ref := range *made.Referrers() {
		switch r := ref.(type) {
		case *ssa.FieldAddr:
			f := program.FieldOf(r)
			if f == nil || f.Name() != field {
				continue
			}
			for _, use := range *r.Referrers() {
				switch s := use.(type) {
				case *ssa.Store:
					if value != nil || s.Addr != r {
						return nil
					}
					value = s.Val
				case *ssa.UnOp, *ssa.DebugRef:
				default:
					return nil
				}
			}
		case *ssa.UnOp, *ssa.Return, *ssa.DebugRef:
		default:
			return nil
		}
	}
	return value
}

// origin is the parameter, or the field of one, that a value is.
func origin(v ssa.Value) *tree.Given {
	switch v := v.(type) {
	case *ssa.Parameter:
		return &tree.Given{Param: index(v)}
	case *ssa.Field:
		if p, ok := v.X.(*ssa.Parameter); ok {
			if f := fieldOf(v); f != "" {
				return &tree.Given{Param: index(p), Field: f}
			}
		}
	case *ssa.UnOp:
		addr, ok := v.X.(*ssa.FieldAddr)
		if !ok || program.FieldOf(addr) == nil {
			return nil
		}
		from := addr.X
		if alloc, ok := from.(*ssa.Alloc); ok {
			all := stored(alloc)
			if len(all) != 1 || only(alloc, program.FieldOf(addr).Name()) != nil {
				return nil
			}
			from = all[0]
		}
		if p, ok := from.(*ssa.Parameter); ok {
			return &tree.Given{Param: index(p), Field: program.FieldOf(addr).Name()}
		}
	}
	return nil
}

// fieldOf is the name of a field of a struct that is no variable.
func fieldOf(v *ssa.Field) string {
	if s, ok := v.X.Type().Underlying().(*types.Struct); ok {
		return s.Field(v.Field).Name()
	}
	return ""
}

// told is the Timeout that the maker of an HTTP client is told at a call.
func (b *builder) told(v ssa.Value) (*tree.Expr, tree.Limit, bool) {
	if pair, ok := v.(*ssa.Extract); ok && pair.Index == 0 {
		v = pair.Tuple
	}
	call, ok := v.(*ssa.Call)
	if !ok || call.Call.IsInvoke() || callee(call.Common()) == nil || touched(call) {
		return nil, tree.Limit{}, false
	}
	var from *tree.Given
	if fn := call.Call.StaticCallee(); fn != nil && fn.Pkg == b.fn.Pkg {
		from = client(fn)
	} else if fact := b.imported(callee(call.Common())); fact != nil {
		from = fact.Client
	}
	if from == nil || from.Param >= len(call.Call.Args) {
		return nil, tree.Limit{}, false
	}
	arg := call.Call.Args[from.Param]
	if from.Field != "" {
		if load, ok := arg.(*ssa.UnOp); ok {
			arg = load.X
		}
		made, ok := arg.(*ssa.Alloc)
		if !ok {
			return nil, tree.Limit{}, false
		}
		arg = only(made, from.Field)
	}
	if arg == nil {
		return nil, tree.Limit{}, false
	}
	e := b.expr(arg)
	if e.Op != tree.Const || e.N <= 0 {
		return nil, tree.Limit{}, false
	}
	return &e, tree.Limit{Kind: "bounded", Nanos: e.N, From: "http.Client.Timeout", Place: b.place(call.Pos())}, true
}

// touched: something else is done to a client than to send requests.
func touched(call *ssa.Call) bool {
	for _, ref := range *call.Referrers() {
		if addr, ok := ref.(*ssa.FieldAddr); ok && program.FieldOf(addr) != nil && program.FieldOf(addr).Name() == "Timeout" {
			return true
		}
	}
	return false
}
