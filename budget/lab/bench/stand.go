package bench

import "time"

// A Stand is everything about the experiment that is not a client's policy.
type Stand struct {
	Clients int // that ask, one operation at a time each: a closed loop
	Workers int // that serve

	// Rate, when positive, starts this many operations a second in place of
	// the clients, whether or not the earlier ones have ended: an open loop,
	// as users make it.
	Rate float64

	Slow, Fast time.Duration // what a job takes in trouble, and otherwise
	Trouble    time.Duration // how long the trouble lasts, from the start
	Length     time.Duration // of the run
	Pause      time.Duration // of a client between two operations

	// Overshoot is added to every sleep and deadline. Real timers bring their
	// own, about 2 ms where this was published; the fake clock has none.
	Overshoot time.Duration

	Sample time.Duration // between two points of [Result.Series]
	Seed   uint64        // of the pauses' randomness
}

// Published returns the published stand, for real sockets on a real clock.
func Published() Stand {
	return Stand{
		Clients: 6,
		Workers: 3,
		Slow:    250 * time.Millisecond,
		Fast:    20 * time.Millisecond,
		Trouble: 2 * time.Second,
		Length:  6 * time.Second,
		Pause:   25 * time.Millisecond,
		Sample:  50 * time.Millisecond,
		Seed:    1,
	}
}

// PublishedFake returns the published stand for a fake clock, with the
// overshoot that the published figures imply.
func PublishedFake() Stand {
	s := Published()
	s.Overshoot = 1900 * time.Microsecond
	return s
}

// OpenRate is a [Stand.Rate] at which the published stand still recovers by
// itself when nobody repeats: 40 operations a second where 12 can be served in
// trouble and 136 afterwards.
const OpenRate = 40
