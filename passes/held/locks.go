package held

import (
	"strings"

	"github.com/timeoutlint/timeoutlint/rules"
)

// Around is the innermost function around a place; nil: none is.
func (r *Result) Around(file string, at Spot) (found *Func) {
	for i := range r.Funcs {
		f := &r.Funcs[i]
		if f.File == file && !at.before(f.From) && at.before(f.To) && (found == nil || !f.From.before(found.From)) {
			found = f
		}
	}
	return found
}

// Locked is the mutex of a struct that is held at a place, by its name; empty: none
// is.
func (r *Result) Locked(file string, at Spot) (name string) {
	f := r.Around(file, at)
	if f == nil {
		return ""
	}
	for _, lock := range f.around(at) {
		if lock.Kind == rules.Lock && strings.Contains(lock.Name, ".") {
			name = lock.Name
		}
	}
	return name
}

// Taker is a function that locks a mutex.
type Taker struct {
	Func *Func
	At   Spot
}

// Takers are the functions that lock a mutex, in source order.
func (r *Result) Takers(name string) (out []Taker) {
	for i := range r.Funcs {
		for _, l := range r.Funcs[i].Takes {
			if l.Name == name {
				out = append(out, Taker{&r.Funcs[i], l.At})
				break
			}
		}
	}
	return out
}
