package tree

import "slices"

// Clock runs over trees: what is not known takes no time for the lower bound,
// and any time for the upper one.
type Clock struct {
	Resolve func(name string) *Func                             // a function by name; nil result: not in sight
	Behind  func(method string) (names []string, complete bool) // the implementations of an interface's method; may be nil
	On      func(method, typ string) (name string, ok bool)     // the one of a concrete type; not ok: not known; may be nil
	Narrow  func(wait *Node, calls []Place) (Expr, Limit, bool) // a wait's own limit on one way to it, its calls from inside to outside; may be nil
	Quiet   *Quiet                                              // what need not be gone through; may be nil
	Gin     bool                                                // gin's contexts may be ended by the request's
	Plain   bool                                                // drivers are told nothing that ends a wait
}

// Outcome is how long a run may take.
type Outcome struct {
	T         int64          // nanoseconds; of an upper bound only if neither Unbounded nor Unknown
	Unbounded bool           // something waits for ever
	Unknown   []string       // what could not be seen, sorted, each once
	Open      map[*Node]bool // loops whose rounds were not known
	Log       []Event        // what passed on the longest way; Most: what may happen, once a visit
	Rounds    [][]Event      // what passed up to the end of a round of a loop of which nobody knows when it ends
}

// Event is one visit of a sink, of a call, or of a Deadline that a shorter one
// around it makes useless.
type Event struct {
	Node     *Node
	Path     []Hop    // from the entry to the function that has the node, outermost first; events of one activation share it
	To       *Func    // of a call: what it calls
	Start, D int64    // when it began, and how long it took
	Entry    bool     // the entry's context ends it
	Unseen   bool     // it has a context, and whether that ends could not be seen
	Guess    bool     // in a loop whose rounds are not known
	Optional bool     // only on some ways through the code
	Turn     int      // of what happens in the same round of a loop; 0: in none
	Group    int      // of what happens at the same time; 0: nothing else
	From     *Limit   // where One comes from, if not from where Node says
	By       *Node    // the Deadline whose end it is, if one cuts it off
	One      Interval // the wait's own limit, of one attempt where the library makes several
	Heeds    *Node    // the Deadline that its context has
	Under    *Promise // Kept: the promise that it is under and does not end with
	Beside   bool     // Kept: beside what the way waits for, which takes it no time
}

// Limit is where a wait's own limit comes from.
func (e Event) Limit() Limit {
	if e.From != nil {
		return *e.From
	}
	return e.Node.Wait.From
}

// Hop is one function on the way, and the call in it that leads on.
type Hop struct {
	Fn    *Func
	Call  *Node // nil: the last function
	Among int   // of a call of an interface's method: the implementations that it may be, where which one is not known
}

// Least is a time that the code certainly permits: what runs with an entry's
// context that ends after budget (Forever: does not end).
func (c Clock) Least(entry *FuncVal, budget int64) Outcome { return c.run(entry, budget, least) }

// Most is the time that it permits at most.
func (c Clock) Most(entry *FuncVal, budget int64) Outcome { return c.run(entry, budget, most) }

// Own is like Least, and waits that the entry's context ends take no time: what is
// left is the entry's own, and no wait before it has used up the time that there is.
func (c Clock) Own(entry *FuncVal, budget int64) Outcome { return c.run(entry, budget, own) }

// Kept is like Own, and waits that end with a time that a function on the way gives
// take no time either, so that what is left is not ended by that.
func (c Clock) Kept(entry *FuncVal, budget int64) Outcome { return c.run(entry, budget, kept) }

// mode is what a run asks for.
type mode int

const (
	least mode = iota
	most
	own
	kept
)

func (c Clock) run(entry *FuncVal, budget int64, mode mode) Outcome {
	upper := mode == most
	r := &runner{Clock: c, upper: upper, mode: mode, entry: ctxv{at: budget, known: true, entry: true}, steps: mostSteps, values: mostValues, cheap: map[*Node]int{}, open: map[*Node]bool{}, why: map[string]bool{}}
	st := state{alive: true}
	root := &frame{fn: &Func{}}
	target, ok := r.closure(entry, root, &st)
	if !ok {
		return Outcome{Unknown: []string{"the entry's function"}}
	}
	p := pair{best: st}
	if !upper {
		p.base = st
	}
	p = r.enter(target, nil, root, p, true)
	out := Outcome{Unbounded: r.unbounded, Open: r.open}
	if p.best.alive {
		out.T = p.best.t
	}
	for why := range r.why {
		out.Unknown = append(out.Unknown, why)
	}
	slices.Sort(out.Unknown)
	if upper {
		out.Log = r.events
		return out
	}
	out.Log = r.passed(p.best.log)
	for _, l := range r.rounds {
		out.Rounds = append(out.Rounds, r.passed(l))
	}
	return out
}

// passed is a log as events, in order.
func (r *runner) passed(l *logged) (out []Event) {
	for ; l != nil; l = l.prev {
		out = append(out, r.event(l.at, l.node, l.visit))
	}
	slices.Reverse(out)
	return out
}

const (
	mostSteps  = 20_000  // nodes visited before the rest counts as unknown
	mostValues = 200_000 // function values looked at before the rest are not known
	mostRounds = 1_000   // of one loop
	deepest    = 30      // calls within calls
)

type ctxv struct {
	at    int64 // when it ends; Forever: never
	known bool
	entry bool // it ends with the entry's context
	by    *Node
	span  int64 // the shortest time that it or a parent was given; 0: none
	spans *Node // by which Deadline

	promise *Promise
	apart   bool // it is detached from another on purpose
}

type closure struct {
	fn    *Func
	up    *frame // where a literal was made
	skip  int
	among int // implementations of which it is one
}

type value struct {
	ctx *ctxv
	num Interval
	fn  *closure
	dyn string
}

// frame is one activation of a function.
type frame struct {
	fn    *Func
	up    *frame // of the function around a literal
	from  *frame // of the caller
	call  *Node
	top   bool
	depth int
	among int // implementations of which fn is one
	loops []*round
	path  []Hop // to it, as its events have it

	circular bool // it calls itself

	unsure int // tests of numbers in it that could not be decided
}

// env is what a state knows: the newest first.
type env struct {
	prev *env
	of   *frame
	args []value // of a call
	id   int     // of a context, or a variable
	ctx  *ctxv
	num  Interval
}

type visit struct {
	start, d        int64
	one             Interval
	entry, unseen   bool
	guess, optional bool
	group, turn     int
	by              *Node
	to              *Func
	from            *Limit
	heeds           *Node
	under           *Promise
	beside          bool
}

type logged struct {
	prev *logged
	node *Node
	at   *frame
	visit
}

type state struct {
	t     int64
	alive bool
	env   *env
	log   *logged
}

// pair is two ways through the code: base takes the cheap side wherever the
// data decide, best has once gone out of its way. Two decisions by data may
// hang together; one alone is possible. An upper bound has best only.
type pair struct{ base, best state }

func (p pair) alive() bool { return p.base.alive || p.best.alive }

// any is one of the two that is alive.
func (p pair) any() state {
	if p.best.alive {
		return p.best
	}
	return p.base
}

func later(a, b state) state {
	if b.alive && (!a.alive || b.t > a.t) {
		return b
	}
	return a
}

func (p pair) or(q pair) pair { return pair{later(p.base, q.base), later(p.best, q.best)} }

type round struct{ exits map[int]pair }

type runner struct {
	Clock
	upper     bool
	mode      mode
	entry     ctxv
	steps     int
	values    int
	cheap     map[*Node]int // by alternative: the side with the least in it
	unbounded bool
	open      map[*Node]bool
	why       map[string]bool
	events    []Event
	rounds    []*logged // where loops were left

	guess, optional, mute, group, groups, marks, turn, turns, final, late int
	aside                                                                 *Promise // that what is gone through is under, beside its function
}

// closure finds the function that a value is.
func (r *runner) closure(v *FuncVal, fr *frame, st *state) (closure, bool) {
	if r.values--; r.values < 0 {
		return closure{}, false
	}
	switch {
	case v == nil:
	case v.IsPar:
		if a, ok := r.arg(st.env, fr.out(v.Up), v.Param); ok && a.fn != nil {
			return *a.fn, true
		}
	case v.Made != nil:
		maker := r.target(v.Made, fr, st)
		if maker.fn == nil || v.Index >= len(maker.fn.Returns) || maker.fn.Returns[v.Index] == nil {
			return closure{}, false
		}
		in := &frame{fn: maker.fn, up: maker.up, from: fr, call: v.Made, depth: fr.depth + 1}
		if in.depth > deepest {
			return closure{}, false
		}
		args := r.args(v.Made, maker, fr, st)
		st.env = &env{prev: st.env, of: in, args: args}
		return r.closure(maker.fn.Returns[v.Index], in, st)
	default:
		around := fr.out(v.Up) // nil: nobody is
		for at := around; at != nil; at = at.up {
			for _, lit := range at.fn.Lits {
				if lit.Name == v.Name {
					return closure{fn: lit, up: at, skip: v.Skip}, true
				}
			}
		}
		if r.Resolve != nil {
			if fn := r.Resolve(v.Name); fn != nil {
				return closure{fn: fn, skip: v.Skip}, true
			}
		}
	}
	return closure{}, false
}

// target is the one function that a call calls.
func (r *runner) target(n *Node, fr *frame, st *state) closure {
	switch {
	case n.Fn != nil:
		c, _ := r.closure(n.Fn, fr, st)
		return c
	default:
		return closure{fn: r.Named(n)}
	}
}

// Named is the function that a call names: all of it, where it is in sight, and
// else what the call carries along of it; nil: neither.
func (c Clock) Named(n *Node) *Func {
	if len(n.Names) == 1 && c.Resolve != nil {
		if f := c.Resolve(n.Names[0]); f != nil {
			return f
		}
	}
	return n.Inline
}

// args are the values of a call's arguments, by the callee's parameters.
func (r *runner) args(n *Node, to closure, fr *frame, st *state) []value {
	out := make([]value, to.skip+len(n.Args))
	for i, a := range n.Args {
		v := &out[to.skip+i]
		if a.Ctx != nil {
			c := r.context(a.Ctx, fr, *st)
			v.ctx = &c
		}
		if a.Num != nil {
			v.num = r.eval(a.Num, fr, *st)
		}
		if a.Fn != nil {
			if f, ok := r.closure(a.Fn, fr, st); ok {
				v.fn = &f
			}
		}
		v.dyn = r.dyn(a.Dyn, fr, *st)
	}
	return out
}

func (r *runner) unknown(why string) {
	if r.upper {
		r.why[why] = true
	}
}

func (r *runner) event(fr *frame, n *Node, v visit) Event {
	e := Event{Node: n, Start: v.start, D: v.d, Entry: v.entry, Unseen: v.unseen, Guess: v.guess, Optional: v.optional, Group: v.group, Turn: v.turn, One: v.one, By: v.by, To: v.to, From: v.from, Heeds: v.heeds, Under: v.under, Beside: v.beside}
	if fr.path == nil {
		fr.path = append(make([]Hop, 0, fr.depth+1), Hop{Fn: fr.fn})
		for at := fr; at.from != nil && at.call != nil; at = at.from {
			fr.path = append(fr.path, Hop{at.from.fn, at.call, at.among})
		}
		slices.Reverse(fr.path)
	}
	e.Path = fr.path
	return e
}

func (r *runner) record(fr *frame, n *Node, v visit) {
	if r.upper && r.mute == 0 {
		v.guess, v.optional, v.group, v.turn = r.guess > 0, r.optional > 0, r.group, r.turn
		r.events = append(r.events, r.event(fr, n, v))
	}
}
