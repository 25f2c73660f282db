package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// linted is golangci-lint with the plugin on one module.
type linted struct {
	dir, cache string
	settings   string // of the plugin, as YAML in braces
	exclusions string // linters.exclusions, as YAML in braces
}

func (l linted) run(t *testing.T, args ...string) result {
	t.Helper()
	write(t, l.dir, ".golangci.yml", fmt.Sprintf(`
version: "2"
linters:
  default: none
  enable: [timeoutlint]
  settings:
    custom:
      timeoutlint:
        type: module
        description: where code can wait for ever
        original-url: github.com/timeoutlint/timeoutlint
        settings: %s
  exclusions: %s
issues:
  max-issues-per-linter: 0
  max-same-issues: 0
  uniq-by-line: false
`, or(l.settings, "{}"), or(l.exclusions, "{}")))
	exe, err := os.Executable()
	require.NoError(t, err)
	args = append([]string{"run", "--show-stats=false", "--output.json.path=stdout"}, args...)
	return do(t, l.dir, []string{"BE_GOLANGCI_LINT=1", "GOLANGCI_LINT_CACHE=" + l.cache}, exe, args...)
}

// findings is what it reports, in the words of the command.
func (l linted) findings(t *testing.T, args ...string) []string {
	t.Helper()
	r := l.run(t, args...)
	require.Contains(t, []int{0, 1}, r.code, r.stderr)
	var out struct {
		Issues []struct {
			FromLinter, Text string
			Pos              struct {
				Filename     string
				Line, Column int
			}
		}
	}
	require.NoError(t, json.NewDecoder(strings.NewReader(r.stdout)).Decode(&out), r.stdout)
	var found []string
	for _, issue := range out.Issues {
		require.Equal(t, "timeoutlint", issue.FromLinter, issue.Text)
		found = append(found, fmt.Sprintf("%s:%d:%d: %s", issue.Pos.Filename, issue.Pos.Line, issue.Pos.Column, issue.Text))
	}
	slices.Sort(found)
	return found
}

func or(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

// TestGolangci: golangci-lint finds with every rule, of every confidence and with
// notes, what the command finds, but for what only joined packages show, and what
// it can do to findings works on ours. The parts go on with the module and the
// cache of those before: nothing is analysed twice that need not be.
func TestGolangci(t *testing.T) {
	bin := timeoutlint(t)
	l := linted{dir: shop(t), cache: t.TempDir(), settings: `{enable: [all], confidence: low, notes: true}`}
	command := func(dir string, args ...string) []string {
		return single(alone(t, bin, dir, append([]string{"-enable=all", "-confidence=low", "-notes"}, args...)...))
	}
	found := command(l.dir)
	require.Greater(t, len(found), 40)

	t.Run("cold and warm", func(t *testing.T) {
		first := l.findings(t)
		require.Equal(t, found, single(first), "with an empty cache")
		require.Equal(t, first, l.findings(t), "from the cache")
	})

	t.Run("exclusions", func(t *testing.T) {
		l := l
		l.exclusions = `{rules: [{linters: [timeoutlint], text: "^durationunit: "}, {path: internal/reports/, linters: [timeoutlint], text: "QueryRow"}]}`
		want := slices.DeleteFunc(slices.Clone(found), func(line string) bool {
			return strings.Contains(line, ": durationunit: ") || strings.HasPrefix(line, "internal/reports/") && strings.Contains(line, "QueryRow")
		})
		require.Less(t, len(want), len(found)-2)
		require.Equal(t, want, single(l.findings(t)))
	})

	t.Run("new from a revision", func(t *testing.T) {
		write(t, l.dir, ".gitignore", ".golangci.yml\n")
		repository(t, l.dir)
		require.Empty(t, l.findings(t, "--new-from-rev=HEAD"))
		write(t, l.dir, "internal/rates/more.go", "package rates\n\nimport \"net/http\"\n\nfunc more() (*http.Response, error) { return http.Get(\"https://more.example\") }\n")
		replace(t, l.dir, "internal/catalog/catalog.go", "package catalog", "package catalog // old faults stay unsaid")
		must(t, l.dir, "git", "add", "--all")
		fresh := l.findings(t, "--new-from-rev=HEAD")
		require.NotEmpty(t, fresh)
		require.Equal(t, places(fresh, "internal/rates/more.go:5:"), fresh)
		require.Equal(t, command(l.dir, "-new-from-rev=HEAD"), fresh)
		must(t, l.dir, "git", "reset", "--quiet", "--hard")
	})

	t.Run("what nothing runs", func(t *testing.T) {
		// With the package at its root, others could import what is in the module.
		require.NoError(t, os.Remove(filepath.Join(l.dir, "doc.go")))
		seen := single(l.findings(t))
		require.Equal(t, command(l.dir), seen)
		at := "internal/carrier/carrier.go:48:"
		require.Len(t, places(seen, at), 1)
		require.Empty(t, places(command(l.dir, "-notes=false"), at), "a note of the command, which sees the whole program")
		must(t, l.dir, "git", "reset", "--quiet", "--hard")
	})

	t.Run("a change reaches who depends on it", func(t *testing.T) {
		// Release got no deadline from orders; now it sets its own.
		replace(t, l.dir, "internal/store/store.go", "func (s *Store) Release(ctx context.Context,",
			"func (s *Store) Release(ctx context.Context, id string) error {\n"+
				"\tctx, cancel := context.WithTimeout(ctx, time.Second)\n\tdefer cancel()\n\treturn s.release(ctx, id)\n}\n\n"+
				"func (s *Store) release(ctx context.Context,")
		after := single(l.findings(t))
		require.Equal(t, command(l.dir), after)
		require.NotEqual(t, places(found, "internal/orders/"), places(after, "internal/orders/"))
		found = after
	})

	t.Run("nolint", func(t *testing.T) {
		require.Len(t, places(found, "internal/rates/rates.go:31"), 1)
		replace(t, l.dir, "internal/rates/rates.go", "&http.Client{},", "&http.Client{}, //nolint:timeoutlint // the bank answers")
		after := single(l.findings(t))
		require.Empty(t, places(after, "internal/rates/rates.go:31"))
		require.Len(t, after, len(found)-1)
		require.Equal(t, command(l.dir), after, "the command understands it too")
		found = after
	})

	t.Run("fix", func(t *testing.T) {
		other := tree(t, l.dir)
		after := single(l.findings(t, "--fix"))
		require.Less(t, len(after), len(found))
		must(t, l.dir, "go", "vet", "./...")
		// golangci-lint says what is left by the lines of before.
		require.Equal(t, placeless(command(other, "-fix")), placeless(after))
		require.Empty(t, do(t, l.dir, nil, "diff", "--recursive", "--unified", "--exclude=.git", other, l.dir).stdout)
	})

	t.Run("wrong settings", func(t *testing.T) {
		l := linted{dir: t.TempDir(), cache: l.cache}
		write(t, l.dir, "go.mod", "module example.com/m\n\ngo 1.26\n")
		write(t, l.dir, "m.go", "package m\n")
		for settings, want := range map[string]string{
			`{enable: [bareclints]}`:          `timeoutlint: settings: unknown rule "bareclints"; did you mean bareclient?`,
			`{rules: [bareclient]}`:           `unknown field "rules"`,
			`{knowledge: {example.com/a: 1}}`: `cannot unmarshal object`,
		} {
			l.settings = settings
			r := l.run(t)
			require.Equal(t, 3, r.code, r.stdout)
			require.Contains(t, r.stderr, want)
		}
	})
}

// placeless is findings without the lines that they are on.
func placeless(found []string) []string {
	var out []string
	for _, line := range found {
		file, rest, _ := strings.Cut(line, ":")
		out = append(out, file+rest[strings.Index(rest, ": "):])
	}
	slices.Sort(out)
	return out
}

// places picks the lines that begin with a place.
func places(found []string, place string) []string {
	return slices.DeleteFunc(slices.Clone(found), func(line string) bool { return !strings.HasPrefix(line, place) })
}
