package driver

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/objectpath"

	"github.com/timeoutlint/timeoutlint/internal/driver/cache"
)

// storedFacts are the facts about a package and its objects as they are kept.
type storedFacts struct {
	Facts  []storedFact // by path and kind
	Stream []byte       // those that do not encode themselves: in one stream, as gob describes a type in each
}

// storedFact is one of them.
type storedFact struct {
	Path string // the object's path in its package; empty: about the package
	Kind string
	Data []byte // of one that encodes itself

	fact analysis.Fact
	text string // what it says, for its fingerprint
}

// factSizes measures facts as others have to keep and to send them: without
// what gob says of their types.
type factSizes struct {
	Bytes   []int // of each
	Largest sizedFact
}

type sizedFact struct {
	Bytes int
	Of    string
}

func (a sizedFact) compare(b sizedFact) int {
	return cmp.Or(cmp.Compare(a.Bytes, b.Bytes), strings.Compare(a.Of, b.Of))
}

func (f *factSizes) add(size int, of func() string) {
	f.Bytes = append(f.Bytes, size)
	if size < f.Largest.Bytes {
		return
	}
	if fact := (sizedFact{size, of()}); fact.compare(f.Largest) > 0 {
		f.Largest = fact
	}
}

// join adds those of another package.
func (f *factSizes) join(other factSizes) {
	f.Bytes = append(f.Bytes, other.Bytes...)
	if other.Largest.compare(f.Largest) > 0 {
		f.Largest = other.Largest
	}
}

// list is the facts in the order in which they are kept.
func (f *factSet) list() []storedFact {
	out := make([]storedFact, 0, len(f.objects)+len(f.packages))
	for key, fact := range f.objects {
		out = append(out, storedFact{Path: string(f.paths[key.object]), Kind: kindName(key.kind), fact: fact})
	}
	for kind, fact := range f.packages {
		out = append(out, storedFact{Kind: kindName(kind), fact: fact})
	}
	slices.SortFunc(out, func(a, b storedFact) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Kind, b.Kind))
	})
	return out
}

// encode turns every fact into bytes, as other drivers do between processes,
// and measures it.
func (f *factSet) encode(pkg *types.Package) (*storedFacts, error) {
	out := &storedFacts{Facts: f.list()}
	var stream bytes.Buffer
	enc, described := gob.NewEncoder(&stream), map[string]bool{}
	f.sizes = factSizes{}
	for i := range out.Facts {
		stored := &out.Facts[i]
		size, err := stored.encode(enc, &stream, described)
		if err != nil {
			return nil, fmt.Errorf("fact %T of %s: %w", stored.fact, cmp.Or(stored.Path, pkg.Path()), err)
		}
		f.sizes.add(size+len(stored.Path), func() string {
			if stored.Path == "" {
				return fmt.Sprintf("%T", stored.fact)
			}
			return fmt.Sprintf("%s.%s %T", pkg.Path(), stored.Path, stored.fact)
		})
	}
	out.Stream = stream.Bytes()
	return out, nil
}

func (s *storedFact) encode(enc *gob.Encoder, stream *bytes.Buffer, described map[string]bool) (size int, err error) {
	if own, ok := s.fact.(gob.GobEncoder); ok {
		s.Data, err = own.GobEncode()
		s.text = string(s.Data)
		return len(s.Data), err
	}
	if !described[s.Kind] {
		described[s.Kind] = true
		if err := enc.Encode(newFact(reflect.TypeOf(s.fact))); err != nil {
			return 0, err
		}
	}
	before := stream.Len()
	if err := enc.Encode(s.fact); err != nil {
		return 0, err
	}
	said, err := json.Marshal(s.fact)
	s.text = string(said)
	return stream.Len() - before, err
}

// decode brings the facts back, in the same order.
func (s *storedFacts) decode(kinds map[string]reflect.Type) error {
	stream := bytes.NewReader(s.Stream)
	dec, described := gob.NewDecoder(stream), map[string]bool{}
	for i := range s.Facts {
		stored := &s.Facts[i]
		kind := kinds[stored.Kind]
		if kind == nil {
			return fmt.Errorf("no analyzer has facts of type %s", stored.Kind)
		}
		stored.fact = newFact(kind)
		if own, ok := stored.fact.(gob.GobDecoder); ok {
			if err := own.GobDecode(stored.Data); err != nil {
				return err
			}
			continue
		}
		if !described[stored.Kind] {
			described[stored.Kind] = true
			if err := dec.Decode(newFact(kind)); err != nil {
				return err
			}
		}
		if err := dec.Decode(stored.fact); err != nil {
			return err
		}
	}
	if stream.Len() > 0 {
		return errors.New("more facts than their list says")
	}
	return nil
}

// arrive puts in each fact's place what comes out at the other end.
func (f *factSet) arrive(stored *storedFacts, kinds map[string]reflect.Type) error {
	sent := storedFacts{Facts: slices.Clone(stored.Facts), Stream: stored.Stream}
	if err := sent.decode(kinds); err != nil {
		return err
	}
	arrived := map[analysis.Fact]analysis.Fact{} // by the one that was sent
	for i := range sent.Facts {
		arrived[stored.Facts[i].fact] = sent.Facts[i].fact
	}
	for key, fact := range f.objects {
		f.objects[key] = arrived[fact]
	}
	for kind, fact := range f.packages {
		f.packages[kind] = arrived[fact]
	}
	return nil
}

// read takes the facts of a package whose types were kept, too.
func (f *factSet) read(pkg *types.Package, stored *storedFacts, kinds map[string]reflect.Type) error {
	if err := stored.decode(kinds); err != nil {
		return err
	}
	for _, s := range stored.Facts {
		if s.Path == "" {
			f.exportPackage(s.fact)
			continue
		}
		obj, err := objectpath.Object(pkg, objectpath.Path(s.Path))
		if err != nil {
			continue // no importer can reach it, or it would have been kept
		}
		f.exportObject(obj, s.fact)
		if f.paths == nil {
			f.paths = map[types.Object]objectpath.Path{}
		}
		f.paths[obj] = objectpath.Path(s.Path)
	}
	return nil
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
