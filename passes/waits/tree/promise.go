package tree

// Promise is the time that a function gives what it calls: a deadline of its own,
// handed on as the context of a call, or the time after which it no longer waits
// for what it has started.
type Promise struct {
	By        *Node  // the Deadline, or the Aside
	In        *Func  // the function that gives it
	Call      *Node  // the call that is given it; nil: what By's function does itself
	Made, End int64  // when it was given, at the earliest, and when it ends, at the latest
	to        *frame // that is called
}

// Span is how long the promise is.
func (p *Promise) Span() int64 { return p.End - p.Made }

// promised is the promise that a wait in fr is under, the one that ends first; nil:
// none that is known, or the wait ends with it, or begins when all that is wanted of
// it is over.
func (r *runner) promised(n *Node, fr *frame, st state, c ctxv) *Promise {
	if r.mode != kept || r.late > 0 || n.Late || c.apart {
		return nil
	}
	var out *Promise
	given := func(p *Promise, call *Node, to *frame) {
		if p != nil && (out == nil || p.End <= out.End) {
			out = &Promise{By: p.By, In: p.In, Call: call, Made: p.Made, End: p.End, to: to}
		}
	}
	for e := st.env; e != nil; e = e.prev {
		switch {
		case e.args != nil && e.of.call != nil:
			for _, v := range e.args {
				if v.ctx != nil {
					given(v.ctx.promise, e.of.call, e.of)
				}
			}
		case e.ctx != nil && e.ctx.promise != nil && e.ctx.promise.By.Whole && e.ctx.promise.to == e.of && e.of.deaf(fr, n):
			given(e.ctx.promise, nil, e.of)
		}
	}
	if r.aside != nil {
		given(r.aside, nil, nil)
	}
	if out == nil || n.Wait.Ctx != nil && c.promise != nil && c.promise.End <= out.End {
		return nil
	}
	return out
}

// ended: a run does not ask for the time of a wait, because this context ends it.
func (r *runner) ended(c ctxv, under *Promise) bool {
	switch r.mode {
	case own:
		return c.known && c.entry
	case kept:
		return c.known && (c.entry || c.promise != nil && under == nil)
	}
	return false
}

// deaf: what leads from a function to a wait takes no context at all, so that it was
// not given another one on purpose.
func (fr *frame) deaf(at *frame, n *Node) bool {
	for ; at != nil && at != fr; at = at.from {
		if at.call == nil {
			return false
		}
		for _, a := range at.call.Args {
			if a.Ctx != nil {
				return false
			}
		}
	}
	return at == fr && (n.Wait.Ctx == nil || n.Wait.Ctx.Kind == CtxNone)
}

// promise is what a context promises that is given a time: the shorter of that and
// of what its parent does.
func (r *runner) promise(n *Node, fr *frame, st state, d Interval, parent *Promise) *Promise {
	if !d.Known || d.Hi <= 0 || d.Hi == Forever {
		return parent
	}
	end := add(st.t, d.Hi)
	if parent != nil && parent.End <= end {
		return parent
	}
	return &Promise{By: n, In: fr.fn, Made: st.t, End: end, to: fr}
}

// besides runs what a function starts and no longer waits for after a while: it takes
// the function no time.
func (r *runner) besides(n *Node, fr *frame, st state) *logged {
	if r.mode != kept || r.aside != nil || !st.alive {
		return st.log
	}
	var until *Promise
	if n.Ctx != nil {
		until = r.context(n.Ctx, fr, st).promise
	}
	until = r.promise(n, fr, st, r.eval(n.Num, fr, st), until)
	if until == nil {
		return st.log
	}
	r.aside = &Promise{By: n, In: fr.fn, Made: st.t, End: until.End}
	kept := fr.loops
	fr.loops = nil
	out := r.nodes(n.Kids, fr, pair{base: st, best: st})
	fr.loops, r.aside = kept, nil
	if out.best.alive {
		return out.best.log
	}
	return st.log
}
