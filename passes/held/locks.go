package held

import (
	"slices"
	"strings"

	"github.com/timeoutlint/timeoutlint/rules"
)

// Places are the functions of a package by where they are: for who asks often.
type Places map[string][]*Func

// Places lists them.
func (r *Result) Places() Places {
	out := Places{}
	for i := range r.Funcs {
		out[r.Funcs[i].File] = append(out[r.Funcs[i].File], &r.Funcs[i])
	}
	for _, list := range out {
		slices.SortStableFunc(list, func(a, b *Func) int { return a.From.compare(b.From) })
	}
	return out
}

// Around is the innermost function around a place; nil: none is.
func (p Places) Around(file string, at Spot) *Func {
	list := p[file]
	if i := innermost(len(list), func(i int) *Func { return list[i] }, at); i >= 0 {
		return list[i]
	}
	return nil
}

// Locked is the mutex of a struct that is held at a place, by its name; empty: none
// is.
func (p Places) Locked(file string, at Spot) (name string) {
	f := p.Around(file, at)
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
