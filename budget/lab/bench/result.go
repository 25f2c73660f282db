package bench

import "time"

// A Result is what was read when the run ended; nothing that happened later is
// in it.
type Result struct {
	Calls    int // attempts started
	OK       int // operations that got their answer
	Failed   int // operations given up
	Timeouts int // attempts that their own timeout ended; not those that the run's end cut off

	Processed   int // jobs worked to their end, wanted or not
	Dropped     int // jobs found expired and not worked
	MaxInFlight int // most jobs accepted and not ended, at once
	Unfinished  int // jobs accepted and not ended when the run was read

	Series []Point // over time, one point a sample
}

// A Point is the state of the stand at one time.
type Point struct {
	At       time.Duration // since the start
	InFlight int           // jobs accepted and not ended
	OK       int           // operations answered so far
}
