package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/timeoutlint/timeoutlint/internal/baseline"
	"github.com/timeoutlint/timeoutlint/internal/config"
	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/internal/finding"
	"github.com/timeoutlint/timeoutlint/internal/starter"
	"github.com/timeoutlint/timeoutlint/passes/settings"
	"github.com/timeoutlint/timeoutlint/passes/uses"
)

// start writes a first configuration, made for the module.
func (a app) start(args []string) int {
	set := flag.NewFlagSet("timeoutlint init", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	out := set.String("o", "", "write `FILE` instead of "+config.FileName+" beside go.mod; - is standard output")
	dir := set.String("C", "", "run in `DIR`")
	if err := set.Parse(args); errors.Is(err, flag.ErrHelp) {
		a.say("init [-C DIR] [-o FILE] [packages]: FILE is %s beside go.mod, - is standard output", config.FileName)
		return exitClean
	} else if err != nil {
		return a.fail("%v", flagError(set, err))
	}
	s := &session{app: a, flags: &checkFlags{}, conf: new(config.Config), settings: settings.Default(), patterns: set.Args(), dir: absolute(*dir)}
	file, err := target(*out, s.dir)
	if err != nil {
		return a.fail("%v", err)
	}
	if s.chosen, err = choose(a.analyzers, s.conf, s.flags); err != nil {
		return a.fail("%v", err)
	}
	s.settings.Whole, s.settings.ByTable = true, true
	if len(s.patterns) == 0 {
		s.dir = cmp.Or(config.Module(s.dir), s.dir) // it is for all of the module
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	progress := a.startProgress()
	result, err := driver.Run(ctx, driver.Options{Dir: s.dir, Patterns: s.patterns, Env: a.env, Settings: s.settings,
		Analyzers: s.chosen.analyzers, Collect: append(s.collect(), uses.Analyzer, starter.Look), Progress: progress.update})
	progress.stop()
	switch {
	case ctx.Err() != nil:
		return a.fail("interrupted")
	case err != nil:
		return a.fail("%v", err)
	}
	a.aside(s.flags, result)
	m := starter.Module{Baseline: baseline.FileName}
	for _, p := range result.Packages {
		for _, r := range p.Results {
			if seen, ok := r.(*starter.Seen); ok {
				m.Packages = append(m.Packages, seen)
			}
		}
	}
	m.Findings = finding.Chain(s.raw(result), finding.Sorted, finding.Distinct)
	if len(m.Packages) == 0 {
		return a.fail("nothing could be analysed")
	}
	text := starter.Text(m)
	if file == "-" {
		if _, err := io.Copy(a.stdout, bytes.NewReader(text)); err != nil {
			return a.fail("%v", err)
		}
		return exitClean
	}
	if err := put(s.dir, file, text); err != nil {
		return a.fail("%s: %v", shortest(file), err)
	}
	a.say("wrote %s: it changes nothing yet, and offers what could be changed", shortest(file))
	return exitClean
}

// target is the file to write, which must not be there: the one that is named,
// or the usual one beside go.mod, unless one holds for the directory already.
func target(out, dir string) (string, error) {
	if out == "-" {
		return out, nil
	}
	file := absolute(out)
	if out == "" {
		holds, err := config.Find(dir)
		if err != nil {
			return "", err
		}
		if file = holds; file == "" {
			file = filepath.Join(cmp.Or(config.Module(dir), dir), config.FileName)
		}
	}
	if _, err := os.Lstat(file); err == nil {
		return "", fmt.Errorf("init: %s is there already; -o - prints a new one", shortest(file))
	}
	return file, nil
}
