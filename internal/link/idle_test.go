package link_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/internal/link"
	"github.com/timeoutlint/timeoutlint/passes/uses"
)

func TestIdle(t *testing.T) {
	main := &uses.Result{Path: "m/cmd/x", Main: true, Methods: []string{"Serve"},
		Funcs: []uses.Func{{Name: "m/cmd/x.main", Short: "main", Root: true, Refers: []string{"m/a.Used"}}}}
	a := &uses.Result{Path: "m/a", Always: []string{"m/a.early"}, Funcs: []uses.Func{
		{Name: "m/a.Used", Short: "Used", Exported: true, Refers: []string{"m/a.deep"}},
		{Name: "m/a.deep", Short: "deep"},
		{Name: "m/a.early", Short: "early"},
		{Name: "m/a.Old", Short: "Old", Exported: true, Refers: []string{"m/a.older"}},
		{Name: "m/a.Spare", Short: "Spare", Exported: true},
		{Name: "m/a.older", Short: "older", Refers: []string{"m/a.Old"}},
		{Name: "(m/a.T).Serve", Short: "T.Serve", Method: "Serve", Exported: true},
		{Name: "(m/a.T).Gone", Short: "T.Gone", Method: "Gone", Exported: true},
	}}
	idle := map[string]bool{"m/a.Spare": true, "m/a.Old": true, "m/a.older": true, "m/a.T.Gone": true}
	require.Equal(t, idle, link.Idle("m", []*uses.Result{main, a}, nil), "two that call each other only are idle")
	require.Equal(t, idle, link.Idle("m", []*uses.Result{a, main}, nil))
	require.Nil(t, link.Idle("m", []*uses.Result{a}, nil), "no program")
	require.Nil(t, link.Idle("m/a", []*uses.Result{main, a}, nil), "the root is for others to import")
	require.Nil(t, link.Idle("m", []*uses.Result{main, a, nil}, nil), "a package is missing")

	named := map[string]bool{"Gone": true}
	require.Equal(t, map[string]bool{"m/a.Spare": true, "m/a.Old": true, "m/a.older": true}, link.Idle("m", []*uses.Result{main, a}, named), "mentioned by what could not be analysed")
}
