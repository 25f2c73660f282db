package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/internal/tsv"
)

func TestMedianAndRatio(t *testing.T) {
	require.Equal(t, 2.0, median([]float64{3, 1, 2}))
	require.Equal(t, 2.5, median([]float64{4, 1, 2, 3}))
	require.Equal(t, 0.5, ratio(time.Second, 2*time.Second))
}

// TestEditsAreTakenBack measures go vet on one file.
func TestEditsAreTakenBack(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.go")
	require.NoError(t, os.WriteFile(file, []byte("package a\n"), 0o600))
	b := &bench{work: t.TempDir(), tree: dir, dir: dir, edit: file, rounds: 2, tools: []tool{{name: "go", args: []string{"go", "vet", "a.go"}, cache: "X"}}}
	for _, s := range scenarios {
		if !s.edits {
			continue
		}
		require.NoError(t, b.measure(context.Background(), s))
	}
	src, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, "package a\n", string(src))
}

// TestTable: what is measured is kept as ratios of the first tool, round by round.
func TestTable(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module m\n\ngo 1.26\n"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a.go"), []byte("package m\n\nvar A int\n"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a_test.go"), []byte("package m\n"), 0o600))
	name := filepath.Join(dir, "speed.tsv")
	ms := func(wall, cpu int) cost {
		return cost{time.Duration(wall) * time.Millisecond, time.Duration(cpu) * time.Millisecond, 3e6}
	}
	own, peer := []cost{ms(100, 200), ms(300, 200), ms(200, 200)}, []cost{ms(1000, 400), ms(1000, 200), ms(1000, 800)}
	for range 2 { // the second run appends
		table, err := newTable(context.Background(), name, "o/p@abc", dir)
		require.NoError(t, err)
		require.NoError(t, table.add(scenarios[0], tool{name: "peer", args: []string{"nowhere-to-be-found"}, cache: "X"}, compare(own, peer), 3))
	}
	rows, err := tsv.Read(name, columns...)
	require.NoError(t, err)
	want := tsv.Row{"project": "o/p", "commit": "abc", "packages": "1", "lines": "3", "scenario": "cold", "tool": "peer", "version": "-",
		"wall": "1", "cpu": "0.4", "wall_ratio": "0.2", "cpu_ratio": "0.5", "peak_mb": "3", "rounds": "3"}
	require.Equal(t, []tsv.Row{want, want}, rows)
	_, err = newTable(context.Background(), name, "no commit", dir)
	require.Error(t, err)
}

// TestFailureIsNoResult: the exit code that says "findings" of one tool says
// "failed" of another.
func TestFailureIsNoResult(t *testing.T) {
	b := &bench{dir: t.TempDir()}
	_, err := b.once(context.Background(), tool{name: "peer", args: []string{"sh", "-c", "exit 3"}, cache: "X"}, nil)
	require.ErrorContains(t, err, "exit code 3")
	_, err = b.once(context.Background(), tool{name: "timeoutlint", args: []string{"sh", "-c", "exit 3"}, cache: ownCache}, nil)
	require.NoError(t, err)
}

// TestGrow: a module and copies of it compile together, and its other modules are
// not copied.
func TestGrow(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.com/m\n\ngo 1.26\n", "a.go": "package m\n\nimport \"example.com/m/b\"\n\nvar A = b.B\n", "b/b.go": "package b\n\nvar B int\n",
		"tool/go.mod": "module example.com/m/tool\n", "tool/t.go": "package t\n", "testdata/x.go": "package x\n",
	} {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	require.NoError(t, copyModule(dir, "example.com/m", "copy1"))
	require.NoError(t, copyModule(dir, "example.com/m", "copy2"))
	list := exec.Command("go", "list", "-f", "{{.ImportPath}} {{join .Imports \" \"}}", "./...")
	list.Dir = dir
	out, err := list.CombinedOutput()
	require.NoError(t, err, string(out))
	require.Equal(t, `example.com/m example.com/m/b
example.com/m/b 
example.com/m/copy1 example.com/m/copy1/b
example.com/m/copy1/b 
example.com/m/copy2 example.com/m/copy2/b
example.com/m/copy2/b 
`, string(out))
}

// TestVetStartsAnew: go vet keeps what it finds where the compiler keeps what
// it builds, so that only a flag makes it work again.
func TestVetStartsAnew(t *testing.T) {
	vet := tool{args: []string{"go", "vet", "./..."}, anew: "-printf.funcs=%s"}
	require.Equal(t, []string{"go", "vet", "-printf.funcs=a.1", "./..."}, vet.again(scenario{own: true}, "a.1").args)
	require.Equal(t, []string{"go", "vet", "./..."}, vet.again(scenario{edits: true}, "a.1").args)
	require.Equal(t, []string{"go", "vet", "./..."}, vet.args, "the next round's is its own")
}
