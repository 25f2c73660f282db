package driver_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/internal/house"
	"github.com/timeoutlint/timeoutlint/internal/trust"
)

// TestTrustOverlayOfStandard: an overlay's text of a file of the standard library
// is part of every key.
func TestTrustOverlayOfStandard(t *testing.T) {
	p := newProject(t, `
-- go.mod --
module example.com/app

go 1.26
-- a.go --
package app

import "strings"

func wait() {}

func F(s string) string { wait(); return strings.Clone(s) }
`)
	goroot, err := house.GoRoot(t.Context())
	require.NoError(t, err)
	name := filepath.Join(goroot, "src", "strings", "clone.go")
	// A toolchain that the go command has fetched lies in the module cache, below
	// which it refuses every replacement.
	t.Setenv("GOMODCACHE", t.TempDir())
	one, two := []byte("package strings\n\nfunc Clone(s string) string { return s }\n"), []byte("package strings\n\nfunc Clone(s string, n int) string { return s }\n")
	for round := range 2 {
		for _, text := range [][]byte{one, two, one} {
			p.opts.Overlay = map[string][]byte{name: text}
			res := p.run()
			require.Equal(t, len(text) == len(two), len(res.Skipped) == 1, "round %d, %s: %v", round, text, res.Skipped)
		}
		p.opts.Overlay = nil
		require.Empty(t, p.run().Skipped)
	}
	trust.Hold(t, trust.Row{Part: trust.Keys, Tried: "another text in place of a file of the standard library", Inputs: "two texts under -overlay and none, in turn, twice", Result: "each run judges the text it is given"})
}

// TestTrustSameSizeAndTime: a copy below vendor is changed so that neither its
// size nor its time tells.
func TestTrustSameSizeAndTime(t *testing.T) {
	p := newProject(t, `
-- app/go.mod --
module example.com/app

go 1.26

require example.com/lib v1.0.0
-- app/go.sum --
-- app/a.go --
package app

import "example.com/lib"

func wait() {}

func F() { wait(); lib.Do() }
`)
	p.opts.Dir = filepath.Join(p.dir, "app")
	p.write("app/vendor/modules.txt", "# example.com/lib v1.0.0\n## explicit; go 1.20\nexample.com/lib\n")
	p.write("app/vendor/example.com/lib/lib.go", "package lib\n\nfunc Do() {}\n")
	require.Empty(t, p.run().Skipped)
	file := filepath.Join(p.dir, "app/vendor/example.com/lib/lib.go")
	before, err := os.Stat(file)
	require.NoError(t, err)
	p.write("app/vendor/example.com/lib/lib.go", "package lib\n\nfunc Go() {}\n")
	require.NoError(t, os.Chtimes(file, before.ModTime(), before.ModTime()))
	require.Len(t, p.run().Skipped, 1)
	trust.Hold(t, trust.Row{Part: trust.Keys, Tried: "a file below vendor with another content, of the same size and time", Inputs: "1 file", Result: "the content decides"})
}
