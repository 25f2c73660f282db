package storm

import (
	"container/heap"
	"errors"
	"math/rand/v2"
	"slices"
	"time"
)

// mostEvents bounds a run: about two seconds of work.
const mostEvents = 4_000_000

// trip is what an attempt takes that is refused at once; without it a program
// that repeats at once and for ever would stop the clock.
const trip = time.Millisecond

// forever is a time after every run.
const forever = time.Duration(1<<63 - 1)

// Run plays p in w. It fails on a world in which nothing can happen.
func Run(w World, p Policy) (Result, error) {
	switch {
	case w.Clients <= 0 && w.Rate <= 0:
		return Result{}, errors.New("storm: nobody asks")
	case w.Workers <= 0 || w.Fast <= 0 || !w.Down && w.Trouble > 0 && w.Slow <= 0:
		return Result{}, errors.New("storm: nobody serves")
	case !p.callsSomething():
		return Result{}, errors.New("storm: nothing is called")
	case w.Length <= 0:
		return Result{}, errors.New("storm: no time passes")
	}
	s := &run{World: w, Policy: p, rng: rand.New(rand.NewPCG(w.Seed, 0)), tokens: p.Burst}
	if s.Sample <= 0 {
		s.Sample = max(w.Length/100, time.Millisecond)
	}
	if w.Rate > 0 {
		s.arrive(0)
	} else {
		for range w.Clients {
			s.at(0, s.start)
		}
	}
	s.watch()
	for n := 0; len(s.events) > 0; n++ {
		e := heap.Pop(&s.events).(event)
		if e.at > w.Length {
			break
		}
		if n == mostEvents {
			s.result.Cut = true
			break
		}
		s.now = e.at
		e.do()
	}
	r := s.result
	r.Left = s.jobs
	r.Waiting = r.Operations - r.OK - r.Failed
	return r, nil
}

func (p Policy) callsSomething() bool {
	return len(p.Sites) > 0 && !slices.ContainsFunc(p.Sites, func(s Site) bool { return len(s.Layers) == 0 })
}

// run is one run under way.
type run struct {
	World
	Policy
	rng *rand.Rand

	now    time.Duration
	events events
	order  int

	tokens float64
	sent   int // calls under way, as their callers see it
	queue  []*call
	busy   int // workers
	jobs   int // accepted and not ended
	result Result
}

// watch takes samples until the run is over.
func (s *run) watch() {
	s.result.Series = append(s.result.Series, Point{At: s.now, Jobs: s.jobs, OK: s.result.OK, Calls: s.result.Calls})
	if s.now < s.Length {
		s.at(min(s.now+s.Sample, s.Length), s.watch)
	}
}

// arrive starts the n-th operation of the open loop, and those after it.
func (s *run) arrive(n int) {
	s.at(time.Duration(float64(n)/s.Rate*float64(time.Second)), func() {
		s.arrive(n + 1)
		s.start()
	})
}

// start begins an operation.
func (s *run) start() {
	s.result.Operations++
	if s.Ratio > 0 {
		s.tokens = min(s.tokens+s.Ratio, s.Burst)
	}
	o := &operation{run: s, began: s.now, limit: forever}
	if s.Timeout > 0 {
		o.limit = s.now + s.Timeout
	}
	if s.Promise > 0 {
		s.at(s.now+s.Promise+s.Overshoot, func() { o.settle(false) })
	}
	o.visit(0)
}

// at has f called at a time.
func (s *run) at(at time.Duration, f func()) {
	s.order++
	heap.Push(&s.events, event{at, s.order, f})
}

// sleep has f called after d, and what a timer comes late.
func (s *run) sleep(d time.Duration, f func()) { s.at(s.now+d+s.Overshoot, f) }

type event struct {
	at    time.Duration
	order int // of two at the same time the earlier made goes first
	do    func()
}

type events []event

func (e events) Len() int { return len(e) }
func (e events) Less(i, j int) bool {
	return e[i].at < e[j].at || e[i].at == e[j].at && e[i].order < e[j].order
}
func (e events) Swap(i, j int) { e[i], e[j] = e[j], e[i] }
func (e *events) Push(x any)   { *e = append(*e, x.(event)) }
func (e *events) Pop() any {
	old := *e
	last := old[len(old)-1]
	*e = old[:len(old)-1]
	return last
}
