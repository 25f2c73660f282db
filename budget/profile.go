package budget

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"
)

// ProfileVersion is the version of the file format that this package writes.
const ProfileVersion = 1

// Profile is what was measured of a process's dependencies: the content of the
// file that [WriteProfile] writes and "timeoutlint budgets -latency FILE" reads.
type Profile struct {
	Version      int       `json:"version"`
	Dependencies []Latency `json:"dependencies"` // sorted by name
}

// Latency is the latency of one dependency's attempts, failures included: a
// timeout counts with the time that was waited, so that failures cannot hide
// behind a good percentile. Attempts whose caller left are not in it.
// Percentiles are in milliseconds, exact to 1.6 %.
type Latency struct {
	Name     string            `json:"name"`
	Count    uint64            `json:"count"`    // attempts measured
	Outcomes map[string]uint64 `json:"outcomes"` // by success, failure, unsent, rejected; sums to Count
	Timeouts uint64            `json:"timeouts"` // the failures that were cut off: really longer than measured
	P50      float64           `json:"p50_ms"`
	P95      float64           `json:"p95_ms"`
	P99      float64           `json:"p99_ms"`
	P999     float64           `json:"p99_9_ms"`
	Max      float64           `json:"max_ms"`

	// Sketch counts attempts by bucket, empty buckets left out. Bucket i below 64
	// holds latencies of i µs. Bucket i from 64 holds those from m·2ˢ µs to below
	// (m+1)·2ˢ µs, with s = i/32 − 1 and m = i%32 + 32. Two sketches merge by
	// adding their counts; the percentiles follow from the sum.
	Sketch map[int]uint64 `json:"sketch"`
}

// Latency returns what was measured of d since New.
func (d *Dependency) Latency() Latency {
	l := Latency{Name: d.name, Outcomes: map[string]uint64{}, Sketch: map[int]uint64{}}
	for i := range d.latency.buckets {
		if n := d.latency.buckets[i].Load(); n > 0 {
			l.Sketch[i] = n
		}
	}
	for o := range d.latency.outcomes {
		if n := d.latency.outcomes[o].Load(); n > 0 {
			l.Outcomes[Outcome(o).String()] = n
		}
	}
	l.Timeouts = d.latency.timeouts.Load()
	l.Max = milliseconds(time.Duration(d.latency.longest.Load()))
	l.compute()
	return l
}

// compute derives Count and the percentiles from Sketch.
func (l *Latency) compute() {
	l.Count = 0
	for _, n := range l.Sketch {
		l.Count += n
	}
	at := func(q float64) float64 {
		return milliseconds(percentile(q, l.Count, func(i int) uint64 { return l.Sketch[i] }))
	}
	l.P50, l.P95, l.P99, l.P999 = at(0.5), at(0.95), at(0.99), at(0.999)
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// WriteProfile writes the latencies of the dependencies to w as JSON; see
// [Profile] and [Latency] for the format. Call it at shutdown or from a debug
// handler.
func WriteProfile(w io.Writer, list ...*Dependency) error {
	p := Profile{Version: ProfileVersion, Dependencies: []Latency{}}
	for _, d := range list {
		p.Merge(Profile{Dependencies: []Latency{d.Latency()}})
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(p)
}

// ReadProfile reads what [WriteProfile] wrote. It refuses a version it does not
// know and buckets that do not exist.
func ReadProfile(r io.Reader) (Profile, error) {
	var p Profile
	if err := json.NewDecoder(r).Decode(&p); err != nil {
		return Profile{}, fmt.Errorf("budget: latency profile: %w", err)
	}
	if p.Version != ProfileVersion {
		return Profile{}, fmt.Errorf("budget: latency profile: version %d, want %d", p.Version, ProfileVersion)
	}
	for _, l := range p.Dependencies {
		for i := range l.Sketch {
			if i < 0 || i >= bucketCount {
				return Profile{}, fmt.Errorf("budget: latency profile: %s: no bucket %d", l.Name, i)
			}
		}
	}
	return p, nil
}

// Merge adds another process's measurements to p, dependency by dependency, and
// computes the percentiles anew. other is not changed.
func (p *Profile) Merge(other Profile) {
	for _, l := range other.Dependencies {
		i := slices.IndexFunc(p.Dependencies, func(have Latency) bool { return have.Name == l.Name })
		if i < 0 {
			p.Dependencies = append(p.Dependencies, Latency{Name: l.Name})
			i = len(p.Dependencies) - 1
		}
		p.Dependencies[i].add(l)
	}
	slices.SortFunc(p.Dependencies, func(a, b Latency) int { return cmp.Compare(a.Name, b.Name) })
}

func (l *Latency) add(other Latency) {
	l.Outcomes = sum(l.Outcomes, other.Outcomes)
	l.Sketch = sum(l.Sketch, other.Sketch)
	l.Timeouts += other.Timeouts
	l.Max = max(l.Max, other.Max)
	l.compute()
}

// sum returns a new map, so that merged profiles share nothing.
func sum[K comparable](a, b map[K]uint64) map[K]uint64 {
	out := make(map[K]uint64, len(a)+len(b))
	for k, n := range a {
		out[k] = n
	}
	for k, n := range b {
		out[k] += n
	}
	return out
}
