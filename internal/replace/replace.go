// Package replace writes files whole or not at all.
//
// It knows temporary files, renames and what a file must still be before it is
// replaced. It knows nothing of what is in the files. Its errors do not name
// the file.
package replace

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrChanged says that a file is not what it was when it was read.
var ErrChanged = errors.New("changed while timeoutlint was at work")

// ErrBusy says that another run is writing the file.
var ErrBusy = errors.New("another run is writing it")

// File replaces the content of a file that exists, if it still is old, and
// keeps its mode. Readers see the old content or the new one, never a part, and
// an error leaves the old one. Where the name is a symbolic link, the file that
// it leads to is replaced. Two that replace the same file do it one after the
// other, so that the second finds it changed.
func File(name string, old, content []byte) error {
	file, err := filepath.EvalSymlinks(name)
	if err != nil {
		return plain(err)
	}
	info, err := os.Stat(file)
	if err != nil {
		return plain(err)
	}
	if info.Mode().Perm()&0o200 == 0 {
		return errors.New("is read-only")
	}
	return swap{file, info.Mode().Perm(), put(content), func() error { return Still(file, old) }}.do()
}

// Put writes a file, which need not exist, whole: an error leaves what was there.
// What is no file, as a device, a pipe or an open descriptor, is written to.
func Put(name string, content []byte) error {
	if descriptor(name) {
		return pour(name, content)
	}
	file, mode := name, fs.FileMode(0o644)
	if at, err := filepath.EvalSymlinks(name); err == nil {
		file = at
	}
	if info, err := os.Stat(file); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return pour(file, content)
	} else if err == nil {
		mode = info.Mode().Perm()
	}
	return swap{file, mode, put(content), func() error { return nil }}.do()
}

// Still reports ErrChanged if the file is not old any more.
func Still(name string, old []byte) error {
	now, err := os.ReadFile(name)
	if err != nil {
		return plain(err)
	}
	if !bytes.Equal(now, old) {
		return ErrChanged
	}
	return nil
}

// swap is one file to be replaced.
type swap struct {
	file  string
	mode  fs.FileMode
	write func(io.Writer) error
	still func() error // whether it may be replaced
}

func put(content []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	}
}

// do writes beside the file and renames. The temporary name is the same for
// everybody and must not exist: it is the lock, too.
func (s swap) do() (err error) {
	beside := filepath.Join(filepath.Dir(s.file), "."+filepath.Base(s.file)+".timeoutlint")
	out, err := os.OpenFile(beside, os.O_WRONLY|os.O_CREATE|os.O_EXCL, s.mode)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%w; if none is, remove %s", ErrBusy, filepath.Base(beside))
	} else if err != nil {
		return plain(err)
	}
	defer func() {
		if err != nil {
			_ = out.Close()
			_ = os.Remove(beside)
			err = plain(err)
		}
	}()
	if err := s.write(out); err != nil {
		return err
	}
	if err := out.Chmod(s.mode); err != nil { // whatever the umask took away
		return err
	}
	if err := out.Sync(); err != nil {
		return err
	}
	if err := out.Close(); err != nil {
		return err
	}
	if err := s.still(); err != nil {
		return err
	}
	return os.Rename(beside, s.file)
}

// plain is an error about a file without its name, which the caller knows as
// the person does.
func plain(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}
