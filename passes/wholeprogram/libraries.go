package wholeprogram

import "github.com/timeoutlint/timeoutlint/passes/flow"

// live reports whether the user's own code leads to a function of a library.
func (p *Program) live(key string) bool {
	if p.reached == nil {
		p.reached = map[string]bool{}
		var todo []string
		add := func(key string) {
			if key != "" && !p.reached[key] && p.World.Func(key) != nil {
				p.reached[key] = true
				todo = append(todo, key)
			}
		}
		callees := p.Resolver.Callees()
		for _, pkg := range p.World.Packages {
			for _, fn := range pkg.Funcs {
				if !pkg.Library {
					add(fn.Key)
				}
			}
		}
		for len(todo) > 0 {
			key := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, to := range callees[key] {
				add(to)
			}
		}
	}
	return p.reached[key]
}

// Last is the user's own call that leads into the library in which the wait is,
// and the function of the library that it calls.
func (p *Program) Last(way Way) (call flow.Place, callee string, ok bool) {
	for i := len(way.Calls) - 1; i >= 0; i-- {
		if s := way.Calls[i]; !p.World.InLibrary(s.From) {
			return s.Place, s.To, true
		}
	}
	return flow.Place{}, "", false
}
