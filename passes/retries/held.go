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
	for _, call := range callsIn(l.Fn) {
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

// once reports whether a function is what a sync.Once of this package runs.
func (r *Result) once(fn *ssa.Function) bool {
	for _, f := range r.Program.Funcs {
		for _, call := range callsIn(f) {
			switch qualified(call.Common()) {
			case "(*sync.Once).Do", "sync.OnceFunc", "sync.OnceValue", "sync.OnceValues":
			default:
				continue
			}
			given := literal(call.Call.Args[len(call.Call.Args)-1])
			if given != nil && (given == fn || given.Object() != nil && given.Object() == fn.Object()) {
				return true
			}
		}
	}
	return false
}
