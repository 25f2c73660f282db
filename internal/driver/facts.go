package driver

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/objectpath"

	"github.com/timeoutlint/timeoutlint/internal/driver/cache"
)

// factSet is the facts about one package and its objects. It is written while
// the package is analysed and only read afterwards.
type factSet struct {
	objects  map[objectFact]analysis.Fact
	packages map[reflect.Type]analysis.Fact
	paths    map[types.Object]objectpath.Path // of objects with facts, once sealed
	sizes    []sizedFact
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

// encode turns every fact into bytes, as other drivers do between processes,
// and measures it. With arrived, what comes out at the other end takes the
// fact's place.
func (f *factSet) encode(d *descriptions, arrived bool) (out []storedFact, err error) {
	for key, fact := range f.objects {
		path := f.paths[key.object]
		stored, size, err := d.encode(fact)
		if err != nil {
			return nil, fmt.Errorf("fact %T of %s: %w", fact, key.object.Name(), err)
		}
		if arrived {
			if f.objects[key], err = stored.decode(reflect.TypeOf(fact)); err != nil {
				return nil, fmt.Errorf("fact %T of %s: %w", fact, key.object.Name(), err)
			}
		}
		stored.Path = string(path)
		out = append(out, stored)
		f.sizes = append(f.sizes, sizedFact{size + len(path), fmt.Sprintf("%s.%s %T", key.object.Pkg().Path(), path, fact)})
	}
	for kind, fact := range f.packages {
		stored, size, err := d.encode(fact)
		if err != nil {
			return nil, fmt.Errorf("package fact %T: %w", fact, err)
		}
		if arrived {
			if f.packages[kind], err = stored.decode(kind); err != nil {
				return nil, fmt.Errorf("package fact %T: %w", fact, err)
			}
		}
		out = append(out, stored)
		f.sizes = append(f.sizes, sizedFact{size, fmt.Sprintf("%T", fact)})
	}
	slices.SortFunc(out, func(a, b storedFact) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Kind, b.Kind))
	})
	return out, nil
}

// sayings is the fingerprint of what facts say: gob numbers types in the order
// in which a process happens to meet them.
func sayings(list []storedFact) cache.Key {
	h := sha256.New()
	for _, stored := range list {
		say(h, stored.Path, stored.Kind, stored.text)
	}
	return cache.Key(h.Sum(nil))
}

// decode is the inverse, for a package whose types were kept, too.
func (f *factSet) decode(pkg *types.Package, list []storedFact, kinds map[string]reflect.Type) error {
	for _, stored := range list {
		kind := kinds[stored.Kind]
		if kind == nil {
			return fmt.Errorf("no analyzer has facts of type %s", stored.Kind)
		}
		fact, err := stored.decode(kind)
		if err != nil {
			return err
		}
		if stored.Path == "" {
			f.exportPackage(fact)
			continue
		}
		obj, err := objectpath.Object(pkg, objectpath.Path(stored.Path))
		if err != nil {
			continue // no importer can reach it, or it would have been kept
		}
		f.exportObject(obj, fact)
		if f.paths == nil {
			f.paths = map[types.Object]objectpath.Path{}
		}
		f.paths[obj] = objectpath.Path(stored.Path)
	}
	return nil
}

// descriptions are how many bytes gob takes to describe a type of facts, which
// a stream of many facts holds once.
type descriptions struct {
	mu    sync.Mutex
	bytes map[reflect.Type]int
}

// encode returns the fact as bytes, and its size without the description.
func (d *descriptions) encode(fact analysis.Fact) (stored storedFact, size int, err error) {
	var buf bytes.Buffer
	enc := gob.NewEncoder(&buf)
	if err := enc.Encode(fact); err != nil {
		return stored, 0, err
	}
	said, err := json.Marshal(fact)
	if err != nil {
		return stored, 0, err
	}
	kind, first := reflect.TypeOf(fact), buf.Len()
	stored = storedFact{Kind: kindName(kind), Data: buf.Bytes()[:first:first], text: string(said)}
	d.mu.Lock()
	defer d.mu.Unlock()
	described, known := d.bytes[kind]
	if !known {
		if err := enc.Encode(fact); err != nil {
			return stored, 0, err
		}
		described = first - (buf.Len() - first)
		d.bytes[kind] = described
	}
	return stored, first - described, nil
}

// decode is what arrives of a fact at the other end.
func (s *storedFact) decode(kind reflect.Type) (analysis.Fact, error) {
	fact := newFact(kind)
	return fact, decode(s.Data, fact)
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
