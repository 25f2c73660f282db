package budget

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// Step is one call of a [Plan].
type Step struct {
	Dependency *Dependency
	Optional   bool // has a fallback: no earlier call saves time for it
	Beside     bool // runs at the same time as the step before it: neither saves time for the other
}

// Plan is the sequence of calls one request makes. When a call is granted its
// time, the floors of the mandatory calls after it are kept back, so that an
// early slow call cannot starve a late necessary one; optional calls are not,
// they are skipped when too little is left. Time one call leaves unused goes to
// those after it, which a fixed split cannot do. Steps that run at the same time
// (Beside) are a group: of its floors the highest is kept back.
//
// A Plan is a plain value: build it once, use it from any goroutine.
type Plan struct {
	// Reserve is the handler's own work after the last answer; it replaces the
	// reserve of every dependency in the plan. 0 = each dependency's own; with a
	// negative one every call is refused, with [ReasonMisuse].
	Reserve time.Duration
	Steps   []Step
}

// Step returns the option for the call of step i, counted from 0: the reserve
// and the floors of the mandatory steps after i. An i outside the plan keeps
// nothing for later steps.
func (p Plan) Step(i int) CallOption {
	var c CallOption
	switch {
	case p.Reserve > 0:
		c.set, c.reserve = setReserve, p.Reserve
	case p.Reserve < 0:
		return CallOption{set: setNegative}
	}
	if i < 0 || i >= len(p.Steps) {
		return c
	}
	if keep := p.after(i); keep > 0 {
		c.set |= setKeep
		c.keep += keep
	}
	return c
}

// after is the floors of the mandatory steps that come after i: of those that run
// beside each other the highest.
func (p Plan) after(i int) time.Duration {
	var sum, highest time.Duration
	beside := true // still in i's own group
	for _, s := range p.Steps[i+1:] {
		if !s.Beside {
			beside = false
			sum, highest = sum+highest, 0
		}
		if !beside && !s.Optional && s.Dependency != nil {
			highest = max(highest, s.Dependency.now().Floor)
		}
	}
	return sum + highest
}

// Timeout returns what step i would be granted now; see [Dependency.Timeout].
func (p Plan) Timeout(ctx context.Context, i int) (time.Duration, error) {
	if i < 0 || i >= len(p.Steps) || p.Steps[i].Dependency == nil {
		return 0, fmt.Errorf("budget: the plan has no call at step %d of %d", i, len(p.Steps))
	}
	return p.Steps[i].Dependency.Timeout(ctx, p.Step(i))
}

// Do is [Do] for the step of the plan that calls d, without a value: what the plan
// keeps for later steps is kept, and o adds to it. A dependency that has several
// steps is called as its first one, for which most is kept; for the others give
// [Plan.Step] to Do. A dependency that is not in the plan is not called: the error
// is an [*Error] with [ReasonMisuse].
func (p Plan) Do(ctx context.Context, d *Dependency, f func(context.Context) error, o ...CallOption) error {
	i := slices.IndexFunc(p.Steps, func(s Step) bool { return s.Dependency == d })
	if i < 0 {
		return d.refuse(ctx, ReasonMisuse, 1, 0, errNoStep)
	}
	op := operation[struct{}]{d: d, c: p.Step(i), hedge: true}
	op.c.merge(o)
	op.safe = op.c.has(setIdempotent)
	op.quiet = p.Steps[i].Optional
	op.call = func(ctx context.Context) (struct{}, error) { return struct{}{}, f(ctx) }
	_, err := op.run(ctx)
	return err
}

var errNoStep = errors.New("the plan has no step for it")
