package link_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/internal/link"
	"github.com/timeoutlint/timeoutlint/passes/uses"
)

func TestCasual(t *testing.T) {
	tool := &uses.Result{Path: "m/cmd/tool", Main: true, Imports: []string{"m/fetch", "m/both", "net/http"}}
	fetch := &uses.Result{Path: "m/fetch", Imports: []string{"m/deep"}}
	deep, both, alone := &uses.Result{Path: "m/deep"}, &uses.Result{Path: "m/both"}, &uses.Result{Path: "m/alone"}
	daemon := &uses.Result{Path: "m/cmd/daemon", Main: true, Imports: []string{"m/both", "m/loop"}}
	loop := &uses.Result{Path: "m/loop", Stays: true}
	all := []*uses.Result{tool, fetch, deep, both, alone, daemon, loop}
	require.Equal(t, map[string]bool{"m/cmd/tool": true, "m/fetch": true, "m/deep": true}, link.Casual("m", all),
		"what a daemon is made of too, or nothing of this module is, is not a command's")
	require.Nil(t, link.Casual("m/fetch", all), "the root is for others to import")
	require.Empty(t, link.Casual("m", []*uses.Result{fetch, deep}), "no program")
}
