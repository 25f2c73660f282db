package link_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/internal/link"
	"github.com/timeoutlint/timeoutlint/passes/uses"
)

func TestCasual(t *testing.T) {
	main := func(path string, imports []string, refers ...string) *uses.Result {
		return &uses.Result{Path: path, Main: true, Imports: imports, Funcs: []uses.Func{{Name: path + ".main", Short: "main", Root: true, Refers: refers}}}
	}
	tool := main("m/cmd/tool", []string{"m/both", "m/fetch", "net/http"}, "m/fetch.One", "m/both.Ask")
	daemon := main("m/cmd/daemon", []string{"m/both"}, "m/both.Ask", "m/both.Loop")
	fetch := &uses.Result{Path: "m/fetch", Imports: []string{"m/both"}, Funcs: []uses.Func{
		{Name: "m/fetch.One", Short: "One", Refers: []string{"m/both.Two"}}, {Name: "m/fetch.Spare", Short: "Spare"}}}
	both := &uses.Result{Path: "m/both", Methods: []uint32{7}, Funcs: []uses.Func{
		{Name: "m/both.Ask", Short: "Ask"}, {Name: "m/both.Two", Short: "Two"}, {Name: "m/both.Loop", Short: "Loop", Stays: true},
		{Name: "(m/both.T).Handle", Short: "T.Handle", Method: "Handle", Of: "m/both.T", Shape: 7}}}
	all := []*uses.Result{tool, daemon, fetch, both}
	require.Equal(t, map[string]bool{"m/cmd/tool.main": true, "m/fetch.One": true, "m/both.Two": true}, link.Casual("m", all),
		"not what a daemon uses too, nor what nothing does")
	fetch.Funcs[0].Exported = true
	require.Equal(t, map[string]bool{"m/cmd/tool.main": true}, link.Casual("m/fetch", all), "the root is for others to import, who may stay")
	fetch.Funcs[0].Exported = false
	require.Nil(t, link.Casual("m", append(all, nil)), "a package is missing")
	require.Empty(t, link.Casual("m", []*uses.Result{fetch, both}), "no program")

	outline := &uses.Result{Path: "m/cmd/broken", Main: true, Outline: true, Imports: []string{"m/fetch"}}
	require.Equal(t, map[string]bool{"m/cmd/tool.main": true}, link.Casual("m", append(all, outline)), "what does not compile may use all it imports, and stay")

	fetch.Stays = true
	require.Empty(t, link.Casual("m", all), "its variables keep the tool running")
}

func TestCommandsOfOneProgram(t *testing.T) {
	main := &uses.Result{Path: "m", Main: true, Commands: []string{"m.ping", "m.serve"}, Methods: []uint32{8}, Always: []string{"m.ping"}, Funcs: []uses.Func{
		{Name: "m.main", Short: "main", Root: true, Refers: []string{"m.ping", "m.serve", "m.flags"}},
		{Name: "m.flags", Short: "flags"},
		{Name: "m.ping", Short: "ping", Refers: []string{"m.ask"}},
		{Name: "m.ask", Short: "ask"},
		{Name: "m.serve", Short: "serve", Refers: []string{"m.setup", "(m.Daemon).Start"}},
		{Name: "m.setup", Short: "setup"},
	}}
	casual := link.Casual("m", []*uses.Result{main})
	require.Equal(t, map[string]bool{"m.main": true, "m.flags": true, "m.ping": true, "m.ask": true, "m.serve": true, "m.setup": true}, casual, "nothing stays")

	main.Funcs[4].Stays = true
	require.Equal(t, map[string]bool{"m.main": true, "m.flags": true, "m.ping": true, "m.ask": true}, link.Casual("m", []*uses.Result{main}), "serve stays")

	main.Funcs[4].Stays = false
	main.Funcs[1].Refers = []string{"m.daemon"}
	main.Funcs = append(main.Funcs, uses.Func{Name: "(m.daemon).Start", Short: "daemon.Start", Method: "Start", Of: "m.daemon", Shape: 8, Stays: true})
	require.Equal(t, map[string]bool{"m.ping": true, "m.ask": true}, link.Casual("m", []*uses.Result{main}),
		"serve may reach what stays through an interface, and what all have in common leads to its type")
}
