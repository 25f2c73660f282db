package flow

// intern makes an env once, so that values can be compared.
func (r *Resolver) intern(k envKey, at Place, args []bound) *Env {
	if e := r.envs[k]; e != nil {
		return e
	}
	e := &Env{Func: k.fn, Place: at, Up: k.up, outer: k.outer, args: args, key: k}
	if k.up != nil {
		e.depth = k.up.depth + 1
	}
	r.envs[k] = e
	return e
}

// tooDeep: a call within so many others, or within two of the same function, is
// not told apart any more.
func tooDeep(fn string, env *Env) bool {
	same := 0
	for e := env; e != nil; e = e.Up {
		if e.Func == fn {
			same++
		}
	}
	return same > 1 || env != nil && env.depth >= deepestEnv
}

// enter resolves a result of a function called with args.
func (r *Resolver) enter(key string, result int, k envKey, at Place, args []bound) ([]Value, bool) {
	to := r.World.funcs[key]
	if to.fn == nil || result >= len(to.fn.Results) || len(to.fn.Results[result]) == 0 {
		return nil, false
	}
	var env *Env
	if tooDeep(key, k.up) {
		env = nil
	} else {
		k.fn = key
		env = r.intern(k, at, args)
	}
	return r.set(to.pkg, to.fn.Results[result], env), true
}

func (r *Resolver) bounds(n node, args []Set) []bound {
	out := make([]bound, len(args))
	for i, s := range args {
		out[i] = bound{pkg: n.pkg, set: s, env: n.env}
	}
	return out
}

// Symbolic is an env in which the parameters of a function stand for themselves,
// whoever calls it.
func (r *Resolver) Symbolic(key string) *Env {
	k := envKey{fn: key, open: true}
	if e := r.envs[k]; e != nil {
		return e
	}
	e := &Env{Func: key, symbolic: true, key: k}
	r.envs[k] = e
	return e
}

// Around is an env of a literal in which the parameters of the function around it
// stand for themselves, and its own are what all give it.
func (r *Resolver) Around(key string) *Env {
	fn := r.World.Func(key)
	if fn == nil || fn.Parent == "" {
		return nil
	}
	up := r.Symbolic(fn.Parent)
	if outer := r.Around(fn.Parent); outer != nil {
		up.outer = outer
	}
	return r.Literal(key, up)
}

// Symbolic reports whether a value is a parameter that stands for itself.
func (v Value) Symbolic() bool { return v.Env != nil && v.Env.symbolic && v.Term().Op == Param }

// alike reports whether two envs may be one: as far as both are known, the same
// calls lead to them.
func (e *Env) alike(other *Env) bool {
	for e != nil && other != nil && e != other {
		if e.Func != other.Func || e.Place != other.Place {
			return false
		}
		e, other = e.Up, other.Up
	}
	return true
}
