package budget

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// Dependency is one thing this process calls and waits for: a service, a
// database, a third party. It owns what must be counted per dependency: slots,
// retry tokens, latencies. Make one per dependency at start-up and share it; it
// is safe for concurrent use.
type Dependency struct {
	name    string
	tokens  tokens
	hedging tokens // hedges are paid from it where Hedge.Ratio says so
	latency sketch
	counts  counts
	cause   *Error // of every attempt's timeout, made once
	floor   *Error // returned by Timeout, made once

	live atomic.Pointer[live]
	set  sync.Mutex // of live
}

type counts struct {
	attempts, retries, hedges, charged, timeouts, failures, refused, orphans atomic.Uint64
	inFlight                                                                 atomic.Int64
}

// New makes a dependency. The name labels errors, events and the latency
// profile, and must not be empty. An error says which field of the policy makes
// no sense.
func New(name string, p Policy) (*Dependency, error) {
	if name == "" {
		return nil, errors.New("budget: a dependency needs a name")
	}
	p, err := p.withDefaults()
	if err != nil {
		return nil, fmt.Errorf("budget: %s: %w", name, err)
	}
	d := &Dependency{
		name:  name,
		cause: &Error{Dependency: name, Reason: ReasonTimeout},
		floor: &Error{Dependency: name, Reason: ReasonFloor},
	}
	d.live.Store(newLive(p, new(live)))
	d.tokens.init(p.Retry.Ratio, p.Retry.Burst)
	d.hedging.init(p.Hedge.Ratio, p.Hedge.Burst)
	d.tokens.spread(p.Retry.PerSecond, p.Retry.Window)
	return d, nil
}

// Name returns the name given to New.
func (d *Dependency) Name() string { return d.name }

// Policy returns the policy in force, its zero values and Off resolved.
func (d *Dependency) Policy() Policy { return d.now().Policy }

// Timeout returns what an attempt started now would be granted:
//
//	min(remaining − reserve − kept for later calls, ceiling)
//
// or the ceiling alone if ctx has no deadline. It is computed from the clock on
// every call, and again before every retry. If the result is below the floor, or
// not above zero, it is returned with an [*Error] of [ReasonFloor]: do not call.
// If the caller has left the error has [ReasonCanceled]. Neither a result nor a
// floor error allocates.
func (d *Dependency) Timeout(ctx context.Context, o ...CallOption) (time.Duration, error) {
	var c CallOption
	c.merge(o)
	granted, reason := d.plan(ctx, &c, d.around(ctx) != nil, time.Now())
	switch reason {
	case ReasonNone:
		return granted, nil
	case ReasonFloor:
		return granted, d.floor
	}
	return granted, &Error{Dependency: d.name, Reason: reason, Err: c.cause(ctx)}
}

// plan is the arithmetic of Timeout. inside: of a call that is part of an attempt,
// which has its reserve and its ceiling already. The reason is none, misuse, floor or canceled.
func (d *Dependency) plan(ctx context.Context, c *CallOption, inside bool, now time.Time) (time.Duration, Reason) {
	ceiling := c.ceiling(d)
	granted := ceiling
	left, bounded := c.left(ctx, now)
	switch {
	case inside && !c.has(setWithin):
		granted = left - c.heldBack(d, inside)
	case bounded:
		granted = min(granted, left-c.heldBack(d, inside))
	}
	switch {
	case c.has(setNegative):
		return 0, ReasonMisuse
	case ctx.Err() == context.Canceled:
		return granted, ReasonCanceled
	case granted <= 0 || granted < min(d.now().Floor, ceiling):
		return granted, ReasonFloor
	}
	return granted, ReasonNone
}

// ceiling is the longest an attempt of this call may take.
func (c *CallOption) ceiling(d *Dependency) time.Duration {
	if c.has(setWithin) {
		return c.within
	}
	return d.now().Ceiling
}

// left is the time until the operation must have ended; ok is false without end.
func (c *CallOption) left(ctx context.Context, now time.Time) (left time.Duration, ok bool) {
	end, ok := ctx.Deadline()
	if !c.until.IsZero() && (!ok || c.until.Before(end)) {
		end, ok = c.until, true
	}
	if !ok {
		return 0, false
	}
	return end.Sub(now), true
}

// heldBack is the time an attempt must leave to its caller.
func (c *CallOption) heldBack(d *Dependency, inside bool) time.Duration {
	switch {
	case c.has(setReserve):
		return c.reserve + c.keep
	case inside:
		return c.keep
	}
	return d.now().Reserve + c.keep
}

// cause is why a call that was not made was not.
func (c *CallOption) cause(ctx context.Context) error {
	if c.has(setNegative) {
		return errNegative
	}
	return context.Cause(ctx)
}

// Context returns a context that ends after [Dependency.Timeout], for code that
// needs nothing else of this package. On error the context is nil and there is
// nothing to cancel.
func (d *Dependency) Context(ctx context.Context, o ...CallOption) (context.Context, context.CancelFunc, error) {
	granted, err := d.Timeout(ctx, o...)
	if err != nil {
		return nil, nil, err
	}
	bounded, cancel := context.WithTimeoutCause(ctx, granted, d.cause)
	return bounded, cancel, nil
}

// Stats is a snapshot of a dependency's counters since New. Gauges: InFlight and
// Tokens.
type Stats struct {
	Attempts uint64  // started, first ones, retries and hedges together
	Retries  uint64  // of these, repeated ones
	Hedges   uint64  // of these, hedges
	Charged  uint64  // retry tokens taken for attempts that another level repeats
	Failures uint64  // outcome failure or unsent, timeouts included
	Timeouts uint64  // ran out of their own time
	Refused  uint64  // attempts not made: floor, wait, open, full, retry_budget
	Orphans  uint64  // went on after their deadline
	InFlight int     // slots taken now
	Tokens   float64 // retry tokens left now
}

// Stats returns the counters as they are now; they are read one by one, so that
// they may differ by the calls in between.
func (d *Dependency) Stats() Stats {
	return Stats{
		Attempts: d.counts.attempts.Load(),
		Retries:  d.counts.retries.Load(),
		Hedges:   d.counts.hedges.Load(),
		Charged:  d.counts.charged.Load(),
		Failures: d.counts.failures.Load(),
		Timeouts: d.counts.timeouts.Load(),
		Refused:  d.counts.refused.Load(),
		Orphans:  d.counts.orphans.Load(),
		InFlight: int(d.counts.inFlight.Load()),
		Tokens:   d.tokens.balance(),
	}
}

func (d *Dependency) observe(ctx context.Context, e Event) {
	if o := d.now().Observer; o != nil {
		e.Dependency = d.name
		o.Observe(ctx, e)
	}
}
