package whatif

import (
	"cmp"
	"fmt"
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
	type pair struct {
		site   Site
		acts   storm.Site
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
		acts := storm.Site{Layers: layers(c, timeout), Own: !c.Clipped}
		pairs = append(pairs, pair{
			Site{What: c.What, Place: c.Place, Attempts: c.Total, Timeout: timeout, Own: !c.Clipped}, acts, cost(acts), c.Parallel,
		})
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(b.cost, a.cost) })
	var sites []Site
	groups := map[int]bool{}
	for _, one := range pairs {
		sites = append(sites, one.site)
		if one.beside == 0 || !groups[one.beside] {
			groups[one.beside] = true
			p.Sites = append(p.Sites, one.acts)
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

// layers are the levels that repeat along the path of a call, the call itself
// last. A level that makes one attempt is left out.
func layers(c link.Call, timeout time.Duration) []storm.Layer {
	var out []storm.Layer
	for _, s := range c.Path {
		if !s.Attempts.Known || s.Attempts.Hi > 1 {
			out = append(out, layer(s.Attempts, s.Pause))
		}
	}
	last := layer(c.Attempts, c.Pause)
	last.Timeout = timeout
	return append(out, last)
}

func layer(n link.Count, p link.Pause) storm.Layer {
	l := storm.Layer{Base: p.Base, Cap: p.Cap, Factor: p.Factor, Jitter: p.Jitter}
	if n.Known {
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
