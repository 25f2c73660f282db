package program

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Precedes reports whether a has run whenever b runs.
func Precedes(a, b ssa.Instruction) bool {
	if a.Block() != b.Block() {
		return a.Block().Dominates(b.Block())
	}
	for _, instr := range a.Block().Instrs {
		switch instr {
		case a:
			return true
		case b:
			return false
		}
	}
	return false
}

// Reaches reports whether control can go from a to b in one step or more.
func Reaches(a, b *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	todo := append([]*ssa.BasicBlock(nil), a.Succs...)
	for len(todo) > 0 {
		x := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if x == b {
			return true
		}
		if !seen[x] {
			seen[x] = true
			todo = append(todo, x.Succs...)
		}
	}
	return false
}

// Binding is what a literal's captured variable is outside of it; nil where it
// is not known where the literal is made.
func (p *Package) Binding(v *ssa.FreeVar) ssa.Value {
	made := p.Makes[v.Parent()]
	if made == nil {
		return nil
	}
	for i, fv := range v.Parent().FreeVars {
		if fv == v {
			return made.Bindings[i]
		}
	}
	return nil
}

// FieldOf is the field whose address is taken, the same for every instance of a
// generic type; nil where the type hides it.
func FieldOf(addr *ssa.FieldAddr) *types.Var {
	ptr, ok := types.Unalias(addr.X.Type()).Underlying().(*types.Pointer)
	if !ok {
		return nil
	}
	s, ok := ptr.Elem().Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	return s.Field(addr.Field).Origin()
}

// Addressed lists where the package takes the address of a field of one of its
// structs, to read or to write it, in source order.
func (p *Package) Addressed(field *types.Var) []*ssa.FieldAddr { return p.fields()[field] }

func (p *Package) addressed() map[*types.Var][]*ssa.FieldAddr {
	out := map[*types.Var][]*ssa.FieldAddr{}
	for _, fn := range p.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if addr, ok := instr.(*ssa.FieldAddr); ok {
					if f := FieldOf(addr); f != nil && f.Pkg() == p.SSA.Pkg {
						out[f] = append(out[f], addr)
					}
				}
			}
		}
	}
	return out
}
