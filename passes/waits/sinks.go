package waits

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// block is what the instructions of one block do.
func (b *builder) block(block *ssa.BasicBlock) []tree.Node {
	var out []tree.Node
	for _, instr := range block.Instrs {
		switch instr := instr.(type) {
		case *ssa.Call:
			out = append(out, b.call(instr)...)
		case *ssa.Select:
			out = append(out, b.selects(instr)...)
		case *ssa.UnOp:
			if isTimerReceive(instr) {
				d := b.after(instr.X, instr)
				out = append(out, tree.Node{Kind: tree.Sink, Place: b.place(instr.Pos()), Wait: &tree.Wait{What: "a timer", Effect: string(knowledge.Sleeps), Cap: &d}})
			}
		case *ssa.RunDefers:
			out = append(out, b.deferred(block)...)
		}
	}
	return out
}

// deferred is the calls that run when the function returns from a block.
func (b *builder) deferred(at *ssa.BasicBlock) []tree.Node {
	var out []tree.Node
	for _, block := range b.fn.Blocks {
		if !block.Dominates(at) || block == at && len(at.Instrs) == 0 {
			continue
		}
		for _, instr := range block.Instrs {
			if d, ok := instr.(*ssa.Defer); ok {
				late := b.called(d)
				tree.Walk(late, func(n *tree.Node) { n.Late = n.Kind == tree.Call || n.Kind == tree.Sink })
				out = append(late, out...)
			}
		}
	}
	return out
}

func (b *builder) call(call *ssa.Call) []tree.Node {
	if n, ok := b.deadline(call); ok {
		return []tree.Node{n}
	}
	return b.called(call)
}

// called is what one call does: a wait that is known, or what it calls.
func (b *builder) called(call ssa.CallInstruction) []tree.Node {
	obj := callee(call.Common())
	if obj != nil && obj.Pkg() != nil {
		if arg, ok := knowledge.RunsOnce(calls.FullName(obj)); ok {
			return b.once(call, arg)
		}
	}
	if row := b.calls.Row(obj); row != nil {
		return b.known(call, obj, row)
	}
	if n, ok := b.callNode(call); ok {
		return []tree.Node{n}
	}
	return nil
}

// known is a call of which a row speaks.
func (b *builder) known(call ssa.CallInstruction, obj *types.Func, row *knowledge.Call) []tree.Node {
	switch name := calls.FullName(obj); name {
	case "(*golang.org/x/sync/errgroup.Group).Wait", "(*sync.WaitGroup).Wait":
		return b.group(call)
	case "(*golang.org/x/sync/errgroup.Group).Go", "(*sync.WaitGroup).Go",
		"(*github.com/gorilla/websocket.Upgrader).Upgrade": // answers the caller, and asks nobody
		return nil
	}
	if row.Repeats.Kind() == "arg" {
		return b.repeated(call, row)
	}
	switch row.Does {
	case knowledge.Dials, knowledge.Requests, knowledge.Queries, knowledge.Runs, knowledge.Writes, knowledge.Sleeps:
	case knowledge.Acquires, knowledge.Waits:
		if obj.Pkg().Path() == "sync" {
			return nil
		}
	case knowledge.Receives:
		if row.By("recvctx") || !row.By("ctx") && !row.By("arg") {
			return nil
		}
	default:
		return nil
	}
	return []tree.Node{b.sink(call, obj, row)}
}

// once is a library's function that runs one that it is given, with the context that it
// is given itself, if any.
func (b *builder) once(call ssa.CallInstruction, arg int) []tree.Node {
	given := bounds.Argument(call, arg)
	if given == nil {
		return nil
	}
	f := b.fnVal(given, 0, 0)
	if f == nil {
		return []tree.Node{{Kind: tree.Unseen, Why: "a function value", Place: b.place(call.Pos())}}
	}
	n := tree.Node{Kind: tree.Call, Fn: f, Place: b.place(call.Pos())}
	sig, _ := given.Type().Underlying().(*types.Signature)
	for i := range call.Common().Args {
		if c := bounds.Argument(call, i); c != nil && isContext(c.Type()) && sig != nil && sig.Params().Len() > 0 && isContext(sig.Params().At(0).Type()) {
			ctx := b.ctx(c)
			n.Args = append(make([]tree.Arg, f.Skip), tree.Arg{Ctx: &ctx})
			break
		}
	}
	return []tree.Node{n}
}

// repeated is a library's helper that calls a function until it succeeds.
func (b *builder) repeated(call ssa.CallInstruction, row *knowledge.Call) []tree.Node {
	arg := bounds.Argument(call, row.Repeats.Arg())
	f := b.fnVal(arg, 0, 0)
	if f == nil {
		return nil
	}
	if isOperation(callee(call.Common())) {
		return b.operation(call, f)
	}
	once := tree.Node{Kind: tree.Call, Fn: f, Place: b.place(call.Pos()), Again: true, Round: b.place(call.Pos())}
	if n := row.CtxArg(); n >= 0 { // backoff.Retry(ctx, func() …)
		if c := bounds.Argument(call, n); c != nil && isContext(c.Type()) {
			ctx := b.ctx(c)
			for range f.Skip {
				once.Args = append(once.Args, tree.Arg{})
			}
			once.Args = append(once.Args, tree.Arg{Ctx: &ctx})
		}
	}
	out := tree.Node{Kind: tree.Loop, Kids: []tree.Node{{}, {Kind: tree.Seq}}}
	out.Kids[0] = tree.Node{Kind: tree.Seq, Kids: []tree.Node{once, {Kind: tree.Alt, Free: true, Kids: []tree.Node{{Kind: tree.Seq}, {Kind: tree.Exit}}}}}
	if n := b.attempts(call); n > 0 {
		out = b.counted(out.Kids[0], n)
	}
	return []tree.Node{out}
}

// attempts is how many a helper is told to make, the first counted; 0: not
// known.
func (b *builder) attempts(call ssa.CallInstruction) int64 {
	for _, s := range b.tries.Settings {
		if s.Row == nil || s.In == nil || s.In.Lparen != call.Pos() || s.Value <= 0 {
			continue
		}
		if s.Row.Counts == knowledge.ExtraTries {
			return s.Value + 1
		}
		return s.Value
	}
	return 0
}

// group is the goroutines of a group, which the caller waits for.
func (b *builder) group(wait ssa.CallInstruction) []tree.Node {
	group := root(wait.Common().Args[0])
	if group == nil {
		return nil
	}
	var kids []tree.Node
	for _, block := range b.fn.Blocks {
		for _, instr := range block.Instrs {
			var f *tree.FuncVal
			switch instr := instr.(type) {
			case *ssa.Call:
				obj := callee(instr.Common())
				if obj != nil && obj.Name() == "Go" && len(instr.Call.Args) == 2 && root(instr.Call.Args[0]) == group {
					f = b.fnVal(instr.Call.Args[1], 0, 0)
				}
			case *ssa.Go:
				if made, ok := instr.Call.Value.(*ssa.MakeClosure); ok && captures(made, group) {
					f = b.fnVal(made, 0, 0)
				}
			}
			if f != nil {
				kids = append(kids, tree.Node{Kind: tree.Call, Fn: f, Place: b.place(instr.Pos())})
			}
		}
	}
	if len(kids) == 0 {
		return nil
	}
	return []tree.Node{{Kind: tree.Par, Kids: kids}}
}

// root is the variable, or the call, that a group comes from.
func root(v ssa.Value) ssa.Value {
	switch v := v.(type) {
	case *ssa.UnOp:
		return v.X
	case *ssa.Alloc, *ssa.Extract, *ssa.Call, *ssa.FieldAddr:
		return v
	}
	return nil
}

func captures(made *ssa.MakeClosure, v ssa.Value) bool {
	for _, b := range made.Bindings {
		if b == v {
			return true
		}
	}
	return false
}

// doneOf is the context whose Done channel ch is.
func doneOf(ch ssa.Value) ssa.Value {
	call, ok := ch.(*ssa.Call)
	if ok && call.Call.IsInvoke() && call.Call.Method.Name() == "Done" && isContext(call.Call.Value.Type()) {
		return call.Call.Value
	}
	return nil
}

// sink is one wait of which a row speaks.
func (b *builder) sink(call ssa.CallInstruction, obj *types.Func, row *knowledge.Call) tree.Node {
	w := &tree.Wait{What: knowledge.Called(row.Name), Effect: string(row.Does)}
	if row.Does != knowledge.Sleeps {
		w.Target = b.named(call)
	}
	if n := row.CtxArg(); n >= 0 {
		if arg := bounds.Argument(call, n); arg != nil && isContext(arg.Type()) {
			c := b.ctx(arg)
			w.Ctx = &c
		}
	}
	for _, arg := range call.Common().Args {
		if row.By("reqctx") && calls.Named(arg.Type()) == "net/http.Request" {
			c := b.ctx(arg)
			w.Ctx = &c
		}
	}
	if w.Ctx == nil {
		w.Ctx, _ = b.carried(call, row)
	}
	if (w.Ctx == nil || w.Ctx.Kind == tree.CtxNone) && b.transacted(call) {
		w.Ctx = &tree.Ctx{}
	}
	if row.Does == knowledge.Sleeps {
		d := b.expr(bounds.Argument(call, 0))
		w.Cap, w.Idempotent = &d, "yes"
	} else {
		w.Cap, w.From = b.limit(call, row)
		w.Driver = w.Cap == nil && drives(row)
	}
	b.repeats(call, w)
	if w.Tries == nil {
		b.selfRepeated(call.Pos(), w)
	}
	b.idempotent(call, obj, w)
	b.connects(call, w)
	b.pooled(call, w)
	b.companioned(call, w)
	n := tree.Node{Kind: tree.Sink, Place: b.place(call.Pos()), Wait: w}
	b.repeat(&n, call)
	return n
}

// connects is the limit on connecting, of an HTTP client that is in sight.
func (b *builder) connects(call ssa.CallInstruction, w *tree.Wait) {
	args := call.Common().Args
	if obj := callee(call.Common()); obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == "net/http" && obj.Signature().Recv() == nil { // http.Get
		w.Connect = tree.Limit{Kind: "bounded", Nanos: 30e9, From: "http.DefaultTransport"}
		return
	}
	if len(args) == 0 || call.Common().IsInvoke() || calls.Named(args[0].Type()) != "net/http.Client" {
		return
	}
	w.Connect = tree.Limit{Kind: "unknown"}
	clients, complete := b.bounds.Of(args[0])
	if !complete || len(clients) != 1 {
		return
	}
	switch rt := b.bounds.Transport(clients[0]); {
	case rt.Opaque, rt.FromParam:
	case rt.Default:
		w.Connect = tree.Limit{Kind: "bounded", Nanos: 30e9, From: "http.DefaultTransport"}
	case len(rt.Transports) == 1:
		t := rt.Transports[0]
		switch b.bounds.Dial(t) {
		case bounds.DialUnset, bounds.DialBare:
			w.Connect = tree.Limit{Kind: "unknown", From: "the system", Place: b.place(t.Pos)}
		case bounds.DialBounded:
			w.Connect = tree.Limit{Kind: "unknown", From: "http.Transport.DialContext", Place: b.place(t.Pos)}
			if n, ok := b.dials(t); ok {
				w.Connect.Kind, w.Connect.Nanos = "bounded", n
			}
		case bounds.DialUnknown:
			if n, ok := b.dials(t); ok {
				w.Connect = tree.Limit{Kind: "bounded", Nanos: n, From: "http.Transport.DialContext", Place: b.place(t.Pos)}
			}
		}
	}
}

func (b *builder) symbol(fn *types.Func) string {
	return strings.TrimPrefix(knowledge.Short(calls.FullName(fn)), "./")
}
