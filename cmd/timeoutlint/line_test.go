package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/analyzers"
	"github.com/timeoutlint/timeoutlint/internal/trust"
)

// TestTrustLineComments: a //line comment says where code is to be shown. Whatever
// it says, that the code is a test's, generated, excluded, or in a file that is not
// there, the same is found, under the same fingerprint.
func TestTrustLineComments(t *testing.T) {
	t.Parallel()
	shop, err := filepath.Abs(filepath.Join("..", "..", "examples", "shop"))
	require.NoError(t, err)
	claims := []string{"hidden_test.go:1", "/etc/passwd:1:1", "../../elsewhere/zz_generated.go:99999:7", "main.go:1", "legacy/x.go:3",
		"\x1b[31m\u202e.go:1", ":1"}
	config := filepath.Join(t.TempDir(), "excludes.yml")
	require.NoError(t, os.WriteFile(config, []byte("exclude: [\"**/legacy/**\", \"**/hidden_test.go\", \"**/main.go.txt\"]\n"), 0o600))
	place := regexp.MustCompile(`[^ (]*:\d+`)
	type found struct{ Rule, Fingerprint, Message, Function string }
	run := func(goflags string) ([]found, string) {
		t.Helper()
		var stdout, stderr, tree bytes.Buffer
		env := append(os.Environ(), "GOFLAGS="+goflags)
		a := app{analyzers: analyzers.All(), stdout: &stdout, stderr: &stderr, env: env}
		require.Equal(t, exitFindings, a.run([]string{"-C", shop, "-json", "-cache=off", "-config", config, "-enable=all", "-notes"}), "%s", stderr.String())
		var out struct{ Findings []found }
		require.NoError(t, json.Unmarshal(stdout.Bytes(), &out))
		for i := range out.Findings {
			out.Findings[i].Message = place.ReplaceAllString(out.Findings[i].Message, "HERE")
		}
		a = app{analyzers: analyzers.All(), stdout: &tree, stderr: &stderr, env: env}
		require.Equal(t, exitClean, a.run([]string{"budgets", "-C", shop, "-json", "-config=none"}), "%s", stderr.String())
		return out.Findings, tree.String()
	}
	want, wantTree := run("")
	require.Greater(t, len(want), 50)
	comments := 0
	for first := range 2 {
		overlay, n := withLineComments(t, shop, slices.Concat(claims[first:], claims[:first]))
		comments += n
		got, tree := run("-overlay=" + overlay)
		require.ElementsMatch(t, want, got)
		require.Equal(t, wantTree, tree, "the deadline tree names files as they are")
	}
	trust.Hold(t, trust.Row{
		Part:   trust.Prints,
		Tried:  "`//line` comments that say that code is a test's, generated, excluded or elsewhere",
		Inputs: fmt.Sprintf("%d comments in the functions of `examples/shop`, %d files to be from, every rule, notes and the deadline tree", comments, len(claims)),
		Result: fmt.Sprintf("the same %d findings under the same fingerprints, and the same tree", len(want)),
	})
}

// withLineComments is an overlay in which every function's body, of the folder's
// code, claims to be somewhere else, each what the next of the claims says; and how
// many do.
func withLineComments(t *testing.T, folder string, claims []string) (overlay string, n int) {
	t.Helper()
	dir := t.TempDir()
	replace := map[string]string{}
	body := regexp.MustCompile(`(?m)^func .*\{$`)
	require.NoError(t, filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		text = body.ReplaceAllFunc(text, func(line []byte) []byte {
			n++
			return fmt.Appendf(nil, "%s /*line %s*/", line, claims[n%len(claims)])
		})
		file := filepath.Join(dir, fmt.Sprintf("%d.go", len(replace)))
		replace[name] = file
		return os.WriteFile(file, text, 0o600)
	}))
	text, err := json.Marshal(map[string]any{"Replace": replace})
	require.NoError(t, err)
	overlay = filepath.Join(dir, "overlay.json")
	require.NoError(t, os.WriteFile(overlay, text, 0o600))
	return overlay, n
}
