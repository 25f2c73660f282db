package main

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/internal/finding"
	"github.com/timeoutlint/timeoutlint/internal/link"
	"github.com/timeoutlint/timeoutlint/passes/uses"
	"github.com/timeoutlint/timeoutlint/rules"
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

// lesser is where a finding is a note, by what the whole module shows: functions
// and variables that nothing uses, and those that only commands do, by import
// path and name; and what deafctx says of gin where the module has it fall back.
type lesser struct {
	idle, casual map[string]bool
	fallback     bool
}

func (l lesser) has(path string, f finding.Finding) bool {
	name := path + "." + f.Function
	return l.casual[name] || l.idle[name] || l.fallback && f.Rule == rules.DeafCtx.Name
}

// lesser looks over all packages. What a package that could not be analysed
// mentions where it runs counts as run, and it itself as part of something that
// stays; where an analyzer failed, nobody knows anything.
func (s *session) lesser(result driver.Result, list []link.Summary) lesser {
	var out lesser
	if !slices.ContainsFunc(result.Packages, func(p driver.Package) bool { return len(p.Diagnostics) > 0 }) {
		return out // nothing to tell apart
	}
	var all []*uses.Result
	for _, sum := range list {
		if sum.Uses != nil {
			all = append(all, sum.Uses)
			out.fallback = out.fallback || sum.Uses.Fallback
		}
	}
	module := s.wholeModule()
	if module == "" || len(result.Crashes) > 0 {
		return out
	}
	for _, p := range result.Skipped {
		outline, err := outlineOf(p)
		if err != nil {
			return out
		}
		all = append(all, outline)
	}
	out.idle, out.casual = link.Idle(module, all), link.Casual(module, all)
	return out
}

// outlineOf is what is known of a package that could not be analysed: what the
// type checker made of it, or else its text.
func outlineOf(p driver.Skipped) (*uses.Result, error) {
	for _, r := range p.Results {
		if r, ok := r.(*uses.Result); ok {
			return r, nil
		}
	}
	var files [][]byte
	for _, name := range p.Files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		src, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		files = append(files, src)
	}
	return uses.Outline(p.Package, files), nil
}
