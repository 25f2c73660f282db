package link

import (
	"github.com/timeoutlint/timeoutlint/passes/flow"
	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
	"github.com/timeoutlint/timeoutlint/passes/wholeprogram"
)

// enriched says of a wait what its package could not see and the whole program
// shows: the limit of a client that somebody else made, and that its context never
// ends. The wait that is given stays as it is.
func enriched(p *wholeprogram.Program) func(tree.Place, *tree.Wait) *tree.Wait {
	type site struct {
		pkg  *flow.Package
		wait *flow.Wait
	}
	sites := map[tree.Place]site{}
	for _, pkg := range p.World.Packages {
		for i := range pkg.Waits {
			sites[place(pkg.Waits[i].Place)] = site{pkg, &pkg.Waits[i]}
		}
	}
	return func(at tree.Place, w *tree.Wait) *tree.Wait {
		s, ok := sites[at]
		if !ok || w.Effect == "sleep" {
			return w
		}
		out := *w
		if w.Cap != nil && w.Cap.Op == tree.Opaque {
			if l, ok := p.ClientLimit(s.pkg, s.wait); ok {
				lo, hi := tree.Num(l.Lo), tree.Num(l.Hi)
				out.Cap = &lo
				if l.Lo != l.Hi {
					out.Cap = &tree.Expr{Op: tree.Between, Args: []tree.Expr{lo, hi}}
				}
				out.From = tree.Limit{Kind: "bounded", Nanos: l.Hi, From: "http.Client.Timeout", Place: place(l.Place)}
			}
		}
		if w.Ctx != nil && w.Ctx.Kind == tree.CtxUnknown {
			if text, ok := p.Endless(s.pkg, s.wait); ok {
				out.Ctx = &tree.Ctx{Kind: tree.CtxNone, Text: text}
			}
		}
		return &out
	}
}
