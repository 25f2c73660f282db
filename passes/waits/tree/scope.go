package tree

// scope is how an expression sees a state.
type scope struct {
	r   *runner
	env *env
	fr  *frame
}

func (s scope) Param(n, up int) Interval {
	if v, ok := s.r.arg(s.env, s.fr.out(up), n); ok {
		return v.num
	}
	return Interval{}
}

func (s scope) Carried(n, up int) Interval {
	fr := s.fr.out(up)
	for e := s.env; e != nil; e = e.prev {
		if e.of == fr && e.id == n && e.args == nil && e.ctx == nil {
			return e.num
		}
	}
	return Interval{}
}

func (fr *frame) out(up int) *frame {
	for range up {
		if fr == nil {
			return nil
		}
		fr = fr.up
	}
	return fr
}

// calls are the places of the calls on the way to a frame, from inside to outside.
func (fr *frame) calls() []Place {
	var out []Place
	for ; fr != nil && fr.call != nil; fr = fr.from {
		if fr.call.Place.Line > 0 {
			out = append(out, fr.call.Place)
		}
	}
	return out
}

func (r *runner) arg(known *env, fr *frame, n int) (value, bool) {
	if fr == nil {
		return value{}, false
	}
	for e := known; e != nil; e = e.prev {
		if e.of == fr && e.args != nil {
			if n < len(e.args) {
				return e.args[n], true
			}
			return value{}, false
		}
	}
	if fr.top {
		return value{ctx: &r.entry}, true
	}
	return value{}, false
}

func (r *runner) context(c *Ctx, fr *frame, st state) ctxv {
	if c == nil {
		return ctxv{}
	}
	fr = fr.out(c.Up)
	switch c.Kind {
	case CtxNone:
		if r.Gin && c.Text == GinContext {
			return ctxv{}
		}
		return ctxv{at: Forever, known: true, apart: c.Text == Detached}
	case CtxParam:
		if v, ok := r.arg(st.env, fr, c.N); ok && v.ctx != nil {
			return *v.ctx
		}
	case CtxMade:
		for e := st.env; e != nil; e = e.prev {
			if e.of == fr && e.ctx != nil && e.id == c.N {
				return *e.ctx
			}
		}
	}
	return ctxv{}
}
