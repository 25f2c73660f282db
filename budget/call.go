package budget

import (
	"context"
	"time"
)

// CallOption changes one call of a dependency. Options are plain values: they
// cost no allocation and can be kept. Later options win.
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
)

// Idempotent says that repeating the call is harmless. Without it only attempts
// that provably never left are repeated, and nothing is hedged. On an HTTP
// request with another method than GET, HEAD, OPTIONS, TRACE, PUT and DELETE
// (see [WithOptions]) it also sends an Idempotency-Key, the same for every
// attempt of the operation.
func Idempotent() CallOption { return CallOption{set: setIdempotent} }

// Keep holds back d of the caller's remaining time for later calls, in addition
// to the reserve. [Plan.Step] computes it. Negative means zero.
func Keep(d time.Duration) CallOption { return CallOption{set: setKeep, keep: max(0, d)} }

// Before keeps the floors of mandatory calls that must still follow this one.
// Optional calls are not named: they are skipped when time is short.
func Before(later ...*Dependency) CallOption {
	var sum time.Duration
	for _, d := range later {
		if d != nil {
			sum += d.policy.Floor
		}
	}
	return Keep(sum)
}

// Within replaces the policy's ceiling for this call; a long stream or an export
// needs one of its own. It never extends the caller's deadline. Zero or negative
// leaves the policy's ceiling.
func Within(ceiling time.Duration) CallOption {
	if ceiling <= 0 {
		return CallOption{}
	}
	return CallOption{set: setWithin, within: ceiling}
}

// ClassifyWith replaces the policy's judgement for this call; adapters use it to
// read their protocol's status codes. nil leaves the policy's.
func ClassifyWith(f func(caller context.Context, err error) Outcome) CallOption {
	if f == nil {
		return CallOption{}
	}
	return CallOption{set: setClassify, classify: f}
}

type optionsKey struct{}

// WithOptions returns a context that hands options to the HTTP request made with
// it, for [Dependency.Transport] has no other way to receive them. [Do] and
// [Dependency.Begin] do not read it.
func WithOptions(ctx context.Context, o ...CallOption) context.Context {
	c := optionsFrom(ctx)
	c.merge(o)
	return context.WithValue(ctx, optionsKey{}, c)
}

func optionsFrom(ctx context.Context) CallOption {
	c, _ := ctx.Value(optionsKey{}).(CallOption)
	return c
}

func (c *CallOption) merge(options []CallOption) {
	for _, o := range options {
		c.set |= o.set
		if o.has(setKeep) {
			c.keep = o.keep
		}
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
}

func (c CallOption) has(f callField) bool { return c.set&f != 0 }
