package budget

import "sync/atomic"

// tokens limits how much load a process may add by repeating: each first attempt
// adds a fraction of a token, each retry and each hedge takes a whole one. It
// limits amplification (extra calls per call), not concurrency, and is counted
// per dependency so that one failing dependency cannot starve another. The unit
// is a millionth of a token, so that fractions add up exactly.
type tokens struct {
	level atomic.Int64
	ratio int64
	burst int64
}

const wholeToken = 1_000_000

func (t *tokens) init(ratio, burst float64) {
	t.ratio = max(1, int64(ratio*wholeToken))
	t.burst = int64(burst * wholeToken)
	t.level.Store(t.burst)
}

// deposit credits one first attempt; a full bucket keeps nothing more.
func (t *tokens) deposit() { t.add(t.ratio) }

// refund returns a token taken for an attempt that was then not made.
func (t *tokens) refund() { t.add(wholeToken) }

func (t *tokens) add(amount int64) {
	for {
		level := t.level.Load()
		if level == t.burst || t.level.CompareAndSwap(level, min(t.burst, level+amount)) {
			return
		}
	}
}

// take takes one token if there is one.
func (t *tokens) take() bool {
	for {
		level := t.level.Load()
		if level < wholeToken {
			return false
		}
		if t.level.CompareAndSwap(level, level-wholeToken) {
			return true
		}
	}
}

func (t *tokens) balance() float64 { return float64(t.level.Load()) / wholeToken }
