package budget

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"
)

// Off turns a part of a [Policy] off where that is safe: Floor, Reserve,
// MaxConcurrent, SlowCall, and MaxWait with a Limiter. Any other negative value is refused by [New].
const Off = -1

// Policy says how one dependency is called. The zero value is safe: every wait
// is bounded, three attempts, one retry per ten calls, 64 calls at once.
type Policy struct {
	// Ceiling is the longest an attempt may take. 0 = 1s; negative is refused.
	// Take it from the dependency's p99.9 plus a small margin, or less when
	// there is a fallback.
	Ceiling time.Duration

	// Floor is the shortest time worth starting an attempt with; with less, the
	// call is not made. 0 = 10ms, or half the ceiling if that is less; Off = none.
	// Take it from the dependency's p50.
	Floor time.Duration

	// Reserve is kept back for the caller's own work after the answer (merge,
	// encode, send). 0 = 10ms; Off = none.
	Reserve time.Duration

	// MaxConcurrent is the number of attempts in flight, bodies still being read
	// included. 0 = 64; Off = no limit.
	MaxConcurrent int

	// Limiter is asked for a slot, too, before every attempt: [NewAdaptive] finds
	// out by itself how many the dependency can bear. nil = none. With one,
	// MaxConcurrent is off unless it is set, and MaxWait is half the ceiling. It
	// may be shared by dependencies that are one in truth.
	Limiter Limiter

	// MaxWait is how long an attempt may queue for a slot; it is spent from the
	// attempt's own time. 0 = not at all; with a Limiter 0 = half the ceiling and
	// Off = not at all.
	MaxWait time.Duration

	// MaxIdle is how long the reader of an answer's body waits for more of it; the
	// attempt then ends as a timeout, however much of its time is left. It is for
	// long answers that are read under a large [Within]. Event streams may be silent.
	// 0 = the attempt's time alone; negative is refused.
	MaxIdle time.Duration

	// SlowCall is the duration from which a success is reported to the breaker
	// as [ErrSlow], and from which a caller that leaves counts against the
	// dependency. 0 and Off = never: only who knows how long the dependency takes
	// when it is well can say what is slow. Calls with a ceiling of their own
	// ([Within]) are not judged by it, and streams only by their first answer.
	SlowCall time.Duration

	Retry Retry
	Hedge Hedge

	// Breaker is asked before every attempt. nil = none. A breaker belongs to
	// one dependency.
	Breaker Breaker

	// Classify judges an attempt's error. nil = [Classify]. It receives the
	// caller's context, not the attempt's: an attempt's own timeout must not
	// look like a caller that left.
	Classify func(caller context.Context, err error) Outcome

	// Observer receives every event. nil = none. It is called synchronously and
	// must be quick and safe for concurrent use.
	Observer Observer

	// HideDeadline stops the Transport from sending the deadline headers, for a
	// third party that has no use for them.
	HideDeadline bool
}

// Retry says when and how often a failed attempt is repeated.
type Retry struct {
	// Attempts is the TOTAL number of attempts, the first included. 0 = 3;
	// 1 = never repeat; at most 10. There is no infinity; negative is refused.
	Attempts int

	// Base and Cap shape the wait before attempt n+1: uniform in
	// [0, min(Cap, Base·2ⁿ⁻¹)] ("full jitter"). What a Retry-After asks for is
	// waited for, with jitter added, if it is at most Cap; a longer one ends the
	// operation. 0 = 50ms and 1s, or what the other one allows; negative is
	// refused.
	Base, Cap time.Duration

	// Total limits the whole operation, waits included. 0 = the context's
	// deadline alone; negative is refused.
	Total time.Duration

	// Ratio is what each first attempt adds to the dependency's token bucket and
	// Burst is the bucket's size; a retry or a hedge costs one token. The bucket
	// starts full. 0 = 0.1 and 10. Ratio is in (0, 1], Burst at least 1.
	Ratio, Burst float64

	// PerSecond is how many retries a second are allowed besides, whatever the
	// bucket says, for a dependency that is called so rarely that it is empty when
	// it is needed. 0 = none; negative is refused.
	PerSecond float64

	// Window is how long a full bucket that nothing adds to takes to run dry, so
	// that what was earned in a busy hour is not spent in a bad minute. 0 = it
	// stays; negative is refused.
	Window time.Duration
}

// Hedge starts a second attempt when the first is slower than usual; the first
// answer wins and the other attempt is cancelled. Only idempotent operations
// hedge, and over HTTP only those that read; every hedge costs a token,
// counts as an attempt and needs a free slot, for which it does not queue.
type Hedge struct {
	// Percentile of the measured latency after which the second attempt starts,
	// in (0.5, 1), say 0.95. 0 = no hedging.
	Percentile float64

	// MinSamples is how many answers must have been measured before hedging
	// starts. 0 = 100; negative is refused.
	MinSamples int

	// Max is how many attempts may run beside the first at once, each started after
	// the same delay again. 0 = 1. Retry.Attempts counts them all: a Max that it does
	// not leave room for is refused, and so is a negative one.
	Max int

	// Ratio and Burst give hedges a bucket of their own, as those of [Retry] do: each
	// first attempt adds Ratio, a hedge costs one, Burst is its size. Ratio 0 = hedges
	// are paid from the retries' bucket; else it is in (0, 1], and Burst 0 = 10.
	Ratio, Burst float64
}

// withDefaults resolves zero values and Off, and refuses what makes no sense.
func (p Policy) withDefaults() (Policy, error) {
	if p.Floor == 0 && p.Ceiling > 0 {
		p.Floor = min(10*time.Millisecond, p.Ceiling/2)
	}
	if p.Retry.Base == 0 && p.Retry.Cap > 0 {
		p.Retry.Base = min(50*time.Millisecond, p.Retry.Cap)
	}
	if p.Limiter != nil {
		p.limiterDefaults()
	}
	durations := []struct {
		name  string
		value *time.Duration
		zero  time.Duration
		off   bool
	}{
		{"Ceiling", &p.Ceiling, time.Second, false},
		{"Floor", &p.Floor, 10 * time.Millisecond, true},
		{"Reserve", &p.Reserve, 10 * time.Millisecond, true},
		{"MaxWait", &p.MaxWait, 0, p.Limiter != nil},
		{"SlowCall", &p.SlowCall, 0, true},
		{"MaxIdle", &p.MaxIdle, 0, false},
		{"Retry.Base", &p.Retry.Base, 50 * time.Millisecond, false},
		{"Retry.Cap", &p.Retry.Cap, max(time.Second, p.Retry.Base), false},
		{"Retry.Total", &p.Retry.Total, 0, false},
		{"Retry.Window", &p.Retry.Window, 0, false},
	}
	for _, d := range durations {
		switch {
		case *d.value == 0:
			*d.value = d.zero
		case *d.value == Off && d.off:
			*d.value = 0
		case *d.value < 0:
			return p, fmt.Errorf("%s is negative: %v", d.name, *d.value)
		}
	}
	switch {
	case p.MaxConcurrent == 0:
		p.MaxConcurrent = 64
	case p.MaxConcurrent < 0 && p.MaxConcurrent != Off:
		return p, fmt.Errorf("MaxConcurrent is negative: %d", p.MaxConcurrent)
	}
	if p.Floor > p.Ceiling {
		return p, fmt.Errorf("%v as Floor is above the Ceiling of %v: no call could ever be made", p.Floor, p.Ceiling)
	}
	if total := p.Retry.Total; total > 0 && total-p.Reserve < max(p.Floor, 1) {
		return p, fmt.Errorf("%v as Retry.Total is less than Reserve and Floor, %v, together: no call could ever be made", total, p.Reserve+p.Floor)
	}
	if p.Classify == nil {
		p.Classify = Classify
	}
	if err := p.Retry.resolve(); err != nil {
		return p, err
	}
	return p, p.Hedge.resolve(&p)
}

func (p *Policy) limiterDefaults() {
	if p.MaxConcurrent == 0 {
		p.MaxConcurrent = Off
	}
	if p.MaxWait == 0 {
		p.MaxWait = p.Ceiling / 2
		if p.Ceiling == 0 {
			p.MaxWait = time.Second / 2
		}
	}
}

func (r *Retry) resolve() error {
	if r.Attempts < 0 || r.Attempts > maxAttempts {
		return fmt.Errorf("Retry.Attempts is %d, want 1 to %d (the first included), or 0 for 3", r.Attempts, maxAttempts)
	}
	if r.Attempts == 0 {
		r.Attempts = 3
	}
	if r.Ratio == 0 {
		r.Ratio = 0.1
	}
	if r.Burst == 0 {
		r.Burst = 10
	}
	if !(r.Ratio > 0 && r.Ratio <= 1) {
		return fmt.Errorf("Retry.Ratio is %v, want a share in (0, 1]", r.Ratio)
	}
	if !(r.Burst >= 1 && r.Burst <= maxBurst) {
		return fmt.Errorf("Retry.Burst is %v, want 1 to %d", r.Burst, maxBurst)
	}
	if !(r.PerSecond >= 0 && r.PerSecond <= maxBurst) {
		return fmt.Errorf("Retry.PerSecond is %v, want 0 to %d", r.PerSecond, maxBurst)
	}
	if r.Base > r.Cap {
		return fmt.Errorf("Retry.Base %v is above Retry.Cap %v", r.Base, r.Cap)
	}
	return nil
}

func (h *Hedge) resolve(p *Policy) error {
	switch {
	case h.Percentile == 0 && h.MinSamples > 0:
		return fmt.Errorf("Hedge.MinSamples is %d without a Percentile: there could never be a hedge", h.MinSamples)
	case h.Percentile == 0:
	case p.Retry.Attempts == 1:
		return errors.New("Hedge.Percentile with Retry.Attempts 1: a hedge is a second attempt, there could never be one")
	case p.MaxConcurrent == 1 && p.MaxWait == 0:
		return errors.New("Hedge.Percentile with MaxConcurrent 1: a hedge needs a second slot, there could never be one")
	}
	if h.Percentile != 0 && !(h.Percentile > 0.5 && h.Percentile < 1) {
		return fmt.Errorf("Hedge.Percentile is %v, want (0.5, 1), or 0 for no hedging", h.Percentile)
	}
	if h.MinSamples < 0 {
		return fmt.Errorf("Hedge.MinSamples is negative: %d", h.MinSamples)
	}
	if h.MinSamples == 0 {
		h.MinSamples = 100
	}
	h.Max = cmp.Or(h.Max, 1)
	if h.Max < 0 || h.Percentile != 0 && h.Max >= p.Retry.Attempts {
		return fmt.Errorf("Hedge.Max is %d, want 1 to %d: Retry.Attempts counts the first attempt and all hedges", h.Max, p.Retry.Attempts-1)
	}
	return h.bucket()
}

func (h *Hedge) bucket() error {
	if h.Ratio == 0 && h.Burst == 0 {
		return nil
	}
	if !(h.Ratio > 0 && h.Ratio <= 1) {
		return fmt.Errorf("Hedge.Ratio is %v, want a share in (0, 1]", h.Ratio)
	}
	if h.Burst == 0 {
		h.Burst = 10
	}
	if !(h.Burst >= 1 && h.Burst <= maxBurst) {
		return fmt.Errorf("Hedge.Burst is %v, want 1 to %d", h.Burst, maxBurst)
	}
	return nil
}

const (
	maxAttempts = 10
	maxBurst    = 1_000_000
)
