package main

import (
	"bytes"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNext(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		words string // with | between them
		want  string // among what is offered; empty: nothing is
	}{
		{"", "budgets"},
		{"expl", "explain"},
		{"explain|bareco", "bareconn"},
		{"-conf", "-confidence"},
		{"check|-conf", "-confidence"},
		{"-confidence|me", "medium"},
		{"-confidence=me", "-confidence=medium"},
		{"-confidence|=", "medium"},
		{"-confidence|=|me", "medium"},
		{"--enable=retry", "--enable=retrycap"},
		{"-enable|bareconn,retr", "bareconn,retrycap"},
		{"-enable=breaker,a", "-enable=breaker,all"},
		{"-format=sa", "-format=sarif"},
		{"-out|sa", "sarif:"},
		{"budgets|-format|j", "json"},
		{"budgets|-so", "-sort"},
		{"budgets|-sort|v", "value"},
		{"completion|z", "zsh"},
		{"-tests|no", ""},
		{"rules|-conf", ""},
		{"-C|", ""},
		{"-v|./in", ""},
	} {
		got := next(strings.Split(c.words, "|"))
		if c.want == "" {
			require.Empty(t, got, c.words)
			continue
		}
		require.Contains(t, got, c.want, c.words)
	}
}

// TestCompletion asks each shell that is here what it offers.
func TestCompletion(t *testing.T) {
	t.Parallel()
	ask := map[string]string{
		// Words as bash splits them, then the function that the script has set.
		"bash": `COMP_WORDS=(timeoutlint -confidence = m); COMP_CWORD=3; _timeoutlint; printf '%s\n' "${COMPREPLY[@]}"`,
		// compadd shows what it is given.
		"zsh":  `compadd() { shift 2; print -l -- "$@" }; words=(timeoutlint -confidence m); CURRENT=3; _timeoutlint`,
		"fish": `complete -C 'timeoutlint -confidence m'`,
	}
	for shell, question := range ask {
		t.Run(shell, func(t *testing.T) {
			t.Parallel()
			path, err := exec.LookPath(shell)
			if err != nil {
				t.Skip(shell + " is not installed")
			}
			var script bytes.Buffer
			a := app{stdout: &script, stderr: &script}
			require.Equal(t, exitClean, a.run([]string{"completion", shell}))
			question = script.String() + question
			if shell == "zsh" {
				question = "compdef() {}\n" + question // of the completion system, which takes seconds to load
			}
			args := map[string][]string{"bash": {"--norc", "-c"}, "zsh": {"-f", "-c"}, "fish": {"--no-config", "-c"}}[shell]
			out, err := exec.Command(path, append(args, question)...).CombinedOutput()
			require.NoError(t, err, "%s", out)
			require.Equal(t, []string{"medium"}, slices.Collect(strings.FieldsSeq(string(out))))
		})
	}
}
