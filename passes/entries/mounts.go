package entries

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/program"
)

// Mount is a handler that a router hands all to whose path begins in some way.
type Mount struct {
	Parent  ssa.Value // the router; nil: the default one
	Path    string    // that comes off before the handler sees what is left
	Seen    bool      // Path is all of it, from where the router is made
	Handler ssa.Value
	Call    ssa.CallInstruction
}

// Mounts lists what the routers of a package hand on to other routers.
func Mounts(p *program.Package) []Mount {
	var out []Mount
	for _, fn := range p.Funcs {
		for _, block := range fn.Blocks {
			for _, instr := range block.Instrs {
				if call, ok := instr.(ssa.CallInstruction); ok {
					if m, ok := mount(p, call); ok {
						m.Call = call
						out = append(out, m)
					}
				}
			}
		}
	}
	return out
}

func mount(p *program.Package, call ssa.CallInstruction) (Mount, bool) {
	obj := callee(call.Common())
	if obj == nil || obj.Pkg() == nil {
		return Mount{}, false
	}
	router, args := onto(call.Common())
	path, name := obj.Pkg().Path(), obj.Name()
	switch {
	case name == "Mount" && len(args) == 2 && (strings.HasPrefix(path, "github.com/go-chi/chi") || strings.HasPrefix(path, "github.com/gofiber/fiber")):
		front, seen := prefix(p, router, 0)
		return Mount{Parent: router, Path: below(path, front, args[0]), Seen: seen && fixed(args[0]), Handler: args[1]}, true
	case name == "Handle" && len(args) == 2 && (path == "net/http" || path == "github.com/gorilla/mux" || strings.HasPrefix(path, "github.com/go-chi/chi")):
		return whole(p, router, args[1]), true
	case name == "Handler" && len(args) == 1 && path == "github.com/gorilla/mux":
		return whole(p, router, args[0]), true
	}
	return Mount{}, false
}

// whole is a handler that sees the whole path, but for what is taken off.
func whole(p *program.Package, router, handler ssa.Value) Mount {
	front, seen := prefix(p, router, 0)
	m := Mount{Parent: router, Seen: seen && front == "", Handler: handler}
	if made, ok := handler.(*ssa.MakeInterface); ok {
		handler = made.X
	}
	call, ok := handler.(*ssa.Call)
	if ok && callee(call.Common()) != nil && calls.FullName(callee(call.Common())) == "net/http.StripPrefix" {
		m.Path, m.Seen, m.Handler = text(call.Call.Args[0]), m.Seen && fixed(call.Call.Args[0]), call.Call.Args[1]
	}
	return m
}

// onto is what a method is called on, and its other arguments.
func onto(c *ssa.CallCommon) (ssa.Value, []ssa.Value) {
	switch {
	case c.IsInvoke():
		return c.Value, c.Args
	case c.Signature().Recv() != nil && len(c.Args) > 0:
		return c.Args[0], c.Args[1:]
	}
	return nil, c.Args
}

// makers are the functions that make a router.
var makers = map[string]bool{
	"net/http.NewServeMux": true, "github.com/gorilla/mux.NewRouter": true, "github.com/julienschmidt/httprouter.New": true,
	"github.com/gin-gonic/gin.New": true, "github.com/gin-gonic/gin.Default": true,
	"New": true, "NewRouter": true, "NewMux": true, // of chi, echo and fiber, whose paths have versions
}

const deepestRouter = 10

// prefix is the path of the group that a router is. It is seen if the router
// can be followed to where it is made, and every part is constant.
func prefix(p *program.Package, router ssa.Value, depth int) (path string, seen bool) {
	if router == nil {
		return "", true // the default one
	}
	if depth > deepestRouter {
		return "", false
	}
	next := func(v ssa.Value) (string, bool) { return prefix(p, v, depth+1) }
	switch v := router.(type) {
	case *ssa.MakeInterface:
		return next(v.X)
	case *ssa.ChangeInterface:
		return next(v.X)
	case *ssa.Call:
		return prefixOf(p, v, depth)
	case *ssa.Alloc: // http.ServeMux{}
		return "", true
	case *ssa.FreeVar:
		if bound := p.Binding(v); bound != nil {
			return next(bound)
		}
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return "", false
		}
		if made := held(p, v.X); made != nil {
			return next(made)
		}
	case *ssa.FieldAddr: // gin.Engine.RouterGroup
		if fieldName(v) == "RouterGroup" {
			return next(v.X)
		}
	case *ssa.Parameter:
		return given(p, v, depth)
	}
	return "", false
}

// prefixOf is the path of the router that a call returns.
func prefixOf(p *program.Package, call *ssa.Call, depth int) (string, bool) {
	obj := callee(call.Common())
	if obj == nil || obj.Pkg() == nil {
		return "", false
	}
	lib := obj.Pkg().Path()
	if fn := call.Call.StaticCallee(); fn != nil && fn.Pkg == p.SSA && len(fn.Blocks) > 0 {
		made := returned(fn)
		if made == nil {
			return "", false
		}
		return prefix(p, made, depth+1)
	}
	inner, args := onto(call.Common())
	if inner == nil {
		known := strings.HasPrefix(lib, "github.com/go-chi/chi") || strings.HasPrefix(lib, "github.com/labstack/echo") || strings.HasPrefix(lib, "github.com/gofiber/fiber")
		return "", makers[calls.FullName(obj)] || known && makers[obj.Name()]
	}
	switch obj.Name() {
	case "Group", "Route", "PathPrefix", "With", "Subrouter", "NewRoute", "StrictSlash", "UseEncodedPath", "SkipClean", "Methods", "Schemes", "Headers", "Name", "Use":
	default:
		return "", false
	}
	front, seen := prefix(p, inner, depth+1)
	if len(args) == 0 || obj.Name() == "Use" || obj.Name() == "Methods" || obj.Name() == "Schemes" || obj.Name() == "Headers" || obj.Name() == "Name" || !isText(args[0]) {
		return front, seen
	}
	return below(lib, front, args[0]), seen && fixed(args[0])
}

func isText(v ssa.Value) bool { return v.Type().Underlying().String() == "string" }

// returned is the one thing that a function returns first; nil: several, or none.
func returned(fn *ssa.Function) ssa.Value {
	var only ssa.Value
	for _, block := range fn.Blocks {
		ret, ok := block.Instrs[len(block.Instrs)-1].(*ssa.Return)
		if !ok || len(ret.Results) == 0 {
			continue
		}
		if only != nil && only != ret.Results[0] {
			return nil
		}
		only = ret.Results[0]
	}
	return only
}

// held is the one thing that is stored in a variable or a field.
func held(p *program.Package, addr ssa.Value) ssa.Value {
	var only ssa.Value
	several := false
	look := func(same func(ssa.Value) bool) {
		for _, fn := range append(p.Funcs[:len(p.Funcs):len(p.Funcs)], p.SSA.Func("init")) {
			for _, block := range fn.Blocks {
				for _, instr := range block.Instrs {
					if s, ok := instr.(*ssa.Store); ok && same(s.Addr) {
						if c, isConst := s.Val.(*ssa.Const); isConst && c.Value == nil {
							continue
						}
						several = several || only != nil
						only = s.Val
					}
				}
			}
		}
	}
	switch a := addr.(type) {
	case *ssa.FreeVar:
		if bound := p.Binding(a); bound != nil {
			return held(p, bound)
		}
		return nil
	case *ssa.FieldAddr:
		f := program.FieldOf(a)
		if f == nil {
			return nil
		}
		look(func(v ssa.Value) bool {
			b, ok := v.(*ssa.FieldAddr)
			return ok && program.FieldOf(b) == f
		})
	default:
		look(func(v ssa.Value) bool { return v == addr })
	}
	if several {
		return nil
	}
	return only
}

// given is the path of a router that a function is handed: by the router whose
// method it is an argument of, or by its only caller.
func given(p *program.Package, v *ssa.Parameter, depth int) (string, bool) {
	fn := v.Parent()
	if fn.Parent() != nil { // func(r chi.Router) of r.Route("/api", …)
		for _, block := range fn.Parent().Blocks {
			for _, instr := range block.Instrs {
				call, ok := instr.(*ssa.Call)
				if !ok || callee(call.Common()) == nil || callee(call.Common()).Name() != "Route" && callee(call.Common()).Name() != "Group" {
					continue
				}
				inner, args := onto(call.Common())
				if inner == nil || len(args) == 0 || function(p, args[len(args)-1]) != fn {
					continue
				}
				front, seen := prefix(p, inner, depth+1)
				if !isText(args[0]) {
					return front, seen
				}
				return below(callee(call.Common()).Pkg().Path(), front, args[0]), seen && fixed(args[0])
			}
		}
		return "", false
	}
	if obj := fn.Object(); obj == nil || obj.Exported() && p.SSA.Pkg.Name() != "main" || p.Taken[fn] || len(p.Calls[fn]) != 1 {
		return "", false
	}
	for i, param := range fn.Params {
		if args := p.Calls[fn][0].Common().Args; param == v && i < len(args) {
			return prefix(p, args[i], depth+1)
		}
	}
	return "", false
}

// below is the path of a route in a group; of one that is not constant its end,
// and not what stands before that.
func below(router, group string, route ssa.Value) string {
	if !fixed(route) {
		return ending(route)
	}
	return joined(router, group, text(route))
}

// joined is the path of a route in a group, as a router puts it together: echo
// writes one behind the other, the others keep one slash between them.
func joined(router, group, route string) string {
	if group == "" || route == "" || strings.HasPrefix(router, "github.com/labstack/echo") {
		return group + route
	}
	return strings.TrimRight(group, "/") + "/" + strings.TrimLeft(route, "/")
}
