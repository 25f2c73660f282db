package resolve

import (
	"go/types"
	"slices"
	"strings"

	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Fits reports whether a method has the signature.
func Fits(fn *types.Func, s *knowledge.Signature) bool {
	recv := fn.Signature().Recv()
	if recv == nil || !fn.Exported() {
		return false
	}
	named, ok := deref(recv.Type()).(*types.Named)
	if !ok || fn.Pkg() == nil {
		return false
	}
	owner, path := named.Obj().Name(), fn.Pkg().Path()
	switch {
	case !strings.HasPrefix(path, s.Packages),
		!strings.HasSuffix(owner, s.Receiver),
		s.Imports != "" && !imports(fn.Pkg(), s.Imports),
		s.Methods != nil && !slices.Contains(s.Methods, fn.Name()),
		s.Sibling != "" && method(recv.Type(), fn.Pkg(), strings.ReplaceAll(s.Sibling, "{}", fn.Name())) == nil,
		s.Maker != nil && !slices.ContainsFunc(s.Maker, func(name string) bool {
			return fn.Pkg().Scope().Lookup(strings.ReplaceAll(name, "{}", owner)) != nil
		}):
		return false
	}
	return fitsParams(fn, s) && fitsResults(fn, s)
}

func fitsParams(fn *types.Func, s *knowledge.Signature) bool {
	sig := fn.Signature()
	n := sig.Params().Len()
	if n < len(s.Params) || s.Variadic && !sig.Variadic() {
		return false
	}
	for i, want := range s.Params {
		if want != "" && paramType(fn, i).String() != want {
			return false
		}
	}
	if s.Last == nil {
		return true
	}
	if n == 0 {
		return false
	}
	last := types.Unalias(sig.Params().At(n - 1).Type())
	if sig.Variadic() {
		last = types.Unalias(last.(*types.Slice).Elem())
	}
	return slices.ContainsFunc(s.Last, func(want string) bool {
		want = strings.ReplaceAll(want, "~", fn.Pkg().Path())
		prefix, cut := strings.CutSuffix(want, "*")
		return last.String() == want || cut && strings.HasPrefix(last.String(), prefix)
	})
}

func fitsResults(fn *types.Func, s *knowledge.Signature) bool {
	results := fn.Signature().Results()
	n := results.Len()
	if s.Fails && (n == 0 || results.At(n-1).Type().String() != "error") {
		return false
	}
	if s.Result == nil {
		return true
	}
	return n > 0 && slices.ContainsFunc(s.Result, func(want string) bool { return isOrEmbeds(results.At(0).Type(), want) })
}

// isOrEmbeds reports whether a type, pointers and type arguments aside, has
// the name, or is an interface that embeds one that has it.
func isOrEmbeds(t types.Type, name string) bool {
	named, ok := deref(t).(*types.Named)
	if !ok {
		return false
	}
	if obj := named.Obj(); obj.Pkg() != nil && obj.Pkg().Path()+"."+obj.Name() == name {
		return true
	}
	iface, ok := named.Underlying().(*types.Interface)
	if !ok {
		return false
	}
	for e := range iface.EmbeddedTypes() {
		if isOrEmbeds(e, name) {
			return true
		}
	}
	return false
}

func method(recv types.Type, pkg *types.Package, name string) *types.Func {
	obj, _, _ := types.LookupFieldOrMethod(recv, true, pkg, name)
	fn, _ := obj.(*types.Func)
	return fn
}

func imports(pkg *types.Package, path string) bool {
	return slices.ContainsFunc(pkg.Imports(), func(p *types.Package) bool { return p.Path() == path })
}
