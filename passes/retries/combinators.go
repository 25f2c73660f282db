package retries

import (
	"go/types"
	"iter"
	"slices"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/tries"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// combinators finds the functions that call one of their function parameters
// again and again: in a retry loop of their own, or by handing it, or a literal
// that calls it, to another such function.
func (r *Result) combinators() {
	for _, l := range r.Loops {
		if l.Class != Retry || !l.Confidence.AtLeast(rules.Medium) {
			continue
		}
		for _, a := range l.Calls {
			for fn, i := range r.givenIn(a.Call, 0) {
				if r.facts[fn] == nil {
					continue
				}
				rep := Repeat{Param: i, After: r.allAfter(l, a.Call), AttemptP: -1, Capped: l.Cap.Kind != Endless, Waits: l.Wait.Some, Random: int(l.Wait.Random), Steps: l.Wait.Steps, Listens: l.Ctx.Listens, Filtered: len(l.Filtered) > 0}
				if l.Cap.Kind == Counter {
					rep.Attempts = int(l.Cap.Attempts)
					rep.AttemptP, rep.More = number(fn, l.Cap.Limit), int(l.Cap.More)
				}
				r.facts[fn].repeat(rep)
			}
		}
	}
	for changed, rounds := true, 0; changed && rounds < 4; rounds++ {
		changed = false
		for _, fn := range r.Program.Funcs {
			for _, call := range callsIn(fn) {
				for _, rep := range r.repeats(call) {
					changed = r.handedOn(call, rep) || changed
				}
			}
		}
	}
}

// handedOn notes whose parameter a call has repeated: its argument, or what the
// literal that is its argument calls.
func (r *Result) handedOn(call *ssa.Call, rep Repeat) (changed bool) {
	arg := argument(call.Common(), rep.Param)
	note := func(owner *ssa.Function, i int) {
		if owner == nil || r.facts[owner] == nil {
			return
		}
		rep := rep
		rep.Param = i
		if rep.AttemptP >= 0 {
			rep.AttemptP = number(owner, argument(call.Common(), rep.AttemptP))
		}
		changed = r.facts[owner].repeat(rep) || changed
	}
	note(r.functionParam(arg))
	if lit := literal(arg); lit != nil && lit.Parent() != nil {
		for _, inner := range callsIn(lit) {
			if fallible(inner) {
				note(r.functionParam(inner.Call.Value))
			}
		}
	}
	return changed
}

// givenIn are the function parameters that a repeated call runs: itself, or in
// the literal that it calls.
func (r *Result) givenIn(call ssa.CallInstruction, depth int) iter.Seq2[*ssa.Function, int] {
	return func(yield func(*ssa.Function, int) bool) {
		if fn, i := r.functionParam(call.Common().Value); fn != nil {
			yield(fn, i)
			return
		}
		made, ok := call.Common().Value.(*ssa.MakeClosure)
		if !ok || depth > 2 {
			return
		}
		for _, inner := range callsIn(made.Fn.(*ssa.Function)) {
			if !fallible(inner) {
				continue
			}
			for fn, i := range r.givenIn(inner, depth+1) {
				if !yield(fn, i) {
					return
				}
			}
		}
	}
}

func (b *Behaves) repeat(rep Repeat) bool {
	for _, old := range b.Repeats {
		if old.Param == rep.Param {
			return false
		}
	}
	b.Repeats = append(b.Repeats, rep)
	return true
}

// functionParam is the declared function and the index of a parameter that v
// is, also when a literal captured it.
func (r *Result) functionParam(v ssa.Value) (*ssa.Function, int) {
	for {
		fv, ok := v.(*ssa.FreeVar)
		if !ok {
			break
		}
		made := r.Program.Makes[fv.Parent()]
		if made == nil {
			return nil, 0
		}
		for i, f := range fv.Parent().FreeVars {
			if f == fv {
				v = made.Bindings[i]
			}
		}
		if v == ssa.Value(fv) {
			return nil, 0
		}
	}
	if load, ok := v.(*ssa.UnOp); ok {
		if alloc, ok := load.X.(*ssa.Alloc); ok && len(stores(alloc)) == 1 {
			v = stores(alloc)[0]
		} else if fv, ok := load.X.(*ssa.FreeVar); ok {
			if made := r.Program.Makes[fv.Parent()]; made != nil {
				for i, f := range fv.Parent().FreeVars {
					if alloc, ok := made.Bindings[i].(*ssa.Alloc); ok && f == fv && len(stores(alloc)) == 1 {
						v = stores(alloc)[0]
					}
				}
			}
		}
	}
	if change, ok := v.(*ssa.ChangeType); ok {
		v = change.X
	}
	p, ok := v.(*ssa.Parameter)
	if !ok || p.Parent().Parent() != nil {
		return nil, 0
	}
	if _, isFunc := p.Type().Underlying().(*types.Signature); !isFunc {
		return nil, 0
	}
	first := 0
	if p.Parent().Signature.Recv() != nil {
		first = 1
	}
	for i, q := range p.Parent().Params {
		if q == p && i >= first {
			return p.Parent(), i - first
		}
	}
	return nil, 0
}

// argument is the i-th argument, not counting a receiver.
func argument(c *ssa.CallCommon, i int) ssa.Value {
	if !c.IsInvoke() && c.Signature().Recv() != nil {
		i++
	}
	if i < 0 || i >= len(c.Args) {
		return nil
	}
	return c.Args[i]
}

func callsIn(fn *ssa.Function) []*ssa.Call {
	var out []*ssa.Call
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok {
				out = append(out, call)
			}
		}
	}
	return out
}

// repeats is which arguments of a call are called again and again, by row or
// by fact.
func (r *Result) repeats(call *ssa.Call) []Repeat {
	obj := callee(call.Common())
	if row := r.calls.Row(obj); row != nil {
		if row.Repeats.Kind() != "arg" {
			return nil
		}
		return []Repeat{r.byLibrary(call, row)}
	}
	b := r.behaves(call.Common())
	if b == nil {
		return nil
	}
	out := slices.Clone(b.Repeats)
	for i := range out {
		if n, ok := constInt(argument(call.Common(), out[i].AttemptP)); ok && out[i].AttemptP >= 0 {
			if n == 0 && b.Endless == out[i].AttemptP+1 {
				out[i].Capped = false
			}
			out[i].Attempts, out[i].AttemptP = max(int(n)+out[i].More, 0), -1
		}
	}
	return out
}

// number is the index of the parameter of a declared function that a number
// is, -1 if it is none.
func number(fn *ssa.Function, v ssa.Value) int {
	if conv, ok := v.(*ssa.Convert); ok {
		v = conv.X
	}
	p, ok := v.(*ssa.Parameter)
	if !ok || p.Parent() != fn {
		return -1
	}
	i := slices.Index(fn.Params, p)
	if fn.Signature.Recv() != nil {
		i--
	}
	return i
}

// told is the number of attempts that a library's helper is given in the call
// itself, as the library counts; 0 where it is out of sight.
func (r *Result) told(call *ssa.Call) int {
	for _, s := range r.pass.ResultOf[tries.Analyzer].(*tries.Result).Settings {
		if s.In != nil && s.In.Lparen == call.Pos() {
			return int(s.Attempts())
		}
	}
	return 0
}

// helped finds the functions that something repeats which they are handed to:
// literals, named functions, method values.
func (r *Result) helped(fn *ssa.Function) []*Loop {
	var out []*Loop
	for _, call := range callsIn(fn) {
		for _, rep := range r.repeats(call) {
			given := argument(call.Common(), rep.Param)
			if given == nil {
				continue
			}
			for _, repeated := range r.functions(given) {
				if _, param := given.(*ssa.Parameter); param || r.facts[repeated] == nil && !bound(repeated) {
					continue // the callers that hand it over have a loop each
				}
				out = append(out, r.repetition(call, rep, repeated))
			}
		}
	}
	return out
}

// repetition is the loop of a function that a call has repeated.
func (r *Result) repetition(call *ssa.Call, rep Repeat, fn *ssa.Function) *Loop {
	l := &Loop{Class: Retry, Form: Helped, Confidence: rules.High, Fn: fn, Pos: call.Pos(), Helper: callee(call.Common()), Caller: call.Parent(), Row: r.calls.Row(callee(call.Common())),
		header: fn.Blocks[0], blocks: map[*ssa.BasicBlock]bool{}}
	for _, b := range fn.Blocks {
		l.blocks[b] = true
	}
	l.Cap = Cap{Kind: Given, Attempts: int64(rep.Attempts), Pos: call.Pos()}
	switch {
	case !rep.Capped:
		l.Cap.Kind = Endless
	case rep.Attempts == 0 && rep.Within > 0:
		l.Cap.Kind, l.Cap.Within = Clock, time.Duration(rep.Within)
	}
	l.Wait = Wait{Some: rep.Waits, All: rep.Waits, Kind: ByOther}
	l.Wait.Random, l.Wait.Steps = Random(rep.Random), rep.Steps
	l.Ctx = Ctx{Param: contextParam(fn), Listens: rep.Listens, Perhaps: rep.Listens || rep.Open, Daemon: r.daemon(call.Parent())}
	if rep.Filtered {
		l.Filtered = []string{"the helper"}
	}
	l.sends, l.polls, l.marked = rep.After, rep.Only == knowledge.Unfinished, rep.Only == knowledge.Marked
	if rep.Only == knowledge.Conflicts || rep.Only == knowledge.Coded {
		l.sends = nil
	}
	l.picks = r.predicates(call)
	if l.Row != nil && rep.Attempts == 1 || rep.Picked && len(l.picks) == 0 {
		l.sends = nil // once, or by a predicate that is not in sight
	}
	l.Calls = r.attempts(fn)
	return l
}

// attempts are the calls of a repeated literal that reach something.
func (r *Result) attempts(lit *ssa.Function) []*Attempt {
	var out []*Attempt
	for _, call := range callsIn(lit) {
		kind, effect := r.kind(call)
		if kind == Known && remote[effect] > remote[knowledge.Acquires] || kind == Shaped {
			out = append(out, &Attempt{Call: call, Fn: callee(call.Common()), Kind: kind, Effect: effect, againFail: true, exitOK: true, Errors: true})
		}
	}
	return out
}

func literal(v ssa.Value) *ssa.Function {
	switch v := v.(type) {
	case *ssa.Function:
		return v
	case *ssa.MakeClosure:
		return v.Fn.(*ssa.Function)
	case *ssa.ChangeType:
		return literal(v.X)
	case *ssa.MakeInterface:
		return literal(v.X)
	}
	return nil
}
