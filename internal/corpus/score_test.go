package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func testLinter() *linter {
	return &linter{rules: map[string]ruleInfo{
		"baredial":   {severity: "warning", on: true},
		"bareclient": {severity: "warning", on: true},
		"bareconn":   {severity: "note", on: false},
	}}
}

func bug() testCase {
	after := side{place: place{"p/a.go", []span{{22, 22}}}}
	return testCase{id: "T1", kind: "bug", rules: []string{"baredial", "bareconn"}, beforeLines: 3, afterLines: 3,
		before: side{place: place{"p/a.go", []span{{20, 20}}}}, after: &after}
}

func at(line int, rule, confidence, function string) spot {
	return spot{found{File: "p/a.go", Line: line, Rule: rule, Confidence: confidence, Severity: "warning"}, function, "dial()"}
}

func TestBefore(t *testing.T) {
	function := func(line int) string {
		if 10 <= line && line <= 40 {
			return "dial"
		}
		return ""
	}
	note := at(20, "baredial", "high", "")
	note.Severity = "note"
	off := at(20, "bareconn", "medium", "")
	off.Severity = "note"
	elsewhere := at(20, "baredial", "high", "")
	elsewhere.File = "p/b.go"
	for name, c := range map[string]struct {
		spots []spot
		want  string
	}{
		"on the line":            {[]spot{at(20, "baredial", "high", "")}, outFound},
		"three lines off":        {[]spot{at(23, "baredial", "medium", "")}, outFound},
		"in the same function":   {[]spot{at(39, "baredial", "high", "dial")}, outFound},
		"in another function":    {[]spot{at(39, "baredial", "high", "other")}, outMissed},
		"of another rule":        {[]spot{at(20, "bareclient", "high", "dial")}, outMissed},
		"in another file":        {[]spot{elsewhere}, outMissed},
		"of low confidence":      {[]spot{at(20, "baredial", "low", "")}, outWeak},
		"lowered to a note":      {[]spot{note}, outNote},
		"a note by nature":       {[]spot{off}, outFound},
		"weak and then the best": {[]spot{at(20, "baredial", "low", ""), at(21, "baredial", "high", "")}, outFound},
		"nothing":                {nil, outMissed},
	} {
		t.Run(name, func(t *testing.T) {
			got, spots := judgeBefore(bug(), testLinter(), c.spots, function)
			require.Equal(t, c.want, got)
			require.Equal(t, got == outMissed, len(spots) == 0)
		})
	}
	whole := bug()
	whole.wholeFile = true
	got, _ := judgeBefore(whole, testLinter(), []spot{at(900, "baredial", "high", "x")}, function)
	require.Equal(t, outFound, got)
}

func TestAfter(t *testing.T) {
	before := []spot{at(20, "baredial", "high", "dial")}
	other := at(300, "baredial", "high", "dial")
	other.text = "another line"
	for name, c := range map[string]struct {
		spots []spot
		want  string
	}{
		"nothing":                               {nil, outSilent},
		"at the fixed line":                     {[]spot{at(22, "baredial", "high", "x")}, outStill},
		"the same line, moved":                  {[]spot{at(300, "baredial", "high", "dial")}, outStill},
		"another line of the function, far off": {[]spot{other}, outSilent},
		"of another rule":                       {[]spot{at(22, "bareclient", "high", "dial")}, outSilent},
		"of low confidence":                     {[]spot{at(22, "baredial", "low", "dial")}, outSilent},
	} {
		t.Run(name, func(t *testing.T) {
			got, s := judgeAfter(bug(), testLinter(), before, c.spots)
			require.Equal(t, c.want, got)
			require.Equal(t, got == outStill, s != nil)
		})
	}
}

func TestBenign(t *testing.T) {
	c := bug()
	p := c.before.place
	for name, x := range map[string]struct {
		spot spot
		want string
	}{
		"any rule":           {at(21, "bareclient", "medium", ""), outStill},
		"of low confidence":  {at(21, "bareclient", "low", ""), outSilent},
		"off by default":     {at(21, "bareconn", "high", ""), outSilent},
		"in the same method": {at(30, "bareclient", "high", "dial"), outSilent},
	} {
		t.Run(name, func(t *testing.T) {
			got, _ := judgeBenign(c, testLinter(), p, 2, []spot{x.spot})
			require.Equal(t, x.want, got)
		})
	}
}

func TestVerdict(t *testing.T) {
	for _, c := range []struct{ kind, before, after, want string }{
		{"bug", outFound, outSilent, "pass"},
		{"bug", outFound, outSkip, "pass"},
		{"bug", outFound, outStill, "fail"},
		{"bug", outNote, outSilent, "fail"},
		{"bug", outMissed, outSilent, "fail"},
		{"bug", outSkip, outSkip, "skip"},
		{"bug", outFound, outError, "error"},
		{"benign", outSilent, outSkip, "pass"},
		{"benign", outSilent, outStill, "fail"},
		{"benign", outStill, outSkip, "fail"},
	} {
		r := result{testCase: testCase{kind: c.kind}, beforeOut: c.before, afterOut: c.after}
		require.Equal(t, c.want, r.verdict(), "%v", c)
	}
}

func TestOutline(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.go")
	require.NoError(t, os.WriteFile(file, []byte("package p\n\ntype T[E any] struct{}\n\nfunc (t *T[E]) Dial() {\n\tgo   func() {}()\n}\n\nvar x = 1\n"), 0o600))
	o := newOutline(file)
	require.Equal(t, "T.Dial", o.function(6))
	require.Equal(t, "", o.function(9))
	require.Equal(t, "go func() {}()", o.text(6))
	require.Equal(t, "", o.text(99))
}

func TestLines(t *testing.T) {
	spans, err := parseLines("172,180-185;other.go:3")
	require.NoError(t, err)
	require.Equal(t, []span{{172, 172}, {180, 185}}, spans)
	p := place{lines: spans}
	require.True(t, p.near(169, 3))
	require.False(t, p.near(176, 3))
	require.True(t, p.near(183, 0))
	_, err = parseLines("x")
	require.Error(t, err)
}

func TestSummary(t *testing.T) {
	results := []result{
		{testCase: testCase{id: "1", kind: "bug", group: "house", scope: "meant", rules: []string{"baredial"}}, beforeOut: outFound, afterOut: outSilent},
		{testCase: testCase{id: "2", kind: "bug", group: "house", scope: "edge", rules: []string{"baredial"}}, beforeOut: outMissed, afterOut: outSilent},
		{testCase: testCase{id: "3", kind: "benign", group: "benign", scope: "meant"}, beforeOut: outStill, afterOut: outSkip},
	}
	var b strings.Builder
	require.NoError(t, summarize(&b, results))
	require.Regexp(t, `house +1 +0 +0 +1 `, b.String())
	require.Regexp(t, `house \(edge\) +1 +0 +0 +0 `, b.String())
	require.Contains(t, b.String(), "failed or in error: 2 3\n")
}
