package obligations

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/settings"
)

// Wraps is the package fact of the types, in a package or in one that it
// imports, that have the interface of a client of somebody else's making.
type Wraps struct{ Types []Wrapper }

// Wrapper is one of those types: an interface, and the package that has it too.
type Wrapper struct{ Interface, In string }

// AFact marks Wraps as a fact.
func (*Wraps) AFact() {}

func (w *Wraps) String() string {
	var out []string
	for _, t := range w.Types {
		out = append(out, fmt.Sprintf("%s in %s", t.Interface, t.In))
	}
	return "wraps " + strings.Join(out, ", ")
}

// findWrappers finds the wrappers of a package and of those it imports, and hands
// them on. A wrapper's package imports that of the interface: its methods name the
// requests.
func (r *Result) findWrappers(pass *analysis.Pass) *Wraps {
	seen := map[Wrapper]bool{}
	own := concrete(pass.Pkg)
	for _, imp := range pass.Pkg.Imports() {
		var below Wraps
		if pass.ImportPackageFact(imp, &below) {
			for _, t := range below.Types {
				seen[t] = true
			}
		}
		if len(own) == 0 {
			continue
		}
		scope := imp.Scope()
		for _, name := range scope.Names() {
			if !token.IsExported(name) {
				continue
			}
			tn, ok := scope.Lookup(name).(*types.TypeName)
			if !ok || tn.IsAlias() {
				continue
			}
			if iface, ok := tn.Type().Underlying().(*types.Interface); ok && r.client(iface) && implemented(own, iface) {
				seen[Wrapper{imp.Path() + "." + name, pass.Pkg.Path()}] = true
			}
		}
	}
	out := new(Wraps)
	for t := range seen {
		out.Types = append(out.Types, t)
	}
	slices.SortFunc(out.Types, func(a, b Wrapper) int {
		return cmp.Or(strings.Compare(a.Interface, b.Interface), strings.Compare(a.In, b.In))
	})
	if len(out.Types) > 0 {
		fact := *out
		pass.ExportPackageFact(&fact)
	}
	return out
}

// client reports whether somebody else answers a method of the interface.
func (r *Result) client(iface *types.Interface) bool {
	for m := range iface.Methods() {
		if m.Signature().Params().Len() == 0 {
			continue // there is nothing to ask
		}
		if row := r.row(m); row != nil && remote(row) {
			return true
		}
	}
	return false
}

// concrete lists the types of a package that have methods, and may have those
// of an interface.
func concrete(pkg *types.Package) (list []*types.Pointer) {
	scope := pkg.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() {
			continue
		}
		named, ok := tn.Type().(*types.Named)
		if !ok || named.TypeParams().Len() > 0 || types.IsInterface(named) {
			continue
		}
		_, embeds := named.Underlying().(*types.Struct)
		if named.NumMethods() > 0 || embeds {
			list = append(list, types.NewPointer(named))
		}
	}
	return list
}

// implemented reports whether one of the types has the interface.
func implemented(list []*types.Pointer, iface *types.Interface) bool {
	return slices.ContainsFunc(list, func(t *types.Pointer) bool { return types.Implements(t, iface) })
}

// wrapped reports whether a type of this module, not generated beside the
// interface, has the interface of a generated client: such wrappers are there to
// add deadlines, retries and the like.
func (s *solver) wrapped(common *ssa.CallCommon) bool {
	iface, ok := common.Value.Type().Underlying().(*types.Interface)
	if !ok {
		return false
	}
	known, ok := s.wrappers[iface]
	if ok {
		return known
	}
	home := common.Method.Pkg()
	out := home != s.pass.Pkg && implemented(concrete(s.pass.Pkg), iface)
	named, ok := types.Unalias(common.Value.Type()).(*types.Named)
	if ok && named.Obj().Pkg() != nil {
		full := named.Obj().Pkg().Path() + "." + named.Obj().Name()
		out = out || slices.ContainsFunc(s.wraps.Types, func(t Wrapper) bool {
			return t.Interface == full && t.In != home.Path() && settings.Beside(s.pass, t.In)
		})
	}
	s.wrappers[iface] = out
	return out
}
