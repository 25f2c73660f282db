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

type note[K comparable, V comparable] struct {
	about K
	says  V
}

func (n notes[K, V]) of(about K) (says V, ok bool) {
	for i := range n {
		if n[i].about == about {
			return n[i].says, true
		}
	}
	return says, false
}

func (n notes[K, V]) with(about K, says V) notes[K, V] {
	for i := range n {
		if n[i].about != about {
			continue
		}
		if n[i].says == says {
			return n
		}
		out := slices.Clone(n)
		out[i].says = says
		return out
	}
	return append(n[:len(n):len(n)], note[K, V]{about, says})
}

func (n notes[K, V]) without(about K) notes[K, V] {
	for i := range n {
		if n[i].about == about {
			return slices.Concat(n[:i], n[i+1:])
		}
	}
	return n
}

// key tells ways apart that may go on differently.
func (w *walk) key(at *way) string {
	rows := w.rows[:0]
	for _, n := range at.known {
		rows = append(rows, [4]uint64{0, w.number(n.about), uint64(n.says)})
	}
	for _, n := range at.alias {
		rows = append(rows, [4]uint64{1, w.number(n.about), w.number(n.says)})
	}
	for _, n := range at.class {
		rows = append(rows, [4]uint64{2, w.number(n.about.value), w.number(n.about.name), bit(n.says)})
	}
	w.rows = rows
	slices.SortFunc(rows, func(a, b [4]uint64) int { return slices.Compare(a[:], b[:]) })
	out := binary.AppendUvarint(w.text[:0], uint64(at.block.Index))
	out = append(out, byte(at.said), byte(at.flag), byte(bit(at.state)|bit(at.others)<<1|bit(at.waited)<<2|bit(at.turned)<<3))
	for _, row := range rows {
		for _, n := range row {
			out = binary.AppendUvarint(out, n)
		}
	}
	w.text = out
	return string(out)
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
