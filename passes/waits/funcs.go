package waits

import (
	"fmt"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// name is a function's unique name; short is how a message calls it.
func name(fn *ssa.Function) string {
	if fn.Parent() != nil {
		for i, lit := range fn.Parent().AnonFuncs {
			if lit == fn {
				return fmt.Sprintf("%s$%d", name(fn.Parent()), i+1)
			}
		}
	}
	if obj, ok := fn.Object().(*types.Func); ok {
		return calls.FullName(obj)
	}
	return fn.String()
}

func short(fn *ssa.Function) string {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return knowledge.Short(name(fn))
}

// fn is a function as a value; nil: not one that can be followed.
func (b *builder) fnVal(v ssa.Value, up, depth int) *tree.FuncVal {
	if v == nil || depth > 8 {
		return nil
	}
	if isRouter(v.Type()) {
		if key := b.router(v, 0); key != "" {
			return &tree.FuncVal{Name: muxName + key}
		}
		return nil
	}
	again := func(x ssa.Value) *tree.FuncVal { return b.fnVal(x, up, depth+1) }
	switch v := v.(type) {
	case *ssa.Function:
		return b.static(v, 0, up)
	case *ssa.MakeClosure:
		lit := v.Fn.(*ssa.Function)
		if obj, ok := lit.Object().(*types.Func); ok && lit.Synthetic != "" { // a method value
			return &tree.FuncVal{Name: calls.FullName(obj), Skip: 1}
		}
		return b.static(lit, 0, up)
	case *ssa.ChangeType:
		return again(v.X)
	case *ssa.MakeInterface:
		if isRouter(v.X.Type()) {
			return again(v.X)
		}
		return b.asHandler(v, up, depth)
	case *ssa.ChangeInterface:
		return again(v.X)
	case *ssa.Parameter:
		if followed(v.Type()) {
			return &tree.FuncVal{IsPar: true, Param: index(v), Up: up}
		}
	case *ssa.FreeVar:
		if bound := b.program.Binding(v); bound != nil {
			return b.fnVal(bound, up+1, depth+1)
		}
	case *ssa.UnOp:
		return b.fnVar(v.X, up, depth)
	case *ssa.Call:
		return b.returned(v, 0, up)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return b.returned(call, v.Index, up)
		}
	}
	return nil
}

// followed: a function, or something that serves HTTP.
func followed(t types.Type) bool {
	if _, ok := t.Underlying().(*types.Signature); ok {
		return true
	}
	return serves(t)
}

// serves: the type is an http.Handler or has its method.
func serves(t types.Type) bool {
	if calls.Named(t) == "net/http.Handler" {
		return true
	}
	if _, ok := types.Unalias(t).(*types.Pointer); !ok && !types.IsInterface(t) {
		return false
	}
	m, _, _ := types.LookupFieldOrMethod(t, false, nil, "ServeHTTP")
	_, ok := m.(*types.Func)
	return ok
}

func (b *builder) static(fn *ssa.Function, skip, up int) *tree.FuncVal {
	if fn.Parent() != nil {
		return &tree.FuncVal{Name: name(fn), Skip: skip, Up: up}
	}
	if obj, ok := fn.Object().(*types.Func); ok {
		if fn.Synthetic != "" && obj.Signature().Recv() != nil {
			skip = 0 // a method expression takes the receiver
		}
		return &tree.FuncVal{Name: calls.FullName(obj), Skip: skip}
	}
	return nil
}

// asHandler: a function converted to http.HandlerFunc, or a type with a
// ServeHTTP method.
func (b *builder) asHandler(v *ssa.MakeInterface, up, depth int) *tree.FuncVal {
	if _, ok := v.X.Type().Underlying().(*types.Signature); ok {
		return b.fnVal(v.X, up, depth+1)
	}
	if calls.Named(v.Type()) != "net/http.Handler" {
		return nil
	}
	m, _, _ := types.LookupFieldOrMethod(v.X.Type(), true, b.pass.Pkg, "ServeHTTP")
	if fn, ok := m.(*types.Func); ok && fn.Pkg() != nil && calls.Named(v.X.Type()) != "net/http.ServeMux" {
		return &tree.FuncVal{Name: calls.FullName(fn), Skip: 1}
	}
	return nil
}

func (b *builder) fnVar(addr ssa.Value, up, depth int) *tree.FuncVal {
	switch a := addr.(type) {
	case *ssa.Alloc:
		if all := stored(a); len(all) == 1 {
			return b.fnVal(all[0], up, depth+1)
		}
	case *ssa.FreeVar:
		if bound := b.program.Binding(a); bound != nil {
			return b.fnVar(bound, up+1, depth+1)
		}
	}
	return nil
}

// returned is the function that another one returns.
func (b *builder) returned(call *ssa.Call, result, up int) *tree.FuncVal {
	sig := call.Call.Signature()
	if up > 0 || result >= sig.Results().Len() || !followed(sig.Results().At(result).Type()) {
		return nil
	}
	n, ok := b.callNode(call)
	if !ok || n.Iface != "" {
		return nil
	}
	return &tree.FuncVal{Made: &n, Index: result}
}

// returns is the functions that fn gives back.
func (b *builder) returns() []*tree.FuncVal {
	results := b.fn.Signature.Results()
	out := make([]*tree.FuncVal, results.Len())
	found := false
	for i := range results.Len() {
		if !followed(results.At(i).Type()) {
			continue
		}
		var only *tree.FuncVal
		several := false
		for _, block := range b.fn.Blocks {
			ret, ok := block.Instrs[len(block.Instrs)-1].(*ssa.Return)
			if !ok || isNil(ret.Results[i]) {
				continue
			}
			several = several || only != nil
			only = b.fnVal(ret.Results[i], 0, 0)
		}
		if only != nil && !several {
			out[i], found = only, true
		}
	}
	if !found {
		return nil
	}
	return out
}

// callNode is a call of something with a body, here or elsewhere.
func (b *builder) callNode(call ssa.CallInstruction) (tree.Node, bool) {
	c := call.Common()
	n := tree.Node{Kind: tree.Call, Place: b.place(call.Pos())}
	b.repeat(&n, call)
	args := c.Args
	switch obj := callee(c); {
	case c.IsInvoke():
		if c.Method.Name() == "ServeHTTP" && serves(c.Value.Type()) {
			if n.Fn = b.fnVal(c.Value, 0, 0); n.Fn == nil {
				return n, false
			}
			break
		}
		if !b.mayWait(c) {
			return n, false
		}
		n.Iface = calls.FullName(c.Method)
		if iface, ok := c.Value.Type().Underlying().(*types.Interface); ok {
			b.ask(c.Method, iface)
		}
		n.Why = "what is behind " + knowledge.Short(n.Iface)
		n.Dyn = b.dyn(c.Value, 0, 0)
		n.Args = append(n.Args, tree.Arg{})
	case obj != nil:
		if obj.Pkg() == nil {
			return n, false
		}
		if obj.Name() == "ServeHTTP" && obj.Signature().Recv() != nil && (calls.Named(args[0].Type()) == "net/http.HandlerFunc" || isRouter(args[0].Type())) {
			if n.Fn = b.fnVal(args[0], 0, 0); n.Fn == nil {
				return n, false
			}
			args = args[1:]
			break
		}
		if obj.Pkg() != b.pass.Pkg {
			fact := b.imported(obj)
			if fact == nil || len(fact.Body) == 0 && fact.Returns == nil {
				return n, false
			}
			n.Inline = fact
		}
		n.Names = []string{calls.FullName(obj)}
	default:
		if n.Fn = b.fnVal(c.Value, 0, 0); n.Fn == nil {
			_, builtin := c.Value.(*ssa.Builtin)
			switch {
			case builtin:
				return n, false
			case suspicious(c.Signature()):
				n.Why = tree.FunctionValue
			case !fallible(c):
				return n, false
			}
			n.Kind = tree.Unseen
		}
	}
	if obj := callee(c); obj != nil && calls.FullName(obj) == companion+".Middleware" && len(args) == 1 {
		if d, ok := requestDeadline(args[0]); ok {
			n.Args = []tree.Arg{{Num: &d}}
			return n, true
		}
	}
	for _, arg := range args {
		n.Args = append(n.Args, b.arg(arg))
	}
	return n, true
}

// repeat marks a call that a retry makes again.
func (b *builder) repeat(n *tree.Node, call ssa.CallInstruction) {
	if at, ok := b.again[call]; ok {
		n.Again, n.Round = true, b.place(at)
	}
}

// suspicious: takes a context and may fail.
func suspicious(sig *types.Signature) bool {
	ctx := false
	for v := range sig.Params().Variables() {
		ctx = ctx || isContext(v.Type())
	}
	n := sig.Results().Len()
	return ctx && n > 0 && isError(sig.Results().At(n-1).Type())
}

// fallible: a function that may fail, and that a field or a package variable holds.
// Whoever sees the whole program may know which it is.
func fallible(c *ssa.CallCommon) bool {
	results := c.Signature().Results()
	if n := results.Len(); n == 0 || !isError(results.At(n-1).Type()) {
		return false
	}
	load, ok := c.Value.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	switch load.X.(type) {
	case *ssa.FieldAddr, *ssa.Global:
		return true
	}
	return false
}

// mayWait: the method of an interface that this module could implement.
func (b *builder) mayWait(c *ssa.CallCommon) bool {
	if c.Method.Pkg() == nil {
		return false
	}
	path := c.Method.Pkg().Path()
	own := path == b.pass.Pkg.Path()
	if m := b.pass.Module; m != nil && m.Path != "" {
		own = path == m.Path || strings.HasPrefix(path, m.Path+"/")
	} else if first, _, _ := strings.Cut(path, "/"); !strings.Contains(first, ".") {
		own = own || b.imports(path)
	}
	return own
}

func (b *builder) imports(path string) bool {
	for _, imp := range b.pass.Pkg.Imports() {
		if imp.Path() == path {
			return strings.HasPrefix(path, strings.Split(b.pass.Pkg.Path(), "/")[0]+"/")
		}
	}
	return false
}

// arg is what is of interest of an argument.
func (b *builder) arg(v ssa.Value) tree.Arg {
	switch t := v.Type(); {
	case carriesContext(t):
		c := b.ctx(v)
		return tree.Arg{Ctx: &c}
	case number(t):
		if e := b.expr(v); e.Op != tree.Opaque {
			return tree.Arg{Num: &e}
		}
	case calls.Named(t) == "net/http.Client": // its Timeout stands for it
		if e, _, none := b.timeout(v); none {
			x := tree.Num(tree.Forever)
			return tree.Arg{Num: &x}
		} else if e != nil {
			return tree.Arg{Num: e}
		}
	case followed(t):
		return tree.Arg{Fn: b.fnVal(v, 0, 0), Num: b.nilness(v)}
	case types.IsInterface(t):
		return tree.Arg{Dyn: b.dyn(v, 0, 0), Num: b.nilness(v)}
	case pointer(t):
		return tree.Arg{Num: b.nilness(v)}
	case boolean(t):
		return tree.Arg{Num: b.truth(v)}
	case text(t):
		return tree.Arg{Num: b.word(v)}
	case structure(t):
		return tree.Arg{Num: b.shape(v)}
	case list(t):
		if e := b.length(v); e.Op != tree.Opaque {
			return tree.Arg{Num: &e}
		}
	}
	return tree.Arg{}
}

func index(v *ssa.Parameter) int {
	for i, p := range v.Parent().Params {
		if p == v {
			return i
		}
	}
	return -1
}

// callee is the declared function or interface method that a call names.
func callee(c *ssa.CallCommon) *types.Func {
	if c.IsInvoke() {
		return c.Method
	}
	if fn := c.StaticCallee(); fn != nil {
		if obj, ok := fn.Object().(*types.Func); ok {
			return obj.Origin()
		}
	}
	return nil
}
