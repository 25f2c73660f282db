package entries

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/program"
)

// Door is a function that is registered for the world outside to call.
type Door struct {
	Kind    DoorKind
	Name    string    // "GET /orders", "pricing.Pricing/Quote", "@hourly"
	Below   bool      // of a handler: what comes before its path in this package could not be seen
	Vague   bool      // of a handler: its path, or a part of it, is not constant
	Handler ssa.Value // a function, or a value with a method that is called
	Method  *types.Func
	Router  ssa.Value   // that it is registered with; nil: the default one, or none
	Around  []ssa.Value // handed over together with it, to run around it
	Call    ssa.CallInstruction
	Pos     token.Pos // of the registration, where no call makes it
	Frame   Frame     // what the handler is called with

	Caller ssa.CallInstruction // of a function that nobody registers: the only call of it
}

// DoorKind says what is behind a door.
type DoorKind string

// The kinds of door.
const (
	ToHandler  DoorKind = "handler"
	ToRPC      DoorKind = "rpc"
	ToCron     DoorKind = "cron"
	ToConsumer DoorKind = "consumer"
	ToCommand  DoorKind = "command"
)

// Frame says how a handler is called: which parameter carries the context.
type Frame int

// The frames.
const (
	Web   Frame = iota // (w, r)
	Value              // one framework value
	First              // the context comes first
	Unary              // of a guest: the context comes first, and the handler last
)

// Guest is what a router runs around all that is registered with it.
type Guest struct {
	Router ssa.Value
	With   ssa.Value
	Frame  Frame
}

// Doors lists what a package registers, in source order.
func Doors(p *program.Package) (doors []Door, guests []Guest) {
	for _, fn := range p.Funcs {
		for _, block := range fn.Blocks {
			for _, instr := range block.Instrs {
				switch instr := instr.(type) {
				case *ssa.Store:
					if d, ok := command(instr); ok {
						doors = append(doors, d)
					}
				case ssa.CallInstruction:
					d, g := registered(p, instr)
					doors, guests = append(doors, d...), append(guests, g...)
				}
			}
		}
	}
	return append(doors, taking(p, doors)...), guests
}

var verbs = map[string]bool{
	"Get": true, "Head": true, "Post": true, "Put": true, "Patch": true, "Delete": true, "Connect": true, "Options": true, "Trace": true,
	"GET": true, "HEAD": true, "POST": true, "PUT": true, "PATCH": true, "DELETE": true, "CONNECT": true, "OPTIONS": true, "TRACE": true,
	"Any": true, "All": true,
}

func registered(p *program.Package, call ssa.CallInstruction) (doors []Door, guests []Guest) {
	c := call.Common()
	obj := callee(c)
	if obj == nil || obj.Pkg() == nil {
		return nil, nil
	}
	path, name := obj.Pkg().Path(), obj.Name()
	args := c.Args
	var router ssa.Value
	switch {
	case c.IsInvoke():
		router = c.Value
	case obj.Signature().Recv() != nil && len(args) > 0:
		router, args = args[0], args[1:]
	}
	if d, ok := listens(call, obj, args); ok {
		return []Door{d}, nil
	}
	door := Door{Kind: ToHandler, Router: router, Call: call}
	switch {
	case path == "google.golang.org/grpc" && name == "NewServer" && router == nil:
		if server, ok := call.(*ssa.Call); ok {
			return nil, unary(server, args)
		}
	case path == "net/http", path == "github.com/gorilla/mux":
		if (name == "Handle" || name == "HandleFunc") && len(args) == 2 {
			front, seen := prefix(p, router, 0)
			door.Name, door.Handler, door.Below, door.Vague = methods(call)+below(path, front, args[0]), args[1], !seen, !fixed(args[0])
			return []Door{door}, nil
		}
		if name == "Use" && path == "github.com/gorilla/mux" {
			return nil, around(router, spread(args), Web)
		}
	case strings.HasPrefix(path, "github.com/go-chi/chi"):
		switch {
		case (verbs[name] || name == "Handle" || name == "HandleFunc") && len(args) == 2:
			front, seen := prefix(p, router, 0)
			door.Name, door.Handler, door.Below, door.Vague = strings.TrimSpace(verb(name)+" "+below(path, front, args[0])), args[1], !seen, !fixed(args[0])
			door.Around = with(router)
			return []Door{door}, nil
		case (name == "Method" || name == "MethodFunc") && len(args) == 3:
			front, seen := prefix(p, router, 0)
			door.Name, door.Handler, door.Below, door.Vague = text(args[0])+" "+below(path, front, args[1]), args[2], !seen, !fixed(args[1])
			door.Around = with(router)
			return []Door{door}, nil
		case name == "Use":
			return nil, around(router, spread(args), Web)
		}
	case path == "github.com/gin-gonic/gin", strings.HasPrefix(path, "github.com/labstack/echo"), strings.HasPrefix(path, "github.com/gofiber/fiber"):
		door.Frame = Value
		switch {
		case verbs[name] && len(args) >= 2:
			rest := append(args[1:len(args)-1:len(args)-1], spread(args[len(args)-1:])...)
			if len(rest) == 0 {
				return nil, nil
			}
			front, seen := prefix(p, router, 0)
			door.Name, door.Below, door.Vague = strings.TrimSpace(verb(name)+" "+below(path, front, args[0])), !seen, !fixed(args[0])
			if strings.HasPrefix(path, "github.com/labstack/echo") {
				door.Handler, door.Around = rest[0], rest[1:]
			} else {
				door.Handler, door.Around = rest[len(rest)-1], rest[:len(rest)-1]
			}
			return []Door{door}, nil
		case name == "Use":
			return nil, around(router, spread(args), Value)
		}
	case strings.HasPrefix(name, "Register") && strings.HasSuffix(name, "Server") && len(args) == 2 && router == nil:
		return services(obj, args, call), nil
	}
	return nil, nil
}

// services are the methods that a registration of a gRPC server makes callable.
func services(obj *types.Func, args []ssa.Value, call ssa.CallInstruction) []Door {
	server, impl := args[0], args[1]
	iface, ok := obj.Signature().Params().At(1).Type().Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	concrete := impl
	if made, ok := impl.(*ssa.MakeInterface); ok {
		concrete = made.X
	}
	if types.IsInterface(concrete.Type()) {
		return nil
	}
	service := strings.TrimSuffix(strings.TrimPrefix(obj.Name(), "Register"), "Server")
	var out []Door
	for m := range iface.Methods() {
		found, _, _ := types.LookupFieldOrMethod(concrete.Type(), true, m.Pkg(), m.Name())
		fn, ok := found.(*types.Func)
		if !ok || !m.Exported() || m.Signature().Params().Len() != 2 || !calls.IsContext(m.Signature().Params().At(0).Type()) || fn.Pkg() == obj.Pkg() {
			continue
		}
		out = append(out, Door{Kind: ToRPC, Name: obj.Pkg().Name() + "." + service + "/" + m.Name(), Handler: concrete, Method: fn, Router: server, Call: call, Frame: First})
	}
	return out
}

// command: the RunE of a cobra command.
func command(s *ssa.Store) (Door, bool) {
	addr, ok := s.Addr.(*ssa.FieldAddr)
	if !ok || calls.Named(addr.X.Type()) != "github.com/spf13/cobra.Command" {
		return Door{}, false
	}
	switch fieldName(addr) {
	case "Run", "RunE":
		return Door{Kind: ToCommand, Name: use(addr.X), Handler: s.Val, Pos: s.Pos(), Frame: Value}, true
	}
	return Door{}, false
}

// use is the name of a command: the first word of what is written to Use.
func use(cmd ssa.Value) string {
	for _, ref := range *cmd.Referrers() {
		addr, ok := ref.(*ssa.FieldAddr)
		if !ok || fieldName(addr) != "Use" {
			continue
		}
		for _, ref := range *addr.Referrers() {
			if s, ok := ref.(*ssa.Store); ok {
				name, _, _ := strings.Cut(text(s.Val), " ")
				return name
			}
		}
	}
	return "command"
}

func around(router ssa.Value, list []ssa.Value, frame Frame) []Guest {
	var out []Guest
	for _, v := range list {
		out = append(out, Guest{Router: router, With: v, Frame: frame})
	}
	return out
}

// spread is the elements of a variadic argument.
func spread(args []ssa.Value) []ssa.Value {
	if len(args) == 0 {
		return nil
	}
	s, ok := args[len(args)-1].(*ssa.Slice)
	if !ok {
		if _, isSlice := args[len(args)-1].Type().Underlying().(*types.Slice); isSlice {
			return nil
		}
		return args
	}
	out := append([]ssa.Value{}, args[:len(args)-1]...)
	alloc, ok := s.X.(*ssa.Alloc)
	if !ok {
		return out
	}
	for _, ref := range *alloc.Referrers() {
		if addr, ok := ref.(*ssa.IndexAddr); ok {
			for _, ref := range *addr.Referrers() {
				if s, ok := ref.(*ssa.Store); ok && s.Addr == addr {
					out = append(out, s.Val)
				}
			}
		}
	}
	return out
}

// with is what r.With(…) put around the one route.
func with(router ssa.Value) []ssa.Value {
	call, ok := router.(*ssa.Call)
	if !ok || callee(call.Common()) == nil || callee(call.Common()).Name() != "With" {
		return nil
	}
	args := call.Call.Args
	if !call.Call.IsInvoke() {
		args = args[1:]
	}
	return spread(args)
}

// methods is "GET " of mux.HandleFunc(…).Methods("GET").
func methods(call ssa.CallInstruction) string {
	v, ok := call.(*ssa.Call)
	if !ok || v.Referrers() == nil {
		return ""
	}
	for _, ref := range *v.Referrers() {
		next, ok := ref.(*ssa.Call)
		if !ok || callee(next.Common()) == nil || callee(next.Common()).Name() != "Methods" || len(next.Call.Args) < 2 {
			continue
		}
		var names []string
		for _, m := range spread(next.Call.Args[1:]) {
			names = append(names, text(m))
		}
		return strings.Join(names, ",") + " "
	}
	return ""
}

func verb(name string) string {
	switch name {
	case "Handle", "HandleFunc", "Any", "All":
		return ""
	}
	return strings.ToUpper(name)
}

func text(v ssa.Value) string {
	s, _ := said(v)
	return s
}

// ending is the end of a text, as far as that is constant.
func ending(v ssa.Value) string {
	if s, ok := said(v); ok {
		return s
	}
	sum, ok := v.(*ssa.BinOp)
	if !ok || sum.Op != token.ADD {
		return ""
	}
	if fixed(sum.Y) {
		return ending(sum.X) + text(sum.Y)
	}
	return ending(sum.Y)
}

func fixed(v ssa.Value) bool {
	_, ok := said(v)
	return ok
}

// said is a text that is constant.
func said(v ssa.Value) (string, bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(c.Value), true
}

func callee(c *ssa.CallCommon) *types.Func {
	if c.IsInvoke() {
		return c.Method
	}
	if fn := c.StaticCallee(); fn != nil {
		if obj, ok := fn.Object().(*types.Func); ok {
			return obj
		}
	}
	return nil
}
