package waits

import (
	"cmp"
	"go/types"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
)

// companion is this project's package budget: a dependency of its has a name,
// and a policy that says how long an attempt may take and how many there are.
const companion = "github.com/timeoutlint/timeoutlint/budget"

// What package budget does where it is not told.
const (
	budgetCeiling  = time.Second
	budgetAttempts = 3
	budgetConnect  = time.Second      // or the ceiling, if that is less
	budgetDefault  = 10 * time.Second // of a server's request that brings no deadline
)

// operation is a call of budget.Do: the attempts of one function, each under the
// ceiling of the dependency's policy.
func (b *builder) operation(call ssa.CallInstruction, f *tree.FuncVal) []tree.Node {
	args := operands(call.Common())
	made := b.dependency(args[1], 0)
	ctx := b.ctx(args[0])
	if name := nameOf(made); name != "" && name == b.operationAround() {
		// A part of the attempt around it.
		return []tree.Node{{Kind: tree.Call, Fn: f, Place: b.place(call.Pos()), Args: append(make([]tree.Arg, f.Skip), tree.Arg{Ctx: &ctx})}}
	}
	b.ids++
	n := b.ids
	deadline := tree.Node{Kind: tree.Deadline, N: n, Ctx: &ctx, Place: b.place(call.Pos()), Why: "budget.Policy.Ceiling", Num: &tree.Expr{}}
	if d, ok := b.setting(made, "Ceiling", int64(budgetCeiling)); ok {
		e := tree.Num(d)
		deadline.Num = &e
	}
	one := tree.Node{Kind: tree.Call, Fn: f, Place: b.place(call.Pos())}
	for range f.Skip {
		one.Args = append(one.Args, tree.Arg{})
	}
	one.Args = append(one.Args, tree.Arg{Ctx: &tree.Ctx{Kind: tree.CtxMade, N: n}})
	attempts, known := int64(1), true
	if b.repeating(args) {
		attempts, known = b.retries(made)
	}
	if known && attempts == 1 {
		return []tree.Node{{Kind: tree.Seq, Kids: []tree.Node{deadline, one}}}
	}
	one.Again, one.Round = true, b.place(call.Pos())
	body := tree.Node{Kind: tree.Seq, Kids: []tree.Node{deadline, one, {Kind: tree.Alt, Free: true, Kids: []tree.Node{{Kind: tree.Seq}, {Kind: tree.Exit}}}}}
	if !known {
		return []tree.Node{{Kind: tree.Loop, Final: true, Kids: []tree.Node{body, {Kind: tree.Seq}}}}
	}
	loop := b.counted(body, attempts)
	loop.Final = true
	return []tree.Node{loop}
}

// counted is a loop that runs its body at most n times.
func (b *builder) counted(body tree.Node, n int64) tree.Node {
	b.ids++
	i := tree.Expr{Op: tree.Carried, N: int64(b.ids)}
	round := tree.Node{Kind: tree.Alt, Guard: &tree.Guard{Op: "<", L: i, R: tree.Num(n)}, Kids: []tree.Node{body, {Kind: tree.Exit}}}
	return tree.Node{
		Kind: tree.Loop, Counted: true,
		Vars: []tree.Var{{ID: b.ids, Init: tree.Num(0), Next: tree.Expr{Op: tree.Add, Args: []tree.Expr{i, tree.Num(1)}}}},
		Kids: []tree.Node{round, {Kind: tree.Seq}},
	}
}

// isOperation: budget.Do, budget.DoOr, or the Do of a budget.Plan.
func isOperation(obj *types.Func) bool {
	switch calls.FullName(obj) {
	case companion + ".Do", companion + ".DoOr", "(" + companion + ".Plan).Do":
		return true
	}
	return false
}

// operands of an operation: context, dependency, function and options, without the
// plan that it is a step of.
func operands(call *ssa.CallCommon) []ssa.Value {
	if call.Signature().Recv() != nil {
		return call.Args[1:]
	}
	return call.Args
}

// repeating reports whether one of the options of an operation is that it is
// idempotent: what the variadic slice is filled with.
func (b *builder) repeating(args []ssa.Value) bool {
	slice, ok := args[len(args)-1].(*ssa.Slice)
	if !ok {
		return false
	}
	array, ok := slice.X.(*ssa.Alloc)
	if !ok {
		return false
	}
	for _, ref := range *array.Referrers() {
		addr, ok := ref.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		for _, use := range *addr.Referrers() {
			s, ok := use.(*ssa.Store)
			if !ok {
				continue
			}
			option, ok := s.Val.(*ssa.Call)
			if !ok {
				continue
			}
			if obj := callee(option.Common()); obj != nil && calls.FullName(obj) == companion+".Idempotent" {
				return true
			}
		}
	}
	return false
}

// clientOf is the name of the dependency whose Client made an HTTP client.
func (b *builder) clientOf(v ssa.Value) string {
	made := b.from(v, "(*"+companion+".Dependency).Client", 0)
	if made == nil {
		return ""
	}
	return nameOf(b.dependency(made.Call.Args[0], 0))
}

// companioned is what package budget does for a request through the client of a
// dependency: the ceiling ends an attempt, what may be repeated is, and the
// request says how much time is left.
func (b *builder) companioned(call ssa.CallInstruction, w *tree.Wait) {
	for _, v := range call.Common().Args {
		if calls.Named(v.Type()) != "net/http.Client" {
			continue
		}
		client := b.from(v, "(*"+companion+".Dependency).Client", 0)
		if client == nil {
			return
		}
		w.Tells = true
		made := b.dependency(client.Call.Args[0], 0)
		if n, ok := b.setting(made, "Ceiling", int64(budgetCeiling)); ok {
			e := tree.Num(n)
			w.Connect = tree.Limit{Kind: "bounded", Nanos: min(n, int64(budgetConnect)), From: "budget.Dependency.Client", Place: b.place(client.Pos())}
			w.Cap, w.From = &e, tree.Limit{Kind: "bounded", Nanos: n, From: "budget.Policy.Ceiling", Place: b.place(made.Pos())}
		}
		if n, ok := b.retries(made); ok && n > 1 && w.Idempotent == "yes" && !b.withinRepeated() {
			e := tree.Num(n)
			w.Tries, w.TriesFrom = &e, "budget.Retry.Attempts"
		}
		return
	}
}

// named is the name of the dependency that a wait in this function is for: of
// the operation that the function is given to, or of the client that sends it.
func (b *builder) named(call ssa.CallInstruction) string {
	if obj := callee(call.Common()); obj != nil && calls.FullName(obj) == "(*"+companion+".Dependency).Begin" {
		return nameOf(b.dependency(call.Common().Args[0], 0))
	}
	for _, v := range call.Common().Args {
		if calls.Named(v.Type()) == "net/http.Client" {
			if name := b.clientOf(v); name != "" {
				return name
			}
		}
	}
	return b.operationAround()
}

// operationAround is the name of the dependency of the operation that this
// function is given to, or is in.
func (b *builder) operationAround() string {
	for fn := b.fn; fn != nil; fn = fn.Parent() {
		if name, given := b.operationOf(fn); given {
			return name
		}
	}
	return ""
}

// operationOf is the name of the dependency of the operation that a literal, or
// a declared function, is handed to by the function around or beside it.
func (m *maker) operationOf(fn *ssa.Function) (name string, given bool) {
	if m.operations == nil {
		m.operations, m.repeats = map[*ssa.Function]string{}, map[*ssa.Function]bool{}
		for _, caller := range m.program.Funcs {
			for _, call := range callsOf(caller) {
				if obj := callee(call.Common()); obj == nil || !isOperation(obj) {
					continue
				}
				b := &builder{maker: m, fn: caller}
				args := operands(&call.Call)
				name := nameOf(b.dependency(args[1], 0))
				if f := functionOf(args[2]); f != nil {
					m.operations[f] = cmp.Or(m.operations[f], name)
					m.repeats[f] = m.repeats[f] || b.repeating(args)
				}
			}
		}
	}
	name, given = m.operations[fn]
	return name, given
}

// withinRepeated: the function is given to an operation that repeats, or is in one
// that is. The end of an operation inside such a one is final: only one of them
// repeats.
func (b *builder) withinRepeated() bool {
	for fn := b.fn; fn != nil; fn = fn.Parent() {
		if _, given := b.operationOf(fn); given {
			return b.maker.repeats[fn]
		}
	}
	return false
}

func callsOf(fn *ssa.Function) (out []*ssa.Call) {
	for _, block := range fn.Blocks {
		for _, instr := range block.Instrs {
			if call, ok := instr.(*ssa.Call); ok {
				out = append(out, call)
			}
		}
	}
	return out
}

func functionOf(v ssa.Value) *ssa.Function {
	switch v := v.(type) {
	case *ssa.Function:
		return v
	case *ssa.MakeClosure:
		f, _ := v.Fn.(*ssa.Function)
		return f
	}
	return nil
}

// served is the handler of a server that budget.NewServer makes, under the
// deadline that it gives every request.
func (m *maker) served(call *ssa.Call) *tree.FuncVal {
	b := m.in(call)
	inner := &tree.FuncVal{Name: muxName + defaultMux}
	if h := call.Call.Args[1]; !isNil(h) {
		if inner = b.fnVal(h, 0, 0); inner == nil {
			return nil
		}
	}
	var options ssa.Value
	if len(call.Call.Args) > 2 {
		options = call.Call.Args[2]
	}
	n, ok := requestDeadline(options)
	if !ok {
		return &tree.FuncVal{Made: &tree.Node{Kind: tree.Call, Inline: around("budget.NewServer", through("budget.NewServer", 0, 1, &tree.Ctx{}, tree.Arg{})), Args: []tree.Arg{{Fn: inner}}}}
	}
	r := tree.Ctx{Kind: tree.CtxParam, N: 1}
	maker := around("budget.NewServer", &tree.Func{Short: "budget.NewServer", Body: []tree.Node{
		{Kind: tree.Deadline, N: -1, Ctx: &r, Num: &n, Why: "budget.NewServer", Place: m.place(call.Pos())},
		{Kind: tree.Call, Fn: &tree.FuncVal{IsPar: true, Up: 1}, Args: []tree.Arg{{}, {Ctx: &tree.Ctx{Kind: tree.CtxMade, N: -1}}}},
	}})
	return &tree.FuncVal{Made: &tree.Node{Kind: tree.Call, Inline: maker, Args: []tree.Arg{{Fn: inner}}}}
}

// requestDeadline is what options of a server give a request that brings no
// deadline; nil: there are no options.
func requestDeadline(options ssa.Value) (tree.Expr, bool) {
	if options == nil {
		return tree.Num(int64(budgetDefault)), true
	}
	if variadic, ok := options.(*ssa.Slice); ok {
		if options = onlyElement(variadic); options == nil {
			return tree.Expr{}, false
		}
	}
	n, ok := settingOf(options, "Default", int64(budgetDefault))
	return tree.Num(n), ok
}
