package waits

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
)

// handed is the parameter that a value is, of the function or of one around it,
// and how the tree says so; nil: it is something else, or something may change
// it.
func (b *builder) handed(v ssa.Value) (*ssa.Parameter, *tree.Expr) {
	for up := 0; up < deepestCtx; {
		switch x := v.(type) {
		case *ssa.Parameter:
			if up == 0 && x.Parent() != b.fn {
				return nil, nil
			}
			return x, &tree.Expr{Op: tree.Param, N: int64(index(x)), Up: up}
		case *ssa.UnOp:
			if x.Op != token.MUL {
				return nil, nil
			}
			alloc, out := b.outer(x.X)
			if alloc == nil || !kept(alloc, every) {
				return nil, nil
			}
			v, up = stored(alloc)[0], up+out
		default:
			return nil, nil
		}
	}
	return nil, nil
}

// outer is the variable that an address is of, and how many literals out that
// stands; nil: it is not a variable.
func (b *builder) outer(addr ssa.Value) (alloc *ssa.Alloc, out int) {
	for ; out < deepestCtx; out++ {
		free, ok := addr.(*ssa.FreeVar)
		if !ok {
			break
		}
		addr = b.program.Binding(free)
	}
	alloc, _ = addr.(*ssa.Alloc)
	return alloc, out
}

// every field of a struct.
const every = -1

// kept: a variable is set once, and no literal sets it or hands its address on.
// Of a struct that is said of one field of it, or of every one.
func kept(alloc *ssa.Alloc, field int) bool {
	return len(stored(alloc)) == 1 && read(alloc, field)
}

// read: what has the address of a variable reads it, its own function aside.
func read(addr ssa.Value, field int) bool {
	for _, ref := range *addr.Referrers() {
		switch r := ref.(type) {
		case *ssa.Store:
			if _, own := addr.(*ssa.Alloc); !own || r.Addr != addr {
				return false
			}
		case *ssa.MakeClosure:
			for i, bound := range r.Bindings {
				if bound == addr && !read(r.Fn.(*ssa.Function).FreeVars[i], field) {
					return false
				}
			}
		case *ssa.FieldAddr:
			if (field == every || field == r.Field) && !loads(r) {
				return false
			}
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			return false
		}
	}
	return true
}

// loads: what is at an address is read and nothing else.
func loads(addr ssa.Value) bool {
	for _, use := range *addr.Referrers() {
		switch use := use.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.FieldAddr:
			if !loads(use) {
				return false
			}
		case *ssa.IndexAddr:
			if !loads(use) {
				return false
			}
		default:
			return false
		}
	}
	return true
}
