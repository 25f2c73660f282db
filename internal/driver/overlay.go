package driver

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"github.com/timeoutlint/timeoutlint/internal/regular"
)

// ReadOverlay reads a file as the go command's -overlay takes it: an object
// whose Replace maps files to the files that hold their text, or to nothing
// where they are to be as if deleted. Relative names are below dir.
func ReadOverlay(file, dir string) (map[string][]byte, error) {
	text, err := regular.Read(absolute(dir, file), regular.Data)
	if err != nil {
		return nil, err
	}
	var overlay struct{ Replace map[string]string }
	if err := json.Unmarshal(text, &overlay); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	out := map[string][]byte{}
	for name, with := range overlay.Replace {
		name = absolute(dir, name)
		if with == "" {
			out[name] = nil
			continue
		}
		if out[name], err = regular.Read(absolute(dir, with), regular.Source); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// withFlags adds the overlay that GOFLAGS names: the go command obeys it, and
// the files are to be read as it sees them.
func withFlags(opts Options) (Options, error) {
	env := opts.Env
	if env == nil {
		env = os.Environ()
	}
	flags := ""
	for _, entry := range env {
		if value, ok := strings.CutPrefix(entry, "GOFLAGS="); ok {
			flags = value
		}
	}
	for flag := range strings.FieldsSeq(flags) {
		file, ok := strings.CutPrefix(strings.TrimPrefix(flag, "-"), "-overlay=")
		if !ok {
			file, ok = strings.CutPrefix(flag, "-overlay=")
		}
		if !ok {
			continue
		}
		dir, err := filepath.Abs(opts.Dir)
		if err != nil {
			return opts, err
		}
		overlay, err := ReadOverlay(file, dir)
		if err != nil {
			return opts, fmt.Errorf("GOFLAGS: -overlay: %w", err)
		}
		maps.Copy(overlay, opts.Overlay)
		opts.Overlay = overlay
	}
	return opts, nil
}
