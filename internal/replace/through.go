package replace

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// descriptor reports whether a name stands for an open file, such as
// /dev/stdout. That may be a file like others; to rename over it would take it
// from under whoever holds it.
func descriptor(name string) bool {
	for _, folder := range []string{"/dev/std", "/dev/fd/", "/proc/self/fd/"} {
		if strings.HasPrefix(name, folder) {
			return true
		}
	}
	return false
}

// pour writes to what is there already, behind what is in it.
func pour(name string, content []byte) (err error) {
	var out *os.File
	switch name {
	case "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1":
		_, err = os.Stdout.Write(content)
		return plain(err)
	case "/dev/stderr", "/dev/fd/2", "/proc/self/fd/2":
		_, err = os.Stderr.Write(content)
		return plain(err)
	}
	if out, err = os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0); err != nil {
		return plain(err)
	}
	_, err = out.Write(content)
	return plain(errors.Join(err, out.Close()))
}

// Outside reports whether a file, which need not exist, lies elsewhere than
// below an absolute folder when all links are followed. One in a folder that is
// not there is not elsewhere.
func Outside(folder, name string) bool {
	folder, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return true
	}
	if name, err = filepath.Abs(name); err != nil {
		return true
	}
	file, err := filepath.EvalSymlinks(name)
	if err != nil { // a link to nowhere is replaced, not followed
		file, err = filepath.EvalSymlinks(filepath.Dir(name))
		file = filepath.Join(file, filepath.Base(name))
	}
	return err == nil && !Below(folder, file)
}

// Below reports whether a name lies below a folder as it is written.
func Below(folder, name string) bool {
	rel, err := filepath.Rel(folder, name)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}
