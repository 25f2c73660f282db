package budgets

import (
	"slices"

	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
)

// Runs are the runs of one entry, each made once. They are large: whoever has
// what it wants drops them.
type Runs struct {
	entry *Entry
	known map[question]tree.Outcome
}

// asked is what a run is made for.
type asked int

const (
	theLeast asked = iota
	theMost
	itsOwn
	theKept
)

type question struct {
	bare   bool
	of     asked
	budget int64
}

// Runs has made none yet.
func (e *Entry) Runs() *Runs { return &Runs{e, map[question]tree.Outcome{}} }

// Least is the time that the entry certainly permits with a context that ends
// after budget, with all that runs around it.
func (r *Runs) Least(budget int64) tree.Outcome { return r.run(question{budget: budget}) }

// Own is the time of its own that the entry certainly permits.
func (r *Runs) Own(budget int64) tree.Outcome { return r.run(question{of: itsOwn, budget: budget}) }

// Kept is what passes on the longest way that no time given on it ends.
func (r *Runs) Kept(budget int64) tree.Outcome { return r.run(question{of: theKept, budget: budget}) }

// Most is the time that it permits at most.
func (r *Runs) Most(budget int64) tree.Outcome { return r.run(question{of: theMost, budget: budget}) }

// Bare are both for the entry's own function under a context that does not end,
// with nothing around it.
func (r *Runs) Bare() (least, most tree.Outcome) {
	bare := !r.entry.plain()
	return r.run(question{bare, theLeast, tree.Forever}), r.run(question{bare, theMost, tree.Forever})
}

func (r *Runs) run(q question) tree.Outcome {
	out, ok := r.known[q]
	if ok {
		return out
	}
	of := r.entry.Run
	if q.bare {
		of = r.entry.Core
	}
	all := question{q.bare, theMost, tree.Forever}
	if most, ok := r.known[all]; ok && q != all && !slices.ContainsFunc(most.Log, waiting) { // nor does any other run
		if q.of == theMost {
			out.Unknown = most.Unknown
		}
		return out
	}
	switch clock := r.entry.Clock; q.of {
	case theMost:
		out = clock.Most(of, q.budget)
	case itsOwn:
		out = clock.Own(of, q.budget)
	case theKept:
		out = clock.Kept(of, q.budget)
	default:
		out = clock.Least(of, q.budget)
	}
	r.known[q] = out
	return out
}

func waiting(e tree.Event) bool { return e.Node.Kind == tree.Sink }

// plain: nothing runs around the entry's own function, or it is not known which
// that is.
func (e *Entry) plain() bool {
	if e.Core == nil || e.Core.IsPar || e.Core.Made != nil {
		return true
	}
	return e.around == 0 && e.Handler.Made == nil && (e.Server == nil || e.Server.Handler == nil || e.Server.Handler.Made == nil)
}

// Ends is when the entry's context ends; tree.Forever: never, or nobody knows.
func (e *Entry) Ends() int64 {
	if e.Cancel.Kind == "bounded" {
		return e.Cancel.Nanos
	}
	return tree.Forever
}
