package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestJudgePeers lets a program speak of a file before and after its fix.
func TestJudgePeers(t *testing.T) {
	trees := t.TempDir()
	for commit, call := range map[string]string{"before": "listen()", "after": "listenFor()"} {
		dir := filepath.Join(trees, "o+p@"+commit)
		require.NoError(t, os.Mkdir(dir, 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module m\n\ngo 1.26\n"), 0o600))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "a.go"), []byte("package m\n\nfunc f() {\n\t"+call+"\n}\n\nfunc g() {\n\tlisten()\n}\n"), 0o600))
	}
	at := func(commit string) side {
		return side{repo: "o/p", commit: commit, dir: ".", pattern: ".", place: place{"a.go", []span{{4, 4}}}}
	}
	after := at("after")
	c := testCase{id: "1", before: at("before"), after: &after, beforeLines: 1, afterLines: 0}

	// What the program says, each: tool, line, message; gone: not after the fix.
	judge := func(gone bool, issues ...[3]string) []string {
		var list []string
		for _, i := range issues {
			list = append(list, `{"FromLinter":"`+i[0]+`","Text":"`+i[2]+`","Pos":{"Filename":"'$PWD'/a.go","Line":`+i[1]+`}}`)
		}
		script := filepath.Join(t.TempDir(), "tool")
		require.NoError(t, os.WriteFile(script, []byte("#!/bin/sh\n"+map[bool]string{true: "grep -q listenFor a.go && echo '{}' && exit\n"}[gone]+"echo '{\"Issues\":["+strings.Join(list, ",")+"]}'\n"), 0o700))
		p := golangci(script)
		var got []string
		for _, r := range p.judge(t.Context(), options{limit: time.Minute}, source{trees: trees}, c, io.Discard) {
			if r.before != outMissed {
				got = append(got, strings.Join([]string{r.name, r.before, r.after, r.place}, " "))
			}
		}
		return got
	}
	require.Equal(t, []string{"noctx found still a.go:4"}, judge(false, [3]string{"noctx", "4", "must not be called"}))
	require.Equal(t, []string{"noctx found silent a.go:4"}, judge(true, [3]string{"noctx", "4", "must not be called"}))
	require.Empty(t, judge(false, [3]string{"noctx", "8", "elsewhere"}))
	require.Equal(t, []string{"gosec found still a.go:4"},
		judge(false, [3]string{"gosec", "4", "G104: Errors unhandled"}, [3]string{"gosec", "4", "G114: no timeouts"}))
	require.Equal(t, []string{"gosec other skip a.go:4"}, judge(false, [3]string{"gosec", "4", "G104: Errors unhandled"}))
	require.Len(t, judge(false, [3]string{"typecheck", "4", "undefined"}), 7, "what could not be looked at is unfinished with every tool")
}

func TestParseNilaway(t *testing.T) {
	all, err := parseNilaway([]byte(`{"m": {"nilaway": [{"posn": "/t/a.go:12:3", "message": "nil"}]}}`))
	require.NoError(t, err)
	require.Equal(t, []found{{File: "/t/a.go", Line: 12, Rule: "nilaway", Message: "nil"}}, all)
	_, err = parseNilaway([]byte(`{"m": {"nilaway": {"error": "no types"}}}`))
	require.ErrorContains(t, err, "no types")
}
