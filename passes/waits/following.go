package waits

import (
	"go/token"

	"github.com/timeoutlint/timeoutlint/passes/flow"
	"github.com/timeoutlint/timeoutlint/passes/flow/repeats"
	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// following is what the package shows of values, made when it is first asked for.
type following struct {
	flow     *flow.Package
	resolver *flow.Resolver
	waits    map[tree.Place]*flow.Wait
}

// selfRepeated is how often a client repeats a call by itself, where a method of it was told.
func (b *builder) selfRepeated(pos token.Pos, w *tree.Wait) {
	f := b.following
	if f.waits == nil {
		f.waits = map[tree.Place]*flow.Wait{}
		for i := range f.flow.Waits {
			x := &f.flow.Waits[i]
			f.waits[tree.Place(x.Place)] = x
		}
	}
	x := f.waits[b.place(pos)]
	if x == nil || len(x.Repeats) == 0 {
		return
	}
	if f.resolver == nil {
		f.resolver = flow.NewResolver(flow.NewWorld([]*flow.Package{f.flow}, false))
		f.resolver.Follow()
	}
	if lo, hi, setter, ok := repeats.Of(f.resolver, f.flow, x); ok && hi > 1 {
		w.Tries, w.TriesFrom = Tries(lo, hi), knowledge.Called(setter)
	}
}

// Tries is a number of attempts between two.
func Tries(lo, hi int64) *tree.Expr {
	e := tree.Num(lo)
	if lo != hi {
		e = tree.Expr{Op: tree.Between, Args: []tree.Expr{tree.Num(lo), tree.Num(hi)}}
	}
	return &e
}
