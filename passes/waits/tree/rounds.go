package tree

// loop goes round until a guard ends it; where none does, once for a lower
// bound, and for an upper one until nothing more happens.
func (r *runner) loop(n *Node, fr *frame, p pair) pair {
	rec := &round{exits: map[int]pair{}}
	fr.loops = append(fr.loops, rec)
	r.marks++
	mark := -r.marks
	p = pair{r.carry(n, fr, p.base, mark, true), r.carry(n, fr, p.best, mark, true)}
	guess, mute, turn := r.guess, r.mute, r.turn
	if !n.Counted {
		r.guess++
		r.open[n] = true
	}
	for count := 1; ; count++ {
		start, unsure, seen := p.best.t, fr.unsure, len(r.events)
		r.turns++
		r.turn = r.turns
		if n.Final {
			r.final++
		}
		p = r.nodes(n.Kids[:1], fr, p)
		if n.Final {
			if r.final--; r.final > 0 {
				rec.exits[0] = rec.exits[0].or(p)
				break
			}
		}
		if r.steps < 0 && !r.open[n] { // nobody goes on counting
			r.open[n] = true
			for i := range r.events[seen:] {
				r.events[seen+i].Guess = true
			}
		}
		if !p.alive() || r.steps < 0 {
			break
		}
		known := n.Counted && !(r.upper && fr.unsure > unsure)
		if !known {
			r.open[n] = true
		}
		if !known && !r.upper {
			if p.best.alive && p.best.log != nil {
				r.rounds = append(r.rounds, p.best.log)
			}
			break
		}
		if !known {
			for i := range r.events[seen:] {
				r.events[seen+i].Guess = true
			}
		}
		if !known && p.best.t == start {
			break
		}
		if count >= mostRounds || !known && count >= 3 {
			r.unknown("a loop whose rounds are not known")
			break
		}
		if !known {
			r.mute++
		}
		p = pair{r.carry(n, fr, p.base, mark, false), r.carry(n, fr, p.best, mark, false)}
	}
	r.guess, r.mute, r.turn = guess, mute, turn
	fr.loops = fr.loops[:len(fr.loops)-1]
	var out pair
	for k := 1; k < len(n.Kids); k++ {
		if left := rec.exits[k-1]; left.alive() {
			out = out.or(r.nodes(n.Kids[k:k+1], fr, left))
		}
	}
	return out
}

// carry gives the variables of a loop their next values, and forgets what else
// the round has made.
func (r *runner) carry(n *Node, fr *frame, st state, mark int, first bool) state {
	if !st.alive {
		return st
	}
	next := make([]Interval, len(n.Vars))
	for k := range n.Vars {
		e := &n.Vars[k].Next
		if first {
			e = &n.Vars[k].Init
		}
		next[k] = r.eval(e, fr, st)
	}
	if first {
		st.env = &env{prev: st.env, of: fr, id: mark}
	}
	for e := st.env; e != nil; e = e.prev {
		if e.of == fr && e.id == mark {
			st.env = e
			break
		}
	}
	for k, v := range n.Vars {
		st.env = &env{prev: st.env, of: fr, id: v.ID, num: next[k]}
	}
	return st
}

// call runs what is called.
func (r *runner) call(n *Node, fr *frame, p pair) pair {
	names, complete := n.Names, true
	if n.Iface != "" && r.Behind != nil {
		names, complete = r.Behind(n.Iface)
		if typ := r.dyn(n.Dyn, fr, p.any()); typ != "" && r.On != nil {
			if name, ok := r.On(n.Iface, typ); ok {
				names, complete = []string{name}, true
			}
		}
	}
	switch {
	case n.Fn != nil, n.Inline != nil:
		st := p.any()
		to := r.target(n, fr, &st)
		if to.fn == nil {
			r.unknown("a function value")
			return p
		}
		if r.quiet(n, to.fn, fr, st) {
			return p
		}
		if !p.best.alive {
			p.base.env = st.env
		} else {
			if p.base.alive {
				p.base.env = again(st.env, p.best.env, p.base.env)
			}
			p.best.env = st.env
		}
		return r.enter(to, n, fr, p, false)
	case len(names) == 0:
		if n.Why != "" {
			r.unknown(n.Why)
		}
		return p
	}
	var out pair
	for i, name := range names {
		to := closure{fn: r.resolve(name), among: len(names)}
		if to.fn == nil {
			if !r.upper {
				return p // one of them takes no time that is known
			}
			continue
		}
		q := p
		if !r.quiet(n, to.fn, fr, p.any()) {
			q = r.enter(to, n, fr, p, false)
		}
		if i == 0 || !out.alive() {
			out = q
		} else if r.upper {
			out = out.or(q)
		} else {
			out = pair{sooner(out.base, q.base), sooner(out.best, q.best)}
		}
	}
	if !complete {
		r.unknown(n.Iface + ": other implementations")
	}
	if !out.alive() {
		return p
	}
	return out
}

// dyn is the concrete type in an interface; empty: not known.
func (r *runner) dyn(d *Dyn, fr *frame, st state) string {
	switch {
	case d == nil:
		return ""
	case d.Type != "":
		return d.Type
	}
	v, _ := r.arg(st.env, fr.out(d.Up), d.Param)
	return v.dyn
}

// quiet: nothing is waited for in what a call calls, nor in the functions that it
// gives, so that neither need be gone through.
func (r *runner) quiet(n *Node, to *Func, fr *frame, st state) bool {
	if r.Quiet == nil {
		return false
	}
	all := []*Func{to}
	switch r.Quiet.of(to) {
	case loud:
		return false
	case lent:
		for _, a := range n.Args {
			if a.Fn == nil {
				continue
			}
			given, ok := r.closure(a.Fn, fr, &st)
			if ok && r.Quiet.of(given.fn) != silent {
				return false
			}
			if ok {
				all = append(all, given.fn)
			}
		}
	}
	for _, f := range all {
		for _, why := range r.Quiet.unseen(f) {
			r.unknown(why)
		}
	}
	return true
}

// again puts what is new in one env, since old, on top of another.
func again(from, old, onto *env) *env {
	if from == old || from == nil {
		return onto
	}
	e := *from
	e.prev = again(from.prev, old, onto)
	return &e
}

func (r *runner) resolve(name string) *Func {
	if r.Resolve == nil {
		return nil
	}
	return r.Resolve(name)
}

func sooner(a, b state) state {
	if b.alive && (!a.alive || b.t < a.t) {
		return b
	}
	return a
}

// same reports whether two are one function, of which a summary that was kept and
// read again has a copy for each place that has it.
func (f *Func) same(g *Func) bool {
	return f == g || f.Name != "" && f.Name == g.Name && f.Place == g.Place
}

// enter runs one function in a frame of its own.
func (r *runner) enter(to closure, call *Node, fr *frame, p pair, top bool) pair {
	in := &frame{fn: to.fn, up: to.up, from: fr, call: call, top: top, depth: fr.depth + 1}
	if to.among > 1 {
		in.among = to.among
	}
	if call == nil {
		in.from = nil
	}
	for at := fr; at != nil; at = at.from {
		if at.fn.same(to.fn) && at.up == to.up || in.depth > deepest {
			at.circular = true
			r.unknown("recursion")
			return p
		}
	}
	if call != nil {
		r.record(fr, call, visit{start: p.best.t, to: to.fn})
	}
	before, seen := p, len(r.events)
	if !top {
		p = pair{r.given(call, to, fr, in, p.base), r.given(call, to, fr, in, p.best)}
	}
	out := r.nodes(to.fn.Body, in, p)
	if in.circular { // nobody knows how often it calls itself
		for i := range r.events[seen:] {
			r.events[seen+i].Guess = true
		}
	}
	out = pair{left(in, out.base), left(in, out.best)}
	if !out.best.alive {
		out.best = before.best // it does not come back: nothing is known of after
	}
	if !out.base.alive {
		out.base = before.base
	}
	return out
}

// given is a state in which a callee knows its arguments.
func (r *runner) given(call *Node, to closure, fr, in *frame, st state) state {
	if st.alive {
		args := r.args(call, to, fr, &st)
		st.env = &env{prev: st.env, of: in, args: args}
	}
	return st
}

// left is a state in which what the callee made is out of sight.
func left(in *frame, st state) state {
	if !st.alive {
		return st
	}
	for e := st.env; e != nil; e = e.prev {
		if e.of == in && e.args != nil {
			st.env = e.prev
			break
		}
	}
	return st
}
