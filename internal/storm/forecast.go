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
// each worker's time and each timeout longer by what a timer comes late. It is
// meant for callers who have left and jobs that go on. A policy that
// waits longer than the queue of all clients takes keeps at most one job a
// client; then the backlog is that, and what is left drains at once. Tokens,
// admission and told deadlines only lessen a storm, and are left out.
func Forecast(w World, p Policy) Storm {
	s := Storm{Slow: perSecond(w.Workers, w.Slow+w.Overshoot), Fast: perSecond(w.Workers, w.Fast+w.Overshoot)}
	if w.Down {
		s.Slow = 0
	}
	calls, takes := failing(p, w.Overshoot)
	if w.Rate > 0 {
		s.Load = w.Rate * calls
	} else if takes > 0 {
		s.Load = float64(w.Clients) * calls / (takes + (w.Pause + w.Overshoot).Seconds())
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

// patience is how long an attempt waits, in seconds: the longest of the sites.
func (p Policy) patience() float64 {
	longest := time.Duration(0)
	for _, s := range p.Sites {
		shortest := forever
		if p.Timeout > 0 && !s.Own {
			shortest = p.Timeout
		}
		for _, l := range s.Layers {
			if l.Timeout > 0 {
				shortest = min(shortest, l.Timeout)
			}
		}
		longest = max(longest, shortest)
	}
	return longest.Seconds()
}

// failing walks one operation in which every call runs into its timeout, so
// that it ends at its first site, and says how many calls it made in how many
// seconds. Of an operation without end it is the first thousand calls.
func failing(p Policy, late time.Duration) (calls, seconds float64) {
	const most = 1000
	if !p.callsSomething() {
		return 0, 0
	}
	layers, limit := p.Sites[0].Layers, forever.Seconds()
	if p.Timeout > 0 && !p.Sites[0].Own {
		limit = p.Timeout.Seconds()
	}
	var walk func(i int, now, limit float64) float64
	walk = func(i int, now, limit float64) float64 {
		if i == len(layers) {
			calls++
			return limit + late.Seconds()
		}
		l := layers[i]
		for n := 1; calls < most; n++ {
			end := limit
			if l.Timeout > 0 {
				end = min(end, now+l.Timeout.Seconds())
			}
			now = walk(i+1, now, end)
			if now >= limit || l.Attempts > 0 && n >= l.Attempts {
				break
			}
			if pause := l.pause(n).Seconds(); pause > 0 {
				if l.Jitter >= 1 {
					pause /= 2
				}
				if now += pause + late.Seconds(); now >= limit {
					return limit
				}
			}
		}
		return now
	}
	seconds = walk(0, 0, limit)
	if p.Promise > 0 && p.Promise.Seconds() < seconds {
		// Its client has left and begun anew, so that several are under way.
		seconds = p.Promise.Seconds()
	}
	return calls, seconds
}
