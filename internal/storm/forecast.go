package storm

import "time"

// Storm is the closed form of a run in which the timeout is below what the
// dependency takes in trouble: calls come at Load, each takes a worker its time
// whether or not anybody waits for it, and what cannot be served piles up.
type Storm struct {
	Load    float64 // calls a second while none succeeds
	Slow    float64 // calls a second that can be served in trouble
	Fast    float64 // and afterwards
	Backlog float64 // jobs behind when the trouble ends
	Drains  bool
	// After is how long after the trouble the backlog is gone; 0 unless Drains.
	After time.Duration
}

// Forecast computes the storm of p in w:
//
//	load = clients / (time between two calls of one client), or rate × attempts
//	backlog = trouble × (load − workers/slow)
//	after = backlog / (workers/fast − load), if workers/fast > load
//
// It is meant for callers who have left and jobs that go on. A policy that
// waits longer than the queue of all clients takes keeps at most one job a
// client; then the backlog is that, and what is left drains at once. Tokens,
// admission and told deadlines only lessen a storm, and are left out.
func Forecast(w World, p Policy) Storm {
	s := Storm{Slow: perSecond(w.Workers, w.Slow), Fast: perSecond(w.Workers, w.Fast)}
	if w.Down {
		s.Slow = 0
	}
	calls, takes := failing(p)
	if w.Rate > 0 {
		s.Load = w.Rate * calls
	} else if takes > 0 {
		s.Load = float64(w.Clients) * calls / (takes + w.Pause.Seconds())
	}
	switch {
	case w.Down: // nothing is accepted, so nothing is behind
	case w.Rate <= 0 && p.patience() > float64(w.Clients)/max(s.Slow, 1e-9):
		// Nobody leaves: each client has one job in the queue.
		s.Backlog = max(0, float64(w.Clients-w.Workers))
		s.Drains, s.After = true, time.Duration(s.Backlog/s.Fast*float64(time.Second))
		s.Load = min(s.Load, s.Slow)
		return s
	default:
		s.Backlog = max(0, w.Trouble.Seconds()*(s.Load-s.Slow))
	}
	if s.Fast > s.Load || s.Backlog == 0 {
		s.Drains = true
		if s.Backlog > 0 {
			s.After = time.Duration(s.Backlog / (s.Fast - s.Load) * float64(time.Second))
		}
	}
	return s
}

func perSecond(workers int, each time.Duration) float64 {
	if each <= 0 {
		return 0
	}
	return float64(workers) / each.Seconds()
}

// Attempts is how many calls one operation makes at most, 0 for without end.
// Time may end it sooner.
func (p Policy) Attempts() int {
	n := 1
	for _, l := range p.Layers {
		n *= l.Attempts
	}
	return n
}

// patience is how long the innermost attempt waits, in seconds.
func (p Policy) patience() float64 {
	shortest := forever
	for _, l := range p.Layers {
		if l.Timeout > 0 {
			shortest = min(shortest, l.Timeout)
		}
	}
	return shortest.Seconds()
}

// failing walks one operation in which every call runs into its timeout, and
// says how many calls it made in how many seconds. Of an operation without end
// it is the first thousand calls.
func failing(p Policy) (calls, seconds float64) {
	const most = 1000
	var walk func(i int, now, limit float64) float64
	walk = func(i int, now, limit float64) float64 {
		if i == len(p.Layers) {
			calls++
			return limit
		}
		l := p.Layers[i]
		for n := 1; calls < most; n++ {
			end := limit
			if l.Timeout > 0 {
				end = min(end, now+l.Timeout.Seconds())
			}
			now = walk(i+1, now, end)
			if now >= limit || l.Attempts > 0 && n >= l.Attempts {
				break
			}
			pause := l.pause(n).Seconds()
			if l.Jitter >= 1 {
				pause /= 2
			}
			if now += pause; now >= limit {
				return limit
			}
		}
		return now
	}
	seconds = walk(0, 0, forever.Seconds())
	if seconds >= forever.Seconds() {
		return calls, seconds // it waits for ever
	}
	if p.Promise > 0 && p.Promise.Seconds() < seconds {
		// Its client has left and begun anew, so that several are under way.
		seconds = p.Promise.Seconds()
	}
	return calls, seconds
}
