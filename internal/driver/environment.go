package driver

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/timeoutlint/timeoutlint/internal/driver/cache"
)

// environment is what the go command would look at besides the project's
// files, read without starting it.
//
// Where the go command in PATH is not the one of a Go tree, but something that
// picks one, nobody but it knows which: then it is asked, once.
func environment(ctx context.Context, opts Options) (fingerprint cache.Key, commands int, err error) {
	h := sha256.New()
	env := opts.Env
	if env == nil {
		env = os.Environ()
	}
	values := map[string]string{}
	for _, entry := range env {
		if name, value, ok := strings.Cut(entry, "="); ok && matters(name) {
			values[name] = value
		}
	}
	names := make([]string, 0, len(values))
	for name := range values {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		say(h, name, values[name])
	}

	tool, err := exec.LookPath("go")
	if err != nil {
		return cache.Key{}, 0, errors.New("the go command is not in PATH")
	}
	if real, err := filepath.EvalSymlinks(tool); err == nil {
		tool = real
	}
	root := filepath.Dir(filepath.Dir(tool))
	version, err := os.ReadFile(filepath.Join(root, "VERSION"))
	if err == nil {
		say(h, "tree", root, string(version))
		contents(h, filepath.Join(root, "go.env"))
	} else {
		out, _, err := goCommand(ctx, opts, "env", "GOROOT", "GOVERSION", "GOENV")
		if err != nil {
			return cache.Key{}, 1, err
		}
		commands++
		say(h, "told", string(out))
	}
	contents(h, envFile(values))
	for _, compiler := range []string{values["CC"], values["CXX"], "gcc", "clang"} {
		if compiler != "" {
			found, _ := exec.LookPath(strings.Fields(compiler)[0])
			say(h, "compiler", found) // without one the go command turns cgo off
		}
	}
	h.Sum(fingerprint[:0])
	return fingerprint, commands, nil
}

// matters reports whether the go command looks at the variable when it lists packages.
func matters(name string) bool {
	switch name {
	case "PATH", "HOME", "USERPROFILE", "XDG_CONFIG_HOME", "AppData", "APPDATA", "CC", "CXX":
		return true
	}
	return strings.HasPrefix(name, "GO") || strings.HasPrefix(name, "CGO_")
}

// envFile is where "go env -w" writes.
func envFile(values map[string]string) string {
	if file := values["GOENV"]; file != "" {
		return file // "off" is no file, which is right
	}
	dir := values["XDG_CONFIG_HOME"]
	switch {
	case runtime.GOOS == "windows":
		dir = values["AppData"] + values["APPDATA"]
	case runtime.GOOS == "darwin":
		dir = filepath.Join(values["HOME"], "Library", "Application Support")
	case dir == "":
		dir = filepath.Join(values["HOME"], ".config")
	}
	return filepath.Join(dir, "go", "env")
}

// say adds strings to a fingerprint so that no two lists of them look the same.
func say(h io.Writer, words ...string) {
	fmt.Fprintf(h, "%d ", len(words))
	for _, w := range words {
		fmt.Fprintf(h, "%d %s", len(w), w)
	}
}

// contents adds a file to a fingerprint; a file that is not there counts as that.
func contents(h io.Writer, name string) {
	data, err := os.ReadFile(name)
	if err != nil {
		say(h, name, "none")
		return
	}
	say(h, name, "file", string(data))
}

// toolIdentity tells this program from every other build of it: the identity
// that the linker wrote into it or, where it wrote none, its content.
func toolIdentity() (string, error) {
	name, err := os.Executable()
	if err != nil {
		return "", err
	}
	file, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	head := make([]byte, 64<<10)
	n, err := io.ReadFull(file, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return "", err
	}
	if id := buildID(head[:n]); id != "" {
		return id, nil
	}
	h := sha256.New()
	h.Write(head[:n])
	if _, err := io.Copy(h, file); err != nil {
		return "", err
	}
	return string(h.Sum(nil)), nil
}

// buildID finds what the linker wrote near a program's start: an ELF note, or
// on other systems a text before the code.
func buildID(head []byte) string {
	const shortest = 40 // the linker's own is longer; one that was set by hand need not tell builds apart
	if i := bytes.Index(head, []byte("\x04\x00\x00\x00Go\x00\x00")); i >= 4 {
		size := binary.LittleEndian.Uint32(head[i-4:])
		if start := i + 8; size > shortest && uint64(start)+uint64(size) <= uint64(len(head)) {
			return string(head[start : start+int(size)])
		}
	}
	if _, rest, ok := bytes.Cut(head, []byte("\xff Go build ID: \"")); ok {
		if id, _, ok := bytes.Cut(rest, []byte("\"\n \xff")); ok && len(id) > shortest {
			return string(id)
		}
	}
	return ""
}
