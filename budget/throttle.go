package budget

import (
	"errors"
	"math"
	"math/rand/v2"
	"sync"
	"time"
)

// ErrThrottled is why a [Throttle] refuses an attempt.
var ErrThrottled = errors.New("budget: throttled: the dependency answers too few of the attempts")

// Throttle is a [Breaker] that refuses no more than it must: with a probability
// that grows with the share of attempts that go unanswered, so that a dependency
// that answers a fifth of them gets about twice as many as it answers, and all
// again soon after it answers half. It is the adaptive throttling of the SRE book
// (chapter "Handling Overload"), with its factor of two, over ten seconds.
//
// A breaker is for a dependency that is down, a throttle for one that has too
// much to do; [Breakers] joins both.
type Throttle struct {
	mu       sync.Mutex
	requests float64 // fading
	accepts  float64
	at       time.Time
}

const (
	throttleFactor = 2                // requests per answer that are let through
	throttleMost   = 0.9              // of the attempts are refused: somebody must look
	throttleFades  = 10 * time.Second // to about a third
)

// NewThrottle returns a throttle that refuses nothing yet.
func NewThrottle() *Throttle { return new(Throttle) }

// Allow implements [Breaker].
func (t *Throttle) Allow() (done func(error), err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.fade()
	share := (t.requests - throttleFactor*t.accepts) / (t.requests + 1)
	t.requests++
	if share > 0 && rand.Float64() < min(share, throttleMost) {
		return nil, ErrThrottled
	}
	return t.done, nil
}

func (t *Throttle) done(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.fade()
	switch {
	case err == nil, errors.Is(err, ErrSlow):
		t.accepts++
	case errors.Is(err, ErrNeutral):
		t.requests = max(0, t.requests-1)
	}
}

// fade lets what was counted count less with time.
func (t *Throttle) fade() {
	now := time.Now()
	if !t.at.IsZero() {
		left := math.Exp(-float64(now.Sub(t.at)) / float64(throttleFades))
		t.requests *= left
		t.accepts *= left
	}
	t.at = now
}

// Breakers asks several breakers, in order; all must allow an attempt, and all
// are told how it went. What one has allowed and a later one refuses counts for
// nothing with the first.
func Breakers(list ...Breaker) Breaker { return breakers(list) }

type breakers []Breaker

func (b breakers) Allow() (func(error), error) {
	tell := make([]func(error), 0, len(b))
	all := func(err error) {
		for _, done := range tell {
			done(err)
		}
	}
	for _, one := range b {
		done, err := one.Allow()
		if err != nil {
			all(ErrNeutral)
			return nil, err
		}
		tell = append(tell, done)
	}
	return all, nil
}
