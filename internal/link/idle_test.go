package link_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/internal/link"
	"github.com/timeoutlint/timeoutlint/passes/uses"
)

func TestIdle(t *testing.T) {
	main := &uses.Result{Path: "m/cmd/x", Main: true, Imports: []string{"m/a"}, Methods: []uint32{7},
		Funcs: []uses.Func{{Name: "m/cmd/x.main", Short: "main", Root: true, Refers: []string{"m/a.Used", "m/a.T"}}}}
	a := &uses.Result{Path: "m/a", Always: []string{"m/a.early"}, Funcs: []uses.Func{
		{Name: "m/a.Used", Short: "Used", Exported: true, Refers: []string{"m/a.deep"}},
		{Name: "m/a.deep", Short: "deep"},
		{Name: "m/a.early", Short: "early"},
		{Name: "m/a.Old", Short: "Old", Exported: true, Refers: []string{"m/a.older"}},
		{Name: "m/a.Spare", Short: "Spare", Exported: true},
		{Name: "m/a.older", Short: "older", Refers: []string{"m/a.Old"}},
		{Name: "(m/a.T).Serve", Short: "T.Serve", Method: "Serve", Of: "m/a.T", Shape: 7, Exported: true},
		{Name: "(m/a.T).Gone", Short: "T.Gone", Method: "Gone", Of: "m/a.T", Shape: 8, Exported: true},
		{Name: "m/a.T", Short: "T", Exported: true, Refers: []string{"m/a.inner"}},
		{Name: "m/a.inner", Short: "inner"},
		{Name: "(m/a.inner).Serve", Short: "inner.Serve", Method: "Serve", Of: "m/a.inner", Shape: 7},
		{Name: "m/a.dead", Short: "dead"},
		{Name: "(m/a.dead).Serve", Short: "dead.Serve", Method: "Serve", Of: "m/a.dead", Shape: 7, Refers: []string{"m/a.dead", "m/a.older"}},
	}}
	idle := map[string]bool{"m/a.Spare": true, "m/a.Old": true, "m/a.older": true, "m/a.T.Gone": true, "m/a.dead": true, "m/a.dead.Serve": true}
	require.Equal(t, idle, link.Idle("m", []*uses.Result{main, a}), "two that call each other only are idle, and so is what a type could do of which nothing makes a value")
	require.Equal(t, idle, link.Idle("m", []*uses.Result{a, main}))
	require.Nil(t, link.Idle("m", []*uses.Result{a}), "no program")
	require.Nil(t, link.Idle("m/a", []*uses.Result{main, a}), "the root is for others to import")
	require.Nil(t, link.Idle("m", []*uses.Result{main, a, nil}), "a package is missing")

	other := &uses.Result{Path: "m/api", Funcs: []uses.Func{{Name: "m/api.Call", Short: "Call", Exported: true, Refers: []string{"m/a.Spare"}}, {Name: "m/api.own", Short: "own"}}}
	inner := &uses.Result{Path: "m/internal/x", Funcs: []uses.Func{{Name: "m/internal/x.Call", Short: "Call", Exported: true}}}
	tests := &uses.Result{Path: "m/testutil", Funcs: []uses.Func{{Name: "m/testutil.Call", Short: "Call", Exported: true}}}
	delete(idle, "m/a.Spare")
	idle["m/api.own"], idle["m/internal/x.Call"], idle["m/testutil.Call"] = true, true, true
	require.Equal(t, idle, link.Idle("m", []*uses.Result{main, a, other, inner, tests}), "what others may import, they may use")
	root := &uses.Result{Path: "m", Main: true}
	idle["m/a.Spare"], idle["m/api.Call"] = true, true
	require.Equal(t, idle, link.Idle("m", []*uses.Result{root, main, a, other, inner, tests}), "a program is nobody's library")
	delete(idle, "m/api.own")
	delete(idle, "m/api.Call")
	delete(idle, "m/internal/x.Call")
	delete(idle, "m/testutil.Call")

	outline := &uses.Result{Path: "m/b", Outline: true, Always: []string{".Gone", "m/a.Spare", "m/b.init"}, Funcs: []uses.Func{
		{Name: "m/b.run", Short: "run", Root: true, Refers: []string{".Serve"}}, {Name: "m/b.old", Short: "old", Refers: []string{"m/a.Old"}}}}
	delete(idle, "m/a.T.Gone")
	delete(idle, "m/a.Spare")
	require.Equal(t, idle, link.Idle("m", []*uses.Result{main, a, outline}),
		"mentioned by what could not be analysed: methods of any type, but not of one that nothing makes")
	outline.Always = []string{"?Gone", "?older", "?Spare"}
	delete(idle, "m/a.older")
	delete(idle, "m/a.Old")
	require.Equal(t, idle, link.Idle("m", []*uses.Result{main, a, outline}), "and anything of the name, where the text is broken")
}
