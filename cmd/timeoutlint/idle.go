package main

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/internal/link"
	"github.com/timeoutlint/timeoutlint/internal/regular"
	"github.com/timeoutlint/timeoutlint/passes/held"
	"github.com/timeoutlint/timeoutlint/passes/uses"
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

// fates looks over all packages: what of them nothing runs, and what only commands
// do. What a package that could not be analysed mentions where it runs counts as
// run, and it itself as part of something that stays, and so does what is left out
// for a tag or another platform; where an analyzer failed, nobody knows anything.
// gin: the module has its contexts fall back to the request's.
func (s *session) fates(result driver.Result, list []link.Summary) (out held.Fates, gin, whole bool) {
	var all []*uses.Result
	for _, sum := range list {
		if sum.Uses != nil {
			all = append(all, sum.Uses)
			gin = gin || sum.Uses.Fallback
		}
	}
	module := s.wholeModule(result)
	if module == "" || len(result.Crashes) > 0 {
		return out, gin, false
	}
	analysed := len(all)
	for _, p := range result.Skipped {
		all = append(all, outlineOf(p))
	}
	all = append(all, s.leftOut(module, all)...)
	idle, casual := link.Idle(module, all), link.Casual(module, all)
	out.Idle = func(path, short string) bool { return idle[path+"."+short] }
	out.Attended = func(path, short string) bool { return casual[path+"."+short] }
	out.Unattended = link.Unattended
	open := map[string]bool{}
	for _, p := range all[:analysed] {
		for _, path := range p.Ignored { // a file for another platform may call what it exports
			open[path] = true
		}
	}
	for _, p := range all[analysed:] {
		if p != nil {
			for _, path := range p.Imports {
				open[path] = true
			}
		}
	}
	out.Called = func(path string) bool { return open[path] }
	if linked := link.Linked(all); len(linked) > 0 {
		// Of a module that others may import, too, they have what is not internal.
		out.Linked = func(path string) bool { return linked[path] && (idle != nil || internal(path)) }
	}
	return out, gin, casual != nil
}

// internal reports whether only the module itself may import a package.
func internal(path string) bool { return slices.Contains(strings.Split(path, "/"), "internal") }

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
