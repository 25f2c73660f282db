package budget

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"
)

// Every latency is within 1/64 of its bucket's middle, and buckets are in order.
func TestSketchIsExactTo16PerMille(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	check := func(d time.Duration) {
		got := bucketMiddle(bucketOf(d))
		if diff := (got - d.Truncate(time.Microsecond)).Abs(); float64(diff) > float64(d)/64 && diff > 0 {
			t.Fatalf("%v is kept as %v, %.2f %% off", d, got, 100*float64(diff)/float64(d))
		}
	}
	for d := time.Duration(0); d < 5*time.Millisecond; d += 500 * time.Nanosecond {
		check(d)
	}
	for range 100_000 {
		check(time.Duration(math.Exp(r.Float64() * math.Log(float64(70*time.Minute)))))
	}
	for i := 1; i < bucketCount; i++ {
		if bucketMiddle(i) <= bucketMiddle(i-1) {
			t.Fatalf("bucket %d stands for %v, the one before for %v", i, bucketMiddle(i), bucketMiddle(i-1))
		}
	}
	if got := bucketOf(-time.Second); got != 0 {
		t.Errorf("a negative latency is in bucket %d", got)
	}
	if got := bucketOf(1000 * time.Hour); got != bucketCount-1 {
		t.Errorf("1000h is in bucket %d", got)
	}
}

// Percentiles agree with those of the sorted samples.
func TestPercentiles(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var s sketch
	var samples []time.Duration
	for range 20_000 {
		d := time.Duration(math.Exp(r.NormFloat64())*20_000) * time.Microsecond
		samples = append(samples, d)
		s.add(verdict{}, d)
	}
	slices.Sort(samples)
	count := func(i int) uint64 { return s.buckets[i].Load() }
	for _, q := range []float64{0.001, 0.5, 0.95, 0.99, 0.999, 1} {
		want := samples[int(math.Ceil(q*float64(len(samples))))-1]
		got := percentile(q, uint64(len(samples)), count)
		if math.Abs(float64(got-want)) > float64(want)/64 {
			t.Errorf("p%v = %v, want %v", 100*q, got, want)
		}
	}
	if got := percentile(0.5, 0, func(int) uint64 { return 0 }); got != 0 {
		t.Errorf("percentile of nothing = %v", got)
	}
}

// Tokens are neither made nor lost by concurrent use.
func TestTokensAreConserved(t *testing.T) {
	var b tokens
	b.init(0.1, 1000)
	for range 500 {
		b.take()
	}
	var wg sync.WaitGroup
	var taken [8]int64
	for i := range taken {
		wg.Go(func() {
			for j := range 1000 {
				b.deposit()
				if j%3 == 0 && b.take() {
					taken[i]++
					if j%2 == 0 {
						b.refund()
						taken[i]--
					}
				}
			}
		})
	}
	wg.Wait()
	var spent int64
	for _, n := range taken {
		spent += n
	}
	if got, want := b.level.Load(), int64(500*wholeToken+8000*wholeToken/10)-spent*wholeToken; got != min(want, b.burst.Load()) {
		t.Errorf("%d millionths left, want %d", got, want)
	}
	for b.take() {
	}
	if b.balance() < 0 || b.balance() >= 1 {
		t.Errorf("balance %v after taking all", b.balance())
	}
	b.refund()
	for range 100_000 {
		b.deposit()
	}
	if b.balance() != 1000 {
		t.Errorf("balance %v, want the burst", b.balance())
	}
}

func TestBackoffDoesNotOverflow(t *testing.T) {
	d := new(Dependency)
	d.live.Store(&live{Policy: Policy{Retry: Retry{Base: math.MaxInt64 / 2, Cap: math.MaxInt64 - 1}}})
	for n := 1; n <= maxAttempts; n++ {
		if wait := d.backoff(n); wait < 0 {
			t.Errorf("wait after attempt %d: %v", n, wait)
		}
	}
}
