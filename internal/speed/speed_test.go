package main

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
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
	b := &bench{work: t.TempDir(), tree: dir, dir: dir, edit: file, rounds: 2, tools: []tool{{"go", []string{"go", "vet", "a.go"}, "X"}}}
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

// TestFailureIsNoResult: the exit code that says "findings" of one tool says
// "failed" of another.
func TestFailureIsNoResult(t *testing.T) {
	b := &bench{dir: t.TempDir()}
	_, err := b.once(context.Background(), tool{"peer", []string{"sh", "-c", "exit 3"}, "X"}, nil)
	require.ErrorContains(t, err, "exit code 3")
	_, err = b.once(context.Background(), tool{"timeoutlint", []string{"sh", "-c", "exit 3"}, ownCache}, nil)
	require.NoError(t, err)
}
