package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPreparation(t *testing.T) {
	dir := t.TempDir()
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		require.NoError(t, err)
		return string(text)
	}
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "cmd", "vendor", "x"), 0o755))
	p := preparation{module: "example.org/old", vendor: "cmd/vendor", requires: []string{"example.org/dep@v1.2.3"}}
	require.NoError(t, p.apply(dir))
	require.Contains(t, read("go.mod"), "module example.org/old\n")
	require.Contains(t, read("go.mod"), "require example.org/dep v1.2.3\n")
	require.DirExists(t, filepath.Join(dir, "vendor", "x"))

	require.NoError(t, preparation{stubs: []string{"example.org/gone:driver"}}.apply(dir))
	require.Contains(t, read("go.mod"), "replace example.org/gone => ./stub-example.org+gone\n")
	require.Equal(t, "module example.org/gone\n", read("stub-example.org+gone/go.mod"))
	require.Equal(t, "package stub\n", read("stub-example.org+gone/driver/stub.go"))

	require.NoError(t, preparation{}.apply(dir), "a project of today needs nothing")
	require.Error(t, preparation{module: "x", requires: []string{"no version"}}.apply(dir))
}

func TestUnneeded(t *testing.T) {
	for name, want := range map[string]bool{
		"website/a.go": true, "ui/node_modules/x/y.go": true, "vendor/archive/tar/reader.go": true,
		"pkg/archive/tar.go": false, "vendor/example.org/archive/tar/reader.go": false, "cmd/website.go": false,
	} {
		require.Equal(t, want, unneeded.MatchString(name), name)
	}
}

// TestBelow: what a tool prints is kept without the folders of the machine.
func TestBelow(t *testing.T) {
	tree := filepath.Join(string(filepath.Separator), "trees", "o+p@abc")
	require.Equal(t, "a/b.go:1: in o+p@abc", below(tree, filepath.Join(tree, "a/b.go")+":1: in "+tree))
}
