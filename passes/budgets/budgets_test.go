package budgets

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/passes/waits"
	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
	"github.com/timeoutlint/timeoutlint/rules"
)

// handler makes random handlers: waits of their own and under the request's
// context, one after the other, on alternatives, in functions that are called.
type handler struct {
	*rand.Rand
	line     int
	straight bool // no alternatives
	governed bool // nothing but waits under the context
}

func (h *handler) place() tree.Place {
	h.line++
	return tree.Place{File: "m/m.go", Line: h.line, Column: 1}
}

func (h *handler) body(depth, param int) []tree.Node {
	var out []tree.Node
	for range 1 + h.IntN(3) {
		out = append(out, h.node(depth, param))
	}
	return out
}

func (h *handler) node(depth, param int) tree.Node {
	kind := h.IntN(6)
	if depth == 0 {
		kind = 0
	}
	switch {
	case kind == 4 && !h.straight:
		return tree.Node{Kind: tree.Alt, Free: h.IntN(2) == 0, Kids: []tree.Node{
			{Kind: tree.Seq, Kids: h.body(depth-1, param)}, {Kind: tree.Seq, Kids: h.body(depth-1, param)}}}
	case kind == 5:
		f := &tree.Func{Name: fmt.Sprint("m.f", h.Uint64()), Short: "m.f", Place: h.place(), Body: h.body(depth-1, 0)}
		return tree.Node{Kind: tree.Call, Place: h.place(), Inline: f, Args: []tree.Arg{{Ctx: &tree.Ctx{Kind: tree.CtxParam, N: param}}}}
	}
	d := tree.Num(1 + h.Int64N(40))
	w := &tree.Wait{What: "w", Effect: "request", Cap: &d}
	if h.governed || h.IntN(2) == 0 {
		w.Ctx = &tree.Ctx{Kind: tree.CtxParam, N: param}
	}
	return tree.Node{Kind: tree.Sink, Place: h.place(), Wait: w}
}

// ways are what the waits of their own add up to, on every way through.
func ways(nodes []tree.Node) []int64 {
	sums := []int64{0}
	for i := range nodes {
		n := &nodes[i]
		var next []int64
		switch n.Kind {
		case tree.Sink:
			next = []int64{0}
			if n.Wait.Ctx == nil {
				next[0] = n.Wait.Cap.N
			}
		case tree.Call:
			next = ways(n.Inline.Body)
		case tree.Seq:
			next = ways(n.Kids)
		case tree.Alt:
			next = append(ways(n.Kids[0].Kids), ways(n.Kids[1].Kids)...)
		}
		var all []int64
		for _, a := range sums {
			for _, b := range next {
				all = append(all, a+b)
			}
		}
		sums = all
	}
	return sums
}

// judge is the breaks of a handler that a deadline of so long runs around.
func judge(body []tree.Node, budget int64) []Break {
	f := &tree.Func{Name: "m.show", Short: "m.show", Place: tree.Place{File: "m/m.go", Line: 1}, Body: body}
	request, d := &tree.Ctx{Kind: tree.CtxParam, N: 1}, tree.Num(budget)
	limited := &tree.Func{Name: "limit", Returns: []*tree.FuncVal{{Name: "limit$1"}}, Lits: []*tree.Func{{Name: "limit$1", Body: []tree.Node{
		{Kind: tree.Deadline, N: 1, Ctx: request, Num: &d, Why: "context.WithTimeout"},
		{Kind: tree.Call, Fn: &tree.FuncVal{IsPar: true, Up: 1}, Args: []tree.Arg{{}, {Ctx: &tree.Ctx{Kind: tree.CtxMade, N: 1}}}},
	}}}}
	core := &tree.FuncVal{Name: "m.show"}
	w := New([]*waits.Result{{Path: "m", Funcs: []*tree.Func{f}, Doors: []waits.Door{{Kind: "handler", Name: "GET /", Short: "m.show", Place: f.Place, Function: f.Place, Core: core,
		Handler: &tree.FuncVal{Made: &tree.Node{Kind: tree.Call, Inline: limited, Args: []tree.Arg{{Fn: core}}}}}}}}, true)
	var out []Break
	for _, b := range w.Breaks(w.Entries()) {
		switch b.Rule.Name {
		case rules.OverBudget.Name, rules.BudgetSum.Name, rules.BudgetRetry.Name:
			out = append(out, b)
		}
	}
	return out
}

// TestLaw: waits under one deadline never break it, however much they add up
// to; where nothing decides, waits of their own do as soon as they add up to
// more; and where something does, a break is found only if some way has one.
func TestLaw(t *testing.T) {
	t.Parallel()
	found, quiet := 0, 0
	for seed := range uint64(3000) {
		h := &handler{Rand: rand.New(rand.NewPCG(seed, 7)), line: 1, straight: seed%3 == 0, governed: seed%3 == 1}
		body := h.body(3, 1)
		own := ways(body)
		longest := int64(0)
		for _, sum := range own {
			longest = max(longest, sum)
		}
		budget := 2 + h.Int64N(longest+20)
		breaks := judge(body, budget)
		switch {
		case h.governed:
			require.Empty(t, breaks, "seed %d", seed)
		case h.straight:
			require.Equal(t, longest > budget, len(breaks) > 0, "seed %d: %d own of %d: %v", seed, longest, budget, breaks)
		case len(breaks) > 0:
			require.Greater(t, longest, budget, "seed %d: %v", seed, breaks)
		}
		if len(breaks) > 0 {
			found++
		} else {
			quiet++
		}
	}
	require.Greater(t, found, 500)
	require.Greater(t, quiet, 1200)
}
