package budget

import "io"

// Profile is what was measured of a process's dependencies, the content of the
// JSON file that WriteProfile writes and "timeoutlint budgets -latency" reads.
type Profile struct {
	Version      int       `json:"version"` // 1
	Dependencies []Latency `json:"dependencies"`
}

// Latency is the latency of one dependency, failures included: a timeout counts
// with the time that was waited, so that a good p95 cannot hide it. Percentiles
// are in milliseconds, exact to 1.6 %.
type Latency struct {
	Name     string            `json:"name"`
	Count    uint64            `json:"count"`    // attempts measured
	Outcomes map[string]uint64 `json:"outcomes"` // by success, failure, unsent, rejected; timeout is part of failure
	Timeouts uint64            `json:"timeouts"` // cut off: their true latency is longer than measured
	P50      float64           `json:"p50_ms"`
	P95      float64           `json:"p95_ms"`
	P99      float64           `json:"p99_ms"`
	P999     float64           `json:"p99_9_ms"`
	Max      float64           `json:"max_ms"`
	Sketch   map[int]uint64    `json:"sketch"` // bucket index to count, see doc of WriteProfile
}

// WriteProfile writes the profile of the dependencies as JSON.
func WriteProfile(w io.Writer, list ...*Dependency) error { return nil }

// ReadProfile reads what WriteProfile wrote.
func ReadProfile(r io.Reader) (Profile, error) { return Profile{}, nil }

// Merge adds another process's measurements to p, dependency by dependency, and
// computes the percentiles anew.
func (p *Profile) Merge(other Profile) {}
