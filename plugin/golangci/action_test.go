package main

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// action is action.yml as far as a script needs it.
type action struct {
	Inputs map[string]struct{ Default string }
	Runs   struct{ Steps []actionStep }
}

type actionStep struct {
	Name, ID, If, Shell, Run, Uses string
	Dir                            string `yaml:"working-directory"`
	Env                            map[string]string
}

// runner stands in for the machine that runs the steps of the action.
type runner struct {
	t               *testing.T
	dir, temp       string
	inputs          map[string]string
	env             map[string]string
	outputs         map[string]string // "steps.ID.outputs.NAME"
	log, summary    string
	failed, skipped []string
}

var expression = regexp.MustCompile(`\$\{\{\s*([^}]*?)\s*\}\}`)

// value is what an expression of the few kinds in action.yml stands for.
func (r *runner) value(expr string) string {
	switch name, input := strings.CutPrefix(expr, "inputs."); {
	case input:
		return r.inputs[name]
	case expr == "github.action_path":
		return root(r.t)
	case expr == "runner.temp":
		return r.temp
	}
	value, ok := r.outputs[expr]
	require.True(r.t, ok || strings.HasPrefix(expr, "steps."), expr)
	return value
}

func (r *runner) expand(text string) string {
	return expression.ReplaceAllStringFunc(text, func(e string) string {
		return r.value(expression.FindStringSubmatch(e)[1])
	})
}

// holds evaluates comparisons joined by &&.
func (r *runner) holds(condition string) bool {
	for part := range strings.SplitSeq(condition, "&&") {
		left, right, equal := strings.Cut(part, "==")
		if !equal {
			left, right, _ = strings.Cut(part, "!=")
		}
		if (r.value(strings.TrimSpace(left)) == strings.Trim(right, " '")) != equal {
			return false
		}
	}
	return true
}

// run runs the steps of action.yml as GitHub does: each by bash -e, with files
// to write outputs, the search path and the summary to.
func (r *runner) run() {
	t := r.t
	text, err := os.ReadFile(filepath.Join(root(t), "action.yml"))
	require.NoError(t, err)
	var a action
	require.NoError(t, yaml.Unmarshal(text, &a))
	inputs := map[string]string{}
	for name, input := range a.Inputs {
		inputs[name] = input.Default
	}
	maps.Copy(inputs, r.inputs)
	r.inputs, r.temp, r.outputs = inputs, t.TempDir(), map[string]string{}
	files := map[string]string{}
	for _, name := range []string{"GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_STEP_SUMMARY"} {
		files[name] = filepath.Join(r.temp, name)
		write(t, r.temp, name, "")
	}
	path := os.Getenv("PATH")
	for _, s := range a.Runs.Steps {
		if s.Uses != "" {
			require.Regexp(t, `^[a-z-]+/[a-z-]+(/[a-z-]+)?@[0-9a-f]{40}$`, s.Uses)
			continue
		}
		if s.If != "" && !r.holds(s.If) {
			r.skipped = append(r.skipped, s.Name)
			continue
		}
		require.Equal(t, "bash", s.Shell)
		cmd := exec.Command("bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", s.Run)
		cmd.Dir = filepath.Join(r.dir, r.expand(s.Dir))
		cmd.Env = append(os.Environ(), "GOWORK=", "GOFLAGS=-buildvcs=false", "RUNNER_TEMP="+r.temp, "PATH="+path, "GITHUB_BASE_REF=")
		for name, file := range files {
			cmd.Env = append(cmd.Env, name+"="+file)
		}
		for name, value := range s.Env {
			cmd.Env = append(cmd.Env, name+"="+r.expand(value))
		}
		for name, value := range r.env {
			cmd.Env = append(cmd.Env, name+"="+value)
		}
		out, err := cmd.CombinedOutput()
		r.log += string(out)
		if err != nil {
			r.failed = append(r.failed, s.Name)
			break
		}
		for line := range strings.Lines(read(t, files["GITHUB_OUTPUT"])) {
			name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
			r.outputs["steps."+s.ID+".outputs."+name] = value
		}
		write(t, r.temp, "GITHUB_OUTPUT", "")
		if added := strings.TrimSpace(read(t, files["GITHUB_PATH"])); added != "" {
			path = added + ":" + os.Getenv("PATH")
		}
	}
	r.summary = read(t, files["GITHUB_STEP_SUMMARY"])
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	return string(text)
}

// TestAction runs the steps of the action on a pull request that adds a fault
// beside an old one and makes a timeout longer, checked out as GitHub's own
// action does it: one commit deep.
func TestAction(t *testing.T) {
	origin := t.TempDir()
	write(t, origin, "rates/go.mod", "module example.com/rates\n\ngo 1.26\n")
	write(t, origin, "rates/old.go", strings.NewReplacer("other", "oldClient", "again", "oldFetch").Replace(faulty))
	write(t, origin, "rates/rates.go", clean)
	repository(t, origin)
	must(t, origin, "git", "switch", "--quiet", "--create=feature")
	write(t, origin, "rates/again.go", faulty)
	replace(t, origin, "rates/rates.go", "5 * time.Second", "7 * time.Second")
	must(t, origin, "git", "add", "--all")
	must(t, origin, "git", "commit", "--quiet", "--message=feature")

	checkout := func(t *testing.T) string {
		dir := t.TempDir()
		must(t, dir, "git", "clone", "--quiet", "--depth=1", "--branch=feature", "file://"+origin, "repo")
		return filepath.Join(dir, "repo")
	}
	pull := map[string]string{"GITHUB_BASE_REF": "main"}

	t.Run("pull request", func(t *testing.T) {
		r := &runner{t: t, dir: checkout(t), inputs: map[string]string{"working-directory": "rates"}, env: pull}
		r.run()
		require.Equal(t, []string{"Verdict"}, r.failed, r.log)
		require.Contains(t, r.log, "::warning file=rates/again.go,line=5,")
		require.NotContains(t, r.log, "old.go")
		require.Contains(t, r.log, "again.go:5:14: bareclient: ", "the log has the finding for people, too")
		require.Equal(t, "true", r.outputs["steps.check.outputs.findings"])
		sarif := read(t, r.outputs["steps.check.outputs.sarif"])
		require.Contains(t, sarif, `"rates/again.go"`)
		require.NotContains(t, sarif, `"rates/old.go"`)
		require.Contains(t, r.summary, "-rates.go total 5s http.Client.Timeout")
		require.Contains(t, r.summary, "+rates.go total 7s http.Client.Timeout")
		require.NotContains(t, r.summary, "old.go")
	})

	t.Run("nothing fails when it must not", func(t *testing.T) {
		r := &runner{t: t, dir: checkout(t), env: pull, inputs: map[string]string{"working-directory": "rates", "fail": "false", "budgets": "false"}}
		r.run()
		require.Empty(t, r.failed, r.log)
		require.Len(t, r.skipped, 2)
		require.Empty(t, r.summary)
	})

	t.Run("a push", func(t *testing.T) {
		r := &runner{t: t, dir: checkout(t), inputs: map[string]string{"working-directory": "rates", "args": "-only=bareclient -confidence=high", "packages": ". ./..."}}
		r.run()
		require.Equal(t, []string{"Verdict"}, r.failed, r.log)
		require.Contains(t, r.log, "old.go:5:")
		require.Contains(t, r.log, "again.go:5:")
	})

	t.Run("no findings", func(t *testing.T) {
		dir := checkout(t)
		require.NoError(t, os.Remove(filepath.Join(dir, "rates", "again.go")))
		r := &runner{t: t, dir: dir, env: pull, inputs: map[string]string{"working-directory": "rates", "new-from": "HEAD"}}
		r.run()
		require.Empty(t, r.failed, r.log)
		require.Equal(t, "false", r.outputs["steps.check.outputs.findings"])
	})

	t.Run("what cannot run fails", func(t *testing.T) {
		r := &runner{t: t, dir: checkout(t), env: pull, inputs: map[string]string{"working-directory": "rates", "args": "-bareclients"}}
		r.run()
		require.Equal(t, []string{"timeoutlint"}, r.failed)
		require.Contains(t, r.log, "unknown flag -bareclients")
	})
}
