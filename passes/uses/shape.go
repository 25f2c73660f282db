package uses

import (
	"go/ast"
	"go/types"
	"hash/fnv"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/settings"
)

// Called reports whether a call through an interface may run the method, by the
// shapes of the interfaces' methods. A method of a generic type has no shape of
// its own, nor has one of a package that does not compile: it is taken to be
// called.
func (f Func) Called(methods map[uint32]bool) bool {
	return f.Method != "" && (f.Shape == 0 || methods[f.Shape] || methods[sum(f.Method)])
}

// methods are the shapes of what interfaces ask for: those in the scopes of the
// package and of what it imports from elsewhere, and those that one of its
// expressions, or what it is given to, has as its type.
func methods(pass *analysis.Pass) []uint32 {
	m := asked{shapes: map[uint32]bool{}, seen: map[types.Type]bool{}}
	for _, p := range append([]*types.Package{pass.Pkg}, pass.Pkg.Imports()...) {
		if p != pass.Pkg && settings.Beside(pass, p.Path()) {
			continue // it tells of its own
		}
		scope := p.Scope()
		for _, name := range scope.Names() {
			if tn, ok := scope.Lookup(name).(*types.TypeName); ok && (p == pass.Pkg || tn.Exported()) && types.IsInterface(tn.Type()) {
				m.by(tn.Type())
			}
		}
	}
	for e, tv := range pass.TypesInfo.Types {
		m.by(tv.Type)
		if _, ok := e.(*ast.CompositeLit); ok {
			m.fields(tv.Type)
		}
	}
	return slices.Sorted(maps.Keys(m.shapes))
}

type asked struct {
	shapes map[uint32]bool
	seen   map[types.Type]bool
}

// by adds what an interface asks for, and the interfaces that values become as
// they are put into a container or passed to a function.
func (m asked) by(t types.Type) {
	if t == nil || m.seen[t] {
		return
	}
	m.seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Interface:
		for fn := range u.Methods() {
			if s := Shape(fn); s != 0 {
				m.shapes[s] = true
			} else {
				m.shapes[sum(fn.Name())] = true
			}
		}
	case *types.Signature:
		for v := range u.Params().Variables() {
			m.by(v.Type())
		}
	case interface{ Elem() types.Type }: // a slice, an array, a map, a channel, a pointer
		m.by(u.Elem())
	}
}

func (m asked) fields(t types.Type) {
	if s, ok := t.Underlying().(*types.Struct); ok {
		for v := range s.Fields() {
			m.by(v.Type())
		}
	}
}

// Shape is a number for a method's name and types: the same for a method and for
// that of an interface it implements, and now and then for others. A method
// whose types are left open, by a generic type or interface, has none: 0.
func Shape(fn *types.Func) uint32 {
	var b strings.Builder
	b.WriteString(fn.Name())
	sig := fn.Signature()
	if sig.RecvTypeParams().Len() > 0 || !tuple(&b, sig.Params()) || !tuple(&b, sig.Results()) {
		return 0
	}
	return max(1, sum(b.String()))
}

func sum(s string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(s))
	return h.Sum32()
}

func tuple(b *strings.Builder, t *types.Tuple) bool {
	b.WriteByte('(')
	for v := range t.Variables() {
		if !describeType(b, v.Type()) {
			return false
		}
		b.WriteByte(',')
	}
	b.WriteByte(')')
	return true
}

// describeType writes what a type is, coarsely: identical types are told alike.
// It is false where a type parameter is part of it, or what is not known.
func describeType(b *strings.Builder, t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		return false
	case *types.Basic:
		if t.Kind() == types.Invalid {
			return false
		}
		b.WriteString(strconv.Itoa(int(t.Kind())))
	case *types.Named:
		if pkg := t.Obj().Pkg(); pkg != nil {
			b.WriteString(pkg.Path())
		}
		b.WriteByte('.')
		b.WriteString(t.Obj().Name())
		for arg := range t.TypeArgs().Types() {
			if !describeType(b, arg) {
				return false
			}
		}
	case *types.Pointer:
		b.WriteByte('*')
		return describeType(b, t.Elem())
	case *types.Slice:
		b.WriteString("[]")
		return describeType(b, t.Elem())
	case *types.Array:
		b.WriteString("[n]")
		return describeType(b, t.Elem())
	case *types.Chan:
		b.WriteString("chan ")
		return describeType(b, t.Elem())
	case *types.Map:
		b.WriteString("map ")
		return describeType(b, t.Key()) && describeType(b, t.Elem())
	case *types.Signature:
		b.WriteString("func")
		return tuple(b, t.Params()) && tuple(b, t.Results())
	case *types.Struct:
		b.WriteString("struct")
	default: // an interface that is written out, `any` too
		b.WriteString("interface")
	}
	return true
}
