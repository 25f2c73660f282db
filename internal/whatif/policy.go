package whatif

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/timeoutlint/timeoutlint/internal/link"
	"github.com/timeoutlint/timeoutlint/internal/storm"
)

// policy is what an entry does to a dependency, from the constants of its
// calls. A bound that could not be seen is taken for none, and named. Of calls
// that run beside each other the one that can take longest is kept. A run ends
// at the first site that gives up; the one that can take longest is taken to
// come first.
func policy(e link.Entry, made []link.Call, down bool) ([]Site, storm.Policy, []string) {
	p := storm.Policy{}
	if e.Cancel.Kind == link.Bounded {
		p.Timeout = e.Cancel.D
	}
	if e.Use.Kind == link.Bounded {
		p.Promise = e.Use.D
	}
	pauses := callsTo(e.Calls, "")
	type pair struct {
		site   Site
		acts   storm.Site
		rounds int
		cost   time.Duration
		beside int
	}
	var pairs []pair
	var unseen []string
	for _, c := range made {
		timeout, why := timeoutOf(c, down)
		if why != "" && !slices.Contains(unseen, why) {
			unseen = append(unseen, why)
		}
		levels, rounds := layers(c, timeout, pauses)
		acts := storm.Site{Layers: levels, Own: !c.Clipped}
		pairs = append(pairs, pair{
			Site{What: c.What, Place: c.Place, Attempts: c.Total, Timeout: timeout, Own: !c.Clipped}, acts, rounds, cost(acts), c.Parallel,
		})
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(b.cost, a.cost) })
	var sites []Site
	groups := map[int]bool{}
	for _, one := range pairs {
		sites = append(sites, one.site)
		if one.beside == 0 || !groups[one.beside] {
			groups[one.beside] = true
			for range one.rounds {
				p.Sites = append(p.Sites, one.acts)
			}
		}
	}
	return sites, p, unseen
}

// timeoutOf is how long one attempt waits for a dependency that is slow, or
// down; 0 is for ever. It says what could not be seen.
func timeoutOf(c link.Call, down bool) (d time.Duration, unseen string) {
	bounds := map[string]link.Bound{"response": c.Response}
	if down {
		bounds["connect"] = c.Connect
	}
	for _, name := range []string{"connect", "response"} {
		switch b := bounds[name]; b.Kind {
		case link.Bounded:
			if d == 0 || b.D < d {
				d = b.D
			}
		case link.Unseen:
			unseen = fmt.Sprintf("%s bound of %s at %s:%d", name, c.What, c.Place.File, c.Place.Line)
		}
	}
	if d > 0 {
		unseen = "" // what is seen ends it
	}
	return d, unseen
}

// layers are the levels that repeat what failed along the path of a call, the
// call itself last, and how often the call is made because there is more to do.
// A level that makes one attempt is left out. The last step of the path makes
// the call, so that its attempts are the call's.
func layers(c link.Call, timeout time.Duration, pauses []link.Call) (out []storm.Layer, rounds int) {
	rounds = 1
	for i, s := range c.Path[:max(len(c.Path)-1, 0)] {
		switch {
		case s.Attempts.Known && s.Attempts.Hi <= 1:
		case s.Retry:
			out = append(out, layer(s.Attempts, pauseOf(s.Pause, c.Path[:i+1], pauses)))
		case s.Attempts.Known:
			rounds *= s.Attempts.Hi
		}
	}
	last := storm.Layer{Attempts: 1}
	if c.Retry || c.Attempts.Endless {
		last = layer(c.Attempts, pauseOf(c.Pause, c.Path, pauses))
	} else if c.Attempts.Known {
		rounds *= max(c.Attempts.Hi, 1)
	}
	last.Timeout = timeout
	return append(out, last), min(rounds, mostRounds)
}

// mostRounds is how many rounds of a loop the model follows.
const mostRounds = 100

// pauseOf is the pause between the attempts of the last function of a path:
// the one that is known, or what the function, or one that it calls, sleeps.
func pauseOf(known link.Pause, path []link.Step, pauses []link.Call) link.Pause {
	if known != (link.Pause{}) {
		return known
	}
	for _, p := range pauses {
		if extra := len(p.Path) - len(path); extra < 0 || extra > 1 || !leads(path, p.Path) {
			continue
		}
		average := max(p.All.Lo, p.All.Hi) / time.Duration(max(p.Total.Hi, 1))
		out := link.Pause{Base: average}
		if first := p.Response.D; first > 0 && first < average {
			out.Base, out.Factor = first, growth(float64(average)/float64(first), p.Path[len(path)-1].Attempts.Hi)
		}
		if p.All.Lo == 0 {
			out.Jitter = 1 // anything from nothing on
		}
		return out
	}
	return link.Pause{}
}

// growth is the factor from each of n pauses to the next whose average is so
// many times the first.
func growth(average float64, n int) float64 {
	low, high := 1.0, 16.0
	for range 50 {
		f, sum := (low+high)/2, 0.0
		for k := range n {
			sum += math.Pow(f, float64(k))
		}
		if sum < average*float64(n) {
			low = f
		} else {
			high = f
		}
	}
	return math.Round(low*1000) / 1000
}

// leads says whether a path begins with the functions of another.
func leads(path, whole []link.Step) bool {
	for i, s := range path {
		if whole[i].Function != s.Function {
			return false
		}
	}
	return true
}

func layer(n link.Count, p link.Pause) storm.Layer {
	l := storm.Layer{Base: p.Base, Cap: p.Cap, Factor: p.Factor, Jitter: p.Jitter}
	if !n.Endless {
		l.Attempts = max(n.Hi, 1)
	}
	return l
}

// cost orders sites by what they can take: attempts without end or timeout
// last longest.
func cost(s storm.Site) time.Duration {
	const endless = time.Duration(1 << 62)
	total := time.Duration(1)
	for _, l := range s.Layers {
		if l.Attempts == 0 {
			return endless
		}
		total *= time.Duration(l.Attempts)
	}
	timeout := s.Layers[len(s.Layers)-1].Timeout
	if timeout == 0 || total > endless/timeout {
		return endless
	}
	return total * timeout
}
