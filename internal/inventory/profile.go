package inventory

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"slices"
	"strings"
	"time"
)

// Latency is what was measured of one dependency.
type Latency struct {
	Name                     string
	Count, Timeouts          uint64 // attempts, and those of them that were cut off
	P50, P95, P99, P999, Max time.Duration

	sketch map[int]uint64
}

// The version and the buckets of the format that package budget writes and its
// README describes.
const (
	profileVersion = 1
	buckets        = 896
	longest        = 1 << 62 // nanoseconds; more is no latency
)

// ReadProfile reads a latency profile.
func ReadProfile(r io.Reader) ([]Latency, error) {
	var file struct {
		Version      *int `json:"version"`
		Dependencies []struct {
			Name     string         `json:"name"`
			Count    uint64         `json:"count"`
			Timeouts uint64         `json:"timeouts"`
			Max      float64        `json:"max_ms"`
			Sketch   map[int]uint64 `json:"sketch"`
		} `json:"dependencies"`
	}
	dec := json.NewDecoder(r)
	if err := dec.Decode(&file); err != nil {
		return nil, fmt.Errorf("no latency profile: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("no latency profile: something follows its object")
	}
	if file.Version == nil {
		return nil, errors.New("no latency profile: it has no version")
	}
	if *file.Version != profileVersion {
		return nil, fmt.Errorf("latency profile of version %d; this timeoutlint reads version %d", *file.Version, profileVersion)
	}
	var out []Latency
	for i, d := range file.Dependencies {
		l := Latency{Name: d.Name, Count: d.Count, Timeouts: d.Timeouts, sketch: d.Sketch}
		switch n, err := total(d.Sketch); {
		case d.Name == "":
			return nil, fmt.Errorf("dependency %d has no name", i+1)
		case slices.ContainsFunc(out, func(have Latency) bool { return have.Name == d.Name }):
			return nil, fmt.Errorf("dependency %s is there twice", d.Name)
		case err != nil:
			return nil, fmt.Errorf("dependency %s: %w", d.Name, err)
		case n != d.Count:
			return nil, fmt.Errorf("dependency %s: count is %d, and its sketch holds %d", d.Name, d.Count, n)
		case d.Timeouts > d.Count:
			return nil, fmt.Errorf("dependency %s: %d timeouts of %d attempts", d.Name, d.Timeouts, d.Count)
		case !(d.Max >= 0 && d.Max < longest/1e6):
			return nil, fmt.Errorf("dependency %s: max_ms is %v", d.Name, d.Max)
		}
		l.Max = time.Duration(d.Max * float64(time.Millisecond))
		l.compute()
		out = append(out, l)
	}
	slices.SortFunc(out, byName)
	return out, nil
}

func byName(a, b Latency) int { return strings.Compare(a.Name, b.Name) }

// total counts a sketch.
func total(sketch map[int]uint64) (uint64, error) {
	var sum, carry uint64
	for i, n := range sketch {
		if i < 0 || i >= buckets {
			return 0, fmt.Errorf("there is no bucket %d", i)
		}
		if sum, carry = bits.Add64(sum, n, 0); carry > 0 {
			return 0, errors.New("its sketch overflows")
		}
	}
	return sum, nil
}

// Merge joins profiles of several processes, dependency by dependency.
func Merge(profiles ...[]Latency) ([]Latency, error) {
	var out []Latency
	for _, l := range slices.Concat(profiles...) {
		i := slices.IndexFunc(out, func(have Latency) bool { return have.Name == l.Name })
		if i < 0 {
			out = append(out, l)
			continue
		}
		sum := Latency{Name: l.Name, Timeouts: out[i].Timeouts + l.Timeouts, Max: max(out[i].Max, l.Max), sketch: map[int]uint64{}}
		for _, sketch := range []map[int]uint64{out[i].sketch, l.sketch} {
			for bucket, n := range sketch {
				sum.sketch[bucket] += n
			}
		}
		if sum.Count = out[i].Count + l.Count; sum.Count < l.Count {
			return nil, fmt.Errorf("dependency %s: the counts of the profiles overflow", l.Name)
		}
		sum.compute()
		out[i] = sum
	}
	slices.SortFunc(out, byName)
	return out, nil
}

// compute derives the percentiles by nearest rank.
func (l *Latency) compute() {
	numbers := make([]int, 0, len(l.sketch))
	for i := range l.sketch {
		numbers = append(numbers, i)
	}
	slices.SortFunc(numbers, cmp.Compare)
	at := func(q float64) time.Duration {
		rank, seen := max(1, uint64(math.Ceil(q*float64(l.Count)))), uint64(0)
		for _, i := range numbers {
			if seen += l.sketch[i]; seen >= rank {
				return middle(i)
			}
		}
		return 0
	}
	l.P50, l.P95, l.P99, l.P999 = at(0.5), at(0.95), at(0.99), at(0.999)
}

// middle is the latency that a bucket stands for.
func middle(i int) time.Duration {
	if i < 64 {
		return time.Duration(i) * time.Microsecond
	}
	shift := i/32 - 1
	return time.Duration(uint64(i%32+32)<<shift+1<<shift/2) * time.Microsecond
}
