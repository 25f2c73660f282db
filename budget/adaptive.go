package budget

import (
	"context"
	"math"
	"slices"
	"sync"
	"time"
)

// Limiter bounds how many attempts of a dependency, or requests of a server, run
// at once, and learns from how they end. [NewAdaptive] makes one; a library's own
// fits behind the two functions as well.
type Limiter interface {
	// Acquire takes a slot and waits for one at most wait; zero or less is not at
	// all. It returns nil if there is none, or if ctx ends first. Otherwise
	// release is called exactly once, with how long the answer took and
	//
	//   - Success: the answer came in that time;
	//   - Failure: overloaded, or out of time;
	//   - Neutral: nothing can be learned from it.
	Acquire(ctx context.Context, wait time.Duration) (release func(Outcome, time.Duration))
}

// Adaptive is a [Limiter] with no number to tune. It compares how long answers
// take now with how long they take when nothing queues: while that is about the
// same the limit grows, as far as it is used; once answers take half as long
// again, or are refused or time out, it shrinks, so that the queue is kept short
// and outside of the dependency. As many as hold a slot may wait for one; the
// next is refused.
//
// What is sheddable is refused first (see [WithCriticality]): [Sheddable] work gets
// half of the slots at most, [SheddablePlus] four fifths, and neither waits.
// [CriticalPlus] work waits in front of the others.
//
// It is for one kind of work. Calls that take 1 ms and others that take 1 s need
// a limiter each, or the mixture looks like load.
type Adaptive struct {
	mu       sync.Mutex
	limit    float64
	inFlight int
	waiting  []chan struct{} // first come, first served, but for CriticalPlus
	usual    time.Duration   // what an answer takes without queueing; 0 = not known yet
	window   window
}

// window is what was seen since it was opened.
type window struct {
	opened   time.Time
	answers  int
	sum      time.Duration
	overload bool
	peak     int // most slots taken at once
}

const (
	initialLimit = 20
	lowestLimit  = 4
	highestLimit = 10_000

	windowLength  = 100 * time.Millisecond // at least
	windowAnswers = 20                     // at least, or ten times the length
	tolerance     = 1.5                    // of the usual latency: less is noise
	onOverload    = 0.9                    // limit × this after a window with one

	// How soon another latency is the usual one. A quicker one is believed soon; a
	// slower one must last, or an overload would be taken for the normal state.
	quickerUsual = 3 * time.Second
	slowerUsual  = 30 * time.Second
)

// NewAdaptive returns a limiter that starts with 20 slots and stays between 4 and
// 10,000.
func NewAdaptive() *Adaptive { return &Adaptive{limit: initialLimit} }

// Limit returns the number of slots at present.
func (l *Adaptive) Limit() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return int(l.limit)
}

// Acquire implements [Limiter].
func (l *Adaptive) Acquire(ctx context.Context, wait time.Duration) func(Outcome, time.Duration) {
	matters := CriticalityOf(ctx)
	l.mu.Lock()
	if l.inFlight < int(l.limit*matters.share()) && len(l.waiting) == 0 {
		l.take()
		l.mu.Unlock()
		return l.release
	}
	if wait <= 0 || len(l.waiting) >= int(l.limit) || matters.share() < 1 {
		l.mu.Unlock()
		return nil
	}
	turn := make(chan struct{})
	if matters == CriticalPlus {
		l.waiting = slices.Insert(l.waiting, 0, turn)
	} else {
		l.waiting = append(l.waiting, turn)
	}
	l.mu.Unlock()

	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-turn:
		return l.release
	case <-timer.C:
	case <-ctx.Done():
	}
	l.leave(turn)
	return nil
}

// leave gives up waiting; a slot that was given at the same moment goes back.
func (l *Adaptive) leave(turn chan struct{}) {
	l.mu.Lock()
	i := slices.Index(l.waiting, turn)
	if i >= 0 {
		l.waiting = slices.Delete(l.waiting, i, i+1)
	}
	l.mu.Unlock()
	if i < 0 {
		l.release(Neutral, 0)
	}
}

func (l *Adaptive) take() {
	l.inFlight++
	l.window.peak = max(l.window.peak, l.inFlight)
}

func (l *Adaptive) release(o Outcome, held time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.inFlight--
	l.learn(o, held, time.Now())
	for l.inFlight < int(l.limit) && len(l.waiting) > 0 {
		l.take()
		close(l.waiting[0])
		l.waiting = l.waiting[1:]
	}
}

// learn files one end, and closes the window when it has seen enough.
func (l *Adaptive) learn(o Outcome, held time.Duration, now time.Time) {
	w := &l.window
	switch o {
	case Success, Rejected:
		w.answers++
		w.sum += held
	case Failure, Unsent:
		w.overload = true
	}
	if w.opened.IsZero() {
		w.opened = now
	}
	age := now.Sub(w.opened)
	enough := w.answers >= windowAnswers || age >= 10*windowLength
	if age < windowLength || !enough || w.answers == 0 && !w.overload {
		return
	}
	l.adjust(age)
	l.window = window{opened: now, peak: l.inFlight}
}

// adjust draws the conclusion from a full window.
func (l *Adaptive) adjust(age time.Duration) {
	w, next := &l.window, l.limit
	if w.answers > 0 {
		mean := w.sum / time.Duration(w.answers)
		l.usually(mean, age)
		gradient := min(1, max(0.5, tolerance*float64(l.usual)/float64(max(1, mean))))
		next = l.limit*gradient + math.Sqrt(l.limit)
	}
	if w.peak < int(l.limit)/2 {
		next = min(next, l.limit) // nobody needs more
	}
	if w.overload {
		next = min(next, l.limit*onOverload)
	}
	l.limit = min(highestLimit, max(lowestLimit, next))
}

// usually moves the usual latency towards the one seen.
func (l *Adaptive) usually(mean, age time.Duration) {
	if l.usual == 0 {
		l.usual = mean
		return
	}
	takes := slowerUsual
	if mean < l.usual {
		takes = quickerUsual
	}
	l.usual += time.Duration(float64(mean-l.usual) * min(1, float64(age)/float64(takes)))
}
