package retries

import (
	"golang.org/x/tools/go/ssa"
)

// Held is what keeps others waiting while a loop goes on: a lock that its
// function has taken, or a sync.Once that runs it. "" if nothing in sight does.
func (r *Result) Held(l *Loop) string {
	for fn := l.In(); fn != nil; fn = fn.Parent() {
		if r.once(fn) {
			return "sync.Once"
		}
	}
	held := ""
	if l.Caller != nil {
		return held
	}
	for _, call := range r.locks(l.Fn) {
		name := qualified(call.Common())
		before := call.Block() != l.header && call.Block().Dominates(l.header)
		switch name {
		case "(*sync.Mutex).Lock", "(*sync.RWMutex).Lock":
			if before {
				held = "lock"
			}
		case "(*sync.Mutex).Unlock", "(*sync.RWMutex).Unlock":
			if before || l.blocks[call.Block()] {
				return ""
			}
		}
	}
	return held
}

// locks are the calls in a function that take or give back a lock; each function
// is looked through once.
func (r *Result) locks(fn *ssa.Function) []*ssa.Call {
	r.mu.Lock()
	defer r.mu.Unlock()
	out, ok := r.locking[fn]
	if !ok {
		for _, call := range callsIn(fn) {
			switch qualified(call.Common()) {
			case "(*sync.Mutex).Lock", "(*sync.RWMutex).Lock", "(*sync.Mutex).Unlock", "(*sync.RWMutex).Unlock":
				out = append(out, call)
			}
		}
		if r.locking == nil {
			r.locking = map[*ssa.Function][]*ssa.Call{}
		}
		r.locking[fn] = out
	}
	return out
}

// once reports whether a function is what a sync.Once of this package runs.
func (r *Result) once(fn *ssa.Function) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.onces == nil {
		r.onces = map[any]bool{}
		for _, f := range r.Program.Funcs {
			for _, call := range callsIn(f) {
				switch qualified(call.Common()) {
				case "(*sync.Once).Do", "sync.OnceFunc", "sync.OnceValue", "sync.OnceValues":
				default:
					continue
				}
				if given := literal(call.Call.Args[len(call.Call.Args)-1]); given != nil {
					r.onces[given] = true
					if given.Object() != nil {
						r.onces[given.Object()] = true
					}
				}
			}
		}
	}
	return r.onces[fn] || fn.Object() != nil && r.onces[fn.Object()]
}
