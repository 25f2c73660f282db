package link

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/timeoutlint/timeoutlint/passes/budgets"
	"github.com/timeoutlint/timeoutlint/passes/flow"
	"github.com/timeoutlint/timeoutlint/passes/flow/deadlines"
	"github.com/timeoutlint/timeoutlint/passes/wholeprogram"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// enter notes of each handler whether its requests' contexts get a deadline:
// "none" where that is known of all its routes.
func (j *judge) enter(entries []budgets.Entry) {
	for i := range entries {
		e := &entries[i]
		if e.Core == nil || e.Core.IsPar || e.Kind != string(Handler) {
			continue
		}
		name := e.Core.Name
		if made := e.Core.Made; made != nil && len(made.Names) == 1 {
			name = made.Names[0]
		}
		kind := cmp.Or(e.Cancel.Kind, "unknown")
		if before, ok := j.doors[name]; ok && before != kind {
			kind = "unknown"
		}
		j.doors[name] = kind
	}
}

// bare: no route to the handler that is given a request gives its context a
// deadline.
func (j *judge) bare(c deadlines.Context, way wholeprogram.Way) bool {
	return !j.replaced() && j.door(c, way) == "none"
}

// perhaps: what runs around the handler that is given a request gives its context a
// deadline, or the program has something that does that to some requests.
func (j *judge) perhaps(c deadlines.Context, way wholeprogram.Way) bool {
	switch j.door(c, way) {
	case "none":
		return j.replaced()
	case "", "unknown":
		return j.replaced() || j.surrounded()
	}
	return true
}

// door is what the routes to the handler of a request's context do to it; empty: no
// route leads there.
func (j *judge) door(c deadlines.Context, way wholeprogram.Way) string {
	for _, name := range []string{c.In, way.Top} {
		for fn := j.program.World.Func(name); fn != nil; fn = j.program.World.Func(fn.Parent) {
			if kind, ok := j.doors[fn.Key]; ok {
				return kind
			}
		}
	}
	return ""
}

// surrounding: some handler of the program hands requests on with a deadline, and
// around which others it is put may not be known.
func (j *judge) surrounding() bool {
	return slices.ContainsFunc(j.program.World.Setters(knowledge.RequestCopy), func(fn *flow.Function) bool {
		return fn.Limits && slices.Contains(fn.Params, knowledge.AnswerWriter) && !j.program.World.InLibrary(fn.Key)
	})
}

// replacing: something in the program gives requests another context, with a
// deadline, on the way to their handlers.
func (j *judge) replacing() bool {
	return slices.ContainsFunc(knowledge.RequestSetters(), func(name string) bool {
		return slices.ContainsFunc(j.program.World.Setters(name), func(fn *flow.Function) bool { return fn.Limits && !j.program.World.InLibrary(fn.Key) })
	})
}

// weights order the contexts that give a wait no end, the worst last.
var weights = map[deadlines.State]int{deadlines.Command: 1, deadlines.Request: 2, deadlines.Job: 3, deadlines.Never: 4}

// endless is the worst context of a way that gives a wait no end, where all that it
// may have are known.
func (j *judge) endless(way wholeprogram.Way) (deadlines.Context, bool) {
	var out deadlines.Context
	found := false
	for _, c := range way.Contexts {
		switch {
		case c.State == deadlines.NotKnown, c.State == deadlines.Given:
			return out, false
		case weights[c.State] == 0, c.Held, c.Text == "nil", c.State == deadlines.Request && !j.bare(c, way):
		case !found || weights[c.State] > weights[out.State]:
			out, found = c, true
		}
	}
	return out, found
}

// context judges a wait that nothing but its context can end.
func (j *judge) context(way wholeprogram.Way) {
	w := way.Wait
	ctx, ok := j.endless(way)
	if !ok {
		return
	}
	if slices.ContainsFunc(way.Calls, func(s wholeprogram.Step) bool { return s.Defer || knowledge.LetsGo(s.To) || knowledge.LetsGo(s.From) }) || knowledge.LetsGo(w.Func) || knowledge.LetsGo(ctx.In) {
		return // it ends something, and may need its time after everything else has ended
	}
	if ctx.State != deadlines.Never || ctx.Signal || ctx.Stops || lasts(ctx) {
		j.lasting(ctx, way)
		return
	}
	s := judgement{rule: rules.UnboundedCtx, confidence: rules.Medium, at: place(ctx.Place)}
	if len(way.Contexts) == 1 {
		s.confidence = rules.High
	}
	if late(w) {
		s.confidence = rules.Low
	}
	maker := j.program.World.Func(cmp.Or(ctx.In, way.Top))
	switch {
	case ctx.Detach:
		s.rule = rules.DetachedCtx
	case maker != nil && maker.Asked && !slices.ContainsFunc(way.Calls, func(s wholeprogram.Step) bool { return s.Go }):
		s.rule = rules.DroppedCtx
	}
	switch reach := through(way); s.rule {
	case rules.DetachedCtx:
		s.message = fmt.Sprintf("%s can wait forever: its context is detached (%s at %s) and never gets a deadline; give it one with context.WithTimeout", reach, ctx.Text, at(ctx.Place))
	case rules.DroppedCtx:
		s.message = fmt.Sprintf("%s goes on when the caller has left: its context starts anew from %s at %s although one is in scope, and never gets a deadline; pass the context in scope, or give it a deadline with context.WithTimeout", reach, ctx.Text, at(ctx.Place))
	default:
		s.message = fmt.Sprintf("%s can wait forever: its context comes from %s at %s and never gets a deadline; give it one with context.WithTimeout", reach, ctx.Text, at(ctx.Place))
	}
	s.path = steps(budgets.Step{Place: s.at, Text: "a context without a deadline"}, way)
	s.way = len(way.Calls) + 1
	s.group = fmt.Sprintf("%s %s:%d:%d", s.rule.Name, s.at.File, s.at.Line, s.at.Column)
	j.report(s)
}

// late: what waits is a write or the start of a transaction, which wait when all
// else has gone wrong already.
func late(w *flow.Wait) bool {
	return w.Does == string(knowledge.Writes) || strings.Contains(w.Row, ".BeginTx") || strings.HasSuffix(w.Row, ".Shutdown")
}

// lasts: the context is the program's own, and is there for as long as that.
func lasts(c deadlines.Context) bool {
	if c.Detach {
		return false
	}
	name := c.In[strings.LastIndexByte(c.In, '.')+1:]
	return name == "main" || name == "init"
}

// lasting reports a wait whose context is there for as long as something that has
// no end of its own: the program, a request, a job. It is the wait that wants a
// deadline, and not the context; waits of one package on the same kind of thing
// are one finding.
func (j *judge) lasting(ctx deadlines.Context, way wholeprogram.Way) {
	w := way.Wait
	s := judgement{rule: rules.UnboundedCtx, confidence: rules.Medium, at: place(w.Place)}
	if late(w) || polls(w) {
		s.confidence = rules.Low
	}
	var from, until, cause string
	first := budgets.Step{Place: place(ctx.Place), Text: "a context without a deadline"}
	switch {
	case ctx.State == deadlines.Request:
		from, until, cause = "is the request's", "which ends only when that client leaves, and no route or server sets a deadline", "request"
	case ctx.State == deadlines.Job:
		from, until, cause = "is that which "+knowledge.Short(ctx.In)+" is given", "which nothing gives a deadline", "job"
	case ctx.State == deadlines.Command:
		from, until, cause = "is the command's", "which ends only when the process is told to stop", "command"
	case ctx.Signal:
		from, until, cause = "comes from "+ctx.Text+" at "+at(ctx.Place), "and ends only when the process is told to stop", "life"
	case ctx.Stops:
		from, until, cause = "comes from "+ctx.Text+" at "+at(ctx.Place), "and ends only when what made it is stopped", "life"
	default:
		from, until, cause = "comes from "+ctx.Text+" at "+at(ctx.Place), "and never ends", "life"
	}
	s.message = fmt.Sprintf("%s can wait for ever: its context %s, %s; give each call one with context.WithTimeout", through(way), from, until)
	s.path = steps(first, way)
	s.way = len(way.Calls) + 1
	s.unseen = rules.StartUp
	if slices.ContainsFunc(way.Calls, func(c wholeprogram.Step) bool { return c.Literal && c.Loop }) {
		s.unseen = rules.Loop
	}
	s.group = strings.Join([]string{s.rule.Name, cause, j.owner(way)}, " ")
	j.report(s)
}

// owner is what a wait has in common with others: its package and what it waits on.
func (j *judge) owner(way wholeprogram.Way) string {
	if strings.Contains(way.Wait.Row, "Client).") {
		return way.Pkg.Path + " remote calls" // each service of one peer has a client in a package of its own
	}
	on := strings.TrimLeft(way.Wait.Row, "(*")
	slash := strings.LastIndexByte(on, '/') + 1
	dot := strings.IndexByte(on[slash:], '.')
	return way.Pkg.Path + " " + on[:slash+max(dot, 0)]
}

// polls: the name of the call says that it is to wait for something to happen.
func polls(w *flow.Wait) bool {
	name := strings.ToLower(w.Row[strings.LastIndexByte(w.Row, '.')+1:])
	for _, word := range []string{"wait", "watch", "poll", "longpoll", "subscribe", "listen", "follow", "tail", "stream", "await", "tunnel", "connect"} {
		if strings.HasPrefix(name, word) {
			return true
		}
	}
	return false
}

// through is the wait, with the functions on the way to it.
func through(way wholeprogram.Way) string {
	out := way.Wait.What
	var calls []string
	for _, c := range way.Calls {
		if !c.Literal {
			calls = append(calls, knowledge.Short(c.To))
		}
	}
	if len(calls) == 0 {
		return out
	}
	if len(calls) > 3 {
		calls = append(calls[:1], append([]string{"…"}, calls[len(calls)-2:]...)...)
	}
	return out + ", reached through " + strings.Join(calls, " → ") + ","
}
