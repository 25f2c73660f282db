package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/timeoutlint/timeoutlint/internal/config"
	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/internal/finding"
)

// parts are the sessions of a command line: itself or, with -modules and where
// no module is around the directory, one for each module below, each under the
// configuration that holds there.
func (s *session) parts() ([]*session, error) {
	everything := len(s.patterns) == 0 || slices.Equal(s.patterns, []string{"./..."})
	around := config.Module(s.dir) != "" || config.Workspace(s.dir) != "" || s.getenv("GOWORK") != ""
	if !s.flags.modules && (around || !everything) {
		return []*session{s}, nil
	}
	if !everything {
		return nil, errors.New("-modules takes no packages: it looks at all of every module")
	}
	dirs, err := modulesBelow(s.dir)
	if err != nil {
		return nil, err
	}
	if config.Module(s.dir) != "" && !slices.Contains(dirs, s.dir) {
		dirs = append([]string{s.dir}, dirs...)
	}
	if len(dirs) == 0 {
		return []*session{s}, nil // which says that there is no module
	}
	if len(dirs) > 1 && (s.flags.fix || s.flags.diff) {
		return nil, errors.New("-fix and -diff take one module at a time: name it with -C")
	}
	var out []*session
	for _, dir := range dirs {
		flags := *s.flags
		flags.dir = dir
		part := &session{app: s.app, flags: &flags, dir: s.dir, module: dir, patterns: s.patterns}
		if part.conf, err = flags.readConfig(); err != nil {
			return nil, err
		}
		if part.chosen, err = choose(s.analyzers, part.conf, &flags); err != nil {
			return nil, err
		}
		part.settings = flags.settings(part.conf)
		if err := part.surround(); err != nil {
			return nil, err
		}
		out = append(out, part)
	}
	return out, nil
}

// modulesBelow lists the folders that have a go.mod, the directory's own
// first. What the go command passes over is passed over.
func modulesBelow(dir string) ([]string, error) {
	var out []string
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if base := d.Name(); name != dir && (strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_") ||
			base == "testdata" || base == "vendor" || base == "node_modules") {
			return filepath.SkipDir
		}
		if _, err := os.Stat(filepath.Join(name, "go.mod")); err == nil {
			out = append(out, name)
		}
		return nil
	})
	return out, err
}

// analyseParts runs every part and joins what was found. A module that cannot
// be analysed is told like a package that cannot.
func (s *session) analyseParts(ctx context.Context, parts []*session) (list []finding.Finding, joined driver.Result, err error) {
	var results []driver.Result
	for _, part := range parts {
		if err := part.compare(ctx); err != nil {
			return nil, joined, err
		}
		result, err := part.analyse(ctx, nil)
		if err != nil && len(parts) > 1 && ctx.Err() == nil {
			result.Skipped = append(result.Skipped, driver.Skipped{Package: shortest(part.module), Reason: err.Error()})
		} else if err != nil {
			return nil, joined, err
		}
		results = append(results, result)
		list = append(list, part.findings(result)...)
	}
	if len(results) == 1 {
		return list, results[0], nil
	}
	if len(results) == 0 {
		return nil, joined, fmt.Errorf("no module below %s", s.dir)
	}
	return finding.Sorted(list), driver.Join(results...), nil
}
