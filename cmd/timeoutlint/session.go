package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/internal/changes"
	"github.com/timeoutlint/timeoutlint/internal/config"
	"github.com/timeoutlint/timeoutlint/internal/deploy"
	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/internal/finding"
	"github.com/timeoutlint/timeoutlint/internal/link"
	"github.com/timeoutlint/timeoutlint/passes/gaps"
	"github.com/timeoutlint/timeoutlint/passes/settings"
	"github.com/timeoutlint/timeoutlint/passes/unknown"
	"github.com/timeoutlint/timeoutlint/passes/uses"
)

// session is one command line, ready to be run: once, or again over code that
// is not on disk yet.
type session struct {
	app
	flags    *checkFlags
	conf     *config.Config
	chosen   choice
	dir      string // absolute; names of files are below it
	module   string // of a part: the module's folder
	patterns []string
	settings *settings.Settings

	fronts  []link.Promise // what is said of entries, and
	remotes []link.Remote  // what answers calls, where rules want to know
	joining time.Duration  // how long it took to join the packages
	found   *link.Found    // what they show together; nil: they were not joined
	around  *deploy.Result // what files beside the code say; nil: not read yet

	hidden map[string]int // findings that are not shown, by what makes them notes

	known *known         // findings to leave alone, or nil
	lines *changes.Lines // to report on alone, or nil
}

// prepare reads the command line and the configuration; without a session, the
// code is that of the process.
func (a app) prepare(args []string) (*session, int) {
	flags, set := newCheckFlags()
	if err := flags.parse(set, args); errors.Is(err, flag.ErrHelp) {
		usage(a.stdout, set)
		return nil, exitClean
	} else if err != nil {
		return nil, a.fail("%v", err)
	}
	conf, err := flags.readConfig()
	if err != nil {
		return nil, a.fail("%v", err)
	}
	chosen, err := choose(a.analyzers, conf, flags)
	if err != nil {
		return nil, a.fail("%v", err)
	}
	dir, err := filepath.Abs(flags.dir)
	if err != nil {
		return nil, a.fail("%v", err)
	}
	s := &session{app: a, flags: flags, conf: conf, chosen: chosen, dir: dir, patterns: set.Args(), settings: flags.settings(conf)}
	if err := s.surround(); err != nil {
		return nil, a.fail("%v", err)
	}
	return s, exitClean
}

// compare reads what the findings are to be held against: a baseline, a
// revision.
func (s *session) compare(ctx context.Context) (err error) {
	if s.known, err = s.readBaseline(); err != nil {
		return err
	}
	git := changes.Git{Dir: s.dir, Env: s.env}
	switch rev, base := s.flags.fromRev, s.flags.fromBase; {
	case rev != "" && base != "":
		return errors.New("-new-from-rev and -new-from-merge-base: one of them is enough")
	case rev != "":
		s.lines, err = git.Since(ctx, rev)
		return prefix("-new-from-rev", err)
	case base != "":
		s.lines, err = git.SinceMergeBase(ctx, base)
		return prefix("-new-from-merge-base", err)
	}
	return nil
}

func prefix(flag string, err error) error {
	if err != nil {
		err = fmt.Errorf("%s: %w", flag, err)
	}
	return err
}

// analyse runs the chosen rules; the overlay stands in for files, by absolute name.
func (s *session) analyse(ctx context.Context, overlay map[string][]byte) (driver.Result, error) {
	given, err := s.overlay(overlay)
	if err != nil {
		return driver.Result{}, err
	}
	s.settings.Whole, s.settings.ByTable, s.settings.Asked = true, true, s.chosen.List()
	progress := s.startProgress()
	defer progress.stop()
	var counted []*analysis.Analyzer
	if s.flags.stats {
		counted = append(counted, gaps.Analyzer)
	}
	if len(s.flags.platforms) < 2 {
		counted = append(counted, uses.Analyzer)
	}
	if len(s.conf.Knowledge) > 0 {
		counted = append(counted, unknown.Analyzer)
	}
	return driver.Run(ctx, driver.Options{
		Dir:         cmp.Or(s.module, s.dir),
		Platforms:   s.flags.platforms,
		Patterns:    s.patterns,
		Tests:       s.flags.tests,
		Tags:        s.flags.tags,
		Deps:        s.house(),
		Libraries:   s.libraries(),
		Env:         s.env,
		Overlay:     given,
		Settings:    s.settings,
		Analyzers:   s.chosen.analyzers,
		Collect:     append(s.collect(), counted...),
		Ran:         s.chosen.ran,
		Key:         s.chosen.key(),
		Cache:       s.openCache(s.flags),
		EncodeFacts: s.flags.stats,
		Progress:    progress.update,
	})
}

// overlay joins the texts that -overlay names with those that a fix tries out.
func (s *session) overlay(texts map[string][]byte) (map[string][]byte, error) {
	if s.flags.overlay == "" {
		return texts, nil
	}
	given, err := driver.ReadOverlay(s.flags.overlay, s.dir)
	if err != nil {
		return nil, fmt.Errorf("-overlay: %w", err)
	}
	maps.Copy(given, texts)
	return given, nil
}

// raw makes findings of diagnostics, and says of each who is held by it.
func (s *session) raw(result driver.Result) []finding.Finding {
	var all []finding.Finding
	list := summaries(result)
	for _, p := range result.Packages {
		for _, d := range p.Diagnostics {
			f := finding.From(s.dir, d)
			f.Package = p.Path
			all = append(all, f)
		}
	}
	return s.judged(result, list)(s.joined(all, result, list))
}

// findings are those of a run and its directives to answer for, put in shape.
func (s *session) findings(result driver.Result) []finding.Finding {
	all := s.raw(result)
	for _, p := range result.Packages {
		for _, d := range p.Directives {
			if message := s.chosen.aboutDirective(d); message != "" {
				all = append(all, finding.OfDirective(s.dir, d, message))
			}
		}
	}
	return finding.Chain(all,
		finding.Severities(s.conf.Rules.Severity),
		finding.Without(s.dir, s.conf.Excludes),
		finding.Sorted,
		finding.Distinct,
		s.fresh,
		s.touched,
		s.loud)
}

// touched keeps the findings whose code, a line on whose path, or a line on the way
// from who is held by it is new.
func (s *session) touched(list []finding.Finding) []finding.Finding {
	if s.lines == nil {
		return list
	}
	return slices.DeleteFunc(list, func(f finding.Finding) bool {
		new := func(at finding.Place) bool { return s.lines.Touched(at.File, at.Line, at.EndLine) }
		return !new(f.Place()) && !slices.ContainsFunc(slices.Concat(f.Path, f.Held.Way), func(p finding.Step) bool { return new(p.Place()) })
	})
}
