package link

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/timeoutlint/timeoutlint/passes/budgets"
	"github.com/timeoutlint/timeoutlint/passes/flow"
	"github.com/timeoutlint/timeoutlint/passes/flow/clients"
	"github.com/timeoutlint/timeoutlint/passes/flow/deadlines"
	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
	"github.com/timeoutlint/timeoutlint/passes/wholeprogram"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// judgement is a finding before it is known whether it may be shown.
type judgement struct {
	rule       rules.Rule
	confidence rules.Confidence
	at         tree.Place
	message    string
	path       []budgets.Step
	way        int               // how many of the last steps are the calls that lead to the wait, and the wait
	unseen     rules.Consequence // who is held where that is not in sight: what is known of the way
	bare       bool              // it is a statement that is given no context
	group      string            // what it is one of several consequences of; empty: of nothing else
}

// judged holds each way on which a wait is reached against the context and the
// client that it has there.
func judged(program *wholeprogram.Program, packages []Summary, entries []budgets.Entry) (out []judgement, limited, paced map[tree.Place]bool) {
	if program == nil {
		return nil, nil, nil
	}
	alone := map[tree.Place]bool{}
	for _, p := range packages {
		if p.Alone != nil {
			for _, at := range p.Alone.Places {
				alone[at] = true
			}
		}
	}
	j := newJudge(program, entries)
	for _, pkg := range j.program.World.Packages {
		for i := range pkg.Waits {
			w := &pkg.Waits[i]
			at := place(w.Place)
			switch {
			case at.Line == 0:
			case strings.HasPrefix(w.Row, "(*net/http.Client)."):
				j.each(pkg, w, j.web)
			case alone[at] && j.program.Limited(pkg, w):
				j.limited[at] = true
			case alone[at] && j.program.Paced(pkg, w):
				j.paced[at] = true
			case alone[at] && w.Context != nil:
				j.each(pkg, w, j.context)
			case w.Context == nil:
				j.withoutContext(pkg, w)
			}
		}
	}
	return j.out, j.limited, j.paced
}

// each judges the ways to a wait, but those through a function for whose waits
// somebody vouches.
func (j *judge) each(pkg *flow.Package, w *flow.Wait, judge func(wholeprogram.Way)) {
	if j.vouched(w.Func) {
		return
	}
	for _, way := range j.program.Ways(pkg, w) {
		if !slices.ContainsFunc(way.Calls, func(s wholeprogram.Step) bool { return j.vouched(s.To) || j.vouched(s.From) }) {
			judge(way)
		}
	}
}

// vouched: somebody says that the waits of a function, or of one around it, end.
func (j *judge) vouched(key string) bool {
	for fn := j.program.World.Func(key); fn != nil; fn = j.program.World.Func(fn.Parent) {
		if fn.Vouched {
			return true
		}
	}
	return false
}

type judge struct {
	program *wholeprogram.Program
	out     []judgement
	told    map[key]int         // by rule and place, 1 + the finding
	limited map[tree.Place]bool // waits that end by what their client was made with
	paced   map[tree.Place]bool // waits for a database whose statements have a limit
	doors   map[string]string   // by handler: whether the context that it is given has a deadline

	drivers map[string]bool // packages, see endlessDriver; nil until asked

	replaced   func() bool // see replacing
	surrounded func() bool // see surrounding
}

func newJudge(program *wholeprogram.Program, entries []budgets.Entry) *judge {
	j := &judge{program: program, told: map[key]int{}, limited: map[tree.Place]bool{}, paced: map[tree.Place]bool{}, doors: map[string]string{}}
	j.replaced, j.surrounded = sync.OnceValue(j.replacing), sync.OnceValue(j.surrounding)
	j.enter(entries)
	return j
}

type key struct {
	rule string
	at   tree.Place
}

func place(p flow.Place) tree.Place { return tree.Place{File: p.File, Line: p.Line, Column: p.Column} }

// at is a place as a message names it.
func at(p flow.Place) string { return fmt.Sprintf("%s:%d", path.Base(p.File), p.Line) }

// mostEach is how many ways to one wait are told apart, where they differ in who is
// held.
const mostEach = 10

// report keeps the finding that is proved best of those at a place; of those that
// are judged by their way each one.
func (j *judge) report(s judgement) {
	k := key{s.rule.Name, s.at}
	if s.group != "" {
		if j.told[k]++; j.told[k] <= mostEach {
			j.out = append(j.out, s)
		}
		return
	}
	if n := j.told[k]; n > 0 {
		if s.confidence != j.out[n-1].confidence && s.confidence.AtLeast(j.out[n-1].confidence) {
			j.out[n-1] = s
		}
		return
	}
	j.out = append(j.out, s)
	j.told[k] = len(j.out)
}

// steps are the calls of a way, and the wait.
func steps(first budgets.Step, way wholeprogram.Way) []budgets.Step {
	var out []budgets.Step
	if first.Place.Line > 0 {
		out = append(out, first)
	}
	return append(calling(out, way.Calls), budgets.Step{Place: place(way.Wait.Place), Text: "waits: " + way.Wait.What})
}

// calling adds the calls of a way.
func calling(out []budgets.Step, list []wholeprogram.Step) []budgets.Step {
	for _, s := range list {
		text := "calls " + knowledge.Short(s.To)
		if s.Literal {
			text = "makes a function that waits"
		}
		out = append(out, budgets.Step{Place: place(s.Place), Text: text})
	}
	return out
}

// withoutEnd is the context of a way that gives a wait no end, if all it may have
// are known and one does; the request's is one where a client's departure is the
// only end.
func withoutEnd(all []deadlines.Context) (deadlines.Context, bool) {
	var out deadlines.Context
	found := false
	for _, c := range all {
		switch c.State {
		case deadlines.Never:
			if !found || out.State != deadlines.Never {
				out, found = c, true
			}
		case deadlines.Request:
			if !found {
				out, found = c, true
			}
		case deadlines.NotKnown, deadlines.Given:
			return out, false
		}
	}
	return out, found
}

// web judges a request through an http.Client.
func (j *judge) web(way wholeprogram.Way) {
	w := way.Wait
	takes := w.Request != nil
	ctx, ok := deadlines.Context{State: deadlines.Never}, true
	if takes {
		ctx, ok = withoutEnd(way.Contexts)
	}
	if !ok || ctx.Held {
		return
	}
	confidence := rules.High
	if len(way.Contexts) > 1 || len(way.Clients) > 1 {
		confidence = rules.Medium
	}
	for _, c := range way.Clients {
		rule, told := rules.BareClient, "http.Client"
		switch {
		case c.State == clients.Half:
			rule = rules.HalfTransport
			if c.Through.Line > 0 {
				c.Place = c.Through
			}
		case c.State != clients.Bare:
			continue
		case c.Default:
			rule = rules.DefaultClient
		default:
			told = c.Text
		}
		s := judgement{rule: rule, confidence: confidence, at: place(c.Place)}
		if c.Zeroed {
			s.confidence = rules.Low // it is written down that it has none: for a stream or a long poll, as a rule
		}
		if takes && ctx.State == deadlines.Request && j.perhaps(ctx, way) {
			s.confidence = rules.Low // what runs around the handler may give it a deadline
		}
		carries := fmt.Sprintf("and the request sent at %s carries no deadline (%s)", at(w.Place), ctx.Text)
		switch {
		case !takes:
			carries = fmt.Sprintf("and %s at %s takes no context", w.What, at(w.Place))
		case ctx.State == deadlines.Request:
			carries = fmt.Sprintf("and the request sent at %s has the context of the request being answered, which ends only when that client leaves", at(w.Place))
		}
		first := budgets.Step{Place: s.at, Text: "made without Timeout"}
		switch {
		case c.Default:
			s.at = place(w.Place)
			first = budgets.Step{Place: s.at, Text: "http.DefaultClient"}
			s.message = fmt.Sprintf("http.DefaultClient has no timeout %s: a server that never answers holds it forever; use a client with a Timeout, or give the request a context with a deadline", carries)
		case rule == rules.HalfTransport:
			s.message = fmt.Sprintf("http.Client has no Timeout and its transport bounds connecting and not the answer, %s: a server that accepts and never answers holds it forever; set Timeout, ResponseHeaderTimeout, or a deadline on each request", carries)
		default:
			s.message = fmt.Sprintf("%s has no Timeout %s: a server that never answers holds it forever; set Timeout, or give the request a context with a deadline", told, carries)
		}
		s.path = steps(first, way)
		j.report(s)
	}
}
