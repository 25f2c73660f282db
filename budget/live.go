package budget

import "fmt"

// live is a policy in force, and what was made for it.
type live struct {
	Policy
	slots  chan struct{} // nil: no limit
	recent *recent       // nil: no hedging
}

// newLive makes what a policy needs, and takes over what it has in common with the
// one before it.
func newLive(p Policy, before *live) *live {
	l := &live{Policy: p}
	switch {
	case p.MaxConcurrent <= 0:
	case before.slots != nil && cap(before.slots) == p.MaxConcurrent:
		l.slots = before.slots
	default:
		l.slots = make(chan struct{}, p.MaxConcurrent)
	}
	switch h := p.Hedge; {
	case h.Percentile == 0:
	case before.recent != nil && before.recent.percentile == h.Percentile && before.recent.minSamples == h.MinSamples:
		l.recent = before.recent
	default:
		l.recent = &recent{percentile: h.Percentile, minSamples: h.MinSamples}
	}
	return l
}

// now is the policy in force.
func (d *Dependency) now() *live { return d.live.Load() }

// SetPolicy replaces the policy while the dependency is in use: a ceiling that is
// read from configuration, a limit turned down in an incident. On an error, which
// says which field makes no sense, nothing changes.
//
// Start from the policy that was given to New: in that of [Dependency.Policy] what
// is off reads as zero, which here is the default.
//
// Attempts under way end under the policy they began with; with another
// MaxConcurrent they do not count against the new one. Statistics, latencies and
// tokens stay, tokens up to the new Burst. A client that [Dependency.Client] has
// made keeps its limits of connections and its backstop.
func (d *Dependency) SetPolicy(p Policy) error {
	p, err := p.withDefaults()
	if err != nil {
		return fmt.Errorf("budget: %s: %w", d.name, err)
	}
	d.set.Lock()
	defer d.set.Unlock()
	d.live.Store(newLive(p, d.now()))
	d.tokens.tune(p.Retry.Ratio, p.Retry.Burst)
	d.tokens.spread(p.Retry.PerSecond, p.Retry.Window)
	d.hedging.tune(p.Hedge.Ratio, p.Hedge.Burst)
	return nil
}
