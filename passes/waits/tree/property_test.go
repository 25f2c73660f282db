package tree

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// maker makes random functions: sequences, alternatives, counted loops, work at
// the same time, deadlines within deadlines, calls, sinks with and without
// limits of their own, and things that are not known.
type maker struct {
	*rand.Rand
	ids   int
	ctxs  []Ctx // in scope
	loops int   // around, in this function
	vars  []int
}

func (m *maker) block(depth int) []Node {
	kept := len(m.ctxs)
	defer func() { m.ctxs = m.ctxs[:kept] }()
	var out []Node
	for range 1 + m.IntN(2) {
		out = append(out, m.one(depth))
	}
	return out
}

func (m *maker) one(depth int) Node {
	kind := m.IntN(9)
	if depth <= 0 {
		kind = m.IntN(4)
	}
	switch kind {
	case 0, 1, 2:
		return m.wait()
	case 3:
		m.ids++
		n := Node{Kind: Deadline, N: m.ids, Ctx: m.ctx(), Num: m.number(30)}
		m.ctxs = append(m.ctxs, Ctx{Kind: CtxMade, N: m.ids})
		return n
	case 4, 5:
		n := Node{Kind: Alt, Free: m.IntN(2) == 0}
		for range 1 + m.IntN(2) {
			n.Kids = append(n.Kids, Node{Kind: Seq, Kids: m.block(depth - 1)})
		}
		if m.IntN(3) == 0 {
			n.Kids = append(n.Kids, Node{Kind: Seq})
		}
		if len(n.Kids) == 2 && m.IntN(4) == 0 {
			n.Free, n.Guard = false, &Guard{Op: "done", Done: m.ctx()}
		}
		return n
	case 6:
		n := Node{Kind: Par}
		kept := m.loops
		for range 2 {
			n.Kids = append(n.Kids, Node{Kind: Seq, Kids: m.block(depth - 1)})
		}
		m.loops = kept
		return n
	case 7:
		return m.loop(depth)
	}
	inner := maker{Rand: m.Rand, ids: 1000 * (m.ids + 1), ctxs: []Ctx{{Kind: CtxParam, N: 0}, {Kind: CtxNone}, {}}}
	return Node{Kind: Call, Inline: &Func{Name: fmt.Sprint("f", m.Uint64()), Body: inner.block(depth - 1)}, Args: []Arg{{Ctx: m.ctx()}}}
}

// loop is for i := 0; i < n; i++, whose waits may grow, and which may end early.
func (m *maker) loop(depth int) Node {
	m.ids += 2
	i, w := m.ids-1, m.ids
	m.loops++
	m.vars = append(m.vars, w)
	body := m.block(depth - 1)
	if m.IntN(2) == 0 {
		body = append(body, Node{Kind: Alt, Free: m.IntN(3) > 0, Kids: []Node{{Kind: Exit, N: 0}, {Kind: Seq, Kids: m.block(depth - 2)}}})
	}
	m.vars = m.vars[:len(m.vars)-1]
	m.loops--
	limit := Num(int64(1 + m.IntN(3)))
	if m.IntN(6) == 0 {
		limit = Expr{}
	}
	test := Node{Kind: Alt, Guard: &Guard{Op: "<", L: Expr{Op: Carried, N: int64(i)}, R: limit},
		Kids: []Node{{Kind: Seq, Kids: body}, {Kind: Exit, N: 1}}}
	return Node{Kind: Loop, Counted: true,
		Vars: []Var{
			{ID: i, Init: Num(0), Next: Expr{Op: Add, Args: []Expr{{Op: Carried, N: int64(i)}, Num(1)}}},
			{ID: w, Init: Num(int64(m.IntN(4))), Next: Expr{Op: Min, Args: []Expr{{Op: Mul, Args: []Expr{{Op: Carried, N: int64(w)}, Num(2)}}, Num(9)}}},
		},
		Kids: []Node{test, {Kind: Seq, Kids: m.block(0)}, {Kind: Seq}}}
}

func (m *maker) ctx() *Ctx {
	c := m.ctxs[m.IntN(len(m.ctxs))]
	return &c
}

func (m *maker) number(most int) *Expr {
	switch {
	case m.IntN(8) == 0:
		return &Expr{}
	case len(m.vars) > 0 && m.IntN(3) == 0:
		return &Expr{Op: Carried, N: int64(m.vars[m.IntN(len(m.vars))])}
	case m.IntN(8) == 0:
		return &Expr{Op: Between, Args: []Expr{Num(2), Num(6)}}
	}
	e := Num(int64(m.IntN(most)))
	return &e
}

func (m *maker) wait() Node {
	w := &Wait{What: "w"}
	if m.IntN(4) > 0 {
		w.Cap = m.number(20)
	}
	if m.IntN(2) == 0 || w.Cap == nil {
		w.Ctx = m.ctx()
	}
	return Node{Kind: Sink, Wait: w}
}

// world is another implementation of time, which walks one way only: what is
// chosen comes from a list of choices. Numbers that the code does not show are
// what this world says.
type world struct {
	choices []int
	at      int
	hidden  int64
	counts  []int // how many there were to choose from
}

func (w *world) choose(n int) int {
	if w.at == len(w.choices) {
		w.choices = append(w.choices, 0)
	}
	if w.at == len(w.counts) {
		w.counts = append(w.counts, n)
	}
	w.at++
	return w.choices[w.at-1]
}

// end is when a context ends in this world, and whether the code shows it.
type end struct {
	at   int64
	seen bool
}

type activation struct {
	param end           // of its context
	ends  map[int]end   // by Deadline
	vars  map[int]int64 // by loop variable
}

func (w *world) number(e *Expr, a *activation) int64 {
	switch e.Op {
	case Opaque:
		return w.hidden
	case Const:
		return e.N
	case Carried:
		return a.vars[int(e.N)]
	case Add:
		return w.number(&e.Args[0], a) + w.number(&e.Args[1], a)
	case Mul:
		return w.number(&e.Args[0], a) * w.number(&e.Args[1], a)
	case Min:
		return min(w.number(&e.Args[0], a), w.number(&e.Args[1], a))
	case Between:
		return w.number(&e.Args[w.choose(2)], a)
	}
	panic(e.Op)
}

func (w *world) end(c *Ctx, a *activation) end {
	switch c.Kind {
	case CtxNone:
		return end{Forever, true}
	case CtxParam:
		return a.param
	case CtxMade:
		if end, ok := a.ends[c.N]; ok {
			return end
		}
	}
	return end{at: w.hidden * 3}
}

// walk returns the time after the nodes, and the exit by which they leave the
// loop around them; -1: none.
func (w *world) walk(nodes []Node, a *activation, t int64) (int64, int) {
	for i := range nodes {
		n := &nodes[i]
		exit := -1
		switch n.Kind {
		case Seq:
			t, exit = w.walk(n.Kids, a, t)
		case Sink:
			limit := int64(Forever)
			if n.Wait.Cap != nil {
				limit = t + w.number(n.Wait.Cap, a)
			}
			if n.Wait.Ctx != nil {
				limit = min(limit, w.end(n.Wait.Ctx, a).at)
			}
			if limit != Forever && w.choose(2) == 0 {
				t = max(t, limit)
			}
		case Deadline:
			parent := w.end(n.Ctx, a)
			a.ends[n.N] = end{min(parent.at, t+w.number(n.Num, a)), parent.seen && n.Num.Op != Opaque}
		case Alt:
			side := 0
			switch {
			case n.Guard != nil && n.Guard.Done != nil:
				if end := w.end(n.Guard.Done, a); !end.seen {
					side = w.choose(2)
				} else if t < end.at {
					side = 1
				}
			case n.Guard != nil && n.Guard.R.Op == Opaque: // a number that the input decides
				side = 1
				if w.number(&n.Guard.L, a) < 2 {
					side = w.choose(2)
				}
			case n.Guard != nil:
				if w.number(&n.Guard.L, a) >= w.number(&n.Guard.R, a) {
					side = 1
				}
			default:
				side = w.choose(len(n.Kids))
			}
			t, exit = w.walk(n.Kids[side:side+1], a, t)
		case Par:
			last := t
			for k := range n.Kids {
				end, _ := w.walk(n.Kids[k:k+1], a, t)
				last = max(last, end)
			}
			t = last
		case Exit:
			return t, n.N
		case Loop:
			for _, v := range n.Vars {
				a.vars[v.ID] = w.number(&v.Init, a)
			}
			left := -1
			for left < 0 {
				if t, left = w.walk(n.Kids[:1], a, t); left < 0 {
					next := map[int]int64{}
					for _, v := range n.Vars {
						next[v.ID] = w.number(&v.Next, a)
					}
					for id, x := range next {
						a.vars[id] = x
					}
				}
			}
			t, exit = w.walk(n.Kids[1+left:2+left], a, t)
		case Call:
			inner := &activation{param: w.end(n.Args[0].Ctx, a), ends: map[int]end{}, vars: map[int]int64{}}
			t, _ = w.walk(n.Inline.Body, inner, t)
		}
		if exit >= 0 {
			return t, exit
		}
	}
	return t, -1
}

// worst goes every way, up to a number of them.
func worst(f *Func, budget, hidden int64, ways int) (longest int64, all bool) {
	var choices []int
	for range ways {
		w := &world{choices: choices, hidden: hidden}
		t, _ := w.walk(f.Body, &activation{param: end{budget, true}, ends: map[int]end{}, vars: map[int]int64{}}, 0)
		longest = max(longest, t)
		choices = w.choices[:w.at]
		i := len(choices) - 1
		for i >= 0 && choices[i] == w.counts[i]-1 {
			i--
		}
		if i < 0 {
			return longest, true
		}
		choices = append([]int{}, choices[:i+1]...)
		choices[i]++
	}
	return longest, false
}

// TestBounds: on every tree, whatever the numbers that the code does not show,
// Least ≤ the longest way ≤ Most.
func TestBounds(t *testing.T) {
	t.Parallel()
	checked, clipped, known := 0, 0, 0
	for seed := range uint64(800) {
		m := &maker{Rand: rand.New(rand.NewPCG(seed, 1)), ctxs: []Ctx{{Kind: CtxParam, N: 0}, {Kind: CtxNone}, {}}}
		f := &Func{Name: "f", Body: m.block(3)}
		budget := int64(Forever)
		if m.IntN(2) == 0 {
			budget = int64(m.IntN(40))
		}
		clock := Clock{Resolve: func(string) *Func { return f }}
		if seed%2 == 0 {
			clock.Quiet = NewQuiet(clock)
		}
		least, most := clock.Least(&FuncVal{Name: "f"}, budget), clock.Most(&FuncVal{Name: "f"}, budget)
		for _, hidden := range []int64{0, 1, 9} {
			longest, all := worst(f, budget, hidden, 400)
			if all {
				checked++
				require.LessOrEqual(t, least.T, longest, "seed %d, hidden %d, budget %d", seed, hidden, budget)
			}
			if !most.Unbounded && len(most.Unknown) == 0 {
				known++
				require.GreaterOrEqual(t, most.T, longest, "seed %d, hidden %d, budget %d", seed, hidden, budget)
			}
		}
		if clock.Least(&FuncVal{Name: "f"}, Forever).T > least.T {
			clipped++
		}
		sum := int64(0)
		for _, e := range least.Log {
			sum += e.D
		}
		require.GreaterOrEqual(t, sum, least.T, "seed %d: the log tells where the time went", seed)
	}
	t.Logf("%d lower and %d upper bounds checked, %d trees clipped", checked, known, clipped)
	require.Greater(t, checked, 1_500)
	require.Greater(t, known, 700)
	require.Greater(t, clipped, 25)
}

// TestClip: a function all of whose waits end with the context that it is given
// never outlives it, however much the ceilings add up to; and one whose own
// waits are longer than the budget does.
func TestClip(t *testing.T) {
	t.Parallel()
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 2))
		var governed, own []Node
		sum, certain := int64(0), int64(0)
		for range 1 + r.IntN(6) {
			d := int64(1 + r.IntN(50))
			limit := Num(d)
			sum += d
			governed = append(governed, Node{Kind: Sink, Wait: &Wait{Cap: &limit, Ctx: &Ctx{Kind: CtxParam}}})
			if r.IntN(2) == 0 {
				certain += d
				own = append(own, Node{Kind: Sink, Wait: &Wait{Cap: &limit}})
			}
		}
		budget := 1 + r.Int64N(sum+10)
		r.Shuffle(len(governed), func(i, j int) { governed[i], governed[j] = governed[j], governed[i] })
		for name, body := range map[string][]Node{"governed": governed, "own": own, "both": append(append([]Node{}, governed...), own...)} {
			f := &Func{Name: name, Body: body}
			clock := Clock{Resolve: func(string) *Func { return f }}
			least, most := clock.Least(&FuncVal{Name: name}, budget), clock.Most(&FuncVal{Name: name}, budget)
			require.Equal(t, least.T, most.T, "all is known")
			switch name {
			case "governed":
				require.Equal(t, min(budget, sum), least.T)
			case "own":
				require.Equal(t, certain, least.T, "no context ends these")
			case "both":
				require.Equal(t, min(budget, sum)+certain, least.T)
				require.Equal(t, certain, clock.Least(&FuncVal{Name: name}, 0).T)
			}
		}
	}
}
