package replace

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFile(t *testing.T) {
	t.Parallel()
	name := write(t, "a.go", "old", 0o640)
	require.NoError(t, File(name, []byte("old"), []byte("new")))
	require.Equal(t, "new", read(t, name))
	info, err := os.Stat(name)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o640), info.Mode().Perm())

	require.EqualError(t, File(name, []byte("old"), []byte("newer")), "changed while timeoutlint was at work")
	require.Equal(t, "new", read(t, name))
	only(t, name)

	require.NoError(t, os.Chmod(name, 0o400))
	require.EqualError(t, File(name, []byte("new"), []byte("newer")), "is read-only")
	require.EqualError(t, File(name+"x", nil, nil), "no such file or directory")
	only(t, name)
}

// TestFileThroughLink: the link stays, what it leads to is replaced.
func TestFileThroughLink(t *testing.T) {
	t.Parallel()
	name := write(t, "a.go", "old", 0o644)
	link := filepath.Join(t.TempDir(), "link.go")
	require.NoError(t, os.Symlink(name, link))
	require.NoError(t, File(link, []byte("old"), []byte("new")))
	require.Equal(t, "new", read(t, name))
	info, err := os.Lstat(link)
	require.NoError(t, err)
	require.NotZero(t, info.Mode()&os.ModeSymlink)
}

// TestFullDisk: what was there is still there, and nothing else.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	name := write(t, "baseline", "old", 0o644)
	full := func(w io.Writer) error {
		if _, err := w.Write([]byte("ha")); err != nil {
			return err
		}
		return &os.PathError{Op: "write", Path: "somewhere", Err: syscall.ENOSPC}
	}
	err := swap{name, 0o644, full, func() error { return nil }}.do()
	require.EqualError(t, err, "no space left on device")
	require.Equal(t, "old", read(t, name))
	only(t, name)
}

// TestAtTheSameTime: of many that replace the same content, one does.
func TestAtTheSameTime(t *testing.T) {
	t.Parallel()
	name := write(t, "a.go", "old", 0o644)
	done := make(chan error)
	for i := range 20 {
		go func() { done <- File(name, []byte("old"), []byte{'0' + byte(i)}) }()
	}
	succeeded := 0
	for range 20 {
		if err := <-done; err == nil {
			succeeded++
		} else if !errors.Is(err, ErrChanged) {
			require.ErrorContains(t, err, "another run is writing it")
		}
	}
	require.Equal(t, 1, succeeded)
	require.Len(t, read(t, name), 1)
	only(t, name)
}

func TestPut(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "new")
	require.NoError(t, Put(name, []byte("one")))
	require.NoError(t, Put(name, []byte("two")))
	require.Equal(t, "two", read(t, name))
	only(t, name)
	require.EqualError(t, Put(filepath.Join(name, "x"), nil), "not a directory")
}

func write(t *testing.T, name, text string, mode os.FileMode) string {
	t.Helper()
	name = filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(name, []byte(text), mode))
	return name
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(text)
}

// only wants the file to be alone in its folder.
func only(t *testing.T, name string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(name))
	require.NoError(t, err)
	require.Len(t, entries, 1)
}
