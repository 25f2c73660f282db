package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"text/tabwriter"

	"github.com/timeoutlint/timeoutlint/internal/baseline"
	"github.com/timeoutlint/timeoutlint/internal/config"
	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/internal/finding"
	"github.com/timeoutlint/timeoutlint/internal/replace"
	"github.com/timeoutlint/timeoutlint/passes/shown"
	"github.com/timeoutlint/timeoutlint/rules"
)

// known is a baseline in use.
type known struct {
	file    string // absolute
	entries []baseline.Entry
	rest    []baseline.Entry // of which fewer were found by the last run
}

// baseline writes, prunes or shows a baseline.
func (a app) baseline(args []string) int {
	does := map[string]func(*session) int{"write": (*session).writeBaseline, "prune": (*session).pruneBaseline, "show": (*session).showBaseline}
	if len(args) == 0 || does[args[0]] == nil {
		return a.fail("baseline takes write, prune or show")
	}
	s, code := a.prepare(args[1:])
	if s == nil {
		return code
	}
	for _, name := range []string{"new-from-rev", "new-from-merge-base", "fix", "diff"} {
		if s.flags.given[name] {
			return a.fail("-%s does not go with baseline %s", name, args[0])
		}
	}
	return does[args[0]](s)
}

// baselineFile is the file that the command line or the configuration names;
// empty: none.
func (s *session) baselineFile() string {
	switch {
	case s.flags.baseline == "none":
		return ""
	case s.flags.baseline != "":
		return absolute(s.flags.baseline)
	case s.conf.Baseline != "":
		name := filepath.FromSlash(s.conf.Baseline)
		if filepath.IsAbs(name) {
			return name
		}
		return filepath.Join(filepath.Dir(s.conf.File()), name)
	}
	return ""
}

func (s *session) readBaseline() (*known, error) {
	file := s.baselineFile()
	if file == "" {
		return nil, nil
	}
	entries, err := baseline.Read(file, shortest(file))
	if err != nil {
		return nil, err
	}
	return &known{file: file, entries: entries}, nil
}

// fresh takes out the findings that the baseline knows.
func (s *session) fresh(list []finding.Finding) []finding.Finding {
	if s.known == nil {
		return list
	}
	list, s.known.rest = baseline.Apply(s.known.entries, s.dir, filepath.Dir(s.known.file), list)
	return list
}

// stale names what the baseline has too much, as far as this run can know.
func (s *session) stale(result driver.Result) {
	if s.known == nil {
		return
	}
	const few = 5
	could := s.reach(result)
	told, more := 0, 0
	for _, e := range s.known.rest {
		if !could(e) {
			continue
		}
		if told++; told > few {
			more++
			continue
		}
		s.say("%s:%d: stale: %s in %s is not found any more", shortest(s.known.file), e.At, e.Rule, where(e))
	}
	if more > 0 {
		s.say("%s: %s stale", shortest(s.known.file), number(more, "more entry is", "more entries are"))
	}
	if told > 0 {
		s.say("timeoutlint baseline prune removes what is stale")
	}
}

// reach tells whether a run could have found an entry: its rule ran, and its
// file was looked at, or is there no more.
func (s *session) reach(result driver.Result) func(baseline.Entry) bool {
	files := map[string]bool{}
	for _, p := range result.Packages {
		for _, f := range p.Files {
			files[f] = true
		}
	}
	file := s.baselineFile()
	return func(e baseline.Entry) bool {
		_, exists := rules.Lookup(e.Rule)
		if exists && !s.chosen.ran(e.Rule) || e.Rule == finding.DirectiveRule && !s.chosen.whole {
			return false
		}
		name := filepath.Join(filepath.Dir(file), filepath.FromSlash(e.File))
		if strings.HasSuffix(name, "_test.go") && !s.flags.tests {
			return false
		}
		if files[name] {
			return true
		}
		_, err := os.Stat(name)
		return os.IsNotExist(err)
	}
}

// rerun analyses without any baseline in the way.
func (s *session) rerun() ([]finding.Finding, driver.Result, int) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	result, err := s.analyse(ctx, nil)
	switch {
	case ctx.Err() != nil:
		return nil, result, s.fail("interrupted")
	case err != nil:
		return nil, result, s.fail("%v", err)
	case len(result.Packages) == 0 && len(result.Skipped) > 0:
		return nil, result, s.fail("nothing could be analysed")
	}
	s.aside(s.flags, result)
	if len(result.Crashes) > 0 {
		return nil, result, exitFailed
	}
	return s.findings(result), result, exitClean
}

// writeBaseline records all findings. What this run did not look at stays as it is.
func (s *session) writeBaseline() int {
	file, named := s.baselineFile(), true
	if file == "" {
		top := config.Root(s.dir)
		if s.conf.File() != "" {
			top = filepath.Dir(s.conf.File())
		}
		file, named = filepath.Join(top, baseline.FileName), false
		s.flags.baseline = file
	}
	var old []baseline.Entry
	if _, err := os.Stat(file); err == nil {
		if old, err = baseline.Read(file, shortest(file)); err != nil {
			return s.fail("%v", err)
		}
	}
	list, result, code := s.rerun()
	if code != exitClean {
		return code
	}
	could := s.reach(result)
	kept := slices.DeleteFunc(old, could)
	entries := append(baseline.Of(s.dir, filepath.Dir(file), list), kept...)
	if err := s.putBaseline(file, entries); err != nil {
		return s.fail("%s: %v", shortest(file), err)
	}
	s.say("%s: %s", shortest(file), number(len(list), "finding", "findings"))
	if len(kept) > 0 {
		s.say("%s: %s that this run did not look at", shortest(file), number(len(kept), "entry stays", "entries stay"))
	}
	if !named {
		s.say("to use it, write in %s: baseline: %s", config.FileName, filepath.Base(file))
	}
	return exitClean
}

// putBaseline writes a baseline. One that only the configuration names lies in
// the same tree as that.
func (s *session) putBaseline(file string, entries []baseline.Entry) error {
	if tree := config.Root(s.dir); s.flags.baseline == "" && replace.Outside(tree, file) {
		return fmt.Errorf("the configuration names a baseline outside of %s: name it with -baseline to have it written", tree)
	}
	return put(s.dir, file, baseline.Format(entries))
}

// pruneBaseline removes what is not found any more, and adds nothing.
func (s *session) pruneBaseline() int {
	known, err := s.readBaseline()
	if err != nil {
		return s.fail("%v", err)
	}
	if known == nil {
		return s.fail("baseline prune: no baseline is named by -baseline or by the configuration")
	}
	s.known = known
	_, result, code := s.rerun()
	if code != exitClean {
		return code
	}
	could := s.reach(result)
	gone := slices.DeleteFunc(known.rest, func(e baseline.Entry) bool { return !could(e) })
	if len(gone) > 0 {
		if err := s.putBaseline(known.file, baseline.Without(known.entries, gone)); err != nil {
			return s.fail("%s: %v", shortest(known.file), err)
		}
	}
	s.say("%s: %s removed, %d left", shortest(known.file), number(total(gone), "finding", "findings"), total(known.entries)-total(gone))
	return exitClean
}

// showBaseline prints the entries for a reader.
func (s *session) showBaseline() int {
	known, err := s.readBaseline()
	if err != nil {
		return s.fail("%v", err)
	}
	if known == nil {
		return s.fail("baseline show: no baseline is named by -baseline or by the configuration")
	}
	out := tabwriter.NewWriter(s.stdout, 0, 0, 2, ' ', 0)
	for _, e := range known.entries {
		fmt.Fprintf(out, "%d\t%s\t%s\t%s\n", e.Count, shown.Text(e.Rule), shown.Text(where(e)), shown.Text(e.Line))
	}
	if err := out.Flush(); err != nil {
		return s.fail("%v", err)
	}
	return exitClean
}

func where(e baseline.Entry) string {
	if e.Function == "" {
		return e.File
	}
	return e.File + " (" + e.Function + ")"
}

func total(list []baseline.Entry) (n int) {
	for _, e := range list {
		n += e.Count
	}
	return n
}

func absolute(name string) string {
	if abs, err := filepath.Abs(name); err == nil {
		return abs
	}
	return name
}
