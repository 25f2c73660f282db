package retries

import (
	"encoding/binary"
	"slices"

	"golang.org/x/tools/go/ssa"
)

func (at *way) resolve(v ssa.Value) ssa.Value {
	for range 8 {
		next, ok := at.alias.of(v)
		if !ok {
			return v
		}
		v = next
	}
	return v
}

// notes are a few things remembered on a way. They are never changed in place:
// ways that part share them until one of them learns something.
type notes[K comparable, V comparable] []note[K, V]

// They are in the order of their rows, which stand for them in the key of a way.
type note[K comparable, V comparable] struct {
	about K
	says  V
	row   row
}

type row [3]uint64

func (n notes[K, V]) of(about K) (says V, ok bool) {
	for i := range n {
		if n[i].about == about {
			return n[i].says, true
		}
	}
	return says, false
}

func (n notes[K, V]) with(about K, says V, as row) notes[K, V] {
	if is, ok := n.of(about); ok && is == says {
		return n
	}
	n = n.without(about)
	at, _ := slices.BinarySearchFunc(n, as, func(n note[K, V], as row) int { return slices.Compare(n.row[:], as[:]) })
	return slices.Insert(n[:len(n):len(n)], at, note[K, V]{about, says, as})
}

func (n notes[K, V]) without(about K) notes[K, V] {
	for i := range n {
		if n[i].about == about {
			return slices.Concat(n[:i], n[i+1:])
		}
	}
	return n
}

func (w *walk) know(at *way, v ssa.Value, says outcome) {
	at.known = at.known.with(v, says, row{w.number(v), uint64(says)})
}

func (w *walk) classify(at *way, is sentinel, equal bool) {
	at.class = at.class.with(is, equal, row{w.number(is.value), w.number(is.name), bit(equal)})
}

func (w *walk) equate(at *way, v, same ssa.Value) {
	at.alias = at.alias.with(v, same, row{w.number(v), w.number(same)})
}

// key tells ways apart that may go on differently.
func (w *walk) key(at *way) string {
	out := binary.AppendUvarint(w.text[:0], uint64(at.block.Index))
	out = append(out, byte(at.said), byte(at.flag), byte(bit(at.state)|bit(at.others)<<1|bit(at.waited)<<2|bit(at.turned)<<3|bit(at.free)<<4))
	out = write(out, at.known)
	out = write(out, at.alias)
	out = write(out, at.class)
	w.text = out
	return string(out)
}

func write[K, V comparable](out []byte, list notes[K, V]) []byte {
	out = binary.AppendUvarint(out, uint64(len(list)))
	for i := range list {
		for _, n := range list[i].row {
			out = binary.AppendUvarint(out, n)
		}
	}
	return out
}

// number gives each value and name of a walk its own.
func (w *walk) number(of any) uint64 {
	n, ok := w.numbers[of]
	if !ok {
		n = uint64(len(w.numbers))
		w.numbers[of] = n
	}
	return n
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
