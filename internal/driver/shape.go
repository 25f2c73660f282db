package driver

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"go/token"
	"go/types"
	"hash"
	"maps"
	"slices"
	"strings"

	"github.com/timeoutlint/timeoutlint/internal/driver/cache"
)

// sight is what a package shows to its importers, as fingerprints. Types from
// outside the project are taken at their name: there the version says what they are.
type sight struct {
	// names is of each exported function, variable, constant and type what only
	// those importers can see that name it, or something that leads to it: with
	// it go all types of the project that it leads to, their unexported fields
	// and methods and tags, and the facts about all of these. Also of each
	// unexported type that something exported leads to.
	names map[string]cache.Key

	// common is what importers can see that name nothing: the interfaces that
	// are exported, which an importer may look for, the package's facts and
	// those about nothing that can be named.
	common cache.Key
}

// shaper describes a package.
type shaper struct {
	pkg   *types.Package
	ours  func(*types.Package) bool                    // may its types change while its version does not?
	known func(name *types.TypeName) (cache.Key, bool) // of another package: the fingerprint that it shows
	about map[string][]storedFact                      // by name
	types map[*types.TypeName]*described
	stack []*described // of types that lead to each other, while their number is looked for

	h          hash.Hash // of what is being described
	parameters map[*types.TypeParam]bool
	leads      map[*types.TypeName]bool
}

// described is a type whose fingerprint is looked for. Types that lead to each
// other have theirs together; depth and low find them (Tarjan's algorithm).
type described struct {
	name       *types.TypeName
	own        cache.Key // of its declaration and the facts about it
	leads      []*types.TypeName
	depth, low int
	open       bool
	whole      cache.Key // once it is not open any more
}

// shape describes a package for its importers, without positions.
func shape(pkg *types.Package, facts []storedFact, ours func(*types.Package) bool, known func(*types.TypeName) (cache.Key, bool)) sight {
	s := &shaper{pkg: pkg, ours: ours, known: known, about: map[string][]storedFact{}, types: map[*types.TypeName]*described{}}
	for _, fact := range facts {
		root, _, _ := strings.Cut(fact.Path, ".")
		s.about[root] = append(s.about[root], fact)
	}
	out := sight{names: map[string]cache.Key{}}
	scope := pkg.Scope()
	common := sha256.New()
	for _, name := range scope.Names() {
		if !token.IsExported(name) {
			continue
		}
		switch obj := scope.Lookup(name).(type) {
		case *types.TypeName:
			key := s.whole(obj)
			out.names[name] = key
			if types.IsInterface(obj.Type()) {
				say(common, name, string(key[:]))
			}
		default:
			own, leads := s.own(name, func() { s.object(obj) })
			h := sha256.New()
			say(h, string(own[:]))
			s.sayLeads(h, leads, nil)
			out.names[name] = cache.Key(h.Sum(nil))
		}
	}
	for name, d := range s.types {
		if name.Parent() == scope {
			out.names[name.Name()] = d.whole
		}
	}
	for _, root := range sortedKeys(s.about) {
		if _, named := out.names[root]; !named {
			said := sayings(s.about[root])
			say(common, "facts", string(said[:]))
		}
	}
	out.common = cache.Key(common.Sum(nil))
	return out
}

// own is the fingerprint of one description and of the facts about it, and the
// types that it names.
func (s *shaper) own(name string, describe func()) (cache.Key, []*types.TypeName) {
	s.h, s.parameters, s.leads = sha256.New(), map[*types.TypeParam]bool{}, map[*types.TypeName]bool{}
	describe()
	said := sayings(s.about[name])
	s.say(string(said[:]))
	leads := slices.SortedFunc(maps.Keys(s.leads), func(a, b *types.TypeName) int {
		return cmp.Or(strings.Compare(a.Pkg().Path(), b.Pkg().Path()), strings.Compare(a.Name(), b.Name()))
	})
	return cache.Key(s.h.Sum(nil)), leads
}

// whole is the fingerprint of a type with all that it leads to.
func (s *shaper) whole(name *types.TypeName) cache.Key {
	if name.Pkg() != s.pkg && s.known != nil {
		if key, ok := s.known(name); ok {
			return key
		}
	}
	d := s.types[name]
	if d == nil {
		d = s.describe(name)
	}
	return d.whole
}

func (s *shaper) describe(name *types.TypeName) *described {
	d := &described{name: name, depth: len(s.types) + 1, low: len(s.types) + 1, open: true}
	s.types[name] = d
	s.stack = append(s.stack, d)
	about := name.Name()
	if name.Pkg() != s.pkg {
		about = "" // its package answers for the facts
	}
	d.own, d.leads = s.own(about, func() { s.declaration(name) })
	for _, next := range d.leads {
		s.whole(next)
		if e := s.types[next]; e != nil && e.open {
			d.low = min(d.low, e.low)
		}
	}
	if d.low < d.depth {
		return d
	}
	first := slices.Index(s.stack, d)
	together := slices.Clone(s.stack[first:])
	s.stack = s.stack[:first]
	inside := map[*types.TypeName]bool{}
	var owns []string
	leads := map[*types.TypeName]bool{}
	for _, e := range together {
		inside[e.name] = true
		owns = append(owns, string(e.own[:]))
		for _, next := range e.leads {
			leads[next] = true
		}
	}
	slices.Sort(owns) // a new name may lead to them in another order
	h := sha256.New()
	say(h, owns...)
	s.sayLeads(h, slices.Collect(maps.Keys(leads)), inside)
	for _, e := range together {
		e.open, e.whole = false, cache.Key(h.Sum(nil))
	}
	return d
}

// sayLeads adds the fingerprints of types that a description names.
func (s *shaper) sayLeads(h hash.Hash, leads []*types.TypeName, but map[*types.TypeName]bool) {
	var keys []string
	for _, next := range leads {
		if !but[next] {
			key := s.whole(next)
			keys = append(keys, string(key[:]))
		}
	}
	slices.Sort(keys)
	say(h, slices.Compact(keys)...)
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

// name notes that a type is named.
func (s *shaper) name(name *types.TypeName) {
	if name.Pkg() != nil && s.ours(name.Pkg()) {
		s.leads[name] = true
	}
}

// declaration describes a type.
func (s *shaper) declaration(name *types.TypeName) {
	s.say("type", name.Pkg().Path(), name.Name())
	switch t := name.Type().(type) {
	case *types.Alias:
		s.constraints(t.TypeParams())
		s.say("alias", text(t.Rhs()))
		s.visit(t.Rhs())
	case *types.Named:
		s.constraints(t.TypeParams())
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

func (s *shaper) constraints(list *types.TypeParamList) {
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
		if !s.parameters[t] {
			s.parameters[t] = true
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
		s.constraints(t.TypeParams())
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
