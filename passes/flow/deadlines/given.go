package deadlines

import (
	"strings"

	"github.com/timeoutlint/timeoutlint/passes/flow"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// parameter is what a function is given as a context by code out of sight, or
// what it is to be told by a caller.
func (d *Domain) parameter(v flow.Value, t *flow.Term) Context {
	if v.Symbolic() {
		return Context{State: Given, Text: t.Sym}
	}
	out := Context{State: Entry, Text: "parameter of " + knowledge.Short(t.Sym), In: t.Sym}
	if t.Type == "net/http.Request" || t.Type == "github.com/valyala/fasthttp.RequestCtx" {
		out.State = Request
		return out
	}
	if strings.Contains(t.Type, "labstack/echo") || strings.Contains(t.Type, "gofiber/fiber") {
		return Context{State: Request, Text: knowledge.Short(t.Type), In: t.Sym}
	}
	types := []string{t.Type}
	if t.Type == "context.Context" {
		types = nil
		if fn := d.resolver.World.Func(t.Sym); fn != nil {
			types = fn.Params
		}
	}
	for _, typ := range types {
		if state, ok := d.known(typ); ok && (state != Deaf || typ == t.Type) {
			out.State = state
			if state == Command || state == Deaf {
				out.Text = map[State]string{Command: "the command's context", Deaf: "a " + knowledge.Short(typ)}[state]
			}
			break
		}
	}
	return out
}

// known is what the context of a function is that is given something of a type.
func (d *Domain) known(typ string) (State, bool) {
	for _, row := range knowledge.ContextParams() {
		if row.Type != typ {
			continue
		}
		changed := false
		for _, setting := range row.Unless {
			dot := strings.LastIndexByte(setting, '.')
			changed = changed || d.resolver.World.Sets(setting[:dot], setting[dot+1:])
		}
		switch row.Does {
		case knowledge.Entering:
			return Request, true
		case knowledge.Commands:
			return d.commands(), true
		case knowledge.Jobs:
			if changed {
				return Deadline, true
			}
			return Job, true
		case knowledge.Times:
			return Deadline, true
		case knowledge.Deaf:
			if changed {
				return Request, true
			}
			return Deaf, true
		}
	}
	return "", false
}

// commands is what the context of a command is: one with a deadline, where all
// that run one in sight give it such.
func (d *Domain) commands() State {
	if d.command != "" {
		return d.command
	}
	d.command = Command
	all, timed := 0, 0
	for name, n := range knowledge.CommandRuns() {
		for _, c := range d.resolver.Callers(name) {
			args := c.Site().Args
			if n >= len(args) {
				continue
			}
			for _, x := range d.Of(c.Pkg, args[n], nil) {
				all++
				if x.State == Deadline {
					timed++
				}
			}
		}
	}
	if all > 0 && all == timed {
		d.command = Deadline
	}
	return d.command
}

// giver is the function that is given what a request is a part of: a context of
// a framework.
func (d *Domain) giver(v flow.Value) string {
	for range 4 {
		t := v.Term()
		if t.Op == flow.Param {
			return t.Sym
		}
		if t.Op != flow.Select && t.Op != flow.Invoke || len(t.Args) == 0 {
			break
		}
		up := d.resolver.Resolve(v.Pkg, t.Args[0], v.Env)
		if len(up) != 1 {
			break
		}
		v = up[0]
	}
	return ""
}
