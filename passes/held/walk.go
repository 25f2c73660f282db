package held

import (
	"go/ast"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/timeoutlint/timeoutlint/passes/settings"
	"github.com/timeoutlint/timeoutlint/passes/uses"
	"github.com/timeoutlint/timeoutlint/rules"
)

// walker goes through the declarations of a package once.
type walker struct {
	pass     *analysis.Pass
	info     *types.Info
	out      *Result
	receives map[ast.Node]bool // calls that take a message
	waits    map[int]bool      // functions that wait for what they start
}

func (w *walker) declared(decl ast.Decl) {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		obj, ok := w.info.Defs[decl.Name].(*types.Func)
		if !ok || decl.Body == nil {
			return
		}
		i := w.add(obj.FullName(), short(obj), decl, kindOf(obj))
		f := &w.out.Funcs[i]
		f.Exported = exported(obj)
		if obj.Signature().Recv() != nil {
			f.Shape = uses.Shape(obj)
		}
		w.body(i, decl.Body)
	case *ast.GenDecl:
		// What the values of variables do is done at the start, and what they hold is
		// handed on.
		for _, spec := range decl.Specs {
			value, ok := spec.(*ast.ValueSpec)
			if !ok || len(value.Values) == 0 {
				continue
			}
			i := w.add(w.pass.Pkg.Path()+"."+value.Names[0].Name, value.Names[0].Name, value, rules.StartUp)
			for _, v := range value.Values {
				w.walk(i, v)
			}
		}
	}
}

// exported: others can name it.
func exported(fn *types.Func) bool {
	if !fn.Exported() {
		return false
	}
	recv := fn.Signature().Recv()
	if recv == nil {
		return true
	}
	t := recv.Type()
	if ptr, ok := t.(*types.Pointer); ok {
		t = ptr.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Exported()
}

func (w *walker) body(i int, body *ast.BlockStmt) {
	w.waits[i] = joins(w.info, body)
	w.out.Funcs[i].Regions, w.out.Funcs[i].Takes = w.regions(body), w.takes(body)
	w.walk(i, body)
}

// start is how a function starts another.
func (w *walker) start(i int) How {
	if w.waits[i] {
		return Joins
	}
	return Starts
}

// walk adds the ways that a part of a function opens.
func (w *walker) walk(i int, part ast.Node) {
	passed := map[ast.Node]bool{} // literals and names that are told
	ast.Inspect(part, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			w.call(i, n.Call, w.start(i), passed)
		case *ast.DeferStmt:
			w.call(i, n.Call, Runs, passed)
		case *ast.CallExpr:
			w.call(i, n, Runs, passed)
		case *ast.AssignStmt:
			for _, v := range n.Rhs { // a local function, as often as not
				if lit, ok := ast.Unparen(v).(*ast.FuncLit); ok && local(w.info, n) {
					w.literal(i, lit, Runs, "", passed)
				}
			}
		case *ast.FuncLit:
			w.literal(i, n, Hands, "", passed)
			return false
		case *ast.SelectorExpr:
			w.mention(i, n.Sel, passed)
		case *ast.Ident:
			w.mention(i, n, passed)
		}
		return true
	})
}

// local: the assignment is to names, not to fields.
func local(info *types.Info, n *ast.AssignStmt) bool {
	for _, lhs := range n.Lhs {
		id, ok := lhs.(*ast.Ident)
		if !ok {
			return false
		}
		if v, ok := info.ObjectOf(id).(*types.Var); ok && v.Parent() == v.Pkg().Scope() {
			return false
		}
	}
	return true
}

// mention: a function as a value.
func (w *walker) mention(i int, id *ast.Ident, passed map[ast.Node]bool) {
	if fn, ok := w.info.Uses[id].(*types.Func); ok && !passed[id] {
		w.to(i, fn, Hands, "", id)
	}
}

// to adds a way to a declared function of the module.
func (w *walker) to(i int, fn *types.Func, how How, kind rules.Consequence, at ast.Node) {
	fn = fn.Origin()
	if fn.Pkg() == nil || fn.Pkg() != w.pass.Pkg && !settings.Beside(w.pass, fn.Pkg().Path()) {
		return
	}
	way := Way{To: fn.FullName(), How: how, Kind: kind, At: w.spot(at.Pos())}
	if recv := fn.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
		if way.Shape = uses.Shape(fn); way.Shape == 0 {
			return
		}
		way.To = ""
	}
	w.out.Funcs[i].Ways = append(w.out.Funcs[i].Ways, way)
}

// literal adds a literal and the way to it.
func (w *walker) literal(i int, lit *ast.FuncLit, how How, kind rules.Consequence, passed map[ast.Node]bool) {
	if passed[lit] {
		return
	}
	passed[lit] = true
	around := w.out.Funcs[i]
	name := around.Name + "$" + strconv.Itoa(len(w.out.Funcs))
	sig, _ := w.info.TypeOf(lit).(*types.Signature)
	j := w.add(name, around.Short, lit, ofSignature(sig))
	w.out.Funcs[i].Ways = append(w.out.Funcs[i].Ways, Way{To: name, How: how, Kind: kind, At: w.spot(lit.Pos())})
	w.body(j, lit.Body)
}

// call adds the ways of a call: to who is called, and to the functions that it is
// given.
func (w *walker) call(i int, call *ast.CallExpr, how How, passed map[ast.Node]bool) {
	if passed[call] {
		return
	}
	passed[call] = true
	fun := ast.Unparen(call.Fun)
	if id := named(fun); id != nil {
		passed[id] = true
	}
	if lit, ok := fun.(*ast.FuncLit); ok {
		w.literal(i, lit, how, "", passed)
	}
	fn, _ := typeutil.Callee(w.info, call).(*types.Func)
	if fn != nil {
		w.to(i, fn, how, "", call)
	}
	if tv := w.info.Types[fun]; tv.IsType() || tv.IsBuiltin() {
		return // http.HandlerFunc(f): the value goes on
	}
	hands, kind := given(w.info, fn, call)
	if how != Runs && hands == Runs {
		hands = how
	}
	if hands == Joins {
		hands = w.start(i)
	}
	for _, arg := range call.Args {
		arg = ast.Unparen(arg)
		if lit, ok := arg.(*ast.FuncLit); ok {
			w.literal(i, lit, hands, kind, passed)
			continue
		}
		id := named(arg)
		if f, ok := w.info.Uses[idOrNil(id)].(*types.Func); ok && !passed[id] {
			passed[id] = true
			w.to(i, f, hands, kind, arg)
		}
	}
}

func idOrNil(id *ast.Ident) *ast.Ident {
	if id == nil {
		return new(ast.Ident)
	}
	return id
}

// named is what an expression calls a function by; nil: it does not.
func named(e ast.Expr) *ast.Ident {
	switch e := e.(type) {
	case *ast.Ident:
		return e
	case *ast.SelectorExpr:
		return e.Sel
	case *ast.IndexExpr:
		return named(e.X)
	case *ast.IndexListExpr:
		return named(e.X)
	}
	return nil
}
