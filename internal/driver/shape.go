package driver

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"go/token"
	"go/types"
	"hash"
	"slices"
	"strings"

	"github.com/timeoutlint/timeoutlint/internal/driver/cache"
)

// sight is a fingerprint of what a package shows to its importers.
type sight struct {
	// types is of all types of the project that can be reached from what is
	// exported, with unexported fields and methods and tags: of those an importer may ask
	// anything. Types from outside the project are taken at their name: there the
	// version says what they are.
	types cache.Key

	// names is of each exported function, variable and constant what only
	// those importers can see that name it.
	names map[string]cache.Key

	met []*types.Package // whose types can be reached
}

// shape describes a package for its importers, without positions.
func shape(pkg *types.Package, ours func(*types.Package) bool) sight {
	s := &shaper{ours: ours, seen: map[types.Object]bool{}, met: map[*types.Package]bool{}}
	out := sight{names: map[string]cache.Key{}}
	scope := pkg.Scope()
	for _, name := range scope.Names() {
		if !token.IsExported(name) {
			continue
		}
		switch obj := scope.Lookup(name).(type) {
		case *types.TypeName:
			s.name(obj)
		default:
			out.names[name] = s.own(func() { s.object(obj) })
		}
	}
	var described []string
	for len(s.queue) > 0 {
		next := s.queue[0]
		s.queue = s.queue[1:]
		key := s.own(func() { s.declaration(next) })
		described = append(described, string(key[:]))
	}
	slices.Sort(described) // a new name may lead to them in another order
	h := sha256.New()
	say(h, described...)
	out.types = cache.Key(h.Sum(nil))
	delete(s.met, pkg)
	for p := range s.met {
		out.met = append(out.met, p)
	}
	slices.SortFunc(out.met, func(a, b *types.Package) int { return strings.Compare(a.Path(), b.Path()) })
	return out
}

type shaper struct {
	h     hash.Hash // of what is being described
	ours  func(*types.Package) bool
	seen  map[types.Object]bool // type names and type parameters
	met   map[*types.Package]bool
	queue []*types.TypeName // to be described
}

// own is the fingerprint of one description.
func (s *shaper) own(describe func()) cache.Key {
	s.h = sha256.New()
	describe()
	return cache.Key(s.h.Sum(nil))
}

// object describes a function, a variable or a constant of the package's scope.
func (s *shaper) object(obj types.Object) {
	s.say(fmt.Sprintf("%T", obj), obj.Name(), text(obj.Type()))
	if c, ok := obj.(*types.Const); ok {
		s.say(c.Val().ExactString())
	}
	s.visit(obj.Type())
}

func (s *shaper) say(words ...string) { say(s.h, words...) }

// text writes a type so that equal texts mean the same, wherever they stand.
func text(t types.Type) string {
	if i, ok := t.(*types.Interface); ok && i.NumExplicitMethods()+i.NumEmbeddeds() == 0 {
		return "interface{}" // "any" for the universe's own, which types that were read do not share
	}
	return types.TypeString(t, func(p *types.Package) string { return p.Path() })
}

// name has a type described once.
func (s *shaper) name(name *types.TypeName) {
	if name.Pkg() == nil || s.seen[name] || !s.ours(name.Pkg()) {
		return
	}
	s.seen[name] = true
	s.met[name.Pkg()] = true
	s.queue = append(s.queue, name)
}

// declaration describes a type.
func (s *shaper) declaration(name *types.TypeName) {
	s.say("type", name.Pkg().Path(), name.Name())
	switch t := name.Type().(type) {
	case *types.Alias:
		s.parameters(t.TypeParams())
		s.say("alias", text(t.Rhs()))
		s.visit(t.Rhs())
	case *types.Named:
		s.parameters(t.TypeParams())
		s.say("named", text(t.Underlying()))
		s.visit(t.Underlying())
		methods := slices.Collect(t.Methods())
		slices.SortFunc(methods, func(a, b *types.Func) int { return cmp.Compare(a.Id(), b.Id()) })
		for _, m := range methods {
			sig := m.Signature()
			_, pointer := types.Unalias(sig.Recv().Type()).(*types.Pointer)
			s.say("method", m.Id(), fmt.Sprint(pointer), text(sig))
			s.visit(sig)
		}
	default:
		s.say("other", text(t))
		s.visit(t)
	}
}

func (s *shaper) parameters(list *types.TypeParamList) {
	for p := range list.TypeParams() {
		s.visit(p)
	}
}

// visit meets the types that a type is made of.
func (s *shaper) visit(t types.Type) {
	switch t := t.(type) {
	case *types.Alias:
		s.name(t.Obj())
		s.list(t.TypeArgs())
		s.visit(t.Rhs())
	case *types.Named:
		s.name(t.Obj())
		s.list(t.TypeArgs())
	case *types.TypeParam:
		if !s.seen[t.Obj()] {
			s.seen[t.Obj()] = true
			s.say("parameter", t.Obj().Name(), text(t.Constraint()))
			s.visit(t.Constraint())
		}
	case *types.Pointer:
		s.visit(t.Elem())
	case *types.Slice:
		s.visit(t.Elem())
	case *types.Array:
		s.visit(t.Elem())
	case *types.Chan:
		s.visit(t.Elem())
	case *types.Map:
		s.visit(t.Key())
		s.visit(t.Elem())
	case *types.Tuple:
		for v := range t.Variables() {
			s.visit(v.Type())
		}
	case *types.Signature:
		s.parameters(t.TypeParams())
		s.visit(t.Params())
		s.visit(t.Results())
	case *types.Struct:
		for f := range t.Fields() {
			s.visit(f.Type())
		}
	case *types.Interface:
		for m := range t.ExplicitMethods() {
			s.visit(m.Type())
		}
		for e := range t.EmbeddedTypes() {
			s.visit(e)
		}
	case *types.Union:
		for term := range t.Terms() {
			s.visit(term.Type())
		}
	}
}

func (s *shaper) list(args *types.TypeList) {
	for t := range args.Types() {
		s.visit(t)
	}
}
