package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// TestActionlint lints the action, which actionlint knows as what a workflow
// uses and as steps of a job; the latter are those of the action with the same
// inputs.
func TestActionlint(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root(t), "action.yml"))
	require.NoError(t, err)
	var a struct {
		Inputs map[string]map[string]string
		Runs   struct{ Steps []yaml.Node }
	}
	require.NoError(t, yaml.Unmarshal(text, &a))
	require.NotEmpty(t, a.Runs.Steps)
	with, inputs := map[string]string{}, map[string]any{}
	for name, input := range a.Inputs {
		with[name] = input["default"]
		inputs[name] = map[string]any{"type": "string", "default": input["default"]}
	}
	checkout := map[string]any{"uses": "actions/checkout@v6"}
	steps := []any{checkout}
	for i := range a.Runs.Steps {
		steps = append(steps, &a.Runs.Steps[i])
	}
	workflow, err := yaml.Marshal(map[string]any{
		"name": "action",
		"on":   map[string]any{"workflow_call": map[string]any{"inputs": inputs}},
		"jobs": map[string]any{
			"uses":  map[string]any{"runs-on": "ubuntu-latest", "steps": []any{checkout, map[string]any{"uses": "./", "with": with}}},
			"steps": map[string]any{"runs-on": "ubuntu-latest", "steps": steps},
		},
	})
	require.NoError(t, err)
	dir := t.TempDir()
	write(t, dir, "action.yml", string(text))
	write(t, dir, ".github/workflows/action.yml", string(workflow))
	must(t, dir, "git", "init", "--quiet")
	r := do(t, dir, nil, "go", "run", "github.com/rhysd/actionlint/cmd/actionlint@v1.7.12")
	require.Zero(t, r.code, r.stdout+r.stderr)
}
