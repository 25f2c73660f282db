package budget

import (
	"context"
	"net/http"
)

// Criticality says how much a request matters when there is too much to do. It is
// set where a request enters the system and travels with it; what a page needs is
// [Critical], what it can be shown without is sheddable.
type Criticality uint8

// The criticalities.
const (
	Critical      Criticality = iota // what nobody has said anything of
	CriticalPlus                     // the last to be refused
	SheddablePlus                    // may be refused now and then, as what is tried again later
	Sheddable                        // may be refused for a while, as what is only nice to have
)

// HeaderCriticality carries a request's criticality where it is not [Critical].
const HeaderCriticality = "X-Request-Criticality"

var criticalityText = [...]string{"critical", "critical_plus", "sheddable_plus", "sheddable"}

// String returns the label: critical, critical_plus, sheddable_plus or sheddable.
func (c Criticality) String() string {
	if int(c) < len(criticalityText) {
		return criticalityText[c]
	}
	return "unknown"
}

// ParseCriticality reads a label; ok is false for any other text.
func ParseCriticality(s string) (c Criticality, ok bool) {
	for i, text := range criticalityText {
		if s == text {
			return Criticality(i), true
		}
	}
	return Critical, false
}

type criticalityKey struct{}

// WithCriticality returns a context for work that matters as c says. Calls made
// under it carry it along.
func WithCriticality(ctx context.Context, c Criticality) context.Context {
	return context.WithValue(ctx, criticalityKey{}, c)
}

// CriticalityOf returns what [WithCriticality], or the request that ctx belongs to,
// says; [Critical] otherwise.
func CriticalityOf(ctx context.Context) Criticality {
	c, _ := ctx.Value(criticalityKey{}).(Criticality)
	return c
}

// setCriticality writes the header, replacing what was there.
func setCriticality(ctx context.Context, h http.Header) {
	h.Del(HeaderCriticality)
	if c := CriticalityOf(ctx); c != Critical {
		h.Set(HeaderCriticality, c.String())
	}
}

// withCriticality reads the header; what cannot be read says nothing.
func withCriticality(ctx context.Context, h http.Header) context.Context {
	if c, ok := ParseCriticality(h.Get(HeaderCriticality)); ok && c != Critical {
		return WithCriticality(ctx, c)
	}
	return ctx
}

// share is the part of a limit that requests of this criticality may fill.
func (c Criticality) share() float64 {
	switch c {
	case SheddablePlus:
		return 0.8
	case Sheddable:
		return 0.5
	}
	return 1
}
