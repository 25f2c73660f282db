package driver

import (
	"bytes"
	"encoding/gob"
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
	sizes    []factSize
}

type objectFact struct {
	object types.Object
	kind   reflect.Type
}

type factSize struct {
	bytes int
	of    string
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

// seal drops what no other package can see, as every other driver does.
func (f *factSet) seal(pkg *types.Package) {
	for key := range f.objects {
		if !visible(key.object, pkg) {
			delete(f.objects, key)
		}
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

// encode sends every fact through gob and keeps what arrives; an object that
// has no path is one that other drivers cannot name, and its facts are lost.
func (f *factSet) encode() error {
	var paths objectpath.Encoder
	for key, fact := range f.objects {
		path, err := paths.For(key.object)
		if err != nil {
			delete(f.objects, key)
			continue
		}
		decoded, size, err := roundTrip(fact)
		if err != nil {
			return fmt.Errorf("fact %T of %s: %w", fact, key.object.Name(), err)
		}
		f.objects[key] = decoded
		f.sizes = append(f.sizes, factSize{size + len(path), fmt.Sprintf("%s.%s %T", key.object.Pkg().Path(), path, fact)})
	}
	for kind, fact := range f.packages {
		decoded, size, err := roundTrip(fact)
		if err != nil {
			return fmt.Errorf("package fact %T: %w", fact, err)
		}
		f.packages[kind] = decoded
		f.sizes = append(f.sizes, factSize{size, fmt.Sprintf("%T", fact)})
	}
	return nil
}

// roundTrip returns the decoded fact and its size without gob's description of
// the type, which a stream of many facts holds once.
func roundTrip(fact analysis.Fact) (analysis.Fact, int, error) {
	var buf bytes.Buffer
	enc := gob.NewEncoder(&buf)
	if err := enc.Encode(fact); err != nil {
		return nil, 0, err
	}
	first := buf.Len()
	if err := enc.Encode(fact); err != nil {
		return nil, 0, err
	}
	size := buf.Len() - first
	decoded := reflect.New(reflect.TypeOf(fact).Elem()).Interface().(analysis.Fact)
	return decoded, size, gob.NewDecoder(&buf).Decode(decoded)
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
	// Positions of one package are in order, whatever was loaded beside it.
	slices.SortFunc(out, func(a, b analysis.ObjectFact) int {
		if a.Object.Pos() != b.Object.Pos() {
			return int(a.Object.Pos() - b.Object.Pos())
		}
		return strings.Compare(fmt.Sprintf("%s %T", a.Object.Id(), a.Fact), fmt.Sprintf("%s %T", b.Object.Id(), b.Fact))
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
