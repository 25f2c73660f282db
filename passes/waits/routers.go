package waits

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/program"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// muxName begins the name under which a router is called as if it were a
// function: whoever joins servers to routes says what it does.
const muxName = "mux:"

// isRouter: a type that hands requests to the handlers registered with it.
func isRouter(t types.Type) bool {
	switch name := knowledge.Family(calls.Named(t)); name {
	case "net/http.ServeMux", "github.com/gorilla/mux.Router", "github.com/gin-gonic/gin.Engine", "github.com/gin-gonic/gin.RouterGroup",
		"github.com/gin-gonic/gin.IRouter", "github.com/gin-gonic/gin.IRoutes", "github.com/julienschmidt/httprouter.Router":
		return true
	default:
		path := name[:max(strings.LastIndexByte(name, '.'), 0)]
		switch {
		case path == "github.com/go-chi/chi", path == "github.com/labstack/echo":
			return strings.HasSuffix(name, ".Mux") || strings.HasSuffix(name, ".Router") || strings.HasSuffix(name, ".Echo") || strings.HasSuffix(name, ".Group")
		case strings.HasPrefix(path, "github.com/gofiber/fiber"):
			return strings.HasSuffix(name, ".App") || strings.HasSuffix(name, ".Router") || strings.HasSuffix(name, ".Group")
		}
	}
	return false
}

// router is a name for a router that is the same wherever the package uses it;
// empty: not known.
func (b *builder) router(v ssa.Value, depth int) string {
	name, _, _ := strings.Cut(b.registrar(v, depth), groupMark)
	return name
}

// groupMark begins the name of a group behind that of what it is a group of.
const groupMark = "#"

// makesGroup reports whether a method of a router makes one of which the routes
// have what is around it, and it has not what is around them.
func makesGroup(call ssa.CallInstruction) bool {
	fn := callee(call.Common())
	return fn != nil && slices.Contains([]string{"Group", "Route", "With", "Subrouter"}, fn.Name())
}

// within is the name of the group that a call on a router makes, or of that
// router where it makes none.
func (b *builder) within(call ssa.CallInstruction, of string) string {
	if of == "" || !makesGroup(call) {
		return of
	}
	return of + groupMark + b.at(call.Pos())
}

// registrar is the name of a router and of the groups in it that a value is.
func (b *builder) registrar(v ssa.Value, depth int) string {
	if depth > 8 {
		return ""
	}
	switch v := v.(type) {
	case *ssa.Call:
		if inner := receiver(v); inner != nil && isRouter(inner.Type()) { // Group, With, Route, PathPrefix(…).Subrouter
			return b.within(v, b.registrar(inner, depth+1))
		}
		if fn := v.Call.StaticCallee(); fn != nil && len(fn.Blocks) > 0 && fn.Pkg == b.program.SSA {
			return b.routerOf(fn, depth)
		}
		return b.at(v.Pos())
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return b.at(call.Pos())
		}
	case *ssa.Alloc:
		return b.at(v.Pos())
	case *ssa.MakeInterface:
		return b.registrar(v.X, depth+1)
	case *ssa.ChangeInterface:
		return b.registrar(v.X, depth+1)
	case *ssa.FreeVar:
		if bound := b.program.Binding(v); bound != nil {
			return b.registrar(bound, depth+1)
		}
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return b.routerAt(v.X, depth)
		}
	case *ssa.FieldAddr:
		return b.routerAt(v, depth)
	case *ssa.Parameter:
		return b.routerParam(v, depth)
	case *ssa.Global:
		return v.String()
	}
	return ""
}

func (b *builder) at(pos token.Pos) string {
	p := b.place(pos)
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// routerOf is the router that a function of the package returns.
func (b *builder) routerOf(fn *ssa.Function, depth int) string {
	for _, block := range fn.Blocks {
		if ret, ok := block.Instrs[len(block.Instrs)-1].(*ssa.Return); ok && len(ret.Results) > 0 {
			return b.registrar(ret.Results[0], depth+1)
		}
	}
	return ""
}

// routerAt is the router in a variable or field; one that is stored there once
// goes by where it was made.
func (b *builder) routerAt(addr ssa.Value, depth int) string {
	switch a := addr.(type) {
	case *ssa.Alloc:
		if all := stored(a); len(all) == 1 {
			return b.registrar(all[0], depth+1)
		}
	case *ssa.FreeVar:
		if bound := b.program.Binding(a); bound != nil {
			return b.routerAt(bound, depth+1)
		}
	case *ssa.Global:
		return a.String()
	case *ssa.FieldAddr:
		f := program.FieldOf(a)
		if f == nil {
			return ""
		}
		var only ssa.Value
		for _, s := range b.storesTo(f) {
			if only != nil {
				return ""
			}
			only = s
		}
		if only != nil {
			return b.registrar(only, depth+1)
		}
		return "field " + calls.Named(a.X.Type()) + "." + f.Name()
	}
	return ""
}

func (b *builder) storesTo(f *types.Var) []ssa.Value {
	var out []ssa.Value
	for _, fn := range b.program.Funcs {
		for _, block := range fn.Blocks {
			for _, instr := range block.Instrs {
				s, ok := instr.(*ssa.Store)
				if !ok {
					continue
				}
				if addr, ok := s.Addr.(*ssa.FieldAddr); ok && program.FieldOf(addr) == f && !isNil(s.Val) {
					out = append(out, s.Val)
				}
			}
		}
	}
	return out
}

// routerParam: of a literal that a router is given (Route, Group), that router;
// else what the only caller gives.
func (b *builder) routerParam(v *ssa.Parameter, depth int) string {
	fn := v.Parent()
	if fn.Parent() != nil {
		for _, block := range fn.Parent().Blocks {
			for _, instr := range block.Instrs {
				call, ok := instr.(ssa.CallInstruction)
				if !ok || receiver(call) == nil || !isRouter(receiver(call).Type()) {
					continue
				}
				for _, arg := range call.Common().Args {
					if literalOf(arg) == fn {
						return b.within(call, b.registrar(receiver(call), depth+1))
					}
				}
			}
		}
	}
	if list := b.program.Calls[fn]; len(list) == 1 {
		if i := index(v); i < len(list[0].Common().Args) {
			return b.registrar(list[0].Common().Args[i], depth+1)
		}
	}
	return ""
}

func literalOf(v ssa.Value) *ssa.Function {
	switch v := v.(type) {
	case *ssa.Function:
		return v
	case *ssa.MakeClosure:
		return v.Fn.(*ssa.Function)
	case *ssa.ChangeType:
		return literalOf(v.X)
	}
	return nil
}

// receiver is what a method is called on, or nil.
func receiver(call ssa.CallInstruction) ssa.Value {
	c := call.Common()
	if c.IsInvoke() {
		return c.Value
	}
	if c.Signature().Recv() != nil && len(c.Args) > 0 {
		return c.Args[0]
	}
	return nil
}
