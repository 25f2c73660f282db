package held

import (
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/timeoutlint/timeoutlint/rules"
)

// Held is who is held at a place, and the shortest way there.
type Held struct {
	Kind rules.Consequence
	Who  string // "GET /orders", "Orders.Run"; empty where nobody in sight is
	More int    // others of the kind besides
	Lock string // that is held meanwhile, by name; empty: none
	Way  []Step // from the entry to the place, both left out where they are in one function
}

// Step is a place on the way.
type Step struct {
	File         string // absolute
	Line, Column int
	Text         string
}

// Place is where something waits.
type Place struct {
	File         string // absolute
	Line, Column int
}

// visit is a function on a way back from a place.
type visit struct {
	fn     int
	next   *visit // towards the place
	at     Spot   // in fn, where it leads on
	lock   string // that is held at the place
	handed bool   // from here on it is a value, and who calls it is not in sight
}

// reached is an entry at the end of a way.
type reached struct {
	kind rules.Consequence
	name string
	by   *visit
}

// At is who is held by what a rule finds at one of the places, whichever is worst.
func (w *World) At(rule rules.Rule, places ...Place) Held {
	best := Held{Kind: rules.Unseen}
	seen := false
	for i, p := range places {
		h, ok := w.held(p)
		switch {
		case !ok:
			continue
		case i == 0 && (h.Kind == rules.Idle || h.Kind == rules.Interactive || h.Kind == rules.Unattended):
			return h
		case h.Kind == rules.StartUp && rule.Elsewhere():
			h = Held{Kind: rules.Unseen}
		}
		if !seen || h.Kind.Worse(best.Kind) {
			best, seen = h, true
		}
	}
	if best.Kind == rules.Unseen && w.Fates.Linked == nil {
		best = Held{Kind: rules.Others} // a library: only programs elsewhere run it
	}
	if rule.Row == rules.Door && best.Kind != rules.Interactive && best.Kind != rules.Idle {
		return Held{Kind: rules.Connect} // wherever it is made
	}
	return best
}

func (w *World) held(p Place) (Held, bool) {
	i := w.at(p.File, Spot{p.Line, max(p.Column, 1)})
	if i < 0 {
		return Held{}, false
	}
	f := &w.funcs[i]
	switch {
	case w.Fates.Idle != nil && w.Fates.Idle(w.paths[i], f.Short):
		return Held{Kind: rules.Idle, Who: f.Short}, true
	case w.attended(i):
		return Held{Kind: w.command(i), Who: path.Base(w.paths[i])}, true
	}
	return w.back(i, Spot{p.Line, max(p.Column, 1)}), true
}

// attended: only commands run the function.
func (w *World) attended(i int) bool {
	return w.Fates.Attended != nil && w.Fates.Attended(w.paths[i], w.funcs[i].Short)
}

// command is who waits for a command.
func (w *World) command(i int) rules.Consequence {
	if w.Fates.Unattended != nil && w.Fates.Unattended(w.paths[i]) {
		return rules.Unattended
	}
	return rules.Interactive
}

// farthest is how many functions the way back from one place leads through before
// the rest are not seen.
const farthest = 300

// back goes from a place to all that leads there, nearest first.
func (w *World) back(i int, at Spot) Held {
	return w.worst(w.ends(&visit{fn: i, at: at}, nil))
}

// ends adds what there is at the ends of all ways to a visit.
func (w *World) ends(first *visit, ends []reached) []reached {
	todo := []*visit{first}
	seen := map[int]bool{first.fn: true}
	for len(todo) > 0 {
		if len(seen) > farthest {
			ends = append(ends, reached{rules.Unseen, "", todo[0]})
			break
		}
		v := todo[0]
		todo = todo[1:]
		found, stop := w.entry(v)
		ends = append(ends, found...)
		if stop {
			continue
		}
		for _, e := range w.from[v.fn] {
			if e.way.Kind == rules.Lock {
				v.lock = "a sync.Once or a shared call"
			} else if e.way.Kind != "" {
				ends = append(ends, reached{e.way.Kind, "", v})
				continue
			}
			if e.way.How == Starts {
				ends = append(ends, reached{rules.Background, "", v})
				continue
			}
			if !seen[e.from] {
				seen[e.from] = true
				todo = append(todo, &visit{fn: e.from, next: v, at: e.way.At, lock: v.lock, handed: v.handed || e.way.How == Hands})
			}
		}
	}
	return ends
}

// entry is what a function is an end of the way by: itself, or the part of it that
// leads on. No further back goes who stops.
func (w *World) entry(v *visit) (out []reached, stop bool) {
	f := &w.funcs[v.fn]
	out = w.regions(v)
	if f.Exported && (w.Fates.Called == nil || w.Fates.Called(w.paths[v.fn])) {
		out = append(out, reached{rules.Others, "", v})
	}
	kind, name := f.Kind, ""
	if known, ok := w.known[v.fn]; ok && (kind == "" || known.Kind == kind || kind == rules.Shutdown) {
		kind, name = known.Kind, known.Name
	}
	switch {
	case kind == rules.StartUp && v.handed:
		return append(out, reached{rules.Unseen, "", v}), true
	case kind == rules.Shutdown && len(w.from[v.fn]) > 0:
		return append(out, reached{kind, name, v}), false
	case kind != "":
		return append(out, reached{kind, name, v}), true
	case len(w.from[v.fn]) > 0:
		return out, false
	case beginning.MatchString(f.own()) && !v.handed:
		return append(out, reached{rules.StartUp, "", v}), true
	case f.Exported && !v.handed && !(w.Fates.Linked != nil && w.Fates.Linked(w.paths[v.fn])):
		return append(out, reached{rules.Others, "", v}), true
	}
	return append(out, reached{rules.Unseen, "", v}), true
}

// regions are the ends of the way that the part of a function is which leads on. A
// lock that is held there is noted.
func (w *World) regions(v *visit) (out []reached) {
	for _, r := range w.funcs[v.fn].around(v.at) {
		switch {
		case r.Kind == rules.Lock:
			v.lock = r.Name
		case r.Name != "" && !w.started(v.fn): // takes from a channel what its caller waits for
		default:
			out = append(out, reached{r.Kind, "", v})
		}
	}
	return out
}

// own is the name of a function without that of its type.
func (f *Func) own() string { return f.Short[strings.LastIndexByte(f.Short, '.')+1:] }

// beginning are names of what is done once, before a program does its work.
var beginning = regexp.MustCompile(`^(?i:new|init|setup|migrat|must|bootstrap|install|provide|seed|up0|down0|configure)`)

// worst is the end of a way that hurts most, the nearest of those.
func (w *World) worst(ends []reached) Held {
	if len(ends) == 0 {
		return Held{Kind: rules.Unseen}
	}
	best := ends[0]
	for _, e := range ends[1:] {
		if e.kind.Worse(best.kind) {
			best = e
		}
	}
	others := map[int]bool{}
	for _, e := range ends {
		if e.kind == best.kind && e.by.fn != best.by.fn {
			others[e.by.fn] = true
		}
	}
	out := Held{Kind: best.kind, Who: best.name, More: len(others), Way: w.steps(best)}
	if out.Who == "" {
		out.Who = w.qualified(best.by.fn)
	}
	for v := best.by; v != nil; v = v.next {
		if v.lock != "" {
			out.Lock = v.lock
		}
	}
	if out.Lock != "" && rules.Lock.Worse(out.Kind) && out.Kind != rules.StartUp {
		out.Kind = rules.Lock
	}
	return out
}

// steps is the way from an entry to the place, at most as many as one reads.
func (w *World) steps(e reached) (out []Step) {
	const most = 8
	for v := e.by; v != nil && v.next != nil; v = v.next {
		f := &w.funcs[v.fn]
		text := w.qualified(v.fn) + " leads to " + w.qualified(v.next.fn)
		if v == e.by && e.name != "" {
			text = e.name + " leads to " + w.qualified(v.next.fn)
		}
		if v.lock != "" {
			text += ", with " + v.lock + " held"
		}
		out = append(out, Step{f.File, v.at.Line, v.at.Column, text})
		if len(out) == most {
			break
		}
	}
	return out
}

// qualified is a function with its package: "orders.Service.Pay".
func (w *World) qualified(i int) string {
	name := path.Base(w.paths[i]) + "." + w.funcs[i].Short
	if strings.Contains(w.funcs[i].Name, "$") {
		name += fmt.Sprintf(" (the function at %s:%d)", filepath.Base(w.funcs[i].File), w.funcs[i].From.Line)
	}
	return name
}

// String says what is held, after a verb: "holds GET /orders and 2 more". It is
// empty where nobody can tell.
func (h Held) String() string {
	who := h.Who
	switch h.Kind {
	case rules.Request:
		if !strings.Contains(who, "/") {
			who = "the request in " + who
		}
	case rules.Connect:
		return "holds a connection for each of its clients"
	case rules.Message:
		who = "the consumer in " + who
	case rules.Job:
		who = "the job in " + who
	case rules.Shutdown:
		who = "the end of the program in " + who
	case rules.Loop:
		who = "the loop in " + who
	case rules.Others:
		if who == "" {
			return ""
		}
		who = "whoever calls " + who
	case rules.Lock:
		return "holds " + h.Lock
	case rules.Unattended:
		return "holds the command " + who
	case rules.Interactive:
		return "holds the command " + who + ", at which somebody waits"
	case rules.StartUp:
		return "holds the start of the program"
	case rules.Background:
		return "holds a goroutine for which nobody waits"
	case rules.Idle:
		return "holds nobody: nothing runs " + who
	case rules.Unseen:
		return ""
	}
	if h.More > 0 {
		who += fmt.Sprintf(" and %d more", h.More)
	}
	if h.Lock != "" {
		return "holds " + h.Lock + ", and with it " + who
	}
	return "holds " + who
}
