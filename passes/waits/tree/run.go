package tree

func (r *runner) nodes(list []Node, fr *frame, p pair) pair {
	for i := range list {
		if !p.alive() {
			return p
		}
		if r.steps--; r.steps < 0 {
			r.unknown("too much code on the way")
			return p
		}
		p = r.node(&list[i], fr, p)
	}
	return p
}

func (r *runner) node(n *Node, fr *frame, p pair) pair {
	switch n.Kind {
	case Seq:
		return r.nodes(n.Kids, fr, p)
	case Alt:
		return r.alt(n, fr, p)
	case Loop:
		return r.loop(n, fr, p)
	case Par:
		return r.par(n, fr, p)
	case Exit:
		if at := len(fr.loops) - 1 - n.Level; at >= 0 {
			rec := fr.loops[at]
			rec.exits[n.N] = rec.exits[n.N].or(p)
		}
		return pair{}
	case Sink:
		if p.base.alive {
			p.base = r.sink(n, fr, p.base)
		}
		if p.best.alive {
			p.best = r.sink(n, fr, p.best)
		}
	case Deadline:
		if p.base.alive {
			p.base = r.deadline(n, fr, p.base)
		}
		if p.best.alive {
			p.best = r.deadline(n, fr, p.best)
		}
	case Call:
		if n.Late {
			r.late++
			defer func() { r.late-- }()
		}
		return r.call(n, fr, p)
	case Aside:
		p.base.log = r.besides(n, fr, p.base)
		p.best.log = r.besides(n, fr, p.best)
	case Unseen:
		if n.Why != "" {
			r.unknown(n.Why)
		}
	}
	return p
}

// eval is the value of an expression in a state. Most are constants, for which
// nothing need be set up.
func (r *runner) eval(e *Expr, fr *frame, st state) Interval {
	if e.Op == Const {
		return Exactly(e.N)
	}
	return e.Eval(scope{r, st.env, fr})
}

// sink lets the time of one wait pass.
func (r *runner) sink(n *Node, fr *frame, st state) state {
	w := n.Wait
	limit, seen := int64(Forever), true
	var one Interval
	v := visit{}
	if w.Cap != nil {
		one = r.eval(w.Cap, fr, st)
		if r.Narrow != nil && !one.exact() {
			if e, from, ok := r.Narrow(n, fr.calls()); ok {
				one, v.from = e.Eval(nil), &from
			}
		}
		all := one
		if w.Tries != nil {
			all = both(one, r.eval(w.Tries, fr, st), func(x, y Interval) Interval { return Interval{mul(x.Lo, y.Lo), mul(x.Hi, y.Hi), true} })
		}
		switch {
		case !all.Known:
			seen = false
		case r.upper:
			limit = add(st.t, max(all.Hi, 0))
		default:
			limit = add(st.t, max(all.Lo, 0))
		}
	}
	c := ctxv{at: Forever, known: true}
	if w.Ctx != nil {
		c = r.context(w.Ctx, fr, st)
	}
	end := st.t
	under := r.promised(n, fr, st, c)
	switch {
	case !r.upper && (!seen || !c.known), w.Ctx != nil && r.ended(c, under):
	case seen && c.known && min(limit, c.at) == Forever && w.Driver && !r.Plain:
		r.unknown(w.What + ": its driver's limits")
	case seen && c.known && min(limit, c.at) == Forever:
		r.unbounded = true
	case c.known && c.at != Forever: // also ends a wait of unknown length
		end = max(st.t, min(limit, c.at))
	case seen && limit != Forever:
		end = limit
	case !c.known:
		r.unknown(w.What + ": its context")
	default:
		r.unknown(w.What + ": its limit")
	}
	v.start, v.d, v.one, v.entry, v.unseen = st.t, end-st.t, one, w.Ctx != nil && c.known && c.entry, !c.known
	if end == c.at {
		v.by = c.by
	}
	v.beside, v.under = r.aside != nil, under
	if c.promise != nil {
		v.heeds = c.promise.By
	}
	r.record(fr, n, v)
	if !r.upper && v.d > 0 {
		st.log = &logged{st.log, n, fr, v}
	}
	st.t = end
	return st
}

func (r *runner) deadline(n *Node, fr *frame, st state) state {
	c := r.context(n.Ctx, fr, st)
	d := r.eval(n.Num, fr, st)
	switch {
	case !d.Known && r.upper: // the parent's end still holds
	case !d.Known:
		c.known = false
	case c.known || r.upper:
		at := add(st.t, d.Lo)
		if r.upper {
			at = add(st.t, d.Hi)
		}
		if !c.known {
			c = ctxv{at: Forever, known: true, span: c.span, spans: c.spans, promise: c.promise, apart: c.apart}
		}
		if at < c.at {
			c.at, c.by = at, n
		}
	}
	if d.Known && d.Lo > 0 {
		if c.span > 0 && d.Lo >= c.span {
			r.record(fr, n, visit{start: st.t, d: c.span, by: c.spans})
		} else {
			c.span, c.spans = d.Hi, n
		}
	}
	c.promise = r.promise(n, fr, st, d, c.promise)
	st.env = &env{prev: st.env, of: fr, id: n.N, ctx: &c}
	return st
}

func (r *runner) par(n *Node, fr *frame, p pair) pair {
	outer := r.group
	r.groups++
	r.group = r.groups
	out := p
	for i := range n.Kids {
		q := r.nodes(n.Kids[i:i+1], fr, p)
		if q.base.alive && q.base.t > out.base.t {
			out.base.t, out.base.log = q.base.t, q.base.log
		}
		if q.best.alive && q.best.t > out.best.t {
			out.best.t, out.best.log = q.best.t, q.best.log
		}
	}
	r.group = outer
	return out
}

// alt goes the ways that are possible.
func (r *runner) alt(n *Node, fr *frame, p pair) pair {
	cheap, ok := r.cheap[n]
	if !ok {
		cheap = cheapest(n.Kids)
		r.cheap[n] = cheap
	}
	var few [3]pair // most have two sides: no need to ask for memory
	in := few[:]
	if len(n.Kids) > len(few) {
		in = make([]pair, len(n.Kids))
	}
	in = in[:len(n.Kids)]
	open := false // the data decide, in a way that is not known
	byData := false
	for _, best := range [2]bool{false, true} {
		st := p.base
		if best {
			st = p.best
		}
		if !st.alive {
			continue
		}
		only := -1 // the one side that is possible
		switch r.decide(n, fr, st) {
		case yes:
			only = 0
		case no:
			only = 1
		default:
			if n.Guard != nil && n.Guard.Done == nil && !alone(n.Guard.Op) {
				fr.unsure++
			}
			open = open || !n.Free
			switch over := !r.upper && n.Free && r.over(n.Heeds, fr, st); {
			case over && n.Main > 0 && len(n.Kids) == 2: // it fails
				only = 2 - n.Main
			case over, !r.upper && !n.Free:
				only = cheap
				byData = byData || !best
			}
		}
		for k := range in {
			switch {
			case only >= 0 && k != only:
			case best:
				in[k].best = st
			default:
				in[k].base = st
			}
		}
	}
	var out pair
	for k := range n.Kids {
		if !in[k].alive() {
			continue
		}
		skipped := open || n.Free && n.Main != k+1
		if skipped {
			r.optional++
		}
		out = out.or(r.nodes(n.Kids[k:k+1], fr, in[k]))
		if skipped {
			r.optional--
		}
	}
	if !byData {
		return out
	}
	for k := range n.Kids { // base goes out of its way, once
		if k == cheap {
			continue
		}
		kept := fr.loops
		fr.loops = nil
		for range kept {
			fr.loops = append(fr.loops, &round{exits: map[int]pair{}})
		}
		q := r.nodes(n.Kids[k:k+1], fr, pair{p.base, p.base})
		for i, rec := range fr.loops {
			for exit, left := range rec.exits {
				kept[i].exits[exit] = kept[i].exits[exit].or(pair{best: later(left.base, left.best)})
			}
		}
		fr.loops = kept
		out.best = later(out.best, later(q.base, q.best))
	}
	return out
}

func (r *runner) decide(n *Node, fr *frame, st state) answer {
	switch {
	case n.Guard == nil:
		return unsure
	case n.Guard.Done == nil:
		return compare(n.Guard.Op, r.eval(&n.Guard.L, fr, st), r.eval(&n.Guard.R, fr, st))
	}
	c := r.context(n.Guard.Done, fr, st)
	if !c.known || r.upper { // both times are the latest that they can be
		return unsure
	}
	return decide(st.t >= c.at, st.t < c.at)
}

// over: one of the contexts has ended, so that a call that is given it fails.
func (r *runner) over(heeds []Ctx, fr *frame, st state) bool {
	for i := range heeds {
		if c := r.context(&heeds[i], fr, st); c.known && c.at <= st.t {
			return true
		}
	}
	return false
}

// cheapest is the side that leaves a loop, or else has the least in it.
func cheapest(kids []Node) int {
	best, score := 0, -1
	for i := range kids {
		n := 2 * Size(kids[i:i+1])
		if leaves(&kids[i]) {
			n = 1
		}
		if score < 0 || n < score {
			best, score = i, n
		}
	}
	return best
}

func leaves(n *Node) bool {
	switch n.Kind {
	case Exit:
		return true
	case Seq:
		return len(n.Kids) > 0 && leaves(&n.Kids[len(n.Kids)-1])
	}
	return false
}
