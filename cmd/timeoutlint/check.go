package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/timeoutlint/timeoutlint/internal/config"
	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/internal/report"
	"github.com/timeoutlint/timeoutlint/passes/gaps"
	"github.com/timeoutlint/timeoutlint/passes/settings"
	"github.com/timeoutlint/timeoutlint/rules"
)

// check analyses packages and prints what was found.
func (a app) check(args []string) int {
	s, code := a.prepare(args)
	if s == nil {
		return code
	}
	flags := s.flags
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if flags.verbose {
		s.tell(s.circumstances(ctx))
	}
	parts, err := s.parts()
	if err != nil {
		return a.fail("%v", err)
	}
	if len(parts) == 1 {
		s = parts[0]
	}
	findings, result, err := s.analyseParts(ctx, parts)
	if ctx.Err() != nil {
		return a.fail("interrupted")
	}
	if err != nil {
		return a.fail("%v", err)
	}

	if flags.fix || flags.diff {
		if findings, err = s.fix(ctx, findings, result); err != nil {
			return a.fail("%v", err)
		}
	}
	hidden := hiddenOf(parts)
	told := s.report(findings, result)
	told.Hidden = hidden
	if err := s.print(told); err != nil {
		return a.fail("%v", err)
	}
	a.aside(flags, result)
	if flags.verbose {
		s.tell(s.course(result)[:2]) // the rest is said anyway
	}
	wrong := 0
	for _, part := range parts {
		wrong += part.undeclared(result)
		part.stale(result)
	}
	if line := sayHidden(hidden); line != "" {
		a.say("%s", line)
	}
	switch {
	case wrong > 0, len(result.Crashes) > 0, flags.failOnSkipped && !result.Whole():
		return exitFailed
	case flags.fails(s.conf, findings):
		return exitFindings
	case len(result.Packages) == 0 && len(result.Skipped) > 0:
		return a.fail("nothing could be analysed")
	}
	return exitClean
}

// readConfig reads the configuration that holds for the directory.
func (c *checkFlags) readConfig() (*config.Config, error) {
	dir := c.dir
	if dir == "" {
		dir = "."
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("-C: %s is not a directory", dir)
	}
	switch c.config {
	case "none":
		return new(config.Config), nil
	case "":
		return nearestConfig(dir)
	}
	conf, err := config.Read(c.config, c.config)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("-config: there is no file %s", c.config)
	}
	return conf, err
}

// settings joins the file and the command line, which wins.
func (c *checkFlags) settings(conf *config.Config) *settings.Settings {
	s := settings.Default()
	if conf.Confidence != "" {
		s.Confidence = conf.Confidence
	}
	if c.given["confidence"] {
		s.Confidence = rules.Confidence(c.confidence)
	}
	if !c.given["notes"] {
		c.notes = conf.Notes
	}
	if !c.given["tests"] {
		c.tests = conf.Tests
	}
	if !c.given["tags"] {
		c.tags = conf.Tags
	}
	s.Notes, s.Tests, s.Knowledge, s.House, s.Consequence = c.notes, c.tests, conf.Knowledge, conf.House, conf.Consequence
	return s
}

// aside tells on standard error what is no finding.
func (a app) aside(flags *checkFlags, result driver.Result) {
	for _, notice := range result.Notices {
		a.say("%s", notice)
	}
	if flags.verbose {
		for _, aside := range result.Asides {
			a.say("%s", aside)
		}
	}
	for _, s := range result.Skipped {
		a.say("skipped %s: %s", s.Package, s.Reason)
	}
	for _, line := range leftOut(result.LeftOut, flags.stats || flags.verbose) {
		a.say("left out in %s", line)
	}
	for _, c := range result.Crashes {
		a.say("package %s: %s crashed: %s", c.Package, crashed(c.Analyzer), c.Reason)
	}
	if flags.stats && flags.format != "json" {
		a.say("%s", strings.TrimSpace(report.Cost(result.Stats)))
		for line := range strings.Lines(report.Gaps(gapsOf(result))) {
			a.say("%s", strings.TrimSuffix(line, "\n"))
		}
	}
}

// gapsOf adds up what is known of waits and what is not.
func gapsOf(result driver.Result) gaps.Result {
	var all []*gaps.Result
	for _, p := range result.Packages {
		for _, r := range p.Results {
			if r, ok := r.(*gaps.Result); ok {
				all = append(all, r)
			}
		}
	}
	return gaps.Sum(all)
}

// crashed names what crashed: a rule, a pass, or a part of the driver.
func crashed(name string) string {
	if _, ok := rules.Lookup(name); ok {
		return "rule " + name
	}
	return name
}

// shortest is a file's name as a person in the current directory would write it.
func shortest(file string) string {
	wd, err := os.Getwd()
	if err != nil {
		return file
	}
	if rel, err := filepath.Rel(wd, file); err == nil && len(rel) < len(file) {
		return rel
	}
	return file
}
