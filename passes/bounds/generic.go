package bounds

import "go/types"

// core is a type that a type parameter stands for: the first of its
// constraint's, which all have the same fields where one is selected.
func core(t types.Type) types.Type {
	param, ok := types.Unalias(t).(*types.TypeParam)
	if !ok {
		return t
	}
	iface, ok := param.Constraint().Underlying().(*types.Interface)
	if !ok {
		return t
	}
	for e := range iface.EmbeddedTypes() {
		if union, ok := e.(*types.Union); ok && union.Len() > 0 {
			return union.Term(0).Type()
		}
		return e
	}
	return t
}
