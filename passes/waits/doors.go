package waits

import (
	"go/types"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/entries"
	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
)

// Door is a function that the world outside calls.
type Door struct {
	Kind     string // as entries.DoorKind; "startup" of main
	Name     string
	Short    string // of the function behind it
	Place    tree.Place
	Function tree.Place    // of the function behind it, if it is of this package
	Handler  *tree.FuncVal // with what runs around it
	Core     *tree.FuncVal // without
	Router   string        // that it is registered with; empty: not known
	Groups   []string      // names, as of a Router, of the router and of the groups in it that it is in: what runs around them runs around it; outermost first
	Routed   bool          // Name is a method and a path of that router
	Below    bool          // what comes before the path in its package could not be seen
	Vague    bool          // the path is not constant
	Alone    bool          // the framework serves its routers itself
	Frame    entries.Frame
	Opaque   bool       // something runs around it of which nothing is known
	Given    tree.Limit // when the context ends that its only caller gives it
}

// Server is an HTTP server and what it serves.
type Server struct {
	Place   tree.Place
	Handler *tree.FuncVal // in which routers are functions named MuxName + their name
	Write   tree.Limit    // WriteTimeout
	Base    bool          // it may give its requests a context with a deadline
}

// Router is what runs around all that is registered with one router, or with one
// group of it.
type Router struct {
	Name   string
	Around []*tree.FuncVal // outermost first
	Unary  bool            // Around are interceptors of gRPC
	Opaque bool
}

// Mount is what a router hands on to another handler.
type Mount struct {
	Router  string // empty: not known
	Path    string // that comes off
	Seen    bool   // Path is all of it
	Alone   bool   // as of a Door
	Handler *tree.FuncVal
}

// MuxName begins the name of a router as a function.
const MuxName = muxName

// doors reads what the package registers.
func (m *maker) doors(out *Result) {
	doors, guests := entries.Doors(m.program)
	routers := map[string]*Router{}
	var order []string
	for _, g := range guests {
		b := m.in(g.Router)
		key := ""
		if b != nil {
			key = b.registrar(g.Router, 0)
		}
		if key == "" {
			continue
		}
		r := routers[key]
		if r == nil {
			r = &Router{Name: key}
			routers[key] = r
			order = append(order, key)
		}
		r.Unary = g.Frame == entries.Unary
		if g.Frame != entries.Web && !r.Unary {
			r.Opaque = r.Opaque || !harmless(g.With)
			continue
		}
		f := m.in(g.With).fnVal(g.With, 0, 0)
		if f == nil && !harmless(g.With) {
			r.Opaque = true
		} else if f != nil {
			r.Around = append(r.Around, f)
		}
	}
	for _, key := range order {
		out.Routers = append(out.Routers, *routers[key])
	}
	for _, d := range doors {
		out.Doors = append(out.Doors, m.door(d))
	}
	for _, x := range entries.Mounts(m.program) {
		b := m.in(x.Handler)
		b.fn = x.Call.Parent()
		if f := b.fnVal(x.Handler, 0, 0); f != nil && leads(f) {
			key, alone := b.registered(x.Parent)
			out.Mounts = append(out.Mounts, Mount{Router: key, Path: x.Path, Seen: x.Seen, Alone: alone, Handler: f})
		}
	}
	if main := m.program.SSA.Func("main"); main != nil && m.pass.Pkg.Name() == "main" {
		out.Doors = append(out.Doors, Door{Kind: "startup", Name: "main", Short: short(main), Place: m.place(main.Pos()), Function: m.place(main.Pos()),
			Handler: &tree.FuncVal{Name: name(main)}, Core: &tree.FuncVal{Name: name(main)}, Frame: entries.First})
	}
	m.servers(out)
}

// in is a builder in the function of a value.
func (m *maker) in(v ssa.Value) *builder {
	switch v := v.(type) {
	case *ssa.Parameter:
		return &builder{maker: m, fn: v.Parent(), heads: map[*ssa.BasicBlock]*circle{}}
	case *ssa.FreeVar:
		return &builder{maker: m, fn: v.Parent(), heads: map[*ssa.BasicBlock]*circle{}}
	case ssa.Instruction:
		return &builder{maker: m, fn: v.Parent(), heads: map[*ssa.BasicBlock]*circle{}}
	}
	return &builder{maker: m, heads: map[*ssa.BasicBlock]*circle{}}
}

// harmless: what frameworks bring along that gives no deadline.
func harmless(v ssa.Value) bool {
	var obj *types.Func
	switch v := v.(type) {
	case *ssa.Call:
		obj = callee(v.Common())
	case *ssa.Function:
		obj, _ = v.Object().(*types.Func)
	case *ssa.ChangeType:
		return harmless(v.X)
	case *ssa.MakeInterface:
		return harmless(v.X)
	}
	if obj == nil || obj.Pkg() == nil {
		return false
	}
	path, name := obj.Pkg().Path(), strings.ToLower(obj.Name())
	known := strings.HasPrefix(path, "github.com/gin-gonic/gin") || strings.HasPrefix(path, "github.com/gin-contrib/") || strings.Contains(path, "middleware") || strings.Contains(path, "otel") || strings.Contains(path, "prometheus") || strings.Contains(path, "cors")
	return known && !strings.Contains(name, "timeout") && !strings.Contains(name, "deadline") && !strings.Contains(path, "timeout")
}

func (m *maker) door(d entries.Door) Door {
	out := Door{Kind: string(d.Kind), Name: d.Name, Frame: d.Frame}
	if d.Call != nil {
		out.Place = m.place(d.Call.Pos())
	}
	b := m.in(d.Handler)
	if d.Call != nil {
		b.fn = d.Call.Parent()
	}
	switch {
	case d.Method != nil:
		out.Handler = &tree.FuncVal{Name: calls.FullName(d.Method), Skip: 1}
	default:
		out.Handler = b.fnVal(d.Handler, 0, 0)
	}
	out.Core = Core(out.Handler)
	if out.Core != nil {
		out.Short = symbolOf(out.Core.Name)
		if f := m.funcs[out.Core.Name]; f != nil {
			out.Function, out.Short = f.Place, f.Short
		}
	}
	if d.Call == nil {
		out.Place = out.Function
		if d.Pos.IsValid() {
			out.Place = m.place(d.Pos)
		}
	}
	if d.Caller != nil {
		out.Given = m.given(d.Caller)
	}
	if out.Routed = d.Kind == entries.ToHandler; out.Routed {
		out.Router, out.Alone = b.registered(d.Router)
		out.Below, out.Vague = d.Below, d.Vague
	} else if d.Router != nil {
		out.Router = b.router(d.Router, 0)
	}
	out.Groups = groups(out.Router)
	if d.Router != nil {
		out.Groups = groups(b.registrar(d.Router, 0))
	}
	for i := len(d.Around) - 1; i >= 0; i-- {
		v := d.Around[i]
		if d.Frame == entries.Web {
			if f := b.fnVal(v, 0, 0); f != nil && out.Handler != nil {
				out.Handler = Around(f, out.Handler)
				continue
			}
		}
		out.Opaque = out.Opaque || !harmless(v)
	}
	return out
}

// groups are the names that a group's begins with, and its own.
func groups(name string) []string {
	var out []string
	for i, c := range name + groupMark {
		if i > 0 && string(c) == groupMark {
			out = append(out, name[:i])
		}
	}
	return out
}

const defaultMux = "net/http.DefaultServeMux"

// registered is the router that something is registered with, and whether its
// framework serves it itself.
func (b *builder) registered(router ssa.Value) (key string, alone bool) {
	if router == nil {
		return defaultMux, true
	}
	name := calls.Named(router.Type())
	for _, framework := range []string{"github.com/gin-gonic/gin.", "github.com/labstack/echo", "github.com/gofiber/fiber"} {
		alone = alone || strings.HasPrefix(name, framework)
	}
	return b.router(router, 0), alone
}

// leads: a handler may be, or have in it, a router.
func leads(v *tree.FuncVal) bool {
	core := Core(v)
	return core == nil || core.IsPar || core.Made != nil || strings.HasPrefix(core.Name, muxName)
}

// given is when the context ends that a call is given, if it was made with a
// constant time where the call is.
func (m *maker) given(call ssa.CallInstruction) tree.Limit {
	b := &builder{maker: m, fn: call.Parent(), heads: map[*ssa.BasicBlock]*circle{}}
	for _, arg := range call.Common().Args {
		if !isContext(arg.Type()) {
			continue
		}
		c := b.ctx(arg)
		for made, id := range m.deadlines {
			if c.Kind != tree.CtxMade || c.N != id || made.Parent() != call.Parent() {
				continue
			}
			n, ok := b.deadline(made)
			if v := n.Num.Eval(nil); ok && v.Known && v.Lo > 0 {
				return tree.Limit{Kind: "bounded", Nanos: v.Hi, From: n.Why, Place: n.Place}
			}
		}
	}
	return tree.Limit{}
}

// Around is the handler that a wrapper makes of another.
func Around(wrapper, handler *tree.FuncVal) *tree.FuncVal {
	return &tree.FuncVal{Made: &tree.Node{Kind: tree.Call, Fn: wrapper, Args: []tree.Arg{{Fn: handler}}}}
}

// Core is the innermost handler: what the wrappers around it were given.
func Core(v *tree.FuncVal) *tree.FuncVal {
	if v == nil || v.Made == nil {
		return v
	}
	for i := range v.Made.Args {
		if f := v.Made.Args[i].Fn; f != nil {
			return Core(f)
		}
	}
	return v
}

// WithCore is a handler with another function in the place of the innermost.
func WithCore(v, inner *tree.FuncVal) *tree.FuncVal {
	if v == nil || v.Made == nil {
		return inner
	}
	for i := range v.Made.Args {
		if f := v.Made.Args[i].Fn; f != nil {
			made := *v.Made
			made.Args = append([]tree.Arg{}, made.Args...)
			made.Args[i].Fn = WithCore(f, inner)
			return &tree.FuncVal{Made: &made, Index: v.Index}
		}
	}
	return v
}

func symbolOf(full string) string {
	if i := strings.LastIndexByte(full, '/'); i >= 0 {
		full = full[i+1:]
	}
	return strings.NewReplacer("(", "", ")", "", "*", "").Replace(full)
}

// servers reads the HTTP servers that the package makes.
func (m *maker) servers(out *Result) {
	for _, o := range m.bounds.Objects {
		if o.Type == "net/http.Server" && o.Kind == bounds.ByCall && o.Maker != nil && calls.FullName(o.Maker) == companion+".NewServer" {
			out.Servers = append(out.Servers, Server{Place: m.place(o.Pos), Handler: m.served(o.Call), Write: tree.Limit{Kind: "bounded", Nanos: int64(35 * time.Second), From: "budget.NewServer"}})
			continue
		}
		if o.Type != "net/http.Server" || o.Kind != bounds.MadeHere {
			continue
		}
		s := Server{Place: m.place(o.Pos), Base: len(o.Writes("BaseContext")) > 0 || len(o.Writes("ConnContext")) > 0}
		for _, w := range o.Writes("Handler") {
			b := m.in(w.Value)
			b.fn = w.Instr.Parent()
			if s.Handler = b.fnVal(w.Value, 0, 0); s.Handler == nil {
				break
			}
		}
		switch l := o.Limit("WriteTimeout"); l.State {
		case bounds.Unset, bounds.Zeroed:
			s.Write = tree.Limit{Kind: "none"}
		default:
			s.Write = tree.Limit{Kind: "unknown", From: "http.Server.WriteTimeout", Place: m.place(l.Pos)}
			if n, ok := l.Value.Exact(); ok && n > 0 {
				s.Write.Kind, s.Write.Nanos = "bounded", n
			}
		}
		out.Servers = append(out.Servers, s)
	}
	for _, c := range m.calls.Calls {
		call, ok := m.bounds.Call(c)
		if !ok || c.Row.Name != "net/http.ListenAndServe" && c.Row.Name != "net/http.ListenAndServeTLS" {
			continue
		}
		args := call.Common().Args
		s := Server{Place: m.place(call.Pos()), Write: tree.Limit{Kind: "none"}}
		if h := args[len(args)-1]; isNil(h) {
			s.Handler = &tree.FuncVal{Name: muxName + defaultMux}
		} else {
			b := m.in(h)
			b.fn = call.Parent()
			s.Handler = b.fnVal(h, 0, 0)
		}
		out.Servers = append(out.Servers, s)
	}
}
