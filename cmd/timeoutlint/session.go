package main

import (
	"context"

	"github.com/timeoutlint/timeoutlint/internal/config"
	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/internal/finding"
	"github.com/timeoutlint/timeoutlint/passes/settings"
)

// session is one command line, ready to be run: once, or again over code that
// is not on disk yet.
type session struct {
	app
	flags    *checkFlags
	conf     *config.Config
	chosen   choice
	dir      string // absolute
	patterns []string
	settings *settings.Settings
}

// analyse runs the chosen rules; the overlay stands in for files, by absolute name.
func (s *session) analyse(ctx context.Context, overlay map[string][]byte) (driver.Result, error) {
	progress := s.startProgress()
	defer progress.stop()
	return driver.Run(ctx, driver.Options{
		Dir:         s.dir,
		Patterns:    s.patterns,
		Tests:       s.flags.tests,
		Tags:        s.flags.tags,
		Env:         s.env,
		Overlay:     overlay,
		Settings:    s.settings,
		Analyzers:   s.chosen.analyzers,
		Ran:         s.chosen.ran,
		EncodeFacts: s.flags.stats,
		Progress:    progress.update,
	})
}

// findings makes findings of diagnostics and of directives to answer for, and
// puts them in shape.
func (s *session) findings(result driver.Result) []finding.Finding {
	var all []finding.Finding
	for _, p := range result.Packages {
		for _, d := range p.Diagnostics {
			all = append(all, finding.From(s.dir, d))
		}
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
		finding.Distinct)
}
