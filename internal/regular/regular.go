// Package regular reads files that are nothing but files: regular ones, of a size
// that is worth reading.
//
// A checkout is anybody's: what looks like a source file may be a link to a
// device that never ends, or a pipe that nobody writes to. The package knows
// kinds of files and limits; it knows nothing of what is in them.
package regular

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// The most that is read of a file, in bytes.
const (
	Source = 64 << 20 // Go and whatever is compiled with it
	Config = 8 << 20  // a configuration, a go.mod
	Data   = 64 << 20 // a baseline, an overlay, a profile, a summary
)

// Read reads a file of at most limit bytes. The error of one that is not regular
// or too large is an [fs.PathError], as that of one that is not there.
func Read(name string, limit int64) ([]byte, error) {
	file, err := Open(name, limit)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, limit+1))
	if err == nil && int64(len(text)) > limit { // it grew
		err = tooLarge(name, limit)
	}
	return text, err
}

// Open opens a file to be read, if it is one.
func Open(name string, limit int64) (*os.File, error) {
	if err := Check(name, limit); err != nil {
		return nil, err
	}
	return os.Open(name)
}

// Reason is an error about a file without the file.
func Reason(err error) error {
	if path := (*fs.PathError)(nil); errors.As(err, &path) {
		return path.Err
	}
	return err
}

// Check is why a name, through all links, is no regular file of at most limit
// bytes; nil if it is one. It opens nothing, and so does not wait.
func Check(name string, limit int64) error {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		if path := (*fs.PathError)(nil); errors.As(err, &path) {
			err = &fs.PathError{Op: "open", Path: name, Err: path.Err}
		}
		return err
	case !info.Mode().IsRegular():
		return &fs.PathError{Op: "open", Path: name, Err: errors.New("it is " + kind(info.Mode()) + ", not a file")}
	case info.Size() > limit:
		return tooLarge(name, limit)
	case info.Size() > 0:
		return nil
	}
	// What the system makes up when it is read has no size, and may have no end.
	if link, err := os.Lstat(name); err != nil || link.Mode().IsRegular() {
		return err
	}
	real, err := filepath.EvalSymlinks(name)
	if err != nil {
		return err
	}
	for _, made := range []string{"/proc/", "/sys/"} {
		if strings.HasPrefix(real, made) {
			return &fs.PathError{Op: "open", Path: name, Err: fmt.Errorf("it leads to %s, where nothing is a file", made)}
		}
	}
	return nil
}

func tooLarge(name string, limit int64) error {
	size := fmt.Sprintf("%d MB", limit>>20)
	return &fs.PathError{Op: "read", Path: name, Err: errors.New("it is larger than " + size)}
}

func kind(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a folder"
	case mode&fs.ModeNamedPipe != 0:
		return "a pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	}
	return "a device"
}
