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

// everything: the patterns ask for all packages below the directory.
func (s *session) everything() bool {
	return len(s.patterns) == 0 || slices.Equal(s.patterns, []string{"./..."})
}

// wholeModule is the path of the module that is looked at with all its packages;
// empty where only some are, and what they lack may be in another, and where
// several platforms are, of which each refers to functions of its own.
func (s *session) wholeModule() string {
	if !s.everything() || len(s.flags.platforms) > 1 {
		return ""
	}
	text, err := os.ReadFile(filepath.Join(cmp.Or(s.module, s.dir), "go.mod"))
	if err != nil {
		return ""
	}
	return modfile.ModulePath(text)
}

// idle is the functions of a program that nothing in it runs: what goes wrong
// there goes wrong for nobody, and is a note. What a package that could not be
// analysed mentions counts as run; where an analyzer failed, nobody knows.
func (s *session) idle(result driver.Result, list []link.Summary) map[string]bool {
	module := s.wholeModule()
	if module == "" || len(result.Crashes) > 0 {
		return nil
	}
	named := map[string]bool{}
	for _, skipped := range result.Skipped {
		for _, file := range skipped.Files {
			src, err := os.ReadFile(file)
			if err != nil {
				return nil
			}
			uses.Names(src, named)
		}
	}
	var all []*uses.Result
	for _, sum := range list {
		if sum.Uses != nil {
			all = append(all, sum.Uses)
		}
	}
	return link.Idle(module, all, named)
}
