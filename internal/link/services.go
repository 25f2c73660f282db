package link

import "github.com/timeoutlint/timeoutlint/passes/budgets"

// reach hangs the calls of the other service's entry below a call.
func (l *linker) reach(_ *budgets.Entry, c *Call) {
	for _, s := range c.Path {
		for service, list := range l.Services {
			r, ok := list[s.Function]
			if !ok {
				continue
			}
			c.Dependency = service
			c.Calls = r.Entry.Calls
		}
	}
}

// attach is for what concerns several entries; nothing yet.
func (l *linker) attach(*Report) {}
