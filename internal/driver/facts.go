package driver

import (
	"cmp"
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/objectpath"
)

// factSet is the facts about one package and its objects. It is written while
// the package is analysed and only read afterwards.
type factSet struct {
	objects  map[objectFact]analysis.Fact
	packages map[reflect.Type]analysis.Fact
	paths    map[types.Object]objectpath.Path // of objects with facts, once sealed
	sizes    factSizes
}

type objectFact struct {
	object types.Object
	kind   reflect.Type
}

// importObject copies the fact about obj into fact if there is one.
func (f *factSet) importObject(obj types.Object, fact analysis.Fact) bool {
	return copyFact(f.objects[objectFact{obj, reflect.TypeOf(fact)}], fact)
}

func (f *factSet) importPackage(fact analysis.Fact) bool {
	return copyFact(f.packages[reflect.TypeOf(fact)], fact)
}

func copyFact(from, to analysis.Fact) bool {
	if from == nil {
		return false
	}
	reflect.ValueOf(to).Elem().Set(reflect.ValueOf(from).Elem())
	return true
}

func (f *factSet) exportObject(obj types.Object, fact analysis.Fact) {
	if f.objects == nil {
		f.objects = map[objectFact]analysis.Fact{}
	}
	f.objects[objectFact{obj, reflect.TypeOf(fact)}] = fact
}

func (f *factSet) exportPackage(fact analysis.Fact) {
	if f.packages == nil {
		f.packages = map[reflect.Type]analysis.Fact{}
	}
	f.packages[reflect.TypeOf(fact)] = fact
}

// seal drops what no other package can see, as every other driver does: facts
// about objects that importers cannot meet, or cannot name.
func (f *factSet) seal(pkg *types.Package) {
	var paths objectpath.Encoder
	for key := range f.objects {
		path, err := paths.For(key.object)
		if err != nil || !visible(key.object, pkg) {
			delete(f.objects, key)
			continue
		}
		if f.paths == nil {
			f.paths = map[types.Object]objectpath.Path{}
		}
		f.paths[key.object] = path
	}
}

// visible reports whether an importer of pkg may meet the object, be it only
// through a type of another object.
func visible(obj types.Object, pkg *types.Package) bool {
	switch obj := obj.(type) {
	case *types.Func:
		return obj.Exported() && obj.Pkg() == pkg || obj.Signature().Recv() != nil
	case *types.Var:
		return obj.IsField() || obj.Pkg() == pkg
	case *types.TypeName, *types.Const:
		return true
	}
	return false
}

// objectFacts lists the facts of the wanted types, in an order that depends on
// the code alone.
func (f *factSet) objectFacts(kinds map[reflect.Type]bool) []analysis.ObjectFact {
	var out []analysis.ObjectFact
	for key, fact := range f.objects {
		if kinds[key.kind] {
			out = append(out, analysis.ObjectFact{Object: key.object, Fact: fact})
		}
	}
	slices.SortFunc(out, func(a, b analysis.ObjectFact) int {
		return cmp.Or(strings.Compare(string(f.paths[a.Object]), string(f.paths[b.Object])),
			int(a.Object.Pos()-b.Object.Pos()), // of the package under way, where there are no paths yet
			strings.Compare(fmt.Sprintf("%T", a.Fact), fmt.Sprintf("%T", b.Fact)))
	})
	return out
}

func (f *factSet) packageFacts(pkg *types.Package, kinds map[reflect.Type]bool) []analysis.PackageFact {
	var out []analysis.PackageFact
	for kind, fact := range f.packages {
		if kinds[kind] {
			out = append(out, analysis.PackageFact{Package: pkg, Fact: fact})
		}
	}
	slices.SortFunc(out, func(a, b analysis.PackageFact) int {
		return strings.Compare(fmt.Sprintf("%T", a.Fact), fmt.Sprintf("%T", b.Fact))
	})
	return out
}
