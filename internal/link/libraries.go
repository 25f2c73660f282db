package link

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/timeoutlint/timeoutlint/passes/budgets"
	"github.com/timeoutlint/timeoutlint/passes/flow"
	"github.com/timeoutlint/timeoutlint/passes/flow/clients"
	"github.com/timeoutlint/timeoutlint/passes/flow/deadlines"
	"github.com/timeoutlint/timeoutlint/passes/wholeprogram"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// libraries judges the waits in libraries that were read. A finding stands at the
// user's own code: where the client or the context is made, or else where the
// library is called. What has been said without them is not said again.
func libraries(program *wholeprogram.Program, said []judgement, entries []budgets.Entry) []judgement {
	if program == nil {
		return nil
	}
	j := &inside{judge: newJudge(program, entries), once: map[string]bool{}}
	for _, s := range said {
		j.told[key{s.rule.Name, s.at}] = -1
	}
	for _, sends := range []bool{true, false} { // what a library sends first: it is decided sooner
		for _, pkg := range program.World.Packages {
			for i := range pkg.Waits {
				w := &pkg.Waits[i]
				switch {
				case !pkg.Library || w.Place.Line == 0 || program.Resolver.Steps > mostSteps:
				case strings.HasPrefix(w.Row, "(*net/http.Client).") || packaged[w.Row]:
					if sends {
						j.each(pkg, w, j.send)
					}
				case !sends && w.Context != nil && onlyContext(w):
					j.each(pkg, w, j.ask)
				}
			}
		}
	}
	return j.out
}

// mostSteps is how many steps it may take to judge all waits in libraries.
const mostSteps = 60_000

// packaged are the functions of net/http that send through its default client.
var packaged = map[string]bool{"net/http.Get": true, "net/http.Head": true, "net/http.Post": true, "net/http.PostForm": true}

// onlyContext: nothing but the context that it is given ends the wait.
func onlyContext(w *flow.Wait) bool {
	if w.Does != string(knowledge.Queries) && w.Does != string(knowledge.Requests) {
		return false
	}
	for _, b := range w.Bounds {
		if !strings.HasPrefix(b, "ctx:") {
			return false
		}
	}
	return len(w.Bounds) > 0
}

type inside struct {
	*judge
	once map[string]bool // by package and wait: of many calls that are alike one is told
}

// where is a place in a library as a message names it: "gitea/client.go:123".
func where(p flow.Place) string {
	dir, file := path.Split(p.File)
	return fmt.Sprintf("%s/%s:%d", path.Base(dir), file, p.Line)
}

// tell reports what has not been said yet.
func (j *inside) tell(s judgement, way wholeprogram.Way, into flow.Place, callee string) {
	if n, ok := j.told[key{s.rule.Name, s.at}]; ok && n < 0 {
		return
	}
	s.path = append(s.path, budgets.Step{Place: place(into), Text: fmt.Sprintf("calls %s, which waits at %s: %s", knowledge.Short(callee), where(way.Wait.Place), way.Wait.What)})
	j.report(s)
}

// send judges a request that a library sends.
func (j *inside) send(way wholeprogram.Way) {
	w := way.Wait
	into, callee, ok := j.program.Last(way)
	if !ok {
		return
	}
	ctx := deadlines.Context{State: deadlines.Never}
	if w.Request != nil {
		if ctx, ok = withoutEnd(way.Contexts); !ok || ctx.Held {
			return
		}
		for _, c := range way.Contexts {
			if c.State == deadlines.Deadline || c.State == deadlines.Entry || c.State == deadlines.Command || c.Detach {
				return
			}
		}
	}
	c, ok := bare(way.Clients)
	if packaged[w.Row] {
		c, ok = clients.Client{State: clients.Bare, Default: true}, true
	}
	if !ok {
		return
	}
	carries := fmt.Sprintf("the request that it sends at %s carries no deadline (%s)", where(w.Place), ctx.Text)
	switch {
	case w.Request == nil:
		carries = fmt.Sprintf("%s at %s takes no context", w.What, where(w.Place))
	case ctx.State == deadlines.Request:
		carries = fmt.Sprintf("the request that it sends at %s has the context of the request being answered, which ends only when that client leaves", where(w.Place))
	}
	s := judgement{rule: rules.BareClient, confidence: rules.High, at: place(into)}
	if len(way.Contexts) > 1 || len(way.Clients) > 1 {
		s.confidence = rules.Medium
	}
	made := "made without Timeout"
	switch {
	case c.Default:
		s.rule, made = rules.DefaultClient, "uses http.DefaultClient"
		if s.at != place(into) || !j.first(s.rule, into, w) {
			return
		}
		s.message = fmt.Sprintf("%s uses http.DefaultClient, which has no timeout, and %s: a server that never answers holds it forever; give it a client with a Timeout, or a context with a deadline", knowledge.Short(callee), carries)
	case !j.program.World.Library(c.Place):
		s.at = place(c.Place)
		s.message = fmt.Sprintf("%s has no Timeout and is used by %s, and %s: a server that never answers holds it forever; set Timeout, or give the request a context with a deadline", c.Text, knowledge.Short(callee), carries)
	case c.At.Line > 0:
		s.at = place(c.At)
		s.message = fmt.Sprintf("the http.Client that is made here, at %s, has no Timeout, and %s: a server that never answers holds it forever; hand it a client with a Timeout, or give each call a context with a deadline", where(c.Place), carries)
	default:
		if !j.first(s.rule, into, w) {
			return
		}
		s.message = fmt.Sprintf("%s uses an http.Client without Timeout (made at %s), and %s: a server that never answers holds it forever; give it a client with a Timeout, or a context with a deadline", knowledge.Short(callee), where(c.Place), carries)
	}
	switch {
	case c.Zeroed,
		w.Request != nil && ctx.State == deadlines.Request && j.perhaps(ctx, way),
		(c.Default || c.At.Line == 0 && j.program.World.Library(c.Place)) && !j.remote(callee):
		s.confidence = rules.Low
	}
	s.path = []budgets.Step{{Place: s.at, Text: made}}
	j.tell(s, way, into, callee)
}

// remote reports whether a function of a library says that it asks somebody else: it
// takes a context. What takes none may send only with some of its arguments, or in
// what it registers.
func (j *inside) remote(callee string) bool {
	fn := j.program.World.Func(callee)
	return fn != nil && slices.Contains(fn.Params, "context.Context")
}

// first reports whether a kind of finding about a wait in a library is the first
// of a package's.
func (j *inside) first(rule rules.Rule, at flow.Place, w *flow.Wait) bool {
	k := rule.Name + " " + path.Dir(at.File) + " " + w.Place.File
	if j.once[k] {
		return false
	}
	j.once[k] = true
	return true
}

// bare is the client that ends nothing, if none of those it may be does, and all
// are known: one that somebody made before the default one, which is used where
// there is no other.
func bare(all []clients.Client) (clients.Client, bool) {
	for _, c := range all {
		if c.State != clients.Bare {
			return c, false
		}
	}
	if i := slices.IndexFunc(all, func(c clients.Client) bool { return !c.Default }); i >= 0 {
		return all[i], true
	}
	if len(all) == 0 {
		return clients.Client{}, false
	}
	return all[0], true
}

// ask judges a wait in a library that nothing but its context can end.
func (j *inside) ask(way wholeprogram.Way) {
	w := way.Wait
	into, callee, ok := j.program.Last(way)
	if !ok {
		return
	}
	way.Contexts = slices.DeleteFunc(slices.Clone(way.Contexts), func(c deadlines.Context) bool { return c.Text == "nil" }) // beside an error
	ctx, ok := withoutEnd(way.Contexts)
	if !ok || slices.ContainsFunc(way.Contexts, func(c deadlines.Context) bool { return c.State != deadlines.Never || c.Held || c.Signal }) {
		return
	}
	for _, s := range way.Calls {
		if s.Defer || knowledge.LetsGo(s.To) || knowledge.LetsGo(s.From) {
			return
		}
	}
	s := judgement{rule: rules.UnboundedCtx, confidence: rules.High, at: place(ctx.Place)}
	if len(way.Contexts) > 1 {
		s.confidence = rules.Medium
	}
	from := at(ctx.Place)
	if j.program.World.Library(ctx.Place) {
		from = where(ctx.Place)
		if s.at = place(ctx.At); ctx.At.Line == 0 {
			s.at = place(into)
			if !j.first(s.rule, into, w) {
				return
			}
		}
	} else if ctx.Detach {
		s.rule = rules.DetachedCtx
	} else if maker := j.program.World.Func(ctx.In); maker != nil && maker.Asked {
		s.rule = rules.DroppedCtx
	}
	s.message = fmt.Sprintf("%s, which %s reaches at %s, can wait forever: its context comes from %s at %s and never gets a deadline; give it one with context.WithTimeout", w.What, knowledge.Short(callee), where(w.Place), ctx.Text, from)
	own := slices.IndexFunc(way.Calls, func(c wholeprogram.Step) bool { return c.Place == into })
	s.path = calling([]budgets.Step{{Place: s.at, Text: "a context without a deadline"}}, way.Calls[:own])
	s.way = len(s.path) // with the call of the library, which comes last, and without the context
	j.tell(s, way, into, callee)
}
