package bounds

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/program"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// graph says which objects flow where: an inclusion graph over SSA values,
// fields, package variables and function results, restricted to types that
// can hold a carrier. Keys are ssa.Value, *types.Var (a field), result or
// place.
type graph struct {
	pass    *analysis.Pass
	program *program.Package
	calls   *calls.Result
	owners  map[string]map[string]bool // import path to carrier type names
	carry   map[types.Type]bool

	pts     map[any][]*Object
	known   map[any]map[*Object]bool // the same as a set, where there are many
	steps   int                      // of which there are mostSteps at most
	out     map[any][]any
	work    []flow
	objects []*Object
	fields  map[*types.Var]*Object // tracked struct held by value in a field
	offered []*types.Var           // exported fields of this package that it uses
	written map[*types.Var]bool    // fields of this package that it gives a value
	allocs  map[ssa.Value]*Object
	globals map[string]*Object
	copies  []copying
	outside *Object

	handlers map[*types.Var][]*ssa.Function // functions kept in fields
}

type flow struct {
	to  any
	obj *Object
}

type result struct {
	fn    *ssa.Function
	index int
}

// place is the memory of a local variable that is captured or whose address
// is taken.
type place struct{ addr ssa.Value }

// copying is the store of a struct value: what val points to is copied to
// what addr points to.
type copying struct{ addr, val ssa.Value }

func newGraph(pass *analysis.Pass, p *program.Package, met *calls.Result) *graph {
	return &graph{
		pass: pass, program: p, calls: met,
		owners: map[string]map[string]bool{}, carry: map[types.Type]bool{},
		pts: map[any][]*Object{}, known: map[any]map[*Object]bool{}, out: map[any][]any{},
		fields: map[*types.Var]*Object{}, written: map[*types.Var]bool{}, allocs: map[ssa.Value]*Object{}, globals: map[string]*Object{},
		outside: &Object{Kind: External},
	}
}

// always are the carriers that matter although no field of theirs is a knob.
var always = map[string]bool{
	"net/http.Request": true,
	"os/exec.Cmd":      true,
	"net.TCPConn":      true,
	"crypto/tls.Conn":  true,
}

// tracked is the carrier's name if t is a carrier struct type (not a pointer).
func (g *graph) tracked(t types.Type) string {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return ""
	}
	if _, ok := named.Underlying().(*types.Struct); !ok {
		return ""
	}
	path, name := named.Obj().Pkg().Path(), named.Obj().Name()
	full := path + "." + name
	if always[full] {
		return full
	}
	owners, ok := g.owners[path]
	if !ok {
		owners = map[string]bool{}
		for _, lib := range g.calls.Table().Library(path) {
			for i := range lib.Knobs {
				if k := &lib.Knobs[i]; k.Form == knowledge.Field {
					owners[k.Owner] = true
				}
			}
		}
		g.owners[path] = owners
	}
	if owners[full] {
		return full
	}
	return ""
}

// carries reports whether a value of type t may hold, or point to, a carrier.
func (g *graph) carries(t types.Type) bool {
	yes, ok := g.carry[t]
	if !ok {
		yes = g.mayCarry(t)
		g.carry[t] = yes
	}
	return yes
}

func (g *graph) mayCarry(t types.Type) bool {
	if g.tracked(t) != "" {
		return true
	}
	switch u := types.Unalias(t).Underlying().(type) {
	case *types.Pointer:
		return g.tracked(u.Elem()) != "" || g.refers(u.Elem()) || g.row(u.Elem())
	case *types.Interface:
		return holdsCarrier(u)
	}
	return g.row(t)
}

// refers: *T and interface; the memory of a captured variable holds one.
func (g *graph) refers(t types.Type) bool {
	switch u := types.Unalias(t).Underlying().(type) {
	case *types.Pointer:
		return g.tracked(u.Elem()) != ""
	case *types.Interface:
		return holdsCarrier(u)
	}
	return false
}

// holdsCarrier: the interfaces that clients, transports and connections are
// kept in.
func holdsCarrier(i *types.Interface) bool {
	for method := range i.Methods() {
		switch method.Name() {
		case "Do", "RoundTrip", "SetDeadline":
			return true
		}
	}
	return false
}

// key canonicalises where a value's objects are kept.
func (g *graph) key(v ssa.Value) any { return v }

func (g *graph) edge(from, to any) {
	g.out[from] = append(g.out[from], to)
	for _, o := range g.pts[from] {
		g.add(to, o)
	}
}

func (g *graph) add(to any, o *Object) { g.work = append(g.work, flow{to, o}) }

// mostSteps is how often a value may be handed on, and something be said of an
// object, in one package before its clients are given up. Large packages take a
// few ten thousand; functions in a circle, each of which is given clients, the
// product of both.
const mostSteps = 1_000_000

// step reports whether there may be one more step, or n of them.
func (g *graph) step(n int) bool {
	g.steps += n
	return g.steps <= mostSteps
}

func (g *graph) solve() {
	for len(g.work) > 0 {
		f := g.work[len(g.work)-1]
		g.work = g.work[:len(g.work)-1]
		if !g.step(1) {
			return
		}
		if g.holds(f.to, f.obj) {
			continue
		}
		g.pts[f.to] = append(g.pts[f.to], f.obj)
		for _, to := range g.out[f.to] {
			g.add(to, f.obj)
		}
	}
}

// holds reports whether it is known that an object may be there; what is not
// will be.
func (g *graph) holds(at any, o *Object) bool {
	list := g.pts[at]
	if len(list) < 16 {
		return has(list, o)
	}
	set := g.known[at]
	if set == nil {
		set = make(map[*Object]bool, 2*len(list))
		for _, x := range list {
			set[x] = true
		}
		g.known[at] = set
	}
	known := set[o]
	set[o] = true
	return known
}

func has(list []*Object, o *Object) bool {
	for _, x := range list {
		if x == o {
			return true
		}
	}
	return false
}

func (g *graph) newObject(o *Object) *Object {
	g.objects = append(g.objects, o)
	return o
}

// build adds the nodes and edges of every function.
func (g *graph) build() {
	for _, fn := range g.program.Funcs {
		g.parameters(fn)
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				g.instruction(fn, instr)
			}
		}
	}
	g.configured()
}

// parameters of functions that others may call can be anything.
func (g *graph) parameters(fn *ssa.Function) {
	closed := g.program.Closed(fn)
	for _, p := range fn.Params {
		if g.carries(p.Type()) && !closed {
			g.add(p, g.outside)
		}
	}
	made := g.program.Makes[fn]
	for i, fv := range fn.FreeVars {
		if made != nil && g.carries(fv.Type()) {
			g.edge(made.Bindings[i], fv)
		}
	}
}

func (g *graph) instruction(fn *ssa.Function, instr ssa.Instruction) {
	switch instr := instr.(type) {
	case *ssa.Alloc:
		g.alloc(fn, instr)
	case *ssa.Store:
		g.store(instr)
	case *ssa.UnOp:
		g.load(instr)
	case *ssa.FieldAddr:
		g.fieldAddr(instr)
	case *ssa.Field:
		if g.carries(instr.Type()) {
			g.edge(fieldOf(instr.X.Type(), instr.Field), instr)
		}
	case *ssa.Phi:
		if g.carries(instr.Type()) {
			for _, e := range instr.Edges {
				g.flowInto(e, instr)
			}
		}
	case *ssa.MakeInterface:
		if g.carries(instr.X.Type()) {
			g.edge(instr.X, instr)
		}
	case *ssa.ChangeInterface:
		if g.carries(instr.X.Type()) {
			g.flowInto(instr.X, instr)
		} else if g.carries(instr.Type()) {
			g.add(instr, g.outside)
		}
	case *ssa.ChangeType:
		if g.carries(instr.Type()) {
			g.flowInto(instr.X, instr)
		}
	case *ssa.TypeAssert:
		if g.carries(instr.AssertedType) && !instr.CommaOk {
			g.flowInto(instr.X, instr)
		}
	case *ssa.Extract:
		g.extract(instr)
	case ssa.CallInstruction:
		g.call(fn, instr)
	case *ssa.Return:
		for i, r := range instr.Results {
			if g.carries(r.Type()) {
				g.flowInto(r, result{fn, i})
			}
		}
	case *ssa.IndexAddr:
		g.indexAddr(instr)
	case *ssa.Slice:
		g.slice(instr)
	case *ssa.Lookup, *ssa.Index, *ssa.Select, *ssa.Next:
		if v := instr.(ssa.Value); g.carries(v.Type()) {
			g.add(v, g.outside)
		}
	}
}

// flowInto adds an edge, and gives what is known of values that no
// instruction defines: package variables hold what they hold.
func (g *graph) flowInto(from ssa.Value, to any) {
	if global, ok := from.(*ssa.Global); ok {
		g.global(global)
	}
	g.edge(from, to)
}

func (g *graph) alloc(fn *ssa.Function, v *ssa.Alloc) {
	elem := v.Type().(*types.Pointer).Elem()
	if name := g.tracked(elem); name != "" {
		o := g.newObject(&Object{Kind: MadeHere, Type: name, Pos: v.Pos(), In: fn, Origin: v})
		g.allocs[v] = o
		g.add(v, o)
	}
}

// place resolves an address to the key of the memory it names, or nil.
func (g *graph) place(addr ssa.Value) any {
	switch a := addr.(type) {
	case *ssa.Alloc:
		return place{a}
	case *ssa.Global:
		g.global(a)
		return place{a}
	case *ssa.FieldAddr:
		return fieldOf(a.X.Type(), a.Field)
	case *ssa.IndexAddr:
		return g.rowOf(a.X)
	case *ssa.FreeVar:
		if made := g.program.Makes[a.Parent()]; made != nil {
			for i, fv := range a.Parent().FreeVars {
				if fv == a {
					return g.place(made.Bindings[i])
				}
			}
		}
	}
	return nil
}

func (g *graph) store(s *ssa.Store) {
	if !g.carries(s.Val.Type()) {
		return
	}
	if g.tracked(s.Val.Type()) != "" {
		g.global0(s.Addr)
		g.copies = append(g.copies, copying{s.Addr, s.Val})
		return
	}
	if at := g.place(s.Addr); at != nil {
		g.flowInto(s.Val, at)
		if field, ok := at.(*types.Var); ok {
			g.written[field] = true
		}
	}
}

func (g *graph) global0(addr ssa.Value) {
	if global, ok := addr.(*ssa.Global); ok {
		g.global(global)
	}
}

func (g *graph) load(u *ssa.UnOp) {
	if u.Op != token.MUL || !g.carries(u.Type()) {
		return
	}
	if g.tracked(u.Type()) != "" {
		g.flowInto(u.X, u) // a struct value stands for what it is copied from
		return
	}
	if at := g.place(u.X); at != nil {
		g.edge(at, u)
	} else {
		g.add(u, g.outside)
	}
}
