package driver

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/timeoutlint/timeoutlint/internal/regular"
)

// above checks what the go command reads before anything else: it would wait
// for a pipe in the place of a go.mod for ever.
func above(dir string) error {
	for {
		for _, name := range []string{"go.mod", "go.sum", "go.work", "go.work.sum"} {
			file := filepath.Join(dir, name)
			if err := regular.Check(file, regular.Data); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("%s: %w", file, regular.Reason(err))
			}
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return nil
		}
		dir = parent
	}
}

// leaveOut hides from the go command what has the name of a source file and is
// none: pipes, devices, and links to them, which it would read to an end that
// does not come. It looks at all of the module or the workspace, for what is
// imported need not match a pattern.
func leaveOut(opts Options, dir string) (Options, []Skipped) {
	var out []Skipped
	overlay := maps.Clone(opts.Overlay)
	for _, root := range roots(opts, dir) {
		_ = filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
			base := filepath.Base(name)
			switch {
			case err != nil || d.IsDir():
				if name != root && (strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_") || base == "testdata") {
					return filepath.SkipDir
				}
				return nil // the go command says what is wrong with a folder
			case d.Type().IsRegular() || !compiled(base):
				return nil
			}
			info, err := os.Stat(name)
			if err != nil || info.IsDir() {
				return nil // leads nowhere, or is no source file to the go command either
			}
			if _, replaced := overlay[name]; replaced {
				return nil
			}
			if err := regular.Check(name, regular.Source); err != nil {
				if overlay == nil {
					overlay = map[string][]byte{}
				}
				overlay[name] = nil
				file := name
				if rel, err := filepath.Rel(dir, name); err == nil && !strings.HasPrefix(rel, "..") {
					file = rel
				}
				out = append(out, Skipped{Package: filepath.ToSlash(file), Reason: regular.Reason(err).Error()})
			}
			return nil
		})
	}
	opts.Overlay = overlay
	return opts, out
}

// roots are the folders below which a run may read source files, none of them
// below another.
func roots(opts Options, dir string) []string {
	var all []string
	for _, pattern := range opts.Patterns {
		root, _, _ := strings.Cut(filepath.ToSlash(pattern), "...")
		if strings.HasPrefix(root, ".") || filepath.IsAbs(root) {
			all = append(all, absolute(dir, filepath.FromSlash(root)))
		}
	}
	all = append(append(all, moduleRoots(nearest(dir, "go.mod"))...), workspaceRoots(nearest(dir, "go.work"))...)
	slices.Sort(all)
	var out []string
	for _, root := range slices.Compact(all) {
		if !slices.ContainsFunc(out, func(above string) bool {
			return strings.HasPrefix(root, strings.TrimSuffix(above, string(filepath.Separator))+string(filepath.Separator))
		}) {
			out = append(out, root)
		}
	}
	return out
}

// nearest is the file of the name in the folder or one above; empty: none.
func nearest(dir, name string) string {
	for {
		file := filepath.Join(dir, name)
		if _, err := os.Stat(file); err == nil {
			return file
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

// moduleRoots are the folders of a module and of those that it has in the place
// of others.
func moduleRoots(file string) []string {
	text, err := regular.Read(file, regular.Config)
	if err != nil {
		return nil
	}
	out := []string{filepath.Dir(file)}
	if mod, err := modfile.Parse(file, text, nil); err == nil {
		out = append(out, replaced(file, mod.Replace)...)
	}
	return out
}

// workspaceRoots are the folders of the modules of a workspace.
func workspaceRoots(file string) (out []string) {
	text, err := regular.Read(file, regular.Config)
	if err != nil {
		return nil
	}
	if work, err := modfile.ParseWork(file, text, nil); err == nil {
		for _, use := range work.Use {
			folder := absolute(filepath.Dir(file), filepath.FromSlash(use.Path))
			out = append(append(out, folder), moduleRoots(filepath.Join(folder, "go.mod"))...)
		}
		out = append(out, replaced(file, work.Replace)...)
	}
	return out
}

func replaced(file string, list []*modfile.Replace) (out []string) {
	for _, r := range list {
		if r.New.Version == "" {
			out = append(out, absolute(filepath.Dir(file), filepath.FromSlash(r.New.Path)))
		}
	}
	return out
}
