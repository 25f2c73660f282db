package budget

import "time"

type sketch struct{}

type recent struct {
	percentile float64
	minSamples int
}

func (d *Dependency) record(v verdict, elapsed time.Duration) {}
