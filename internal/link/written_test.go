package link

import (
	"bytes"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/passes/waits"
	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
)

// writer makes random handlers of waits, pauses, alternatives and retries.
type writer struct {
	*rand.Rand
	line, ids int
}

func (w *writer) place() tree.Place {
	w.line++
	return tree.Place{File: "m/m.go", Line: w.line, Column: 1}
}

func (w *writer) nodes(depth int) []tree.Node {
	var out []tree.Node
	for range 1 + w.IntN(3) {
		switch kind := w.IntN(5); {
		case depth == 0 || kind < 2:
			out = append(out, w.wait())
		case kind == 2:
			out = append(out, tree.Node{Kind: tree.Alt, Free: true, Main: w.IntN(3), Heeds: []tree.Ctx{{Kind: tree.CtxParam, N: 1}},
				Kids: []tree.Node{{Kind: tree.Seq, Kids: w.nodes(depth - 1)}, {Kind: tree.Seq, Kids: w.nodes(depth - 1)}}})
		default:
			out = append(out, w.retry(depth))
		}
	}
	return out
}

func (w *writer) wait() tree.Node {
	d := tree.Num(1 + w.Int64N(int64(3*time.Second)))
	n := tree.Node{Kind: tree.Sink, Place: w.place(), Wait: &tree.Wait{What: "http.Client.Do", Effect: "request", Cap: &d, From: tree.Limit{Kind: "bounded", Nanos: d.N, From: "http.Client.Timeout"}}}
	switch w.IntN(4) {
	case 0:
		n.Wait.What, n.Wait.Effect = "time.Sleep", "sleep"
	case 1:
		n.Wait.Cap = nil
		n.Wait.Ctx = &tree.Ctx{Kind: tree.CtxParam, N: 1}
	case 2:
		n.Wait.Ctx = &tree.Ctx{Kind: tree.CtxParam, N: 1}
	}
	return n
}

// retry goes round until something has worked, and so often at most.
func (w *writer) retry(depth int) tree.Node {
	w.ids++
	i := tree.Expr{Op: tree.Carried, N: int64(w.ids)}
	body := w.nodes(depth - 1)
	body = append(body, tree.Node{Kind: tree.Alt, Free: true, Main: 2, Heeds: []tree.Ctx{{Kind: tree.CtxParam, N: 1}}, Kids: []tree.Node{{Kind: tree.Seq, Kids: []tree.Node{w.wait()}}, {Kind: tree.Exit}}})
	round := tree.Node{Kind: tree.Alt, Guard: &tree.Guard{Op: "<", L: i, R: tree.Num(2 + w.Int64N(3))}, Kids: []tree.Node{{Kind: tree.Seq, Kids: body}, {Kind: tree.Exit}}}
	return tree.Node{Kind: tree.Loop, Counted: true, Kids: []tree.Node{round, {Kind: tree.Seq}},
		Vars: []tree.Var{{ID: w.ids, Init: tree.Num(0), Next: tree.Expr{Op: tree.Add, Args: []tree.Expr{i, tree.Num(1)}}}}}
}

// TestWritten: what is written of any entry is read back, and its times are times: the
// least is no more than the most, and its own part no more than all of it.
func TestWritten(t *testing.T) {
	t.Parallel()
	for seed := range uint64(600) {
		w := &writer{Rand: rand.New(rand.NewPCG(seed, 3))}
		f := &tree.Func{Name: "m.show", Short: "m.show", Place: w.place(), Body: w.nodes(2)}
		request, d := &tree.Ctx{Kind: tree.CtxParam, N: 1}, tree.Num(1+w.Int64N(int64(5*time.Second)))
		limited := &tree.Func{Name: "limit", Returns: []*tree.FuncVal{{Name: "limit$1"}}, Lits: []*tree.Func{{Name: "limit$1", Body: []tree.Node{
			{Kind: tree.Deadline, N: 1, Ctx: request, Num: &d, Why: "http.TimeoutHandler"},
			{Kind: tree.Call, Fn: &tree.FuncVal{IsPar: true, Up: 1}, Args: []tree.Arg{{}, {Ctx: &tree.Ctx{Kind: tree.CtxMade, N: 1}}}},
		}}}}
		core := &tree.FuncVal{Name: "m.show"}
		r := Build([]*waits.Result{{Path: "m", Files: map[string]string{"m/m.go": "/src/m.go"}, Funcs: []*tree.Func{f}, Doors: []waits.Door{{Kind: "handler", Name: "GET /", Short: "m.show", Place: f.Place, Function: f.Place, Core: core,
			Handler: &tree.FuncVal{Made: &tree.Node{Kind: tree.Call, Inline: limited, Args: []tree.Arg{{Fn: core}}}}}}}}, Options{Dir: "/src"})
		require.Len(t, r.Entries, 1)
		e := r.Entries[0]
		for _, x := range []Wait{e.Own, e.Governed, e.Worst} {
			require.NoError(t, x.valid(), "seed %d: %+v", seed, e)
		}
		require.LessOrEqual(t, e.Own.Lo, e.Worst.Lo, "seed %d", seed)
		require.LessOrEqual(t, e.Own.Lo, e.Own.Hi, "seed %d", seed)
		require.LessOrEqual(t, e.Worst.Lo, e.Own.Hi+e.Cancel.D, "seed %d: own and what the context has", seed)
		var text bytes.Buffer
		require.NoError(t, r.Tell("").Write(&text))
		back, err := Read(&text)
		require.NoError(t, err, "seed %d", seed)
		require.Equal(t, r.Tell(""), *back, "seed %d", seed)
	}
}
