package waits

import (
	"go/types"
	"sort"
	"strings"

	"github.com/timeoutlint/timeoutlint/passes/calls"
)

// Type is a concrete type of the package and its methods, promoted ones too.
type Type struct {
	Name    string
	Methods []Method
}

// Method is one method of a concrete type or of an interface.
type Method struct {
	Name string   // bare
	Sig  string   // its type, as text that is the same in every package
	Func string   // FullName of the function that runs; of an interface's method: its own
	All  []Method // of an interface's method: the whole interface, without All
}

// concrete lists the types that may stand behind an interface; doubles for
// tests are left out.
func concrete(pkg *types.Package) []Type {
	var out []Type
	scope := pkg.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() || types.IsInterface(tn.Type()) || double(name) {
			continue
		}
		named, ok := tn.Type().(*types.Named)
		if !ok || named.TypeParams().Len() > 0 {
			continue
		}
		t := Type{Name: pkg.Path() + "." + name}
		set := types.NewMethodSet(types.NewPointer(named))
		for i := range set.Len() {
			if fn, ok := set.At(i).Obj().(*types.Func); ok && fn.Pkg() != nil {
				t.Methods = append(t.Methods, Method{Name: fn.Name(), Sig: unnamed(fn), Func: calls.FullName(fn)})
			}
		}
		if len(t.Methods) > 0 {
			out = append(out, t)
		}
	}
	return out
}

// double: a stand-in for tests, by its name.
func double(name string) bool {
	lower := strings.ToLower(name)
	for _, word := range []string{"mock", "fake", "stub", "dummy", "noop", "nop"} {
		if strings.Contains(lower, word) {
			return true
		}
	}
	return false
}

// unnamed is a signature without the names of parameters.
func unnamed(fn *types.Func) string {
	sig := fn.Signature()
	strip := func(t *types.Tuple) *types.Tuple {
		vars := make([]*types.Var, t.Len())
		for i := range t.Len() {
			vars[i] = types.NewParam(0, nil, "", t.At(i).Type())
		}
		return types.NewTuple(vars...)
	}
	bare := types.NewSignatureType(nil, nil, nil, strip(sig.Params()), strip(sig.Results()), sig.Variadic())
	return types.TypeString(bare, func(p *types.Package) string { return p.Path() })
}

// ask remembers an interface's method, so that others can find what is behind.
func (m *maker) ask(fn *types.Func, iface *types.Interface) {
	full := calls.FullName(fn)
	if _, ok := m.asked[full]; ok {
		return
	}
	method := Method{Name: fn.Name(), Sig: unnamed(fn), Func: full}
	for x := range iface.Methods() {
		method.All = append(method.All, Method{Name: x.Name(), Sig: unnamed(x)})
	}
	m.asked[full] = method
}

func (m *maker) askedList() []Method {
	var out []Method
	for _, x := range m.asked {
		out = append(out, x)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Func < out[j].Func })
	return out
}
