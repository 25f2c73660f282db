package driver

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// goFiles are the files that the go command writes to by itself: in a workspace
// the checksums that it misses, and with -mod=mod the requirements.
func goFiles(opts Options) (out []string) {
	dir, err := filepath.Abs(opts.Dir)
	if err != nil {
		return nil
	}
	env := opts.Env
	if env == nil {
		env = os.Environ()
	}
	work := ""
	for _, entry := range env {
		if value, ok := strings.CutPrefix(entry, "GOWORK="); ok {
			work = value // "off" is no file, which is right
		}
	}
	if work == "" {
		work = nearest(dir, "go.work")
	}
	if filepath.IsAbs(work) {
		out = append(out, work, work+".sum")
	}
	if mod := nearest(dir, "go.mod"); mod != "" {
		out = append(out, mod, strings.TrimSuffix(mod, ".mod")+".sum")
	}
	return out
}

// stateOf tells whether a file is written in between; "" of one that is not there.
func stateOf(files []string) map[string]string {
	out := map[string]string{}
	for _, file := range files {
		out[file] = ""
		if info, err := os.Stat(file); err == nil {
			out[file] = fmt.Sprint(info.Size(), info.ModTime().UnixNano())
		}
	}
	return out
}

// rewritten says which of the files are not as they were.
func rewritten(before map[string]string) (out []string) {
	now := stateOf(sortedKeys(before))
	for _, file := range sortedKeys(before) {
		switch {
		case before[file] == now[file]:
		case before[file] == "":
			out = append(out, fmt.Sprintf("the go command has made %s", file))
		default:
			out = append(out, fmt.Sprintf("the go command has changed %s", file))
		}
	}
	return out
}
