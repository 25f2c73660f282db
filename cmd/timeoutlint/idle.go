package main

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/internal/finding"
	"github.com/timeoutlint/timeoutlint/internal/link"
	"github.com/timeoutlint/timeoutlint/internal/regular"
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
func (s *session) wholeModule(result driver.Result) string {
	if len(s.flags.platforms) > 1 || !s.whole(result) {
		return ""
	}
	text, err := regular.Read(filepath.Join(cmp.Or(s.module, s.dir), "go.mod"), regular.Config)
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
	whole        bool // they are known; otherwise the packages speak for themselves
	fallback     bool
}

// Why a finding is a note though its rule is not, as the last line of a run counts
// them.
const (
	byIdle     = "in what nothing runs"
	byCommand  = "in commands at which somebody waits"
	byFallback = "answered by gin's ContextWithFallback"
	byPlace    = "at start-up, at shutdown or on this machine alone"
)

// lower makes notes of findings that nobody in sight is hurt by.
func (l lesser) lower(list []finding.Finding) []finding.Finding {
	for i := range list {
		f := &list[i]
		if f.Quiet = l.why(*f); f.Quiet != "" {
			f.Severity = rules.Note
		}
	}
	return list
}

func (l lesser) why(f finding.Finding) string {
	rule, ok := rules.Lookup(f.Rule)
	name := f.Package + "." + f.Function
	switch {
	case !ok:
		return ""
	case l.idle[name]:
		return byIdle
	case l.casual[name], f.Attended && !l.whole:
		return byCommand
	case l.fallback && rule == rules.DeafCtx:
		return byFallback
	case f.Severity == rules.Note && rule.Severity != rules.Note:
		return byPlace
	}
	return ""
}

// loud keeps the findings that are shown, and counts the others.
func (s *session) loud(list []finding.Finding) []finding.Finding {
	s.hidden = map[string]int{}
	return slices.DeleteFunc(list, func(f finding.Finding) bool {
		if f.Quiet == "" || s.settings.Notes {
			return false
		}
		s.hidden[f.Quiet]++
		return true
	})
}

// sayHidden is the last line of a run in which something is not shown.
func sayHidden(hidden map[string]int) string {
	total := 0
	var parts []string
	for _, why := range slices.SortedFunc(maps.Keys(hidden), func(a, b string) int {
		return cmp.Or(cmp.Compare(hidden[b], hidden[a]), strings.Compare(a, b))
	}) {
		total += hidden[why]
		parts = append(parts, fmt.Sprintf("%d %s", hidden[why], why))
	}
	switch total {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("1 note is hidden: %s (-notes shows it)", parts[0])
	}
	return fmt.Sprintf("%d notes are hidden: %s (-notes shows them)", total, strings.Join(parts, ", "))
}

// lesser looks over all packages. What a package that could not be analysed
// mentions where it runs counts as run, and it itself as part of something that
// stays, and so does what is left out for a tag or another platform; where an
// analyzer failed, nobody knows anything.
func (s *session) lesser(result driver.Result, list []link.Summary) lesser {
	var out lesser
	if s.collect() == nil && !slices.ContainsFunc(result.Packages, func(p driver.Package) bool { return len(p.Diagnostics) > 0 }) {
		return out // nothing to tell apart
	}
	var all []*uses.Result
	for _, sum := range list {
		if sum.Uses != nil {
			all = append(all, sum.Uses)
			out.fallback = out.fallback || sum.Uses.Fallback
		}
	}
	module := s.wholeModule(result)
	if module == "" || len(result.Crashes) > 0 {
		return out
	}
	for _, p := range result.Skipped {
		all = append(all, outlineOf(p))
	}
	all = append(all, s.leftOut(module, all)...)
	out.idle, out.casual = link.Idle(module, all), link.Casual(module, all)
	out.whole = out.casual != nil
	return out
}

// leftOut are the outlines of packages of which nothing is built on this platform
// and without tags, but that a file names that is left out itself.
func (s *session) leftOut(module string, all []*uses.Result) (out []*uses.Result) {
	known := map[string]bool{}
	var todo []string
	for _, p := range all {
		if p != nil {
			known[p.Path] = true
			todo = append(todo, p.Ignored...)
		}
	}
	for len(todo) > 0 {
		path := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		folder, below := strings.CutPrefix(path, module+"/")
		if !below || known[path] {
			continue
		}
		known[path] = true
		files, err := filepath.Glob(filepath.Join(cmp.Or(s.module, s.dir), filepath.FromSlash(folder), "*.go"))
		if err != nil || len(files) == 0 {
			continue
		}
		if outline := outlineOf(driver.Skipped{Package: path, Files: files}); outline != nil {
			out = append(out, outline)
			todo = append(todo, outline.Imports...)
		}
	}
	return out
}

// outlineOf is what is known of a package that was not analysed: what the type
// checker made of it, or else its text; nil: nothing.
func outlineOf(p driver.Skipped) *uses.Result {
	for _, r := range p.Results {
		if r, ok := r.(*uses.Result); ok {
			return r
		}
	}
	var files [][]byte
	for _, name := range p.Files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		src, err := regular.Read(name, regular.Source)
		if err != nil {
			return nil
		}
		files = append(files, src)
	}
	return uses.Outline(p.Package, files)
}
