package program

import "golang.org/x/tools/go/ssa"

// Kept reports whether a value, or the first of a call's results, goes into a
// field of a struct or a variable of the package: it is there for others, and
// for longer than the function that made it.
func Kept(v ssa.Value) bool { return kept(v, 0) }

func kept(v ssa.Value, depth int) bool {
	if depth > 4 || v.Referrers() == nil {
		return false
	}
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			switch ref.Addr.(type) {
			case *ssa.FieldAddr, *ssa.Global:
				if ref.Val == v {
					return true
				}
			}
		case *ssa.Extract:
			if ref.Index == 0 && kept(ref, depth+1) {
				return true
			}
		case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.Phi:
			if kept(ref.(ssa.Value), depth+1) {
				return true
			}
		}
	}
	return false
}
