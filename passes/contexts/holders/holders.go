// Package holders follows a client from a call back to the calls that made it,
// through local variables, embedded parts and unexported fields of the
// package.
//
// Unlike bounds it follows any type and says nothing of limits: it is for
// clients whose limits are set on something else, as on the options they are
// made from.
package holders

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/program"
)

// Makers are the calls that may have made v; false if it may come from
// elsewhere too.
func Makers(p *program.Package, v ssa.Value) ([]*ssa.Call, bool) {
	f := finder{program: p, seen: map[ssa.Value]bool{}}
	ok := f.follow(v, 0)
	return f.makers, ok && len(f.makers) > 0
}

type finder struct {
	program *program.Package
	seen    map[ssa.Value]bool
	makers  []*ssa.Call
}

func (f *finder) follow(v ssa.Value, depth int) bool {
	if f.seen[v] {
		return true
	}
	f.seen[v] = true
	if depth > 12 {
		return false
	}
	switch v := v.(type) {
	case *ssa.Call:
		f.makers = append(f.makers, v)
		return true
	case *ssa.Extract:
		call, ok := v.Tuple.(*ssa.Call)
		if ok {
			f.makers = append(f.makers, call)
		}
		return ok
	case *ssa.MakeInterface:
		return f.follow(v.X, depth+1)
	case *ssa.ChangeInterface:
		return f.follow(v.X, depth+1)
	case *ssa.Phi:
		for _, e := range v.Edges {
			if c, ok := e.(*ssa.Const); ok && c.Value == nil {
				continue
			}
			if !f.follow(e, depth+1) {
				return false
			}
		}
		return true
	case *ssa.FieldAddr:
		return f.field(v, depth)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return f.load(v.X, depth+1)
		}
	case *ssa.Field:
		return f.follow(v.X, depth+1)
	}
	return false
}

// field: an embedded part of what is held (the commands of a client), or a
// field of this package.
func (f *finder) field(v *ssa.FieldAddr, depth int) bool {
	s := structOf(v.X.Type())
	if s != nil && s.Field(v.Field).Embedded() && s.Field(v.Field).Pkg() != f.program.SSA.Pkg {
		return f.follow(v.X, depth+1)
	}
	return f.load(v, depth)
}

func (f *finder) load(addr ssa.Value, depth int) bool {
	switch addr := addr.(type) {
	case *ssa.FreeVar:
		made := f.program.Makes[addr.Parent()]
		for i, fv := range addr.Parent().FreeVars {
			if fv == addr && made != nil {
				return f.load(made.Bindings[i], depth+1)
			}
		}
		return false
	case *ssa.Alloc:
		return f.stores(*addr.Referrers(), depth)
	case *ssa.FieldAddr:
		s := structOf(addr.X.Type())
		if s == nil {
			return false
		}
		field := s.Field(addr.Field).Origin()
		if field.Embedded() && field.Pkg() != f.program.SSA.Pkg {
			return f.load(addr.X, depth+1) || f.follow(addr.X, depth+1)
		}
		if field.Exported() || field.Pkg() != f.program.SSA.Pkg {
			return false
		}
		return f.written(field, addr.Field, depth)
	}
	return false
}

func (f *finder) stores(refs []ssa.Instruction, depth int) bool {
	found := false
	for _, ref := range refs {
		if s, ok := ref.(*ssa.Store); ok && s.Val != nil {
			if !f.follow(s.Val, depth+1) {
				return false
			}
			found = true
		}
	}
	return found
}

// written follows everything that the package stores in a field.
func (f *finder) written(field *types.Var, index, depth int) bool {
	found := false
	for _, fn := range f.program.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				addr, ok := instr.(*ssa.FieldAddr)
				if !ok || addr.Field != index {
					continue
				}
				if s := structOf(addr.X.Type()); s == nil || s.Field(index).Origin() != field {
					continue
				}
				for _, ref := range *addr.Referrers() {
					if s, ok := ref.(*ssa.Store); ok && s.Addr == ssa.Value(addr) {
						if !f.follow(s.Val, depth+1) {
							return false
						}
						found = true
					}
				}
			}
		}
	}
	return found
}

func structOf(t types.Type) *types.Struct {
	if ptr, ok := types.Unalias(t).Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	s, _ := t.Underlying().(*types.Struct)
	return s
}
