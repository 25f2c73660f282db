package retries

import (
	"go/token"
	"go/types"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Kind says what is known of a repeated call: how sure it is that it can fail
// now and work later.
type Kind string

// The kinds, from sure to hardly.
const (
	Known   Kind = "known"   // a row or a fact says that it reaches something
	Shaped  Kind = "shaped"  // an interface method or foreign function that takes a context and returns an error
	Value   Kind = "value"   // a function value
	Foreign Kind = "foreign" // code of which nothing is known
	Local   Kind = "local"   // computes
)

// remote are the effects of a call that can fail for reasons that pass.
var remote = map[knowledge.Effect]int{
	knowledge.Waits: 1, knowledge.Acquires: 1, knowledge.Writes: 2, knowledge.Receives: 2, knowledge.Streams: 3,
	knowledge.Serves: 3, knowledge.Runs: 3, knowledge.Dials: 4, knowledge.Queries: 5, knowledge.Requests: 6,
}

// behave computes what each function of the package reaches, until nothing
// changes.
func (r *Result) behave() {
	r.facts, r.behind = map[*ssa.Function]*Behaves{}, map[invoked][]*ssa.Function{}
	for _, fn := range r.Program.Funcs {
		r.facts[fn] = &Behaves{}
	}
	open := map[*ssa.Function][]ssa.Instruction{} // what may say more when more is known
	for changed, rounds := true, 0; changed && rounds < 10; rounds++ {
		changed = false
		for _, fn := range r.Program.Funcs {
			before := *r.facts[fn]
			for _, b := range fn.Blocks {
				if rounds > 0 {
					break
				}
				for _, instr := range b.Instrs {
					if r.absorb(fn, instr) {
						open[fn] = append(open[fn], instr)
					}
				}
			}
			for _, instr := range open[fn] {
				if rounds > 0 {
					r.absorb(fn, instr)
				}
			}
			now := r.facts[fn]
			if before.Reaches != now.Reaches || before.Depth != now.Depth || before.Sure != now.Sure || before.Waits != now.Waits || before.Pauses != now.Pauses || before.Listens != now.Listens {
				changed = true
			}
		}
	}
}

// absorb adds what an instruction does, and reports whether that depends on
// what is known of functions.
func (r *Result) absorb(fn *ssa.Function, instr ssa.Instruction) (open bool) {
	f := r.facts[fn]
	switch instr := instr.(type) {
	case *ssa.Go:
	case *ssa.Select:
		f.Waits = f.Waits || instr.Blocking
		f.Pauses = f.Pauses || instr.Blocking && hasTimer(instr)
	case *ssa.UnOp:
		if instr.Op == token.ARROW {
			f.Waits = true
			f.Pauses = f.Pauses || isTimeChan(instr.X.Type())
		}
	case *ssa.MakeClosure:
		// A literal that is not started as a goroutine belongs to its function.
		// So does a method value.
		if !started(instr) {
			for _, fn := range r.functions(instr) {
				r.merge(f, r.facts[fn])
			}
			return true
		}
	case ssa.CallInstruction:
		return r.absorbCall(f, instr)
	}
	return false
}

func (r *Result) absorbCall(f *Behaves, call ssa.CallInstruction) (open bool) {
	c := call.Common()
	obj := callee(c)
	if row := r.calls.Row(obj); row != nil {
		f.reach(row.Does, true, 0)
		f.Pauses = f.Pauses || row.Does == knowledge.Sleeps || row.Does == knowledge.Waits && row.CtxArg() >= 0
		f.Waits = f.Waits || row.Does == knowledge.Sleeps || row.Does == knowledge.Waits
		return false
	}
	if isContextQuestion(c) {
		f.Listens = true
		return false
	}
	if fn := c.StaticCallee(); fn != nil {
		own := r.facts[fn]
		if own == nil && fn.Origin() != nil {
			own = r.facts[fn.Origin()]
		}
		if own == nil {
			own = r.of(obj)
		}
		if own != nil {
			r.merge(f, own)
			return true
		}
	}
	if own := r.implemented(c); own != nil {
		r.merge(f, own)
		return true
	}
	if waitName(calleeName(c)) && !quiet(obj) {
		f.Waits, f.Pauses = true, true
	}
	if shaped(c.Signature()) && !quiet(obj) {
		f.reach(knowledge.Requests, false, 0)
	}
	return false
}

// invoked is a method as it is called, of an interface.
type invoked struct {
	of     *types.Interface
	method *types.Func
}

// implemented joins what the types of this package do behind a method of one
// of its own interfaces; nil if the interface is another's or nothing is known.
func (r *Result) implemented(c *ssa.CallCommon) *Behaves {
	var out *Behaves
	for _, fn := range r.behindMethod(c) {
		if r.facts[fn] == nil {
			continue
		}
		if out == nil {
			out = &Behaves{}
		}
		r.merge(out, r.facts[fn])
	}
	return out
}

// behindMethod are the methods of this package's types that a call of a method
// of one of its own interfaces may run.
func (r *Result) behindMethod(c *ssa.CallCommon) []*ssa.Function {
	if !c.IsInvoke() || c.Method.Pkg() != r.pass.Pkg {
		return nil
	}
	iface, ok := c.Value.Type().Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	behind, known := r.behind[invoked{iface, c.Method}]
	if !known {
		behind = r.implementations(iface, c.Method)
		r.behind[invoked{iface, c.Method}] = behind
	}
	return behind
}

// implementations are the methods of this package's types, doubles for tests
// left out, that an interface's method may be.
func (r *Result) implementations(iface *types.Interface, method *types.Func) (out []*ssa.Function) {
	scope := r.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || types.IsInterface(tn.Type()) || strings.Contains(strings.ToLower(name), "mock") || strings.Contains(strings.ToLower(name), "fake") {
			continue
		}
		if ptr := types.NewPointer(tn.Type()); types.Implements(ptr, iface) {
			m, _, _ := types.LookupFieldOrMethod(ptr, true, r.pass.Pkg, method.Name())
			if fn, ok := m.(*types.Func); ok && r.Program.Decls[fn] != nil {
				out = append(out, r.Program.Decls[fn])
			}
		}
	}
	return out
}

func (b *Behaves) reach(e knowledge.Effect, sure bool, depth int) {
	if remote[e] == 0 || b.Sure && !sure {
		return
	}
	if b.Reaches == "" || sure && !b.Sure || depth < b.Depth {
		b.Depth = depth
	}
	if sure && !b.Sure || remote[e] > remote[b.Reaches] {
		b.Reaches = e
	}
	b.Sure = b.Sure || sure
}

func (r *Result) merge(f, other *Behaves) {
	if other == nil {
		return
	}
	if other.Reaches != "" {
		f.reach(other.Reaches, other.Sure, other.Depth+1)
	}
	f.Waits = f.Waits || other.Waits
	f.Pauses = f.Pauses || other.Pauses
	f.Listens = f.Listens || other.Listens
}

func started(made *ssa.MakeClosure) bool {
	for _, ref := range *made.Referrers() {
		if g, ok := ref.(*ssa.Go); ok && g.Call.Value == ssa.Value(made) {
			return true
		}
	}
	return false
}

// depth is how many calls lie between a call and what it reaches.
func (r *Result) depth(call ssa.CallInstruction) int {
	c := call.Common()
	if r.calls.Row(callee(c)) != nil {
		return 0
	}
	if b := r.behaves(c); b != nil {
		return b.Depth + 1
	}
	return 0
}

// kind judges a call that is repeated.
func (r *Result) kind(call ssa.CallInstruction) (Kind, knowledge.Effect) {
	c := call.Common()
	obj := callee(c)
	if row := r.calls.Row(obj); row != nil {
		if remote[row.Does] > 0 {
			return Known, row.Does
		}
		return Local, row.Does
	}
	if fn := c.StaticCallee(); fn != nil {
		f := r.facts[fn]
		if f == nil && fn.Origin() != nil {
			f = r.facts[fn.Origin()]
		}
		if f == nil {
			f = r.of(obj)
		}
		switch {
		case f != nil && f.Reaches != "" && f.Sure:
			return Known, f.Reaches
		case f != nil && f.Reaches != "":
			return Shaped, f.Reaches
		case f != nil && f.Waits:
			return Foreign, knowledge.Waits
		case r.facts[fn] != nil || fn.Pkg == r.Program.SSA:
			return Local, ""
		}
	}
	if f := r.implemented(c); f != nil && f.Reaches != "" && f.Sure {
		return Known, f.Reaches
	}
	switch {
	case obj == nil:
		if _, builtin := c.Value.(*ssa.Builtin); builtin {
			return Local, ""
		}
		return Value, ""
	case quiet(obj):
		return Local, ""
	case shaped(c.Signature()):
		return Shaped, knowledge.Requests
	}
	return Foreign, ""
}

// shaped: takes a context, or an outgoing request, and may fail.
func shaped(sig *types.Signature) bool {
	ctx := false
	for v := range sig.Params().Variables() {
		ctx = ctx || calls.IsContext(v.Type()) || calls.Named(v.Type()) == "net/http.Request"
	}
	n := sig.Results().Len()
	return ctx && n > 0 && isError(sig.Results().At(n-1).Type())
}

// quiet: what the standard library does is known by rows, so a function of it
// without one does not wait; and logging and tracing only look like calls.
func quiet(fn *types.Func) bool {
	if fn == nil || fn.Pkg() == nil {
		return fn != nil // error.Error
	}
	path := fn.Pkg().Path()
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".") && stdFirst[first] || logging.MatchString(path)
}

var stdFirst = func() map[string]bool {
	out := map[string]bool{}
	for _, name := range strings.Fields(`bufio bytes cmp compress context crypto database debug embed encoding errors
		expvar flag fmt go hash html image index internal io iter log maps math mime net os path reflect regexp runtime
		slices sort strconv strings sync syscall testing text time unicode unique unsafe`) {
		out[name] = true
	}
	return out
}()

var logging = regexp.MustCompile(`(^|/)(log|logs|logger|logging|zap|logrus|klog|slog|zerolog|glog|hclog|level|trace|tracing|otel|metrics?|prometheus|opentracing-go)(/|$|\.v\d)`)

// waitName reports whether a function's name says that it waits. It is asked of
// every call there is.
func waitName(name string) bool {
	name = strings.ToLower(name)
	for _, word := range [...]string{"sleep", "wait", "backoff", "delay", "pause", "throttle"} {
		if strings.HasPrefix(name, word) {
			return true
		}
	}
	for _, word := range [...]string{"sleep", "backoff", "wait", "delay", "sleepctx"} {
		if strings.HasSuffix(name, word) {
			return true
		}
	}
	for _, word := range [...]string{"waituntil", "sleepwith", "waitfor", "dobackoff"} {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}

// isContextQuestion: ctx.Err(), ctx.Done(), context.Cause(ctx).
func isContextQuestion(c *ssa.CallCommon) bool {
	if c.IsInvoke() {
		name := c.Method.Name()
		return (name == "Err" || name == "Done") && calls.IsContext(c.Value.Type())
	}
	return calleeName(c) == "Cause" && qualified(c) == "context.Cause"
}

func hasTimer(s *ssa.Select) bool {
	for _, st := range s.States {
		if st.Dir == types.RecvOnly && isTimeChan(st.Chan.Type()) {
			return true
		}
	}
	return false
}

func isTimeChan(t types.Type) bool {
	ch, ok := t.Underlying().(*types.Chan)
	return ok && calls.Named(ch.Elem()) == "time.Time"
}
