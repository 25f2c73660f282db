package budget

import (
	"sync"
	"sync/atomic"
	"time"
)

// tokens limits how much load a process may add by repeating: each first attempt
// adds a fraction of a token, each retry and each hedge takes a whole one. It
// limits amplification (extra calls per call), not concurrency, and is counted
// per dependency so that one failing dependency cannot starve another. The unit
// is a millionth of a token, so that fractions add up exactly.
type tokens struct {
	level atomic.Int64
	ratio atomic.Int64
	burst atomic.Int64

	always trickle
	window atomic.Int64 // nanoseconds in which what is in the bucket is gone; 0 = it stays
	faded  atomic.Int64 // when that was last seen to, in nanoseconds since bucketEpoch
}

const wholeToken = 1_000_000

// bucketEpoch is what buckets count time from, by the clock that nobody sets.
var bucketEpoch = time.Now()

func (t *tokens) init(ratio, burst float64) {
	t.tune(ratio, burst)
	t.level.Store(t.burst.Load())
}

// tune changes what is deposited and how much there is room for.
func (t *tokens) tune(ratio, burst float64) {
	t.ratio.Store(max(1, int64(ratio*wholeToken)))
	t.burst.Store(int64(burst * wholeToken))
	t.add(0)
}

// spread sets what the bucket does over time.
func (t *tokens) spread(perSecond float64, window time.Duration) {
	t.always.set(perSecond)
	t.window.Store(int64(window))
	t.faded.Store(int64(time.Since(bucketEpoch)))
}

// deposit credits one first attempt; a full bucket keeps nothing more.
func (t *tokens) deposit() {
	if t.window.Load() > 0 {
		t.fade()
	}
	t.add(t.ratio.Load())
}

// refund returns a token taken for an attempt that was then not made.
func (t *tokens) refund() { t.add(wholeToken) }

func (t *tokens) add(amount int64) {
	for {
		level, burst := t.level.Load(), t.burst.Load()
		if level == burst || t.level.CompareAndSwap(level, min(burst, level+amount)) {
			return
		}
	}
}

// fade takes away what has been in the bucket for too long: evenly, so that a full
// one is empty after the window.
func (t *tokens) fade() {
	last, now := t.faded.Load(), int64(time.Since(bucketEpoch))
	gone := float64(now-last) / float64(t.window.Load())
	if gone <= 0 || !t.faded.CompareAndSwap(last, now) {
		return // somebody else has just done it
	}
	for {
		level := t.level.Load()
		if t.level.CompareAndSwap(level, max(0, level-int64(gone*float64(t.burst.Load())))) {
			return
		}
	}
}

// trickle is what may be taken in any case, so many a second.
type trickle struct {
	perSecond float64

	mu    sync.Mutex
	level float64
	at    time.Time
}

func (t *trickle) set(perSecond float64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.perSecond = perSecond
}

func (t *trickle) take(now time.Time) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.perSecond <= 0 {
		return false
	}
	most := max(1, t.perSecond)
	if t.at.IsZero() {
		t.level = most
	} else {
		t.level = min(most, t.level+t.perSecond*now.Sub(t.at).Seconds())
	}
	t.at = now
	if t.level < 1 {
		return false
	}
	t.level--
	return true
}

// take takes one token if there is one.
func (t *tokens) take() bool {
	if t.window.Load() > 0 {
		t.fade()
	}
	for {
		level := t.level.Load()
		if level < wholeToken {
			return t.always.take(time.Now())
		}
		if t.level.CompareAndSwap(level, level-wholeToken) {
			return true
		}
	}
}

func (t *tokens) balance() float64 { return float64(t.level.Load()) / wholeToken }
