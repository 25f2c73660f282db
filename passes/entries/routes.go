package entries

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/program"
)

// Bare is where a handler is registered with nothing around it, on a mux that
// is handed, with nothing around it either, to a server of this package that
// does not limit its answers. What such a handler does has no deadline but its
// own.
func (r *Result) Bare(fn *ssa.Function) (token.Pos, bool) {
	p, _ := r.lazy.Build()
	if p == nil {
		return token.NoPos, false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.bare == nil {
		r.bare = map[*ssa.Function]token.Pos{}
		for _, in := range p.Funcs {
			for _, b := range in.Blocks {
				for _, instr := range b.Instrs {
					if call, ok := instr.(*ssa.Call); ok {
						r.route(p, call)
					}
				}
			}
		}
	}
	pos, ok := r.bare[fn]
	return pos, ok
}

// route records the handler of one registration.
func (r *Result) route(p *program.Package, call *ssa.Call) {
	callee := call.Call.StaticCallee()
	if callee == nil {
		return
	}
	var mux, handler ssa.Value
	args := call.Call.Args
	switch callee.String() {
	case "(*net/http.ServeMux).HandleFunc", "(*net/http.ServeMux).Handle":
		mux, handler = args[0], args[2]
	default:
		return
	}
	fn := function(p, handler)
	if fn == nil || !served(mux) {
		return
	}
	if _, ok := r.bare[fn]; !ok {
		r.bare[fn] = call.Pos()
	}
}

// function is the function of this package that a handler value is.
func function(p *program.Package, v ssa.Value) *ssa.Function {
	for {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
			continue
		case *ssa.ChangeType:
			v = x.X
			continue
		case *ssa.Function:
			return x
		case *ssa.MakeClosure:
			fn := x.Fn.(*ssa.Function)
			if obj, ok := fn.Object().(*types.Func); ok && fn.Synthetic != "" {
				return p.Decls[obj]
			}
			return fn
		}
		return nil
	}
}

// served reports whether every use of a mux but registrations hands it to a
// server without a WriteTimeout.
func served(mux ssa.Value) bool {
	made, ok := mux.(*ssa.Call)
	if !ok || made.Call.StaticCallee() == nil || made.Call.StaticCallee().String() != "net/http.NewServeMux" {
		return false
	}
	found := false
	for _, ref := range *made.Referrers() {
		switch x := ref.(type) {
		case *ssa.Call:
			if calls.Named(x.Call.Args[0].Type()) != "net/http.ServeMux" {
				return false
			}
		case *ssa.MakeInterface:
			if !handed(x) {
				return false
			}
			found = true
		default:
			return false
		}
	}
	return found
}

func handed(handler *ssa.MakeInterface) bool {
	for _, ref := range *handler.Referrers() {
		switch x := ref.(type) {
		case *ssa.Store:
			field, ok := x.Addr.(*ssa.FieldAddr)
			if !ok || calls.Named(field.X.Type()) != "net/http.Server" || limits(field.X) {
				return false
			}
		case *ssa.Call:
			if fn := x.Call.StaticCallee(); fn == nil || fn.String() != "net/http.ListenAndServe" {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// limits reports whether a server's WriteTimeout, or its BaseContext, is set.
func limits(server ssa.Value) bool {
	for _, ref := range *server.Referrers() {
		field, ok := ref.(*ssa.FieldAddr)
		if !ok {
			continue
		}
		switch name := fieldName(field); name {
		case "WriteTimeout", "BaseContext", "ConnContext":
			return true
		}
	}
	return false
}

func fieldName(f *ssa.FieldAddr) string {
	ptr, ok := types.Unalias(f.X.Type()).Underlying().(*types.Pointer)
	if !ok {
		return ""
	}
	s, ok := ptr.Elem().Underlying().(*types.Struct)
	if !ok {
		return ""
	}
	return s.Field(f.Field).Name()
}
