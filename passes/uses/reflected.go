package uses

import "go/types"

// holdsAny: the type is a map whose values may be of any type. What is put into
// one by its name is found by it, and so are its methods: by a script, a template.
func holdsAny(t types.Type) bool {
	if t == nil {
		return false
	}
	m, ok := t.Underlying().(*types.Map)
	if !ok {
		return false
	}
	i, ok := m.Elem().Underlying().(*types.Interface)
	return ok && i.Empty()
}

// registered adds the exported methods of a value of the type.
func registered(t types.Type, to map[string]bool) {
	if t == nil {
		return
	}
	for sel := range types.NewMethodSet(t).Methods() {
		if fn, ok := sel.Obj().(*types.Func); ok && fn.Exported() && fn.Pkg() != nil {
			to[fn.Origin().FullName()] = true
		}
	}
}
