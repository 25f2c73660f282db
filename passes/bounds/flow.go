package bounds

import (
	"go/types"
	"sort"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/durations"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// call adds the flow of arguments into functions of this package and of their
// results out of them, and the objects that constructors make.
func (g *graph) call(fn *ssa.Function, instr ssa.CallInstruction) {
	if g.joins(instr) {
		return
	}
	common := instr.Common()
	v, isCall := instr.(*ssa.Call)
	targets := g.targets(common)
	for _, callee := range targets {
		for i, p := range callee.Params {
			if i < len(common.Args) && g.carries(p.Type()) {
				g.flowInto(common.Args[i], p)
			}
		}
		if isCall && g.carries(v.Type()) {
			g.edge(result{callee, 0}, v)
		}
	}
	if !isCall || len(targets) > 0 && common.StaticCallee() != nil {
		return
	}
	results := v.Call.Signature().Results()
	for i := range results.Len() {
		if g.carries(results.At(i).Type()) {
			g.returned(fn, v, i, results.At(i).Type())
		}
	}
}

// targets are the functions of this package that a call is known to run: the
// one it names, or those stored in the field whose value it calls.
func (g *graph) targets(common *ssa.CallCommon) []*ssa.Function {
	if callee := common.StaticCallee(); callee != nil {
		if len(callee.Blocks) > 0 && callee.Pkg == g.program.SSA {
			return []*ssa.Function{callee}
		}
		return nil
	}
	load, ok := common.Value.(*ssa.UnOp)
	if !ok || common.IsInvoke() {
		return nil
	}
	addr, ok := load.X.(*ssa.FieldAddr)
	if !ok {
		return nil
	}
	return g.stored()[fieldOf(addr.X.Type(), addr.Field)]
}

// stored are the functions of this package that are kept in fields.
func (g *graph) stored() map[*types.Var][]*ssa.Function {
	if g.handlers != nil {
		return g.handlers
	}
	g.handlers = map[*types.Var][]*ssa.Function{}
	for _, fn := range g.program.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				s, ok := instr.(*ssa.Store)
				if !ok {
					continue
				}
				addr, ok := s.Addr.(*ssa.FieldAddr)
				if !ok {
					continue
				}
				if kept := function(s.Val); kept != nil && len(kept.Blocks) > 0 && kept.Pkg == g.program.SSA {
					field := fieldOf(addr.X.Type(), addr.Field)
					g.handlers[field] = append(g.handlers[field], kept)
				}
			}
		}
	}
	return g.handlers
}

// function is the function that a value certainly is, or nil.
func function(v ssa.Value) *ssa.Function {
	switch v := v.(type) {
	case *ssa.Function:
		return v
	case *ssa.ChangeType:
		return function(v.X)
	case *ssa.MakeClosure:
		if fn := v.Fn.(*ssa.Function); fn.Synthetic == "" {
			return fn
		}
	}
	return nil
}

// extract takes a result out of a tuple.
func (g *graph) extract(v *ssa.Extract) {
	if !g.carries(v.Type()) {
		return
	}
	switch tuple := v.Tuple.(type) {
	case *ssa.Call:
		if callee := tuple.Call.StaticCallee(); callee != nil && len(callee.Blocks) > 0 && callee.Pkg == g.program.SSA {
			g.edge(result{callee, v.Index}, v)
		} else {
			g.edge(outcome{tuple, v.Index}, v)
		}
	case *ssa.TypeAssert:
		if v.Index == 0 {
			g.flowInto(tuple.X, v)
		}
	default:
		g.add(v, g.outside)
	}
}

// outcome is one result of a call to a function of another package.
type outcome struct {
	call  *ssa.Call
	index int
}

// returned makes the object for a result of a call out of the package.
func (g *graph) returned(fn *ssa.Function, call *ssa.Call, index int, t types.Type) {
	o := g.outcome(fn, call, index, t)
	g.add(outcome{call, index}, o)
	if call.Call.Signature().Results().Len() == 1 {
		g.add(call, o)
	}
}

func (g *graph) outcome(fn *ssa.Function, call *ssa.Call, index int, t types.Type) *Object {
	obj := calledFunc(call)
	if obj == nil || g.row(t) {
		return g.outside
	}
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	name := g.tracked(t)
	o := &Object{Kind: ByCall, Type: name, Pos: call.Pos(), In: fn, Origin: call, Maker: obj, Call: call}
	args := call.Call.Args
	switch full := calls.FullName(obj); full {
	case "net/http.NewRequest", "os/exec.Command":
		return g.newObject(o)
	case "net/http.NewRequestWithContext", "os/exec.CommandContext":
		o.Ctx = args[0]
		return g.newObject(o)
	case "(*net/http.Request).WithContext", "(*net/http.Request).Clone":
		o.Ctx = args[1]
		return g.newObject(o)
	case "(*net/http.Transport).Clone":
		g.copies = append(g.copies, copying{call, args[0]})
		return g.newObject(o)
	default:
		var made Makes
		if g.pass.ImportObjectFact(obj.Origin(), &made) {
			if m, ok := made.of(index); ok {
				o.Presets = m.limits(args, obj)
				return g.newObject(o)
			}
		}
		if flow := g.calls.Table().Flow(obj.Pkg().Path(), full); flow != nil && flow.To == index && name != "" {
			o.Presets = presetsOf(flow)
			return g.newObject(o)
		}
		if row := g.calls.Row(obj); row != nil && row.Does == knowledge.Dials && index == 0 {
			o.Type = calls.Named(t)
			return g.newObject(o)
		}
	}
	return g.outside
}

// calledFunc is the function or interface method that a call names, or nil.
func calledFunc(call ssa.CallInstruction) *types.Func {
	common := call.Common()
	if common.IsInvoke() {
		return common.Method
	}
	if callee := common.StaticCallee(); callee != nil {
		if obj, ok := callee.Object().(*types.Func); ok && obj.Pkg() != nil {
			return obj
		}
	}
	return nil
}

func (g *graph) presets(variable string) []Limit {
	path := variable[:len(variable)-len(".DefaultTransport")]
	if flow := g.calls.Table().Flow(path, variable); flow != nil {
		return presetsOf(flow)
	}
	return nil
}

// presetsOf are the limits that a flow gives its result. What it keeps of an
// argument may be anything: it counts as set, to a value that is not known.
func presetsOf(flow *knowledge.Flow) []Limit {
	var out []Limit
	for _, field := range flow.Keeps {
		if field != "Transport" { // a transport alone bounds stages at best
			out = append(out, Limit{Field: field, State: Set})
		}
	}
	for _, p := range flow.Sets {
		l := Limit{Field: p.Field, State: Set}
		if d, err := time.ParseDuration(p.Value); err == nil {
			l.Value = durations.Exactly(int64(d))
			if d == 0 {
				l.State = Zeroed
			}
		}
		out = append(out, l)
	}
	return out
}

// finish turns the solved graph into objects with their accesses, uses and
// exits.
func (g *graph) finish() []*Object {
	type copied struct{ to, from *Object }
	done := map[copied]bool{}
	for _, c := range g.copies {
		for _, to := range g.pts[c.addr] {
			if to.Kind == External || !g.step(len(g.pts[c.val])) {
				continue
			}
			for _, from := range g.pts[c.val] {
				if from != to && !done[copied{to, from}] {
					done[copied{to, from}] = true
					to.Copies = append(to.Copies, from)
				}
			}
		}
	}
	for _, fn := range g.program.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				g.collect(fn, instr)
			}
		}
	}
	starts := starts(g.pass.Files)
	objects := g.objects[:0:0]
	for _, o := range g.objects {
		if start, ok := starts[o.Pos]; ok {
			o.Pos = start
		}
		if o.Pos.IsValid() {
			objects = append(objects, o)
		}
	}
	sort.SliceStable(objects, func(i, j int) bool { return objects[i].Pos < objects[j].Pos })
	return objects
}

func (g *graph) collect(fn *ssa.Function, instr ssa.Instruction) {
	switch instr := instr.(type) {
	case *ssa.FieldAddr:
		g.access(instr)
	case ssa.CallInstruction:
		g.use(instr)
	case *ssa.Return:
		for i, r := range instr.Results {
			if g.carries(r.Type()) && !g.program.Closed(fn) {
				g.leave(instr, instr.Results[i], ReturnedOut)
			}
		}
	case *ssa.Store:
		if g.carries(instr.Val.Type()) && g.foreign(instr.Addr) {
			g.leave(instr, instr.Val, Stored)
		}
	case *ssa.MapUpdate:
		g.leave(instr, instr.Value, Stored)
	case *ssa.Send:
		g.leave(instr, instr.X, Stored)
	}
}

// foreign reports whether an address is not one that loads in this package
// are followed from.
func (g *graph) foreign(addr ssa.Value) bool {
	at := g.place(addr)
	if at == nil {
		return true
	}
	if index, ok := addr.(*ssa.IndexAddr); ok && g.shared(index.X) {
		return true
	}
	field, ok := at.(*types.Var)
	return ok && field.Pkg() != g.pass.Pkg
}

func (g *graph) leave(instr ssa.Instruction, v ssa.Value, how Exit) {
	if !g.step(len(g.pts[v])) {
		return
	}
	for _, o := range g.pts[v] {
		if o.Kind != External {
			o.Leaves = append(o.Leaves, Leave{instr, how})
		}
	}
}

// access records the reads and writes of a carrier's fields.
func (g *graph) access(v *ssa.FieldAddr) {
	objects := g.pts[v.X]
	if len(objects) == 0 {
		return
	}
	field := fieldOf(v.X.Type(), v.Field)
	for _, ref := range *v.Referrers() {
		a := Access{Field: field, Instr: v}
		if s, ok := ref.(*ssa.Store); ok && s.Addr == v {
			a.Instr, a.Value = s, s.Val
		}
		if !g.step(len(objects)) {
			return
		}
		for _, o := range objects {
			if o.Kind != External {
				o.Accesses = append(o.Accesses, a)
			}
		}
	}
}

// use records the calls that an object is part of.
func (g *graph) use(call ssa.CallInstruction) {
	common := call.Common()
	if builtin, ok := common.Value.(*ssa.Builtin); ok {
		if builtin.Name() == "copy" && g.shared(common.Args[0]) {
			g.leave(call, common.Args[1], Stored)
		}
		return
	}
	callee := common.StaticCallee()
	if callee != nil && len(callee.Blocks) > 0 && callee.Pkg == g.program.SSA {
		for i, p := range callee.Params {
			if i < len(common.Args) && !g.carries(p.Type()) {
				g.leave(call, common.Args[i], Passed) // as an io.Writer, an any
			}
		}
		return
	}
	fn := calledFunc(call)
	row := g.calls.Row(fn)
	receiver := 0
	if fn != nil && fn.Signature().Recv() != nil {
		if common.IsInvoke() {
			g.useOf(common.Value, Use{call, fn, row, knowledge.Receiver})
		} else {
			receiver = 1
		}
	}
	for i, arg := range common.Args {
		g.useOf(arg, Use{call, fn, row, i - receiver})
	}
}

func (g *graph) useOf(v ssa.Value, u Use) {
	if !g.step(len(g.pts[v])) {
		return
	}
	for _, o := range g.pts[v] {
		if o.Kind == External {
			continue
		}
		o.Uses = append(o.Uses, u)
		if u.Row == nil && u.Arg != knowledge.Receiver {
			o.Leaves = append(o.Leaves, Leave{u.Call, Passed})
		}
		if u.Arg == knowledge.Receiver && u.Fn != nil && u.Fn.Pkg() != nil {
			if k := g.calls.Table().Knob(u.Fn.Pkg().Path(), calls.FullName(u.Fn)); k != nil {
				o.Settings = append(o.Settings, Setting{k, u.Call})
			}
		}
	}
}
