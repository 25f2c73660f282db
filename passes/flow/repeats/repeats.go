// Package repeats reads what flow says of a client that repeats its calls by itself:
// how often, as a method of it was told.
//
// It knows the setters that a wait names. It does not know what is worth repeating.
package repeats

import (
	"github.com/timeoutlint/timeoutlint/passes/flow"
	"github.com/timeoutlint/timeoutlint/passes/flow/numbers"
)

// longest is how many calls of a chain are looked at: client.R().SetContext(ctx).
const longest = 20

// Of is how many attempts a wait makes, the first included, at least and at most, and
// the method that says so; ok: what it is made on was told, and a number that is known.
func Of(r *flow.Resolver, p *flow.Package, w *flow.Wait) (least, most int64, setter string, ok bool) {
	if len(w.Repeats) == 0 || w.Receiver == nil {
		return 0, 0, "", false
	}
	for i, v := range r.Resolve(p, w.Receiver, nil) {
		n, by := of(r, v, w.Repeats)
		if !n.Known || n.Outside || n.Lo < 1 {
			return 0, 0, "", false
		}
		if i == 0 || n.Lo < least {
			least = n.Lo
		}
		most, setter, ok = max(most, n.Hi), by, true
	}
	return least, most, setter, ok
}

// of follows a chain of methods to where it begins, and then looks for what is told to
// that elsewhere.
func of(r *flow.Resolver, v flow.Value, rows []flow.Repeat) (numbers.Interval, string) {
	for range longest {
		t := v.Term()
		if t.Op != flow.Call || len(t.Args) == 0 {
			break
		}
		for _, row := range rows {
			if row.Setter == t.Sym && row.Arg+1 < len(t.Args) {
				return counted(numbers.Of(r, v.Pkg, t.Args[row.Arg+1], v.Env), row), row.Setter
			}
		}
		before := r.Resolve(v.Pkg, t.Args[0], v.Env)
		if len(before) != 1 || before[0].Term().Op == flow.Unknown {
			break
		}
		v = before[0]
	}
	return elsewhere(r, v, rows)
}

// elsewhere is what a method called on a value says, in a statement of its own.
func elsewhere(r *flow.Resolver, made flow.Value, rows []flow.Repeat) (numbers.Interval, string) {
	for _, row := range rows {
		for _, c := range r.Callers(row.Setter) {
			s := c.Site()
			if row.Arg+1 >= len(s.Args) {
				continue
			}
			for _, v := range r.Resolve(c.Pkg, s.Args[0], nil) {
				if v.Pkg == made.Pkg && v.ID == made.ID {
					return counted(numbers.Of(r, c.Pkg, s.Args[row.Arg+1], nil), row), row.Setter
				}
			}
		}
	}
	return numbers.Interval{}, ""
}

func counted(n numbers.Interval, row flow.Repeat) numbers.Interval {
	if row.Extra {
		n.Lo, n.Hi = n.Lo+1, n.Hi+1
	}
	return n
}
