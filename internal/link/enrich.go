package link

import (
	"cmp"
	"slices"
	"strings"

	"github.com/timeoutlint/timeoutlint/passes/budgets"
	"github.com/timeoutlint/timeoutlint/passes/flow"
	"github.com/timeoutlint/timeoutlint/passes/flow/clients"
	"github.com/timeoutlint/timeoutlint/passes/flow/numbers"
	told "github.com/timeoutlint/timeoutlint/passes/flow/repeats"
	"github.com/timeoutlint/timeoutlint/passes/waits"
	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
	"github.com/timeoutlint/timeoutlint/passes/wholeprogram"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// better is what the whole program shows of the nodes of trees.
type better struct {
	program *wholeprogram.Program
	sites   map[tree.Place]site
	calls   map[tree.Place]called
	limits  map[tree.Place][]reach
	rows    map[string]knowledge.ContextRow
}

// site is a wait as flow keeps it.
type site struct {
	pkg  *flow.Package
	wait *flow.Wait
}

// called is a call as flow keeps it.
type called struct {
	pkg  *flow.Package
	call *flow.CallSite
}

func newBetter(p *wholeprogram.Program) *better {
	b := &better{program: p, sites: map[tree.Place]site{}, calls: map[tree.Place]called{}, limits: map[tree.Place][]reach{}, rows: knowledge.ContextRows()}
	for _, pkg := range p.World.Packages {
		for i := range pkg.Waits {
			b.sites[place(pkg.Waits[i].Place)] = site{pkg, &pkg.Waits[i]}
		}
		for _, fn := range pkg.Funcs {
			for i := range fn.Calls {
				b.calls[place(fn.Calls[i].Place)] = called{pkg, &fn.Calls[i]}
			}
		}
	}
	return b
}

// wait says of a wait what its package could not see and the whole program
// shows: the limit of a client that somebody else made, and that its context never
// ends. The wait that is given stays as it is.
func (b *better) wait(at tree.Place, w *tree.Wait) *tree.Wait {
	if w.Effect == "sleep" {
		if w.Cap == nil || w.Cap.Op != tree.Opaque {
			return w
		}
		e, note, ok := b.number(at, 0)
		if !ok {
			return w
		}
		out := *w
		out.Cap = &e
		if note != "" {
			out.From = tree.Limit{Kind: "bounded", From: strings.TrimSpace(note)}
		}
		return &out
	}
	s, ok := b.sites[at]
	if !ok {
		return w
	}
	out := *w
	if w.Cap != nil && w.Cap.Op == tree.Opaque {
		if l, ok := b.program.ClientLimit(s.pkg, s.wait); ok {
			e := between(l.Lo, l.Hi)
			out.Cap = &e
			out.From = tree.Limit{Kind: "bounded", Nanos: l.Hi, From: "http.Client.Timeout" + otherwise(l.Unless, l.Where), Place: place(l.Place)}
		}
	}
	if lo, hi, setter, ok := told.Of(b.program.Resolver, s.pkg, s.wait); ok && hi > 1 && w.Tries == nil {
		out.Tries, out.TriesFrom = waits.Tries(lo, hi), knowledge.Called(setter)
	}
	if w.Ctx != nil && w.Ctx.Kind == tree.CtxUnknown {
		if text, ok := b.program.Endless(s.pkg, s.wait); ok {
			out.Ctx = &tree.Ctx{Kind: tree.CtxNone, Text: text}
		}
	}
	return &out
}

func between(lo, hi int64) tree.Expr {
	if lo == hi {
		return tree.Num(lo)
	}
	return tree.Expr{Op: tree.Between, Args: []tree.Expr{tree.Num(lo), tree.Num(hi)}}
}

// number is what an argument of the call at a place is, whoever gives it: a number
// that the code says, or a file beside it, and what may say another.
func (b *better) number(at tree.Place, arg int) (e tree.Expr, note string, ok bool) {
	c, ok := b.calls[at]
	if !ok || arg < 0 || arg >= len(c.call.Args) {
		return tree.Expr{}, "", false
	}
	n := numbers.Of(b.program.Resolver, c.pkg, c.call.Args[arg], nil)
	if !n.Known || n.Outside && n.Unless == "" || n.Lo <= 0 {
		return tree.Expr{}, "", false
	}
	return between(n.Lo, n.Hi), otherwise(n.Unless, n.Where), true
}

// otherwise is what a message adds to a time that may be set elsewhere, or is.
func otherwise(name, where string) string {
	switch {
	case name == "":
		return ""
	case where != "":
		return budgets.SetBy + name + " in " + where
	}
	return budgets.Unless + name + " says otherwise"
}

// node says of a deadline its time, and of a call its arguments, where the package
// could not see them.
func (b *better) node(n *tree.Node) {
	switch n.Kind {
	case tree.Unseen:
		b.value(n)
	case tree.Deadline:
		c, ok := b.calls[n.Place]
		if row, known := b.rows[c.called()]; ok && known && row.Does == knowledge.Times && n.Num.Op == tree.Opaque {
			if e, note, ok := b.number(n.Place, row.Time); ok {
				n.Num = &e
				if note != "" {
					n.Why = cmp.Or(n.Why, "context.WithTimeout") + note
				}
			}
		}
	case tree.Call:
		if len(n.Names) != 1 {
			return
		}
		fn := b.program.World.Func(n.Names[0])
		if fn == nil {
			return
		}
		for i := range n.Args {
			if n.Args[i].Num != nil || i >= len(fn.Params) || !counts(fn.Params[i]) {
				continue
			}
			if e, note, ok := b.number(n.Place, i); ok && note == "" {
				n.Args[i].Num = &e
			}
		}
	}
}

func (c called) called() string {
	if c.call == nil {
		return ""
	}
	return c.call.Static
}

// counts: values of a type are times or counts.
func counts(typ string) bool {
	switch typ {
	case "time.Duration", "int", "int32", "int64", "uint", "uint32", "uint64":
		return true
	}
	return false
}

// reach is one way to a wait: the calls from inside to outside, and the limit of the
// client that it goes through there.
type reach struct {
	calls []tree.Place
	limit tree.Limit
	lo    int64
}

// narrow is the limit of a wait on the way to it that some calls are, from inside to
// outside, where others have others.
func (b *better) narrow(n *tree.Node, calls []tree.Place) (tree.Expr, tree.Limit, bool) {
	s, ok := b.sites[n.Place]
	if !ok || !strings.HasPrefix(s.wait.Row, "(*net/http.Client).") {
		return tree.Expr{}, tree.Limit{}, false
	}
	ways, ok := b.limits[n.Place]
	if !ok {
		ways = b.ways(s)
		b.limits[n.Place] = ways
	}
	var found *reach
	hi := int64(0)
	for i := range ways {
		w := &ways[i]
		if len(w.calls) > len(calls) || !slices.Equal(w.calls, calls[:len(w.calls)]) {
			continue
		}
		switch {
		case w.lo <= 0:
			return tree.Expr{}, tree.Limit{}, false
		case found == nil || w.lo < found.lo:
			found = w
		}
		hi = max(hi, w.limit.Nanos)
	}
	if found == nil {
		return tree.Expr{}, tree.Limit{}, false
	}
	return between(found.lo, hi), found.limit, true
}

// ways are the ways to a wait with the limits of their clients; 0: not known.
func (b *better) ways(s site) []reach {
	var out []reach
	for _, found := range b.program.Ways(s.pkg, s.wait) {
		w := reach{}
		for _, c := range slices.Backward(found.Calls) {
			w.calls = append(w.calls, place(c.Place))
		}
		for i, c := range found.Clients {
			if c.State != clients.Bounded || !c.Timeout.Known || c.Timeout.Outside || c.Timeout.Lo <= 0 {
				w.lo = 0
				break
			}
			if i == 0 || c.Timeout.Lo < w.lo {
				w.lo = c.Timeout.Lo
			}
			if c.Timeout.Hi > w.limit.Nanos {
				w.limit = tree.Limit{Kind: "bounded", Nanos: c.Timeout.Hi, From: "http.Client.Timeout", Place: place(c.Place)}
			}
		}
		out = append(out, w)
	}
	return out
}
