package retries

import (
	"encoding/binary"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"
)

func (at *way) resolve(v ssa.Value) ssa.Value {
	for range 8 {
		next, ok := at.alias[v]
		if !ok {
			return v
		}
		v = next
	}
	return v
}

func (at *way) copy() way {
	next := *at
	next.known = own(at.known)
	next.class = own(at.class)
	next.alias = own(at.alias)
	return next
}

// own is a copy that can be written to.
func own[K comparable, V any](m map[K]V) map[K]V {
	if m == nil {
		return map[K]V{}
	}
	return maps.Clone(m)
}

// key tells ways apart that may go on differently.
func (w *walk) key(at *way) string {
	rows := w.rows[:0]
	for v, o := range at.known {
		rows = append(rows, [4]uint64{0, w.number(v), uint64(o)})
	}
	for v, a := range at.alias {
		rows = append(rows, [4]uint64{1, w.number(v), w.number(a)})
	}
	for k, v := range at.class {
		rows = append(rows, [4]uint64{2, w.number(k.value), w.number(k.name), bit(v)})
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
