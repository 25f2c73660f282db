package held

import (
	"path"

	"github.com/timeoutlint/timeoutlint/rules"
)

// Along is who is held at the last of some places, where they are the only way
// there: calls, from the outermost on, and the wait. What leads to the outermost is
// looked for as [World.At] does.
func (w *World) Along(places ...Place) Held {
	var v *visit
	var ends []reached
	for n := len(places) - 1; n >= 0; n-- {
		at := Spot{places[n].Line, max(places[n].Column, 1)}
		i := w.at(places[n].File, at)
		literal := v != nil && i == v.fn && w.funcs[i].From == at // the place is that of a literal, in the function around it
		if literal {
			i = w.at(places[n].File, Spot{at.Line, at.Column - 1})
		}
		if i < 0 {
			return Held{Kind: rules.Unseen}
		}
		switch f := &w.funcs[i]; {
		case w.Fates.Idle != nil && w.Fates.Idle(w.paths[i], f.Short):
			return Held{Kind: rules.Idle, Who: f.Short}
		case w.attended(i):
			return Held{Kind: w.command(i), Who: path.Base(w.paths[i])}
		}
		up := &visit{fn: i, next: v, at: at}
		if v != nil {
			up.lock, up.handed = v.lock, v.handed
			kind := w.leads(up, v, literal)
			if kind != "" {
				return w.worst(append(ends, reached{kind, "", v}))
			}
		}
		v = up
		if n == 0 {
			break
		}
		found, stop := w.within(v)
		if ends = append(ends, found...); stop {
			return w.worst(ends)
		}
	}
	return w.worst(w.ends(v, ends))
}

// leads goes one step back, and says what is there if no further step is to be
// taken.
func (w *World) leads(up, v *visit, literal bool) rules.Consequence {
	for _, e := range w.from[v.fn] {
		if e.from != up.fn || e.way.At.Line != up.at.Line && !literal {
			continue
		}
		switch {
		case e.way.Kind == rules.Lock:
			v.lock = "a sync.Once or a shared call"
			up.lock = v.lock
		case e.way.Kind != "":
			return e.way.Kind
		}
		if e.way.How == Starts {
			return rules.Background
		}
		up.handed = up.handed || e.way.How == Hands
	}
	return ""
}

// within is what a function on a known way is an end by: regions, and what the
// function is for.
func (w *World) within(v *visit) (out []reached, stop bool) {
	out = w.regions(v)
	kind, name := w.funcs[v.fn].Kind, ""
	if known, ok := w.known[v.fn]; ok {
		kind, name = known.Kind, known.Name
	}
	if kind != "" && kind != rules.StartUp {
		return append(out, reached{kind, name, v}), kind != rules.Shutdown
	}
	return out, false
}
