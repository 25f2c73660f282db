// Package breakers joins the settings of a circuit breaker to the functions
// that it runs.
//
// It knows sony/gobreaker, v1 and v2. It does not know whether the settings are
// wise.
package breakers

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/contexts/holders"
)

// Setting is one Settings value and the breakers that are made of it.
type Setting struct {
	Object *bounds.Object
	Makers []*ssa.Call // of breakers that run functions; not of two-step ones
	fields *types.Struct
}

// Has reports whether this version of the library knows the field.
func (s Setting) Has(field string) bool {
	for f := range s.fields.Fields() {
		if f.Name() == field {
			return true
		}
	}
	return false
}

// Run is one call of Execute and the function given to it.
type Run struct {
	Call ssa.CallInstruction
	Func *ssa.Function
}

const library = "github.com/sony/gobreaker"

func of(fn *types.Func) bool {
	return fn != nil && fn.Pkg() != nil && (fn.Pkg().Path() == library || strings.HasPrefix(fn.Pkg().Path(), library+"/v"))
}

// Settings are the settings made or seen in a package.
func Settings(b *bounds.Result) []Setting {
	var out []Setting
	for _, o := range b.Objects {
		if !strings.HasPrefix(o.Type, library) || !strings.HasSuffix(o.Type, ".Settings") {
			continue
		}
		s := Setting{Object: o}
		for _, u := range o.Uses {
			if !of(u.Fn) || u.Arg < 0 || !strings.HasPrefix(u.Fn.Name(), "New") {
				continue
			}
			if s.fields == nil {
				s.fields, _ = u.Fn.Signature().Params().At(u.Arg).Type().Underlying().(*types.Struct)
			}
			if call, ok := u.Call.(*ssa.Call); ok && !strings.Contains(u.Fn.Name(), "TwoStep") {
				s.Makers = append(s.Makers, call)
			}
		}
		if s.fields != nil {
			out = append(out, s)
		}
	}
	return append(out, empty(b)...)
}

// empty are the settings that a breaker is given as a literal without fields,
// which is no object but a constant.
func empty(b *bounds.Result) []Setting {
	if b.Program == nil || !Imports(b, library) {
		return nil
	}
	var out []Setting
	for _, fn := range b.Program.Funcs {
		for _, block := range fn.Blocks {
			for _, instr := range block.Instrs {
				call, ok := instr.(*ssa.Call)
				if !ok || len(call.Call.Args) == 0 {
					continue
				}
				obj := Callee(call)
				if !of(obj) || obj.Name() != "NewCircuitBreaker" {
					continue
				}
				if c, ok := call.Call.Args[0].(*ssa.Const); ok {
					fields, _ := c.Type().Underlying().(*types.Struct)
					object := &bounds.Object{Kind: bounds.MadeHere, Pos: call.Pos(), In: fn}
					out = append(out, Setting{Object: object, Makers: []*ssa.Call{call}, fields: fields})
				}
			}
		}
	}
	return out
}

// Runs are the functions in sight that breakers of these settings run.
func Runs(b *bounds.Result, s Setting) []Run {
	var out []Run
	for _, fn := range b.Program.Funcs {
		for _, block := range fn.Blocks {
			for _, instr := range block.Instrs {
				call, ok := instr.(ssa.CallInstruction)
				if !ok || len(call.Common().Args) < 2 {
					continue
				}
				if obj := Callee(call); !of(obj) || obj.Name() != "Execute" || obj.Signature().Recv() == nil {
					continue
				}
				if !s.made(b, call.Common().Args[0]) {
					continue
				}
				for _, f := range functions(b, call.Common().Args[1], 0) {
					out = append(out, Run{call, f})
				}
			}
		}
	}
	return out
}

func (s Setting) made(b *bounds.Result, breaker ssa.Value) bool {
	makers, ok := holders.Makers(b.Program, breaker)
	if !ok {
		return false
	}
	for _, m := range makers {
		for _, own := range s.Makers {
			if m == own {
				return true
			}
		}
	}
	return false
}

// functions are what a function value may be: a literal, a function of the
// package, or what the callers of a helper give it.
func functions(b *bounds.Result, v ssa.Value, depth int) []*ssa.Function {
	switch v := v.(type) {
	case *ssa.MakeClosure:
		return functions(b, v.Fn, depth)
	case *ssa.Function:
		if v.Synthetic != "" && len(v.Blocks) > 0 { // a method value
			for _, instr := range v.Blocks[0].Instrs {
				if call, ok := instr.(ssa.CallInstruction); ok && call.Common().StaticCallee() != nil {
					return functions(b, call.Common().StaticCallee(), depth)
				}
			}
		}
		if len(v.Blocks) > 0 {
			return []*ssa.Function{v}
		}
	case *ssa.ChangeType:
		return functions(b, v.X, depth)
	case *ssa.UnOp: // a captured variable
		if stored := captured(b, v.X); stored != nil {
			return functions(b, stored, depth)
		}
	case *ssa.FreeVar:
		if made := b.Program.Makes[v.Parent()]; made != nil {
			for i, fv := range v.Parent().FreeVars {
				if fv == v {
					return functions(b, made.Bindings[i], depth)
				}
			}
		}
	case *ssa.Parameter:
		var out []*ssa.Function
		for i, p := range v.Parent().Params {
			if p != v || depth > 1 {
				continue
			}
			for _, call := range b.Program.Calls[v.Parent()] {
				out = append(out, functions(b, call.Common().Args[i], depth+1)...)
			}
		}
		return out
	}
	return nil
}

// captured is the one value that is stored in a variable which a literal sees.
func captured(b *bounds.Result, addr ssa.Value) ssa.Value {
	if fv, ok := addr.(*ssa.FreeVar); ok {
		made := b.Program.Makes[fv.Parent()]
		if made == nil {
			return nil
		}
		for i, own := range fv.Parent().FreeVars {
			if own == fv {
				addr = made.Bindings[i]
			}
		}
	}
	alloc, ok := addr.(*ssa.Alloc)
	if !ok {
		return nil
	}
	var stored ssa.Value
	for _, ref := range *alloc.Referrers() {
		if s, ok := ref.(*ssa.Store); ok && s.Addr == ssa.Value(alloc) {
			if stored != nil {
				return nil
			}
			stored = s.Val
		}
	}
	return stored
}

// Called are the functions in sight that a call of a function value may run.
func Called(b *bounds.Result, call ssa.CallInstruction) []*ssa.Function {
	common := call.Common()
	if common.IsInvoke() || common.StaticCallee() != nil {
		return nil
	}
	return functions(b, common.Value, 0)
}

// Function is the one function that a value certainly is, or nil.
func Function(b *bounds.Result, v ssa.Value) *ssa.Function {
	if fns := functions(b, v, 0); len(fns) == 1 {
		return fns[0]
	}
	return nil
}

// Imports reports whether the package imports a path, or a version of it.
func Imports(b *bounds.Result, path string) bool {
	for _, imp := range b.Program.SSA.Pkg.Imports() {
		if imp.Path() == path || strings.HasPrefix(imp.Path(), path+"/v") {
			return true
		}
	}
	return false
}

// Callee is the function or interface method that a call names, or nil.
func Callee(call ssa.CallInstruction) *types.Func {
	common := call.Common()
	if common.IsInvoke() {
		return common.Method
	}
	if callee := common.StaticCallee(); callee != nil {
		if obj, ok := callee.Object().(*types.Func); ok {
			return obj
		}
	}
	return nil
}
