package breaker_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sony/gobreaker/v2"

	"github.com/timeoutlint/timeoutlint/budget"
	"github.com/timeoutlint/timeoutlint/budget/breaker"
)

var _ budget.Breaker = (*breaker.Breaker)(nil)

// dependency has s for its breaker; a call is slow from 500 ms.
func dependency(t *testing.T, s breaker.Settings) (*budget.Dependency, *breaker.Breaker) {
	t.Helper()
	b, err := breaker.New("payments", s)
	if err != nil {
		t.Fatal(err)
	}
	d, err := budget.New("payments", budget.Policy{Breaker: b, SlowCall: 500 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	return d, b
}

var errDown = errors.New("down")

// call makes one attempt that takes d and ends with err; it reports false when
// the breaker refused.
func call(ctx context.Context, t *testing.T, dep *budget.Dependency, d time.Duration, err error) bool {
	t.Helper()
	a, refused := dep.Begin(ctx)
	if refused != nil {
		if budget.ReasonOf(refused) != budget.ReasonOpen {
			t.Fatalf("refused for another reason: %v", refused)
		}
		return false
	}
	time.Sleep(d)
	_ = a.End(err)
	return true
}

// The golden trace: threshold 3 in a row, reset after 5 s, a dependency that is
// down for its first 7 s, one call a second.
func TestGoldenTrace(t *testing.T) {
	want := []struct {
		called bool
		before gobreaker.State // when the call comes
		after  gobreaker.State
	}{
		0:  {true, gobreaker.StateClosed, gobreaker.StateClosed},
		1:  {true, gobreaker.StateClosed, gobreaker.StateClosed},
		2:  {true, gobreaker.StateClosed, gobreaker.StateOpen},
		3:  {false, gobreaker.StateOpen, gobreaker.StateOpen},
		4:  {false, gobreaker.StateOpen, gobreaker.StateOpen},
		5:  {false, gobreaker.StateOpen, gobreaker.StateOpen},
		6:  {false, gobreaker.StateOpen, gobreaker.StateOpen},
		7:  {true, gobreaker.StateHalfOpen, gobreaker.StateClosed},
		8:  {true, gobreaker.StateClosed, gobreaker.StateClosed},
		9:  {true, gobreaker.StateClosed, gobreaker.StateClosed},
		10: {true, gobreaker.StateClosed, gobreaker.StateClosed},
		11: {true, gobreaker.StateClosed, gobreaker.StateClosed},
	}
	synctest.Test(t, func(t *testing.T) {
		dep, b := dependency(t, breaker.Settings{Consecutive: 3, Open: 5 * time.Second, Jitter: breaker.Off, Probes: 1})
		start := time.Now()
		for second, want := range want {
			time.Sleep(time.Until(start.Add(time.Duration(second) * time.Second)))
			var err error
			if second < 7 {
				err = errDown
			}
			before := b.State()
			called := call(t.Context(), t, dep, 0, err)
			if called != want.called || before != want.before || b.State() != want.after {
				t.Errorf("second %d: called %v, %v then %v; want called %v, %v then %v",
					second, called, before, b.State(), want.called, want.before, want.after)
			}
		}
	})
}

func TestBlindSpots(t *testing.T) {
	const fast, slow = 10 * time.Millisecond, 600 * time.Millisecond
	left, leave := context.WithCancel(context.Background())
	leave()
	tests := []struct {
		name string
		run  func(t *testing.T, dep *budget.Dependency)
		want gobreaker.State
	}{
		{"1 failure of 1 call does not open", func(t *testing.T, dep *budget.Dependency) {
			call(t.Context(), t, dep, fast, errDown)
		}, gobreaker.StateClosed},
		{"19 failures of 19 calls do not open", func(t *testing.T, dep *budget.Dependency) {
			for range 19 {
				call(t.Context(), t, dep, fast, errDown)
			}
		}, gobreaker.StateClosed},
		{"20 of 20 do", func(t *testing.T, dep *budget.Dependency) {
			for range 20 {
				call(t.Context(), t, dep, fast, errDown)
			}
		}, gobreaker.StateOpen},
		{"9 failures of 20 do not", func(t *testing.T, dep *budget.Dependency) {
			mixed(t, dep, 11, 9)
		}, gobreaker.StateClosed},
		{"10 of 20 do", func(t *testing.T, dep *budget.Dependency) {
			mixed(t, dep, 10, 10)
		}, gobreaker.StateOpen},
		{"failures spread wider than the window do not", func(t *testing.T, dep *budget.Dependency) {
			for range 60 {
				call(t.Context(), t, dep, time.Second, errDown)
			}
		}, gobreaker.StateClosed},
		{"slow successes open", func(t *testing.T, dep *budget.Dependency) {
			inParallel(t, dep, 20, slow, nil)
		}, gobreaker.StateOpen},
		{"quick successes do not", func(t *testing.T, dep *budget.Dependency) {
			inParallel(t, dep, 20, fast, nil)
		}, gobreaker.StateClosed},
		{"4xx does not", func(t *testing.T, dep *budget.Dependency) {
			inParallel(t, dep, 40, fast, budget.Mark(errDown, budget.Rejected))
		}, gobreaker.StateClosed},
		{"slow 4xx does", func(t *testing.T, dep *budget.Dependency) {
			inParallel(t, dep, 20, slow, budget.Mark(errDown, budget.Rejected))
		}, gobreaker.StateOpen},
		{"the caller's own cancellation does not", func(t *testing.T, dep *budget.Dependency) {
			leavingAfter(t, dep, 40, fast)
		}, gobreaker.StateClosed},
		{"a caller that leaves after a slow wait does", func(t *testing.T, dep *budget.Dependency) {
			leavingAfter(t, dep, 20, slow)
		}, gobreaker.StateOpen},
		{"a cancelled error of a caller that stayed does", func(t *testing.T, dep *budget.Dependency) {
			inParallel(t, dep, 20, fast, left.Err())
		}, gobreaker.StateOpen},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				dep, b := dependency(t, breaker.Settings{})
				tt.run(t, dep)
				if got := b.State(); got != tt.want {
					t.Errorf("breaker is %v, want %v; counts %+v", got, tt.want, b.Counts())
				}
			})
		})
	}
}

// mixed makes the good calls first, so that only the last call can open.
func mixed(t *testing.T, dep *budget.Dependency, good, bad int) {
	t.Helper()
	for range good {
		call(t.Context(), t, dep, 0, nil)
	}
	for range bad {
		call(t.Context(), t, dep, 0, errDown)
	}
}

// inParallel begins n attempts and ends them after d, all within one window.
func inParallel(t *testing.T, dep *budget.Dependency, n int, d time.Duration, err error) {
	t.Helper()
	for _, a := range begin(t.Context(), t, dep, n) {
		defer func() { _ = a.End(err) }()
	}
	time.Sleep(d)
}

func leavingAfter(t *testing.T, dep *budget.Dependency, n int, d time.Duration) {
	t.Helper()
	ctx, leave := context.WithCancel(t.Context())
	attempts := begin(ctx, t, dep, n)
	time.Sleep(d)
	leave()
	for _, a := range attempts {
		_ = a.End(a.Context().Err())
	}
}

func begin(ctx context.Context, t *testing.T, dep *budget.Dependency, n int) []*budget.Attempt {
	t.Helper()
	attempts := make([]*budget.Attempt, n)
	for i := range attempts {
		a, err := dep.Begin(ctx)
		if err != nil {
			t.Fatal(err)
		}
		attempts[i] = a
	}
	return attempts
}

// opened returns a dependency whose breaker has just opened.
func opened(t *testing.T, s breaker.Settings) (*budget.Dependency, *breaker.Breaker) {
	t.Helper()
	s.Jitter = breaker.Off
	dep, b := dependency(t, s)
	mixed(t, dep, 0, 20)
	if b.State() != gobreaker.StateOpen {
		t.Fatalf("breaker is %v after 20 failures", b.State())
	}
	return dep, b
}

func TestFailedProbeOpensAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dep, b := opened(t, breaker.Settings{})
		time.Sleep(5 * time.Second)
		if !call(t.Context(), t, dep, 0, errDown) {
			t.Fatal("the probe was refused")
		}
		if got := b.State(); got != gobreaker.StateOpen {
			t.Errorf("breaker is %v after a failed probe, want open", got)
		}
		time.Sleep(5*time.Second - time.Nanosecond)
		if call(t.Context(), t, dep, 0, nil) {
			t.Error("called 1 ns before the second time open was over")
		}
		time.Sleep(time.Nanosecond)
		for n := range 3 {
			if !call(t.Context(), t, dep, 0, nil) {
				t.Fatalf("probe %d was refused", n+1)
			}
		}
		if got := b.State(); got != gobreaker.StateClosed {
			t.Errorf("breaker is %v after 3 good probes, want closed", got)
		}
	})
}

func TestSlowProbeOpensAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dep, b := opened(t, breaker.Settings{})
		time.Sleep(5 * time.Second)
		call(t.Context(), t, dep, 600*time.Millisecond, nil)
		if got := b.State(); got != gobreaker.StateOpen {
			t.Errorf("breaker is %v after a slow probe, want open", got)
		}
	})
}

// A probe whose caller leaves proves nothing: its place goes to the next call,
// and the breaker does not stay half-open for ever.
func TestCancelledProbeReturnsItsPlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dep, b := opened(t, breaker.Settings{Probes: 1})
		time.Sleep(5 * time.Second)

		ctx, leave := context.WithCancel(t.Context())
		probe, err := dep.Begin(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if call(t.Context(), t, dep, 0, nil) {
			t.Error("a second call went through beside the only probe")
		}
		leave()
		_ = probe.End(ctx.Err())
		if got := b.State(); got != gobreaker.StateHalfOpen {
			t.Errorf("breaker is %v after a cancelled probe, want half-open", got)
		}
		if !call(t.Context(), t, dep, 0, nil) {
			t.Fatal("the cancelled probe kept its place")
		}
		if got := b.State(); got != gobreaker.StateClosed {
			t.Errorf("breaker is %v after a good probe, want closed", got)
		}
	})
}

func TestJitterSpreadsTheTimeOpen(t *testing.T) {
	seen := map[time.Duration]bool{}
	for range 100 {
		g, err := breaker.Settings{}.Gobreaker("payments")
		if err != nil {
			t.Fatal(err)
		}
		if g.Timeout < 4*time.Second-1 || g.Timeout > 6*time.Second {
			t.Fatalf("open for %v, want 5s ± 20 %%", g.Timeout)
		}
		seen[g.Timeout] = true
	}
	if len(seen) < 50 {
		t.Errorf("100 breakers share %d times, want them spread", len(seen))
	}
}

func TestOnChange(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var changes []string
		dep, _ := opened(t, breaker.Settings{Probes: 1, OnChange: func(name string, from, to gobreaker.State) {
			changes = append(changes, name+": "+from.String()+" to "+to.String())
		}})
		time.Sleep(5 * time.Second)
		call(t.Context(), t, dep, 0, nil)
		want := "payments: closed to open\npayments: open to half-open\npayments: half-open to closed"
		if got := strings.Join(changes, "\n"); got != want {
			t.Errorf("changes:\n%s\nwant:\n%s", got, want)
		}
	})
}

func TestSettingsThatMakeNoSense(t *testing.T) {
	for field, s := range map[string]breaker.Settings{
		"Window":      {Window: 5},
		"MinCalls":    {MinCalls: -1},
		"Rate":        {Rate: 1.5},
		"Consecutive": {Consecutive: -1},
		"never open":  {Rate: breaker.Off},
		"Open":        {Open: -time.Second},
		"Jitter":      {Jitter: 1},
		"Probes":      {Probes: -1},
	} {
		if _, err := breaker.New("payments", s); err == nil || !strings.Contains(err.Error(), field) {
			t.Errorf("%+v: error %v, want one about %s", s, err, field)
		}
	}
}
