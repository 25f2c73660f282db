// Package ok holds what durationunit must not report.
package ok

import (
	"context"
	"flag"
	"math"
	"math/rand"
	"net/http"
	"time"

	"durationunit/ok/counts"
)

// A unit is there, on either side, and in constants made of units.
const (
	second   = time.Second
	timeout  = 30 * second
	half     = timeout / 2
	doubled  = 2 * timeout
	sum      = time.Minute + 3*time.Second
	forEver  = 1<<63 - 1
	aMillion = 1_000_000 // 1ms in nanoseconds, written by someone who knew
	pollNs   = 500
)

var client = http.Client{Timeout: 30 * time.Second}

// Zero, negative numbers and the idioms of "for ever" are meant.
func extremes(ctx context.Context) {
	_ = time.NewTimer(0)
	_ = http.Server{ReadTimeout: -1, WriteTimeout: 0}
	_, cancel := context.WithTimeout(ctx, math.MaxInt64)
	defer cancel()
	_, cancel = context.WithTimeout(ctx, forEver)
	defer cancel()
	_ = time.NewTimer(aMillion)
	_ = time.NewTimer(5e9)
	_ = time.NewTimer(pollNs)
	_ = time.NewTimer(1 << 12)
}

// Operands of multiplication and division, comparisons and shifts are numbers.
func arithmetic(d time.Duration, n int) time.Duration {
	if d > 30 || d == 5 {
		return d / 2
	}
	switch d {
	case 10:
		d <<= 3
	}
	d *= 2
	d /= 10
	d %= 7
	d = (d + 500) / 1000
	d = time.Duration(n) * time.Second
	d = time.Duration(5) * time.Second
	d = d*3/2 - d%100
	d += time.Duration(rand.Intn(500)) * time.Millisecond
	if periods := d/time.Minute - 2; periods > 0 {
		d *= periods
	}
	return d.Truncate(10).Round(100) + d - 1
}

// A duration that is a count: it is multiplied by its unit where it is used.
type config struct {
	Timeout      time.Duration
	Waits        []time.Duration
	RetrySeconds time.Duration
}

const attempts time.Duration = 5

var pause time.Duration = 10

func defaults() config {
	return config{Timeout: 30, Waits: []time.Duration{2, 4, 8}, RetrySeconds: 15}
}

func use(ctx context.Context, c config) {
	ctx, cancel := context.WithTimeout(ctx, c.Timeout*time.Second)
	defer cancel()
	for _, wait := range c.Waits {
		_ = time.NewTimer(wait * time.Millisecond)
	}
	_ = time.NewTimer(attempts * time.Second)
	later := pause
	_ = time.NewTimer(time.Minute * later)
	sleep(5)
	_ = time.NewTimer(seconds() * time.Second)
	every := time.Duration(3)
	_ = time.NewTimer(every * time.Second)
	<-ctx.Done()
}

func sleep(n time.Duration) { time.Sleep(n * time.Second) }

func seconds() time.Duration { return 30 }

func flags() {
	wait := flag.Duration("wait", 30, "seconds to wait")
	var other time.Duration
	flag.DurationVar(&other, "other", 60, "seconds to wait")
	flag.Parse()
	time.Sleep(*wait * time.Second)
	time.Sleep(other * time.Second)
}

// A time.Duration used as a counter.
func count() int {
	turns := time.Duration(10)
	for i := time.Duration(2); i < turns; i++ {
		turns--
	}
	return int(turns)
}

// Names that say a unit, and the unit that is applied to them.
type settings struct {
	TimeoutSec, IntervalMS, WaitNanos int
	Min                               int
	Params                            int
}

func conversions(s settings, elapsed time.Duration) {
	time.Sleep(time.Duration(s.TimeoutSec) * time.Second)
	time.Sleep(time.Millisecond * time.Duration(s.IntervalMS))
	time.Sleep(time.Duration(s.WaitNanos))
	time.Sleep(time.Duration(s.Min))
	time.Sleep(time.Duration(s.Params))
	time.Sleep(time.Duration(s.TimeoutSec) * 1000 * time.Millisecond)
	time.Sleep(time.Duration(s.TimeoutSec*1000) * time.Millisecond)
	time.Sleep(time.Duration(float64(s.TimeoutSec) * float64(time.Second)))
	time.Sleep(time.Duration(s.TimeoutSec * int(time.Second)))
	d := time.Duration(s.TimeoutSec)
	time.Sleep(d * time.Second)
	waitSeconds(time.Duration(s.TimeoutSec))
	_ = config{Timeout: time.Duration(s.TimeoutSec)}
	_ = time.Duration(s.TimeoutSec) < elapsed/time.Second
	_ = time.Duration(elapsed.Seconds()) * time.Second
	if ms := time.Duration(elapsed.Milliseconds()); ms > 20 {
		time.Sleep(ms * time.Millisecond)
	}
}

func waitSeconds(d time.Duration) { time.Sleep(d * time.Second) }

// Duration here is a number of beats: nothing says that it is a time.
type Duration int64

type note struct{ Length Duration }

var c4 = note{Length: 16}

// A duration that is a key, and one that goes through a variable which is
// multiplied by another variable.
var labels = map[time.Duration]string{5: "five", 10: "ten"}

func scaled(unit time.Duration) time.Duration {
	n := time.Duration(20)
	return n * unit
}

// Ticks are said to be nanoseconds.
type clock struct{ StepNanos time.Duration }

var fine = clock{StepNanos: 100}

// Another package of the module multiplies by the unit.
func imported() {
	counts.Sleep(5)
	c := counts.Config{Timeout: 30}
	c.Timeout = 20
	c.Wait()
}

// The name says that it counts.
type policy struct{ Attempts, GrowthFactor time.Duration }

var twice = policy{Attempts: 3, GrowthFactor: 2}

// Multiples of something: authelia's buckets are 1x, 2x and 12x of a lifespan.
type bucket struct{ Period time.Duration }

var buckets = []bucket{{Period: 1}, {Period: 2}, {Period: 12}}

// go-ethereum's nsec is a number of seconds.
func trace(nsec uint, periodMilliSeconds int32) {
	time.Sleep(time.Duration(nsec) * time.Second)
	time.Sleep(time.Duration(periodMilliSeconds) * time.Millisecond)
}

// Min is the smaller of two, and S the unit.
type keepalive struct{ StunKeepaliveMinS int }

func (k keepalive) interval() time.Duration { return time.Duration(k.StunKeepaliveMinS) * time.Second }

// steps are multiples where they are written, in a loop and by their number.
func steps(round int) {
	for _, times := range []time.Duration{1, 3, 9} {
		time.Sleep(times * time.Second)
	}
	time.Sleep([]time.Duration{2, 4, 8}[round] * time.Minute)
}
