package budget_test

import (
	"bytes"
	"context"
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/timeoutlint/timeoutlint/budget"
)

// 900 answers of 10 ms, 90 of 100 ms, and 10 that hang until their ceiling: the
// failures are what p99.9 shows.
func TestProfileCountsFailures(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := dependency(t, "orders", budget.Policy{Ceiling: 2 * time.Second})
		do := func(n int, f func(context.Context) (string, error)) {
			for range n {
				budget.Do(t.Context(), d, f)
			}
		}
		do(900, taking(10*ms))
		do(90, taking(100*ms))
		do(8, taking(time.Hour))
		do(1, func(context.Context) (string, error) {
			time.Sleep(3 * ms)
			return "", budget.Mark(errBoom, budget.Rejected)
		})
		do(1, func(context.Context) (string, error) { time.Sleep(3 * ms); return "", errBoom })
		// One whose caller left is not in it.
		gone, cancel := context.WithCancel(t.Context())
		time.AfterFunc(ms, cancel)
		budget.Do(gone, d, taking(time.Hour))

		var file bytes.Buffer
		if err := budget.WriteProfile(&file, d, dependency(t, "never called", budget.Policy{})); err != nil {
			t.Fatal(err)
		}
		p, err := budget.ReadProfile(&file)
		if err != nil {
			t.Fatal(err)
		}
		equal(t, "version", p.Version, 1)
		equal(t, "names", p.Dependencies[0].Name+", "+p.Dependencies[1].Name, "never called, orders")
		equal(t, "p50 without samples", p.Dependencies[0].P50, 0)
		l := p.Dependencies[1]
		equal(t, "count", l.Count, 1000)
		equal(t, "success", l.Outcomes["success"], 990)
		equal(t, "failure", l.Outcomes["failure"], 9)
		equal(t, "rejected", l.Outcomes["rejected"], 1)
		equal(t, "timeouts", l.Timeouts, 8)
		equal(t, "max", l.Max, 2000)
		for _, c := range []struct{ got, want float64 }{{l.P50, 10}, {l.P95, 100}, {l.P99, 100}, {l.P999, 2000}} {
			if math.Abs(c.got-c.want) > c.want/64 {
				t.Errorf("percentile %v, want %v to 1.6 %%", c.got, c.want)
			}
		}
	})
}

// The format is read by another tool: a change must be deliberate.
func TestProfileFormat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := dependency(t, "orders", budget.Policy{})
		budget.Do(t.Context(), d, taking(10*ms))
		budget.Do(t.Context(), d, taking(50*time.Microsecond))
		var file bytes.Buffer
		budget.WriteProfile(&file, d)
		equal(t, "file", file.String(), `{
  "version": 1,
  "dependencies": [
    {
      "name": "orders",
      "count": 2,
      "outcomes": {
        "success": 2
      },
      "timeouts": 0,
      "p50_ms": 0.05,
      "p95_ms": 10.112,
      "p99_ms": 10.112,
      "p99_9_ms": 10.112,
      "max_ms": 10,
      "sketch": {
        "295": 1,
        "50": 1
      }
    }
  ]
}
`)
	})
}

func TestProfileMerges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		measure := func(latency time.Duration, n int) budget.Profile {
			d := dependency(t, "orders", budget.Policy{})
			for range n {
				budget.Do(t.Context(), d, taking(latency))
			}
			return budget.Profile{Version: 1, Dependencies: []budget.Latency{d.Latency()}}
		}
		a, b := measure(10*ms, 60), measure(200*ms, 40)
		before := len(b.Dependencies[0].Sketch)
		a.Merge(b)
		a.Merge(budget.Profile{Dependencies: []budget.Latency{dependency(t, "billing", budget.Policy{}).Latency()}})
		equal(t, "dependencies", len(a.Dependencies), 2)
		equal(t, "first", a.Dependencies[0].Name, "billing")
		l := a.Dependencies[1]
		equal(t, "count", l.Count, 100)
		equal(t, "success", l.Outcomes["success"], 100)
		equal(t, "max", l.Max, 200)
		if l.P50 > 11 || l.P95 < 195 {
			t.Errorf("p50 %v, p95 %v; want about 10 and 200", l.P50, l.P95)
		}
		equal(t, "the other profile is not changed", len(b.Dependencies[0].Sketch), before)
	})
}

func TestReadProfileRefuses(t *testing.T) {
	for _, file := range []string{
		``, `{`, `{"version": 2}`, `[]`,
		`{"version": 1, "dependencies": [{"name": "d", "sketch": {"896": 1}}]}`,
		`{"version": 1, "dependencies": [{"name": "d", "sketch": {"-1": 1}}]}`,
	} {
		if _, err := budget.ReadProfile(strings.NewReader(file)); err == nil {
			t.Errorf("%s was accepted", file)
		}
	}
}
