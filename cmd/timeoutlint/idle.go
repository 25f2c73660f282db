package main

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/mod/modfile"

	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/internal/link"
	"github.com/timeoutlint/timeoutlint/passes/uses"
)

// wholeModule is the path of the module that is looked at with all its packages;
// empty where only some are, and what they lack may be in another, and where
// several platforms are, of which each refers to functions of its own.
func (s *session) wholeModule() string {
	if len(s.patterns) > 0 && !slices.Equal(s.patterns, []string{"./..."}) || len(s.flags.platforms) > 1 {
		return ""
	}
	text, err := os.ReadFile(filepath.Join(cmp.Or(s.module, s.dir), "go.mod"))
	if err != nil {
		return ""
	}
	return modfile.ModulePath(text)
}

// idle is the functions of a program that nothing in it runs: what goes wrong
// there goes wrong for nobody, and is a note. Where a package could not be
// analysed, nobody knows.
func (s *session) idle(result driver.Result) map[string]bool {
	module := s.wholeModule()
	if module == "" || len(result.Skipped)+len(result.Crashes) > 0 {
		return nil
	}
	var all []*uses.Result
	for _, p := range result.Packages {
		for _, r := range p.Results {
			if u, ok := r.(*uses.Result); ok {
				all = append(all, u)
			}
		}
	}
	return link.Idle(module, all)
}
