package wholeprogram

import (
	"strings"

	"github.com/timeoutlint/timeoutlint/passes/flow"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Limited reports whether what a wait is made on was put together with something
// that gives each of its calls a time: an interceptor, an option of the client, a
// setting of the connection.
func (p *Program) Limited(pkg *flow.Package, w *flow.Wait) bool {
	if w.Receiver == nil {
		return false
	}
	m := &making{Program: p, seen: map[flow.Value]bool{}}
	for _, v := range p.Resolver.Resolve(pkg, w.Receiver, nil) {
		m.visit(v)
	}
	return m.limited || m.set() || !m.dialled && (strings.Contains(w.Row, "Client).") || strings.Contains(w.Row, "grpc.ClientConn")) && p.limited()
}

// dials are the functions that make what remote calls go through.
var dials = map[string]bool{"google.golang.org/grpc.NewClient": true, "google.golang.org/grpc.Dial": true, "google.golang.org/grpc.DialContext": true}

// limitsCalls: somewhere in the program remote calls get a time, and it is not known
// of a call that it is not one of them.
func (p *Program) limitsCalls() bool {
	return p.World.Calls(func(name string) bool {
		row, ok := p.limiters[knowledge.Family(name)]
		return ok && row.Does == knowledge.LimitsAll && strings.Contains(name, "grpc")
	})
}

// Paced reports whether a wait is for a database whose statements somebody gives a
// limit.
func (p *Program) Paced(pkg *flow.Package, w *flow.Wait) bool {
	return w.Does == string(knowledge.Queries) && p.World.Paced(pkg.Path)
}

// most is how many values are looked at.
const most = 600

type making struct {
	*Program
	seen    map[flow.Value]bool
	limited bool
	dialled bool // a connection for remote calls was met
}

func (m *making) visit(v flow.Value) {
	if m.limited || m.seen[v] || len(m.seen) > most {
		return
	}
	m.seen[v] = true
	switch t := v.Term(); t.Op {
	case flow.Call, flow.Invoke:
		m.limited, m.dialled = m.limited || m.limits(v, t), m.dialled || dials[t.Sym]
		for _, a := range t.Args {
			for _, x := range m.Resolver.Resolve(v.Pkg, a, v.Env) {
				m.visit(x)
			}
		}
	case flow.Object:
		done := map[string]bool{}
		for _, s := range t.Slots {
			if field, _, _ := strings.Cut(s.Path, "."); field != "" && field != "*" && !done[field] {
				done[field] = true
				for _, x := range m.Resolver.Field(v, field, t.Type) {
					m.visit(x)
				}
			}
		}
	}
}

// limits: the call gives what it makes a time for each of its calls.
func (m *making) limits(v flow.Value, t *flow.Term) bool {
	row, ok := m.limiters[knowledge.Family(t.Sym)]
	if !ok {
		return false
	}
	if row.Does == knowledge.LimitsAll {
		return true
	}
	for _, a := range t.Args {
		for _, x := range m.Resolver.Resolve(v.Pkg, a, v.Env) {
			if m.argument(row, x) {
				return true
			}
		}
	}
	return false
}

// argument: an interceptor that makes a deadline, or a text that sets one.
func (m *making) argument(row knowledge.Limiter, x flow.Value) bool {
	switch t := x.Term(); t.Op {
	case flow.Func:
		fn := m.World.Func(t.Sym)
		return row.Does == knowledge.LimitsByFunc && fn != nil && fn.Limits
	case flow.Const:
		return row.Does == knowledge.LimitsByText && strings.Contains(t.Sym, row.Text)
	case flow.Object: // variadic
		for _, y := range m.Resolver.Field(x, "[]", t.Type) {
			if y.Term().Op != flow.Object && m.argument(row, y) {
				return true
			}
		}
	}
	return false
}

// set: a setting of the server that ends statements is put into a map of what was
// met.
func (m *making) set() bool {
	for _, w := range m.World.Keyed("statement_timeout") {
		for _, root := range m.Resolver.Resolve(w.Pkg, w.Effect.Root, nil) {
			for range 4 { // cfg.ConnConfig.RuntimeParams
				if m.seen[root] {
					return true
				}
				t := root.Term()
				if t.Op != flow.Select || len(t.Args) == 0 {
					break
				}
				up := m.Resolver.Resolve(root.Pkg, t.Args[0], root.Env)
				if len(up) == 0 {
					break
				}
				root = up[0]
			}
		}
	}
	return false
}
