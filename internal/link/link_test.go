package link

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/passes/waits"
	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
)

// module is a handler with 200 ms that asks three services under its deadline,
// and one that it does not, behind an interface of another package.
func module() []*waits.Result {
	at := func(line int) tree.Place { return tree.Place{File: "m/front/front.go", Line: line, Column: 1} }
	num := func(d time.Duration) *tree.Expr { e := tree.Num(int64(d)); return &e }
	ask := func(line int, d time.Duration, ctx *tree.Ctx) tree.Node {
		return tree.Node{Kind: tree.Sink, Place: at(line), Wait: &tree.Wait{What: "http.Client.Do", Effect: "request", Cap: num(d), Ctx: ctx,
			From: tree.Limit{Kind: "bounded", Nanos: int64(d), From: "http.Client.Timeout"}}}
	}
	request := &tree.Ctx{Kind: tree.CtxParam, N: 1}
	handler := &tree.Func{Name: "m/front.show", Short: "front.show", Place: at(10), Body: []tree.Node{
		ask(11, 50*time.Millisecond, request), ask(12, 110*time.Millisecond, request), ask(13, 60*time.Millisecond, request),
		{Kind: tree.Call, Place: at(14), Iface: "(m/front.Rates).Today", Args: []tree.Arg{{}}},
	}}
	limited := &tree.Func{Name: "limit", Returns: []*tree.FuncVal{{Name: "limit$1"}}, Lits: []*tree.Func{{Name: "limit$1", Body: []tree.Node{
		{Kind: tree.Deadline, N: 1, Ctx: request, Num: num(200 * time.Millisecond), Why: "http.TimeoutHandler"},
		{Kind: tree.Call, Fn: &tree.FuncVal{IsPar: true, Param: 0, Up: 1}, Args: []tree.Arg{{}, {Ctx: &tree.Ctx{Kind: tree.CtxMade, N: 1}}}},
	}}}}
	core := &tree.FuncVal{Name: "m/front.show"}
	front := &waits.Result{Path: "m/front", Files: map[string]string{"m/front/front.go": "/src/front/front.go"}, Funcs: []*tree.Func{handler},
		Asked: []waits.Method{{Name: "Today", Func: "(m/front.Rates).Today", All: []waits.Method{{Name: "Today", Sig: "func() error"}}}},
		Doors: []waits.Door{{Kind: "handler", Name: "GET /basket", Short: "front.show", Place: at(5), Function: at(10), Core: core, Frame: 0,
			Handler: &tree.FuncVal{Made: &tree.Node{Kind: tree.Call, Inline: limited, Args: []tree.Arg{{Fn: core}}}}}}}
	own := tree.Node{Kind: tree.Sink, Place: tree.Place{File: "m/rates/rates.go", Line: 3}, Wait: &tree.Wait{What: "http.Client.Get", Effect: "request", Cap: num(time.Second)}}
	rates := &waits.Result{Path: "m/rates", Files: map[string]string{"m/rates/rates.go": "/src/rates/rates.go"},
		Funcs: []*tree.Func{{Name: "(*m/rates.Bank).Today", Short: "rates.Bank.Today", Body: []tree.Node{own}}},
		Types: []waits.Type{{Name: "m/rates.Bank", Methods: []waits.Method{{Name: "Today", Sig: "func() error", Func: "(*m/rates.Bank).Today"}}}}}
	return []*waits.Result{front, nil, rates}
}

// TestBuild: what runs under the deadline is clipped by it and never added up
// past it; the wait of its own, behind an interface, is found and breaks it.
func TestBuild(t *testing.T) {
	t.Parallel()
	r := Build(module(), Options{Module: "m", Dir: "/src"})
	require.Len(t, r.Entries, 1)
	e := r.Entries[0]
	require.Equal(t, "GET /basket", e.Name)
	require.Equal(t, 200*time.Millisecond, e.Cancel.D)
	require.Equal(t, 220*time.Millisecond, e.Governed.Lo)
	require.Equal(t, time.Second, e.Own.Lo)
	require.Equal(t, 1200*time.Millisecond, e.Worst.Lo)
	require.Equal(t, e.Worst.Lo, e.Worst.Hi)
	require.Len(t, e.Calls, 4)
	require.Equal(t, []bool{true, true, true, false}, []bool{e.Calls[0].Clipped, e.Calls[1].Clipped, e.Calls[2].Clipped, e.Calls[3].Clipped})
	require.Equal(t, "rates", e.Calls[3].Dependency)
	require.Equal(t, "front/front.go", e.Calls[0].Place.File)
	require.Len(t, e.Breaks, 1)
	require.Equal(t, "overbudget", e.Breaks[0].Rule)
	require.Equal(t, Place{File: "rates/rates.go", Line: 3}, e.Breaks[0].Place)

	text, err := json.Marshal(r)
	require.NoError(t, err)
	var back Report
	require.NoError(t, json.Unmarshal(text, &back))
	again, err := json.Marshal(&back)
	require.NoError(t, err)
	require.JSONEq(t, string(text), string(again))
}

// TestKept: a summary that a cache has kept gives the same report.
func TestKept(t *testing.T) {
	t.Parallel()
	list := module()
	var kept []*waits.Result
	for _, p := range list {
		if p == nil {
			continue
		}
		packed, err := p.GobEncode()
		require.NoError(t, err)
		back := new(waits.Result)
		require.NoError(t, back.GobDecode(packed))
		kept = append(kept, back)
	}
	require.Equal(t, Build(list, Options{Dir: "/src"}), Build(kept, Options{Dir: "/src"}))
}

// TestPromise: a time that is promised elsewhere is a budget too.
func TestPromise(t *testing.T) {
	t.Parallel()
	r := Build(module(), Options{Dir: "/src", Fronts: []Promise{
		{Entry: "GET *", Budget: time.Minute}, {Entry: "GET /basket", Budget: 100 * time.Millisecond, Said: tree.Place{File: "/src/.timeoutlint.yml", Line: 3}}, {Entry: "POST *", Budget: 1}}})
	require.Equal(t, 100*time.Millisecond, r.Entries[0].Use.D)
	require.Equal(t, Place{File: ".timeoutlint.yml", Line: 3}, r.Entries[0].Use.Place, "the shorter of two")
	require.Len(t, r.Unmet, 1)
	require.Equal(t, `entries: there is no entry "POST *"`, r.Unmet[0].Text)
	require.Equal(t, 200*time.Millisecond, r.Entries[0].Cancel.D)
}

func BenchmarkLink(b *testing.B) {
	list := module()
	for b.Loop() {
		Build(list, Options{Dir: "/src"})
	}
}
