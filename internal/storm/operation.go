package storm

import (
	"math"
	"time"
)

// operation is one operation under way: the site it is at and, at every layer
// there, the attempt it is at and when that attempt ends whatever happens.
type operation struct {
	*run
	began   time.Duration
	limit   time.Duration // when the operation itself ends
	site    int
	turns   []int
	limits  []time.Duration
	settled bool
}

// visit begins at a site, or ends the operation after the last one.
func (o *operation) visit(site int) {
	if site == len(o.Sites) {
		o.end(true)
		return
	}
	o.site = site
	o.turns = make([]int, len(o.Sites[site].Layers))
	o.limits = make([]time.Duration, len(o.Sites[site].Layers))
	o.enter(0)
}

// enter begins a first attempt at layer i and at all inside of it.
func (o *operation) enter(i int) {
	for ; i < len(o.turns); i++ {
		o.turns[i] = 0
		o.next(i)
	}
	o.call()
}

// next begins the next attempt at layer i.
func (o *operation) next(i int) {
	o.turns[i]++
	o.limits[i] = o.outside(i)
	if t := o.Sites[o.site].Layers[i].Timeout; t > 0 && t < forever-o.now {
		o.limits[i] = min(o.limits[i], o.now+t)
	}
}

// outside is when what is around layer i ends whatever happens.
func (o *operation) outside(i int) time.Duration {
	switch {
	case i > 0:
		return o.limits[i-1]
	case o.Sites[o.site].Own:
		return forever
	}
	return o.limit
}

// call makes one call.
func (o *operation) call() {
	last := len(o.turns) - 1
	left := o.limits[last] - o.now
	if left <= 0 || left < o.Floor {
		o.fail(last)
		return
	}
	if o.Admit > 0 && o.sent >= o.Admit {
		o.result.Refused++
		o.at(o.now+min(trip, left), func() { o.fail(last) })
		return
	}
	o.result.Calls++
	o.sent++
	c := &call{expires: forever}
	if o.Told && left < forever-o.now {
		c.expires = o.now + left
	}
	end := func(ok bool) {
		if c.over {
			return
		}
		c.over = true
		o.sent--
		if ok {
			o.visit(o.site + 1)
		} else {
			o.fail(last)
		}
	}
	c.answer = func() { end(true) }
	if !o.accept(c) {
		o.result.Refused++
		o.at(o.now+min(trip, left), func() { end(false) })
		return
	}
	if left < forever-o.now-o.Overshoot {
		o.sleep(left, func() {
			if !c.over {
				o.result.Timeouts++
			}
			end(false)
		})
	}
}

// fail ends the attempt at layer i without success: the innermost layer that
// has attempts, time and tokens left repeats.
func (o *operation) fail(i int) {
	for ; i >= 0; i-- {
		l, outside := o.Sites[o.site].Layers[i], o.outside(i)
		if outside <= o.now || l.Attempts > 0 && o.turns[i] >= l.Attempts || !o.withdraw() {
			continue
		}
		wait := o.pause(l, o.turns[i])
		if wait == 0 {
			o.again(i)
			return
		}
		o.sleep(min(wait, outside-o.now), func() { o.again(i) })
		return
	}
	o.end(false)
}

func (o *operation) again(i int) {
	if o.outside(i) <= o.now {
		o.fail(i - 1)
		return
	}
	o.next(i)
	o.enter(i + 1)
}

// withdraw takes the token of one retry, where tokens are wanted.
func (o *operation) withdraw() bool {
	if o.Ratio <= 0 {
		return true
	}
	if o.tokens < 1 {
		return false
	}
	o.tokens--
	return true
}

// pause is the wait after the n-th attempt at a layer.
func (o *operation) pause(l Layer, n int) time.Duration {
	d := l.pause(n)
	if d <= 0 || l.Jitter <= 0 {
		return d
	}
	if l.Jitter >= 1 {
		return time.Duration(o.rng.Float64() * float64(d))
	}
	return time.Duration((1 + l.Jitter*(2*o.rng.Float64()-1)) * float64(d))
}

// pause is the wait after the n-th attempt, without its jitter.
func (l Layer) pause(n int) time.Duration {
	factor := l.Factor
	if factor <= 0 {
		factor = 1
	}
	d := float64(l.Base) * math.Pow(factor, float64(n-1))
	if l.Cap > 0 {
		d = min(d, float64(l.Cap))
	}
	return time.Duration(min(d, float64(24*time.Hour)))
}

// end ends the operation.
func (o *operation) end(ok bool) {
	o.result.Longest = max(o.result.Longest, o.now-o.began)
	o.settle(ok)
}

// settle ends the operation for its client, who goes on to the next.
func (o *operation) settle(ok bool) {
	if o.settled {
		return
	}
	o.settled = true
	if ok {
		o.result.OK++
	} else {
		o.result.Failed++
	}
	if o.Rate <= 0 {
		o.sleep(o.Pause, o.start)
	}
}

// call is one call, as the dependency has it: a job.
type call struct {
	expires time.Duration
	over    bool // its caller has an answer, or has left
	answer  func()
}

// accept takes a job, unless the queue is full.
func (s *run) accept(c *call) bool {
	switch {
	case s.Down && s.now < s.Trouble:
		return true // and nothing more will be heard of it
	case s.busy < s.Workers:
		s.take()
		s.work(c)
	case s.Queue > 0 && len(s.queue) >= s.Queue:
		return false
	default:
		s.take()
		s.queue = append(s.queue, c)
	}
	return true
}

func (s *run) take() {
	s.jobs++
	s.result.Max = max(s.result.Max, s.jobs)
}

// work has a free worker do a job. How long that takes is settled now.
func (s *run) work(c *call) {
	s.busy++
	takes := s.Fast
	if s.now < s.Trouble && !s.Down {
		takes = s.Slow
	}
	s.sleep(takes, func() {
		s.busy--
		s.jobs--
		s.result.Processed++
		if c.over {
			s.result.Wasted++
		}
		s.following()
		c.answer()
	})
}

// following gives a free worker the next job that has not expired.
func (s *run) following() {
	for len(s.queue) > 0 {
		c := s.queue[0]
		s.queue = s.queue[1:]
		if c.expires > s.now {
			s.work(c)
			return
		}
		s.jobs--
		s.result.Dropped++
	}
}
