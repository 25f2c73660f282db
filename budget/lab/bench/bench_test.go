package bench

import (
	"flag"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

var tcp = flag.Bool("tcp", false, "also run the stand on real TCP, in real time (25 s on two cores)")

// A band is the least and the most that a figure may be, both included. The
// zero band takes only zero.
type band struct{ min, max int }

func (b band) check(t *testing.T, what string, got int) {
	t.Helper()
	if got < b.min || got > b.max {
		t.Errorf("%s = %d, want %d to %d", what, got, b.min, b.max)
	}
}

// bands are the promises about one variant. free stands for "not promised".
type bands struct{ ok, failed, timeouts, inFlight, dropped band }

var free = band{0, 1 << 30}

// published are the promises that hold on real TCP as well as on the fake clock.
var published = map[string]bands{
	"A": {ok: band{450, 600}, inFlight: band{6, 7}},
	"B": {timeouts: band{500, 800}, inFlight: band{151, 300}},
	"C": {ok: band{300, 420}, failed: band{30, 80}, timeouts: free, inFlight: band{60, 120}},
	"D": {ok: band{450, 600}, inFlight: band{6, 7}},
	"E": {ok: band{150, 340}, failed: free, timeouts: free, inFlight: band{70, 180}},
	"F": {ok: band{400, 560}, timeouts: free, inFlight: band{7, 80}, dropped: band{100, 400}},
	"G": {ok: band{380, 560}, failed: free, timeouts: free, inFlight: band{7, 80}, dropped: band{50, 300}},
	"H": {ok: band{400, 600}, failed: free, timeouts: free, inFlight: band{7, 80}, dropped: band{20, 300}},
	"I": {ok: band{450, 600}, inFlight: band{6, 7}},
	"J": {ok: band{450, 600}, inFlight: band{6, 7}},
	"K": {ok: band{450, 600}, inFlight: band{6, 7}},
}

func check(t *testing.T, v Variant, r Result) {
	t.Helper()
	t.Logf("%s: %d calls, %d ok, %d failed, %d timeouts, %d processed, %d dropped, at most %d in flight, %d left",
		v.Name, r.Calls, r.OK, r.Failed, r.Timeouts, r.Processed, r.Dropped, r.MaxInFlight, r.Unfinished)
	want, ok := published[v.Name]
	if !ok {
		t.Fatalf("no bands for variant %s", v.Name)
	}
	want.ok.check(t, "ok", r.OK)
	want.failed.check(t, "failed", r.Failed)
	want.timeouts.check(t, "timeouts", r.Timeouts)
	want.inFlight.check(t, "most in flight", r.MaxInFlight)
	want.dropped.check(t, "dropped", r.Dropped)
}

// fake runs v on a fake clock.
func fake(t *testing.T, s Stand, v Variant) (r Result) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		l, dial := Memory()
		var err error
		if r, err = Run(s, v, l, dial); err != nil {
			t.Error(err)
		}
	})
	return r
}

func TestFakeClock(t *testing.T) {
	for _, v := range Variants() {
		t.Run(v.Name, func(t *testing.T) { check(t, v, fake(t, PublishedFake(), v)) })
	}
}

// Nothing that is promised hangs on the fitted overshoot: it holds from perfect
// timers to coarse ones.
func TestAnyTimers(t *testing.T) {
	for _, overshoot := range []time.Duration{0, 500 * time.Microsecond, time.Millisecond, 3 * time.Millisecond} {
		for _, v := range Variants() {
			t.Run(overshoot.String()+"/"+v.Name, func(t *testing.T) {
				s := PublishedFake()
				s.Overshoot = overshoot
				check(t, v, fake(t, s, v))
			})
		}
	}
}

// The published figures themselves, within a few counts: goroutines that wake
// at the same fake instant run in no promised order.
func TestPublishedFigures(t *testing.T) {
	near := func(n, by int) band { return band{n - by, n + by} }
	for name, want := range map[string]struct{ calls, ok, failed, processed, inFlight, left band }{
		"A": {near(516, 6), near(513, 3), band{}, near(513, 3), band{6, 6}, near(3, 3)},
		"B": {near(690, 12), band{}, band{}, near(573, 12), near(213, 6), near(117, 15)},
		"C": {near(528, 12), near(362, 6), near(53, 3), near(525, 12), near(91, 6), near(3, 3)},
		"D": {near(519, 6), near(519, 8), band{}, near(513, 8), band{6, 6}, near(3, 3)},
	} {
		t.Run(name, func(t *testing.T) {
			r := fake(t, PublishedFake(), variant(t, name))
			want.calls.check(t, "calls", r.Calls)
			want.ok.check(t, "ok", r.OK)
			want.failed.check(t, "failed", r.Failed)
			want.processed.check(t, "processed", r.Processed)
			want.inFlight.check(t, "most in flight", r.MaxInFlight)
			want.left.check(t, "left in flight", r.Unfinished)
		})
	}
}

// In a closed loop a retry budget alone makes it worse; in an open loop it is
// what saves the stand, and there even the timeout of D, right in the closed
// loop, does not. All of that is part of what [Variants] says.
func TestRetryBudgetHurtsAClosedLoopAndHelpsAnOpenOne(t *testing.T) {
	without, with := variant(t, "C"), variant(t, "E")
	if c, e := fake(t, PublishedFake(), without).OK, fake(t, PublishedFake(), with).OK; e >= c {
		t.Errorf("closed loop: %d ok with a retry budget, %d without: the lesson in Variants is wrong", e, c)
	}
	open := PublishedFake()
	open.Rate = OpenRate
	for name, want := range map[string]band{"C": {0, 20}, "D": {0, 100}, "E": {101, 240}, "H": {101, 240}, "I": {151, 240}} {
		want.check(t, "open loop, "+name+": ok", fake(t, open, variant(t, name)).OK)
	}
}

func TestRealTCP(t *testing.T) {
	if !*tcp {
		t.Skip("real time, 25 s: go test ./lab/bench -tcp")
	}
	for _, v := range Variants() {
		t.Run(v.Name, func(t *testing.T) {
			t.Parallel() // the stand sleeps nearly all the time
			l, dial, err := TCP()
			if err != nil {
				t.Fatal(err)
			}
			r, err := Run(Published(), v, l, dial)
			if err != nil {
				t.Fatal(err)
			}
			check(t, v, r)
		})
	}
}

// The books balance: whatever was accepted was worked, dropped or is left, and
// the series starts at nothing and ends at what was read.
func TestBooks(t *testing.T) {
	for _, v := range Variants() {
		r := fake(t, PublishedFake(), v)
		if accepted := r.Processed + r.Dropped + r.Unfinished; accepted != r.Calls {
			t.Errorf("%s: %d calls, %d jobs worked, dropped or left", v.Name, r.Calls, accepted)
		}
		if r.OK > r.Processed {
			t.Errorf("%s: %d ok of %d processed", v.Name, r.OK, r.Processed)
		}
		last := r.Series[len(r.Series)-1]
		if len(r.Series) != 121 || last.At != 6*time.Second || abs(last.OK-r.OK) > 3 {
			t.Errorf("%s: %d points, the last %+v; want 121, at 6s with %d ok", v.Name, len(r.Series), last, r.OK)
		}
		if !slices.IsSortedFunc(r.Series, func(a, b Point) int { return a.OK - b.OK }) {
			t.Errorf("%s: successes were taken back", v.Name)
		}
	}
}

func variant(t *testing.T, name string) Variant {
	t.Helper()
	all := Variants()
	i := slices.IndexFunc(all, func(v Variant) bool { return v.Name == name })
	if i < 0 {
		t.Fatalf("no variant %s", name)
	}
	return all[i]
}

func abs(n int) int { return max(n, -n) }
