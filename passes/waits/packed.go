package waits

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
)

// GobEncode packs the tree: facts are kept and sent around by the thousand.
func (t *Takes) GobEncode() ([]byte, error) { return pack(factLayout, &t.Func) }

// GobDecode unpacks it, and refuses what no package can have made.
func (t *Takes) GobDecode(packed []byte) error {
	if err := unpack(factLayout, packed, &t.Func); err != nil {
		return err
	}
	return t.Func.Valid()
}

// GobEncode packs a package's summary.
func (r *Result) GobEncode() ([]byte, error) { return pack(resultLayout, r) }

// GobDecode unpacks it, and refuses what no package can have made.
func (r *Result) GobDecode(packed []byte) error {
	if err := unpack(resultLayout, packed, r); err != nil {
		return err
	}
	return r.valid()
}

func (r *Result) valid() error {
	for _, f := range r.Funcs {
		if err := f.Valid(); err != nil {
			return err
		}
	}
	var values []*tree.FuncVal
	for _, d := range r.Doors {
		values = append(values, d.Handler, d.Core)
	}
	for _, s := range r.Servers {
		values = append(values, s.Handler)
	}
	for _, x := range r.Mounts {
		values = append(values, x.Handler)
	}
	for _, x := range r.Routers {
		values = append(values, x.Around...)
	}
	for _, v := range values {
		if err := v.Valid(); err != nil {
			return err
		}
	}
	return nil
}

// A packed value is its fields that are not zero, in order, behind a number
// whose bits say which those are. A text is written where it is first met and
// is a number from then on.

// layout is how the values of a type are packed.
type layout struct {
	kind     reflect.Kind
	key, of  *layout
	fields   []*layout // of a struct, by index; nil: left out
	describe string
}

var factLayout, resultLayout = layoutOf(reflect.TypeFor[tree.Func]()), layoutOf(reflect.TypeFor[Result]())

func layoutOf(t reflect.Type) *layout { return layouts{}.of(t) }

type layouts map[reflect.Type]*layout

func (known layouts) of(t reflect.Type) *layout {
	if l := known[t]; l != nil {
		return l
	}
	l := &layout{kind: t.Kind(), describe: t.String()}
	known[t] = l
	switch t.Kind() {
	case reflect.Map:
		l.key = known.of(t.Key())
		l.of = known.of(t.Elem())
	case reflect.Pointer, reflect.Slice:
		l.of = known.of(t.Elem())
	case reflect.Struct:
		for f := range t.Fields() {
			if f.Tag.Get("json") == "-" || !f.IsExported() {
				l.fields = append(l.fields, nil)
				continue
			}
			l.fields = append(l.fields, known.of(f.Type))
		}
	}
	return l
}

func pack(l *layout, v any) ([]byte, error) {
	p := packer{texts: map[string]uint64{}}
	err := p.value(reflect.ValueOf(v).Elem(), l)
	return p.out, err
}

type packer struct {
	out   []byte
	texts map[string]uint64
}

func (p *packer) number(n uint64) { p.out = binary.AppendUvarint(p.out, n) }

func (p *packer) text(s string) {
	if at, ok := p.texts[s]; ok {
		p.number(at)
		return
	}
	p.number(0)
	p.number(uint64(len(s)))
	p.out = append(p.out, s...)
	p.texts[s] = uint64(len(p.texts) + 1)
}

func (p *packer) value(v reflect.Value, l *layout) error {
	switch l.kind {
	case reflect.Bool: // only those that are true are packed
	case reflect.Int, reflect.Int64:
		p.out = binary.AppendVarint(p.out, v.Int())
	case reflect.String:
		p.text(v.String())
	case reflect.Pointer:
		return p.value(v.Elem(), l.of)
	case reflect.Slice:
		p.number(uint64(v.Len()))
		for i := range v.Len() {
			if err := p.element(v.Index(i), l.of); err != nil {
				return err
			}
		}
	case reflect.Map:
		keys := v.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
		p.number(uint64(len(keys)))
		for _, key := range keys {
			if err := errors.Join(p.value(key, l.key), p.element(v.MapIndex(key), l.of)); err != nil {
				return err
			}
		}
	case reflect.Struct:
		var set uint64
		for i, of := range l.fields {
			if of != nil && !absent(v.Field(i)) {
				set |= 1 << i
			}
		}
		p.number(set)
		for i, of := range l.fields {
			if set&(1<<i) != 0 {
				if err := p.value(v.Field(i), of); err != nil {
					return err
				}
			}
		}
	default:
		return fmt.Errorf("cannot pack a %s", l.describe)
	}
	return nil
}

// element is a value that may be absent where it stands.
func (p *packer) element(v reflect.Value, l *layout) error {
	if l.kind != reflect.Pointer && l.kind != reflect.Bool {
		return p.value(v, l)
	}
	if absent(v) {
		p.number(0)
		return nil
	}
	p.number(1)
	return p.value(v, l)
}

func absent(v reflect.Value) bool {
	if k := v.Kind(); k == reflect.Slice || k == reflect.Map {
		return v.Len() == 0
	}
	return v.IsZero()
}

var errPacked = errors.New("not a packed summary")

func unpack(l *layout, packed []byte, into any) error {
	u := unpacker{in: bytes.NewReader(packed)}
	return u.value(reflect.ValueOf(into).Elem(), l, 0)
}

type unpacker struct {
	in    *bytes.Reader
	texts []string
}

// deepest is more than trees are deep: what is packed comes from a file.
const deepest = 10_000

// number is the next number, at most most.
func (u *unpacker) number(most int) (int, error) {
	n, err := binary.ReadUvarint(u.in)
	if err != nil || n > uint64(most) {
		return 0, errPacked
	}
	return int(n), nil
}

func (u *unpacker) text() (string, error) {
	at, err := u.number(len(u.texts))
	if err != nil {
		return "", err
	}
	if at > 0 {
		return u.texts[at-1], nil
	}
	size, err := u.number(u.in.Len())
	if err != nil {
		return "", err
	}
	var s strings.Builder
	s.Grow(size)
	for range size {
		c, _ := u.in.ReadByte() // there are so many
		s.WriteByte(c)
	}
	u.texts = append(u.texts, s.String())
	return s.String(), nil
}

func (u *unpacker) value(v reflect.Value, l *layout, depth int) error {
	if depth > deepest {
		return errPacked
	}
	switch l.kind {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		n, err := binary.ReadVarint(u.in)
		if err != nil || v.OverflowInt(n) {
			return errPacked
		}
		v.SetInt(n)
	case reflect.String:
		s, err := u.text()
		v.SetString(s)
		return err
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return u.value(v.Elem(), l.of, depth+1)
	case reflect.Slice:
		size, err := u.number(u.in.Len()) // an element is a byte at least
		if err != nil {
			return err
		}
		v.Set(reflect.MakeSlice(v.Type(), 0, min(size, 1024)))
		for i := range size {
			v.Grow(1)
			v.SetLen(i + 1)
			if err := u.element(v.Index(i), l.of, depth+1); err != nil {
				return err
			}
		}
	case reflect.Map:
		size, err := u.number(u.in.Len())
		if err != nil {
			return err
		}
		v.Set(reflect.MakeMap(v.Type()))
		for range size {
			key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			if u.value(key, l.key, depth+1) != nil || u.element(value, l.of, depth+1) != nil {
				return errPacked
			}
			v.SetMapIndex(key, value)
		}
	case reflect.Struct:
		set, err := binary.ReadUvarint(u.in)
		if err != nil || set>>len(l.fields) != 0 {
			return errPacked
		}
		for i, of := range l.fields {
			if set&(1<<i) == 0 {
				continue
			}
			if of == nil {
				return errPacked
			}
			if err := u.value(v.Field(i), of, depth+1); err != nil {
				return err
			}
		}
	default:
		return fmt.Errorf("cannot unpack a %s", l.describe)
	}
	return nil
}

func (u *unpacker) element(v reflect.Value, l *layout, depth int) error {
	if l.kind != reflect.Pointer && l.kind != reflect.Bool {
		return u.value(v, l, depth)
	}
	there, err := u.number(1)
	if err != nil || there == 0 {
		return err
	}
	return u.value(v, l, depth)
}
