package inventory

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/timeoutlint/timeoutlint/passes/durations"
	"github.com/timeoutlint/timeoutlint/passes/inventory"
)

// Verdict is how a timeout stands to what was measured.
type Verdict string

// The verdicts. All but the first two say that the value no longer fits.
const (
	Fits     Verdict = "fits"
	Unjudged Verdict = "unjudged" // the value is not known, or too little was measured

	BelowP50  Verdict = "below p50"  // most calls time out although they would be answered
	CutsOff   Verdict = "cuts off"   // some do
	Endless   Verdict = "endless"    // far above p99.9: infinite in practice
	Unbounded Verdict = "unbounded"  // nothing ends the wait
	FloorLow  Verdict = "floor low"  // starts calls that have no time to be answered
	FloorHigh Verdict = "floor high" // refuses calls that would have been answered
)

// Misfit reports whether the value does not fit what was measured.
func (v Verdict) Misfit() bool { return v != Fits && v != Unjudged }

// Fit is one dependency: what was measured, its timeouts in the code, and what
// would be worth having.
type Fit struct {
	Latency
	Judgements []Judgement
	Floor      time.Duration // worth having; 0: cannot be told
	Ceiling    time.Duration
	Notes      []string // what to know about the figures
}

// Judgement is one timeout beside the measurement.
type Judgement struct {
	Row     Row
	Verdict Verdict
	Text    string
}

// The figures of a judgement.
const (
	fewest    = 100  // attempts below which nothing is said
	tailed    = 1000 // attempts below which p99.9 is the slowest one
	patience  = 10   // times p99.9: more is infinite in practice
	precision = 64   // a percentile is exact to one part in so many
)

// Judge sets the rows of each measured dependency beside the measurement.
func Judge(rows []Row, measured []Latency) []Fit {
	var out []Fit
	for _, l := range measured {
		fit := Fit{Latency: l}
		fit.advise()
		for _, r := range rows {
			if !slices.Contains(r.Dependencies, l.Name) {
				continue
			}
			if j := fit.judge(r); j.Verdict != "" {
				fit.Judgements = append(fit.Judgements, j)
			}
		}
		out = append(out, fit)
	}
	return out
}

// advise derives the floor and the ceiling worth having.
func (f *Fit) advise() {
	switch {
	case f.Count < fewest:
		f.Notes = append(f.Notes, fmt.Sprintf("too few attempts to judge by: %d are needed", fewest))
		return
	case f.cut() > 0.001:
		f.Notes = append(f.Notes, fmt.Sprintf("%.2g %% of the attempts were cut off by a timeout, so that p99.9 is really above %s: measure with a longer one to learn the ceiling", 100*f.cut(), short(f.P999)))
	case f.Count < tailed:
		f.Notes = append(f.Notes, fmt.Sprintf("p99.9 of %d attempts is the slowest of them", f.Count))
	}
	if f.cut() < 0.5 {
		f.Floor = Round(f.P50, false)
	}
	if f.cut() <= 0.001 {
		f.Ceiling = Round(f.P999+f.P999/10, true)
	}
}

// cut is the share of attempts that were cut off: really longer than measured.
func (f *Fit) cut() float64 { return float64(f.Timeouts) / float64(max(f.Count, 1)) }

// judge is one row's judgement; no verdict where the row bounds something that
// the measurement says nothing of.
func (f *Fit) judge(r Row) Judgement {
	j := Judgement{Row: r, Verdict: Unjudged}
	several := strings.HasSuffix(r.What, "budget.Retry.Total")
	switch {
	case !slices.Contains([]inventory.Stage{"attempt", "total", inventory.Context, inventory.Floor}, r.Stage):
		return Judgement{}
	case f.Count < fewest:
		j.Text = "too few attempts"
	case r.Value.Kind == inventory.Unknown, r.Value.Kind == inventory.Inherited:
		j.Text = fmt.Sprintf("not known; measured p50 %s, p99.9 %s", short(f.P50), short(f.P999))
	case r.Stage == inventory.Floor:
		j.Verdict, j.Text = f.floor(r.Value)
	case r.Value.Kind == inventory.Never:
		j.Verdict, j.Text = Unbounded, "nothing ends this wait; p99.9 is "+short(f.P999)
	case r.Value.Kind == inventory.Off:
		return Judgement{}
	default:
		j.Verdict, j.Text = f.limit(r.Value, several)
	}
	return j
}

// limit judges a time that ends a call.
func (f *Fit) limit(v inventory.Value, several bool) (Verdict, string) {
	switch {
	case below(v.Hi, f.P50):
		return BelowP50, "cuts off more than half of the calls: p50 is " + short(f.P50)
	case several: // its waits and attempts were not measured as one
		return Fits, "all attempts together; p50 of one is " + short(f.P50)
	case below(v.Hi, f.P95):
		return CutsOff, "cuts off more than 5 % of the calls: p95 is " + short(f.P95)
	case below(v.Hi, f.P99):
		return CutsOff, "cuts off more than 1 % of the calls: p99 is " + short(f.P99)
	case below(v.Hi, f.P999):
		return CutsOff, "cuts off more than 0.1 % of the calls: p99.9 is " + short(f.P999)
	case f.cut() > 0.001 && v.Lo > f.Max+f.Max/precision:
		return Unjudged, fmt.Sprintf("longer than anything measured (%s), and %.2g %% of the attempts were cut off: measure again", short(f.Max), 100*f.cut())
	case f.cut() > 0.001:
		return CutsOff, fmt.Sprintf("%.2g %% of the attempts were cut off", 100*f.cut())
	case f.P999 > 0 && v.Lo > patience*f.P999:
		return Endless, fmt.Sprintf("infinite in practice: %d × p99.9 (%s)", v.Lo/f.P999, short(f.P999))
	}
	return Fits, "fits: p99.9 is " + short(f.P999)
}

// floor judges the least time that a call is started with.
func (f *Fit) floor(v inventory.Value) (Verdict, string) {
	switch {
	case v.Kind == inventory.Off, v.Kind == inventory.Never:
		return FloorLow, "no floor: starts calls with too little time; p50 is " + short(f.P50)
	case v.Hi < f.P50/2:
		return FloorLow, "starts calls that have less than half of p50, " + short(f.P50)
	case v.Lo > f.P95+f.P95/precision:
		return FloorHigh, "refuses calls of which 95 % would be answered in time: p95 is " + short(f.P95)
	}
	return Fits, "fits: p50 is " + short(f.P50)
}

// below reports whether a value is below a percentile beyond its precision.
func below(v, percentile time.Duration) bool { return v < percentile-percentile/precision }

// short prints a measured time with three digits.
func short(d time.Duration) string {
	unit := time.Microsecond
	for d >= 1000*unit {
		unit *= 10
	}
	return durations.Short(d.Round(unit))
}
