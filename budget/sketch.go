package budget

import (
	"math"
	"math/bits"
	"sync"
	"sync/atomic"
	"time"
)

// A latency is kept in one of a fixed number of buckets. The unit is a
// microsecond. Below 64 µs a bucket is 1 µs wide; above, each doubling is cut
// into 32 equal buckets, so that a bucket's middle is within 1/64 (1.6 %) of
// every value in it. The last bucket takes everything from 71 minutes.
const (
	perOctave   = 32
	bucketCount = 896
)

func bucketOf(d time.Duration) int {
	us := uint64(max(0, d.Microseconds()))
	if us < 2*perOctave {
		return int(us)
	}
	shift := bits.Len64(us) - 6 // leaves 32 to 63
	return min(shift*perOctave+int(us>>shift), bucketCount-1)
}

// bucketMiddle is the latency that bucket i stands for.
func bucketMiddle(i int) time.Duration {
	if i < 2*perOctave {
		return time.Duration(i) * time.Microsecond
	}
	shift := i/perOctave - 1
	low := uint64(i%perOctave+perOctave) << shift
	return time.Duration(low+1<<shift/2) * time.Microsecond
}

// percentile finds the latency below or at which the share q of the samples lies
// (nearest rank). count returns the samples in bucket i, total their sum. It is
// zero without samples.
func percentile(q float64, total uint64, count func(i int) uint64) time.Duration {
	rank := max(1, uint64(math.Ceil(q*float64(total))))
	var seen uint64
	for i := range bucketCount {
		if seen += count(i); seen >= rank {
			return bucketMiddle(i)
		}
	}
	return 0
}

// sketch counts latencies since the process started, failures included. Adding
// two sketches bucket by bucket gives the sketch of both.
type sketch struct {
	buckets  [bucketCount]atomic.Uint64
	outcomes [Neutral]atomic.Uint64 // success, failure, unsent, rejected
	timeouts atomic.Uint64
	longest  atomic.Int64
}

func (s *sketch) add(v verdict, elapsed time.Duration) {
	s.buckets[bucketOf(elapsed)].Add(1)
	s.outcomes[v.outcome].Add(1)
	if v.timeout {
		s.timeouts.Add(1)
	}
	for {
		longest := s.longest.Load()
		if int64(elapsed) <= longest || s.longest.CompareAndSwap(longest, int64(elapsed)) {
			return
		}
	}
}

// record files a finished attempt. Neutral ones say nothing about the latency.
func (d *Dependency) record(v verdict, elapsed time.Duration) {
	if v.outcome < Neutral {
		d.latency.add(v, elapsed)
	}
	// The loser of a hedge would have taken longer still. Left out, a hedge's
	// success would hide the slow attempts that call for a longer delay.
	if recent := d.now().recent; recent != nil && (v.outcome.answered() || v.loser) {
		recent.add(elapsed)
	}
}

// recent is the latency of the last thousand attempts or so, for the hedge's delay.
// Old samples fade: at twice the window every count is halved.
type recent struct {
	percentile float64
	minSamples int

	mu     sync.Mutex
	counts [bucketCount]uint32
	total  int
	seen   int           // samples ever, up to minSamples
	delay  time.Duration // the percentile, 0 until there are enough samples
}

const (
	recentWindow  = 512
	recentRefresh = 32 // samples between two computations of the percentile
)

func (r *recent) add(elapsed time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.counts[bucketOf(elapsed)]++
	r.total++
	r.seen = min(r.seen+1, r.minSamples)
	if r.total == 2*recentWindow {
		r.fade()
	}
	if r.seen >= r.minSamples && (r.delay == 0 || r.total%recentRefresh == 0) {
		p := percentile(r.percentile, uint64(r.total), func(i int) uint64 { return uint64(r.counts[i]) })
		r.delay = max(1, p+p/perOctave) // past the end of its bucket
	}
}

func (r *recent) fade() {
	r.total = 0
	for i := range r.counts {
		r.counts[i] /= 2
		r.total += int(r.counts[i])
	}
}

// after is how long to wait before hedging; ok is false while too little is known.
func (r *recent) after() (delay time.Duration, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.delay, r.delay > 0
}
