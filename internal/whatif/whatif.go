// Package whatif answers what becomes of a module's entries while one
// dependency is slow or down: how long one run takes, how many calls reach the
// dependency, whether what piles up drains, and when.
//
// It knows the deadline tree (internal/link), whose constants it takes, and the
// model (internal/storm). It does not know how an answer looks.
package whatif

import (
	"fmt"
	"slices"
	"time"

	"github.com/timeoutlint/timeoutlint/internal/link"
	"github.com/timeoutlint/timeoutlint/internal/storm"
)

// Question is one trouble.
type Question struct {
	Dependency string
	Slow       time.Duration // what each of its answers takes; 0 where it is Down
	Down       bool          // it accepts nothing and answers nothing
}

// Answer is what becomes of the entries that call the dependency.
type Answer struct {
	Question
	World   storm.World // what was assumed
	Entries []Outcome   // those that call it, in the order of the tree
	Others  int         // entries that do not
}

// Outcome is what becomes of one entry.
type Outcome struct {
	Entry    string
	Place    link.Place
	Budget   link.Bound // zero where none is known
	Sites    []Site
	Usual    Run // one run while all is well
	Once     Run // one run in the trouble, the dependency having nobody else to serve
	Verdict  Verdict
	Calm     storm.Result  // the assumed callers, without the trouble
	Crowd    storm.Result  // the same, with it
	Forecast storm.Storm   // the same in closed form
	Calmed   bool          // everything is as before, in the end
	After    time.Duration // and how long after the trouble; 0 unless Calmed
	Policy   storm.Policy  // what the code does, as far as it could be seen
	Unseen   []string      // bounds that could not be seen, and are taken for none
}

// Site is one place that calls the dependency.
type Site struct {
	What     string
	Place    link.Place
	Attempts link.Count    // along the whole path
	Timeout  time.Duration // of one attempt; 0 is none
	Own      bool
}

// Run is one run of an entry.
type Run struct {
	Calls int           // that were sent
	Took  time.Duration // means something only if Ended
	Ended bool
	OK    bool // it got all its answers
}

// Verdict is what one run comes to.
type Verdict string

// The verdicts.
const (
	Holds  Verdict = "holds"          // answers within the budget, or there is none known
	Fails  Verdict = "fails in time"  // gives up within the budget, or there is none known
	Breaks Verdict = "breaks budget"  // takes longer than its budget
	Hangs  Verdict = "waits for ever" // nothing ends it
)

// Assumed is what is assumed unless told otherwise: the published stand, with
// the trouble and the time to watch given room.
func Assumed() storm.World {
	w := storm.Published()
	w.Slow, w.Length = 0, 0
	return w
}

// watched is how long a world is watched that does not say.
const watched = 30 * time.Second

// Ask answers q. In w, Slow and Down are not read, and a Length of 0 is long
// enough to see what comes after the trouble.
func Ask(tree link.Report, q Question, w storm.World) (Answer, error) {
	w.Slow, w.Down = q.Slow, q.Down
	if w.Length == 0 {
		w.Length = max(watched, 3*(w.Trouble+w.Slow))
	}
	if w.Sample == 0 {
		w.Sample = w.Length / 300
	}
	if w.Trouble >= w.Length {
		return Answer{}, fmt.Errorf("the trouble of %v outlasts the %v that are watched", w.Trouble, w.Length)
	}
	a := Answer{Question: q, World: w}
	for _, e := range tree.Entries {
		made := callsTo(e.Calls, q.Dependency)
		if len(made) == 0 {
			a.Others++
			continue
		}
		o, err := outcome(e, made, q, w)
		if err != nil {
			return Answer{}, err
		}
		a.Entries = append(a.Entries, o)
	}
	return a, nil
}

// callsTo are the calls to a dependency, those of other services' entries too.
func callsTo(calls []link.Call, dependency string) []link.Call {
	var out []link.Call
	for _, c := range calls {
		if c.Dependency == dependency {
			out = append(out, c)
		}
		out = append(out, callsTo(c.Calls, dependency)...)
	}
	return out
}

func outcome(e link.Entry, made []link.Call, q Question, w storm.World) (Outcome, error) {
	o := Outcome{Entry: e.Name, Place: e.Place}
	o.Budget, _ = e.Budget()
	o.Sites, o.Policy, o.Unseen = policy(e, made, q.Down)

	var err error
	if o.Usual, err = once(w, o.Policy, w.Fast, false); err != nil {
		return o, err
	}
	if o.Once, err = once(w, o.Policy, q.Slow, q.Down); err != nil {
		return o, err
	}
	switch {
	case !o.Once.Ended:
		o.Verdict = Hangs
	case o.Budget.Kind == link.Bounded && o.Once.Took > o.Budget.D:
		o.Verdict = Breaks
	case !o.Once.OK:
		o.Verdict = Fails
	default:
		o.Verdict = Holds
	}

	calm := w
	calm.Slow, calm.Down = calm.Fast, false
	if o.Calm, err = storm.Run(calm, o.Policy); err != nil {
		return o, err
	}
	if o.Crowd, err = storm.Run(w, o.Policy); err != nil {
		return o, err
	}
	o.Forecast = storm.Forecast(w, o.Policy)
	if at, ok := o.Crowd.Settled(w.Trouble, o.Calm.Max); ok {
		o.Calmed, o.After = true, at-w.Trouble
	}
	return o, nil
}

// once plays one run of an entry against a dependency with workers to spare,
// pauses at their longest.
func once(w storm.World, p storm.Policy, takes time.Duration, down bool) (Run, error) {
	const long = time.Hour
	p.Promise = 0
	p.Sites = slices.Clone(p.Sites)
	for i, s := range p.Sites {
		p.Sites[i].Layers = slices.Clone(s.Layers)
		for j, l := range s.Layers {
			if l.Jitter < 1 {
				p.Sites[i].Layers[j].Base = time.Duration(float64(l.Base) * (1 + l.Jitter))
			}
			p.Sites[i].Layers[j].Jitter = 0
		}
	}
	r, err := storm.Run(storm.World{
		Clients: 1, Workers: 1 << 20, Pause: 2 * long, Fast: max(w.Fast, 1), Slow: max(takes, 1), Down: down,
		Trouble: long, Length: long, Sample: long, Seed: w.Seed,
	}, p)
	return Run{Calls: r.Calls, Took: r.Longest, Ended: r.Operations > 0 && r.Waiting == 0, OK: r.OK > 0}, err
}
