package main

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/internal/fix"
)

// endsAfter is a context that has ended when it was asked often enough.
type endsAfter struct {
	context.Context
	asked, often int
}

func (c *endsAfter) Err() error {
	if c.asked++; c.asked > c.often {
		return context.Canceled
	}
	return nil
}

// TestWriteInterrupted: Ctrl-C between two files leaves the first as it should
// be and the second as it was.
func TestWriteInterrupted(t *testing.T) {
	t.Parallel()
	s := &session{dir: t.TempDir()}
	var files []fix.File
	for _, name := range []string{"a.go", "b.go"} {
		name = filepath.Join(s.dir, name)
		require.NoError(t, os.WriteFile(name, []byte("old"), 0o600))
		files = append(files, fix.File{Name: name, Old: []byte("old"), New: []byte("new")})
	}
	err := s.write(&endsAfter{Context: context.Background(), often: 1}, files)
	require.EqualError(t, err, "interrupted: 1 of 2 files written")
	for i, want := range []string{"new", "old"} {
		text, err := os.ReadFile(files[i].Name)
		require.NoError(t, err)
		require.Equal(t, want, string(text))
	}
	entries, err := os.ReadDir(s.dir)
	require.NoError(t, err)
	require.Len(t, entries, 2)

	// The first file has changed: the second is not touched either.
	files[0].Old, files[1].New = []byte("older"), []byte("newer")
	require.EqualError(t, s.write(context.Background(), files), "a.go: changed while timeoutlint was at work: nothing was changed")
	text, err := os.ReadFile(files[1].Name)
	require.NoError(t, err)
	require.Equal(t, "old", string(text))
}
