package storm

import (
	"math"
	"time"
)

// operation is one operation under way: at every layer the attempt it is at,
// and when that attempt ends whatever happens.
type operation struct {
	*run
	turn    []int
	limit   []time.Duration
	got     int // calls that succeeded
	settled bool
}

// enter begins a first attempt at layer i and at all inside of it.
func (o *operation) enter(i int) {
	for ; i < len(o.Layers); i++ {
		o.turn[i] = 0
		o.next(i)
	}
	o.call()
}

// next begins the next attempt at layer i.
func (o *operation) next(i int) {
	o.turn[i]++
	o.limit[i] = o.outside(i)
	if t := o.Layers[i].Timeout; t > 0 && t < forever-o.now {
		o.limit[i] = min(o.limit[i], o.now+t)
	}
}

// outside is when the layers around layer i end whatever happens.
func (o *operation) outside(i int) time.Duration {
	if i == 0 {
		return forever
	}
	return o.limit[i-1]
}

// call makes one call.
func (o *operation) call() {
	last := len(o.Layers) - 1
	left := o.limit[last] - o.now
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
			o.answered()
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

func (o *operation) answered() {
	if o.got++; o.got >= o.Calls {
		o.settle(true)
		return
	}
	last := len(o.Layers) - 1
	o.turn[last] = 0
	o.next(last)
	o.call()
}

// fail ends the attempt at layer i without success: the innermost layer that
// has attempts, time and tokens left repeats.
func (o *operation) fail(i int) {
	for ; i >= 0; i-- {
		l, outside := o.Layers[i], o.outside(i)
		if outside <= o.now || l.Attempts > 0 && o.turn[i] >= l.Attempts || !o.withdraw() {
			continue
		}
		wait := o.pause(l, o.turn[i])
		if wait == 0 {
			o.again(i)
			return
		}
		o.sleep(min(wait, outside-o.now), func() { o.again(i) })
		return
	}
	o.settle(false)
}

func (o *operation) again(i int) {
	if o.outside(i) <= o.now {
		o.fail(i - 1)
		return
	}
	if i == 0 {
		o.got = 0
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
