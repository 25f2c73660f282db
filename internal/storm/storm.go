// Package storm says what a policy of timeouts and retries does to a dependency
// that is in trouble for a while: as a discrete-event model on virtual time
// ([Run]) and in closed form ([Forecast]).
//
// It knows clients, attempts, a queue and workers. It does not know code: where
// the figures come from is its caller's business.
package storm

import "time"

// World is what no code says: who asks, and what serves. It is assumed, and so
// has to be told to whoever reads a result.
type World struct {
	// Clients ask in a closed loop: one operation at a time each, and Pause
	// between two of them.
	Clients int
	Pause   time.Duration

	// Rate, when positive, starts this many operations a second in place of
	// the clients, whether or not the earlier ones have ended: an open loop,
	// as many users make it.
	Rate float64

	Workers int // of the dependency, each on one job at a time
	Queue   int // jobs that wait for a worker at most, the next is refused; 0 is no limit

	// Fast is what a job takes. For the first Trouble of the run it takes Slow,
	// or, with Down, is lost: taken by nobody and never answered.
	Fast, Slow time.Duration
	Down       bool
	Trouble    time.Duration

	Length time.Duration // of the run

	// Overshoot is added to every sleep and deadline, as the timers of a real
	// machine do; 0 is an ideal machine.
	Overshoot time.Duration

	Sample time.Duration // between two points of [Result.Series]; 0 is a hundredth of Length
	Seed   uint64        // the same seed gives the same result
}

// Published is the stand of a published experiment: six clients, three
// workers, jobs of 250 ms for two seconds and of 20 ms afterwards, read after
// six seconds. Pause and Overshoot are fitted to its figures.
func Published() World {
	return World{
		Clients: 6, Pause: 25 * time.Millisecond, Workers: 3,
		Slow: 250 * time.Millisecond, Fast: 20 * time.Millisecond, Trouble: 2 * time.Second,
		Length: 6 * time.Second, Overshoot: 1900 * time.Microsecond, Seed: 1,
	}
}

// Policy is what the code does with one operation.
type Policy struct {
	// Sites are the places that call the dependency, one after the other. One
	// that gives up ends the operation. There is at least one.
	Sites []Site

	// Timeout ends the operation and what is under way at every site that is
	// not on its own; 0 is none.
	Timeout time.Duration

	// Promise is how long anyone waits for the operation. After it the client
	// leaves and, in a closed loop, goes on to its next operation; the work is
	// not cancelled by that. 0 is for ever.
	Promise time.Duration

	// Floor is the least time worth starting an attempt with; 0 is any.
	Floor time.Duration

	// Told says that the dependency learns how long the client will wait, and
	// drops a job that has expired when its turn comes.
	Told bool

	// Admit is how many calls may be under way at once, of all clients; the
	// next one fails without being sent. 0 is no limit.
	Admit int

	// Ratio, when positive, lets a retry happen only as tokens allow: every
	// operation brings this many into a bucket of Burst, shared by all clients
	// and full at the start; every retry takes one.
	Ratio, Burst float64
}

// Site is one place that calls.
type Site struct {
	// Layers repeat what is inside of them, the outermost first; the last one
	// makes the calls. There is at least one.
	Layers []Layer

	Own bool // its calls do not end with the operation
}

// Layer is one level that repeats.
type Layer struct {
	Attempts int           // the first included; 0 is without end
	Timeout  time.Duration // of one attempt and all that is inside of it; 0 is none

	// The pause before attempt n+1 is Base × Factor^(n−1), not more than Cap.
	// Factor 0 is 1, Cap 0 is none, Base 0 repeats at once.
	Base, Cap time.Duration
	Factor    float64

	// Jitter spreads the pause d: 0 not at all, below 1 by that part to either
	// side, 1 uniformly over [0, d).
	Jitter float64
}

// Result is what was read when the run ended.
type Result struct {
	Operations int // started
	OK         int // answered while somebody waited
	Failed     int // given up, or left by their client
	Waiting    int // neither, yet
	Calls      int // attempts that were sent
	Timeouts   int // attempts that a timeout ended
	Refused    int // attempts that were not admitted, by either side

	Processed int // jobs worked to their end
	Wasted    int // of these, jobs whose caller had left
	Dropped   int // jobs found expired and not worked
	Max       int // most jobs accepted and not ended, at once
	Left      int // jobs accepted and not ended when the run was read

	// Longest is what the longest operation took that ended, whether or not
	// anybody still waited.
	Longest time.Duration

	Series []Point
	Cut    bool // the model stopped early: more happened than it follows
}

// Point is the state at one time.
type Point struct {
	At    time.Duration
	Jobs  int // accepted and not ended
	OK    int // operations answered so far
	Calls int // attempts sent so far
}

// Settled is when, from since on, there were never more than normal jobs at
// once until the end, and an operation was answered again. It is false where
// that never came.
func (r Result) Settled(since time.Duration, normal int) (time.Duration, bool) {
	first := len(r.Series)
	for first > 0 && r.Series[first-1].At >= since && r.Series[first-1].Jobs <= normal {
		first--
	}
	for _, p := range r.Series[first:] {
		if p.OK > r.Series[max(first-1, 0)].OK {
			return p.At, true
		}
	}
	return 0, false
}
