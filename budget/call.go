package budget

import (
	"context"
	"errors"
	"time"
)

// CallOption changes one call of a dependency. Options are plain values: they
// cost no allocation and can be kept. Later options win, except that what is kept
// for later calls adds up.
type CallOption struct {
	set      callField
	keep     time.Duration
	reserve  time.Duration
	within   time.Duration
	classify func(caller context.Context, err error) Outcome

	until time.Time // end of the operation by Retry.Total; zero = none
}

type callField uint8

const (
	setIdempotent callField = 1 << iota
	setKeep
	setReserve
	setWithin
	setClassify
	setUnhedged
	setNegative
)

// Idempotent says that repeating the call is harmless. Without it only attempts
// that provably never left are repeated, and nothing is hedged. An HTTP request
// with another method than GET, HEAD, OPTIONS, TRACE, PUT and DELETE then also
// sends an Idempotency-Key, the same for every attempt of the operation: a request
// with this option (see [Dependency.WithOptions]), and a request that a Transport
// of this package sends inside an idempotent [Do]. There, requests to one address
// are told apart by their order: several at once need keys of the caller's.
func Idempotent() CallOption { return CallOption{set: setIdempotent} }

// Unhedged leaves an idempotent call without a second attempt beside the first,
// where the policy hedges.
func Unhedged() CallOption { return CallOption{set: setUnhedged} }

// Keep holds back d of the caller's remaining time for later calls, in addition
// to the reserve and to other Keep and [Before] options of the call. [Plan.Step]
// computes it. With a negative d the call is refused, with [ReasonMisuse].
func Keep(d time.Duration) CallOption {
	if d < 0 {
		return CallOption{set: setNegative}
	}
	return CallOption{set: setKeep, keep: d}
}

// Before keeps the floors of mandatory calls that must still follow this one; it
// adds to other Keep and Before options of the call. Optional calls are not named:
// they are skipped when time is short.
func Before(later ...*Dependency) CallOption {
	var sum time.Duration
	for _, d := range later {
		if d != nil {
			sum += d.now().Floor
		}
	}
	return Keep(sum)
}

// Within replaces the policy's ceiling for this call; a long stream or an export
// needs one of its own. It never extends the caller's deadline, and it may be below
// the policy's floor. A call with its own ceiling is never a slow one to the
// breaker. Zero leaves the policy's; with a negative ceiling the call is refused,
// with [ReasonMisuse].
func Within(ceiling time.Duration) CallOption {
	switch {
	case ceiling < 0:
		return CallOption{set: setNegative}
	case ceiling == 0:
		return CallOption{}
	}
	return CallOption{set: setWithin, within: ceiling}
}

var errNegative = errors.New("the duration of Keep or Within is negative")

// ClassifyWith replaces the policy's judgement for this call; adapters use it to
// read their protocol's status codes. nil leaves the policy's.
func ClassifyWith(f func(caller context.Context, err error) Outcome) CallOption {
	if f == nil {
		return CallOption{}
	}
	return CallOption{set: setClassify, classify: f}
}

// optionsKey is the key of a context's options for one dependency, or, without
// one, for all.
type optionsKey struct{ d *Dependency }

// WithOptions returns a context that hands options to the HTTP requests made with
// it, to whatever dependency, for a Transport has no other way to receive them.
// [Do] and [Dependency.Begin] do not read it. Prefer [Dependency.WithOptions],
// which does not reach further than it should.
func WithOptions(ctx context.Context, o ...CallOption) context.Context {
	return withOptions(ctx, optionsKey{}, o)
}

// WithOptions returns a context that hands options to the HTTP requests made with
// it through d's Transport. They add to those of the context it is made from.
func (d *Dependency) WithOptions(ctx context.Context, o ...CallOption) context.Context {
	return withOptions(ctx, optionsKey{d}, o)
}

func withOptions(ctx context.Context, key optionsKey, o []CallOption) context.Context {
	c, _ := ctx.Value(key).(CallOption)
	c.merge(o)
	return context.WithValue(ctx, key, c)
}

// optionsFrom returns the options for everybody, and then d's.
func optionsFrom(ctx context.Context, d *Dependency) CallOption {
	c, _ := ctx.Value(optionsKey{}).(CallOption)
	own, _ := ctx.Value(optionsKey{d}).(CallOption)
	c.add(own)
	return c
}

func (c *CallOption) merge(options []CallOption) {
	for _, o := range options {
		c.add(o)
	}
}

func (c *CallOption) add(o CallOption) {
	c.set |= o.set
	c.keep += o.keep
	if o.has(setReserve) {
		c.reserve = o.reserve
	}
	if o.has(setWithin) {
		c.within = o.within
	}
	if o.has(setClassify) {
		c.classify = o.classify
	}
}

func (c CallOption) has(f callField) bool { return c.set&f != 0 }
