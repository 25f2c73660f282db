package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"golang.org/x/mod/modfile"
	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/internal/changes"
	"github.com/timeoutlint/timeoutlint/internal/config"
	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/internal/inventory"
	"github.com/timeoutlint/timeoutlint/internal/link"
	"github.com/timeoutlint/timeoutlint/internal/regular"
	"github.com/timeoutlint/timeoutlint/internal/report"
	"github.com/timeoutlint/timeoutlint/internal/report/deadline"
	"github.com/timeoutlint/timeoutlint/internal/whatif"
	"github.com/timeoutlint/timeoutlint/passes/flow"
	timeouts "github.com/timeoutlint/timeoutlint/passes/inventory"
	"github.com/timeoutlint/timeoutlint/passes/waits"
)

// pipeWidth is how wide a tree is drawn where there is no terminal.
const pipeWidth = 100

// budgets draws the deadline tree, or lists every effective timeout.
func (a app) budgets(args []string) int {
	flags, set := newBudgetsFlags()
	if err := flags.parse(set, args); errors.Is(err, flag.ErrHelp) {
		budgetsUsage(a.stdout, set)
		return exitClean
	} else if err != nil {
		return a.fail("%v", err)
	}
	profile, err := flags.profile()
	if err != nil {
		return a.fail("-latency: %v", err)
	}
	conf, err := flags.readConfig()
	if err != nil {
		return a.fail("%v", err)
	}
	dir, err := filepath.Abs(flags.dir)
	if err != nil {
		return a.fail("%v", err)
	}

	around := link.Options{Module: module(dir), Dir: dir}
	if around.Fronts, around.Remotes, err = surroundings(conf); err != nil {
		return a.fail("%v", err)
	}

	options := flags.settings(conf)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	progress := a.startProgress()
	result, err := driver.Run(ctx, driver.Options{
		Dir:      dir,
		Patterns: set.Args(),
		Tests:    flags.tests,
		Tags:     flags.tags,
		Env:      a.env,
		Settings: options,
		Collect:  []*analysis.Analyzer{timeouts.Analyzer, waits.Analyzer, flow.Analyzer},
		Progress: progress.update,
		Cache:    a.openCache(&flags.checkFlags),
	})
	progress.stop()
	if ctx.Err() != nil {
		return a.fail("interrupted")
	}
	if err != nil {
		return a.fail("%v", err)
	}

	began := time.Now()
	around.Flow = flows(result.Packages)
	around.Beside = a.beside(dir)
	tree := link.Build(trees(result), around)
	if flags.verbose {
		s := session{app: a, joining: time.Since(began)}
		s.tell(s.course(result)[:2])
	}
	if flags.write != "" {
		return a.tell(ctx, tree, dir, flags, result)
	}
	out := deadline.Report{
		Tree:         *tree,
		Inventory:    report.Inventory{Rows: a.rows(dir, conf, result), Skipped: result.Skipped},
		Availability: flags.availability / 100,
	}
	unused := inventory.Assign(out.Inventory.Rows, conf.Latency)
	if set.NArg() == 0 { // the whole module was looked at
		for _, place := range unused {
			a.say("%s: latency: %s: no timeout is there", shortest(conf.File()), place)
		}
		for _, u := range out.Tree.Unmet {
			a.say("%s:%d:%d: %s", shortest(u.Said.File), u.Said.Line, u.Said.Column, u.Text)
		}
	}
	inventory.Sort(out.Inventory.Rows, flags.sort)
	if len(flags.latency) > 0 {
		out.Inventory.Fits = inventory.Judge(out.Inventory.Rows, profile)
	}
	if err := a.ask(&out, flags); err != nil {
		return a.fail("%v", err)
	}
	if err := a.printBudgets(out, flags); err != nil {
		return a.fail("%v", err)
	}
	a.aside(&flags.checkFlags, result)
	switch {
	case len(result.Crashes) > 0, flags.failOnSkipped && !result.Whole():
		return exitFailed
	case len(result.Packages) == 0 && len(result.Skipped) > 0:
		return a.fail("nothing could be analysed")
	}
	return exitClean
}

// tell writes the summary of the module's entries for others. Part of it is
// worse than none, so that nothing is written where a package is missing.
func (a app) tell(ctx context.Context, tree *link.Report, dir string, flags *budgetsFlags, result driver.Result) int {
	a.aside(&flags.checkFlags, result)
	if len(result.Crashes)+len(result.Skipped) > 0 {
		return a.fail("-write: nothing is written: not every package could be analysed")
	}
	tags, folder := changes.Git{Dir: cmp.Or(flags.dir, "."), Env: a.env}.Tags(ctx)
	var text bytes.Buffer
	err := tree.Tell(release(tags, folder)).Write(&text)
	switch {
	case err != nil:
	case flags.write == "-":
		_, err = a.stdout.Write(text.Bytes())
	default:
		err = put(dir, flags.write, text.Bytes())
	}
	if err != nil {
		return a.fail("-write: %s: %v", flags.write, err)
	}
	return exitClean
}

// trees are what the packages do to time.
func trees(result driver.Result) []*waits.Result {
	var out []*waits.Result
	for _, p := range result.Packages {
		if found, ok := p.Results[1].(*waits.Result); ok {
			out = append(out, found)
		}
	}
	return out
}

// module is the path of the module that a directory is in; empty if none says.
func module(dir string) string {
	for {
		if text, err := regular.Read(filepath.Join(dir, "go.mod"), regular.Config); err == nil {
			return modfile.ModulePath(text)
		}
		above := filepath.Dir(dir)
		if above == dir {
			return ""
		}
		dir = above
	}
}

// ask leaves the entries that were asked for, and answers -slow and -down.
func (a app) ask(out *deadline.Report, flags *budgetsFlags) error {
	known := names(out.Tree)
	if flags.entries != "" {
		if err := out.Only(flags.entries); err != nil {
			return fmt.Errorf("-entries: %q: %w", flags.entries, err)
		}
		if len(out.Tree.Entries) == 0 {
			return fmt.Errorf("-entries: no entry matches %q", flags.entries)
		}
	}
	q, asked, err := flags.question()
	if !asked || err != nil {
		return err
	}
	if !slices.Contains(known, q.Dependency) {
		if near := config.Nearest(q.Dependency, known); near != "" {
			return fmt.Errorf("there is no dependency %q; did you mean %s?", q.Dependency, near)
		}
		return fmt.Errorf("there is no dependency %q; there are: %s", q.Dependency, strings.Join(known, ", "))
	}
	answer, err := whatif.Ask(out.Tree, q, flags.assume.World)
	if err != nil {
		return fmt.Errorf("-assume: %w", err)
	}
	out.WhatIf = &answer
	return nil
}

// names are the dependencies that there are.
func names(tree link.Report) []string {
	var out []string
	for _, d := range tree.Dependencies {
		out = append(out, d.Name)
	}
	return out
}

// printBudgets prints as the flags want it.
func (a app) printBudgets(out deadline.Report, flags *budgetsFlags) error {
	if flags.list == listTimeouts {
		if flags.format == "json" {
			return out.Inventory.JSON(a.stdout)
		}
		return out.Inventory.Table(a.stdout)
	}
	switch flags.format {
	case "json":
		return out.JSON(a.stdout)
	case "html":
		return out.Page(a.stdout)
	case "dot":
		return out.DOT(a.stdout)
	case "mermaid":
		return out.Mermaid(a.stdout)
	case "checklist":
		return out.Checklist(a.stdout)
	}
	width, colours := flags.width, false
	if isTerminal(a.stdout) {
		colours = a.getenv("NO_COLOR") == "" && a.getenv("TERM") != "dumb"
		if width == 0 {
			width = terminalWidth(a.stdout)
		}
	}
	if width == 0 {
		width = pipeWidth
	}
	return out.Text(a.stdout, width, colours)
}

// rows are the timeouts of all packages, those in excluded files left out. A
// package and its tests are two lists of the same files.
func (a app) rows(dir string, conf *config.Config, result driver.Result) []inventory.Row {
	var rows []inventory.Row
	for _, p := range result.Packages {
		found, ok := p.Results[0].(*timeouts.Result)
		if !ok {
			continue // it crashed, and that is said
		}
		if found.Why != "" {
			a.say("package %s: its timeouts cannot be seen: %s", p.Path, found.Why)
		}
		kept := slices.DeleteFunc(slices.Clone(found.Timeouts), func(t timeouts.Timeout) bool { return conf.Excludes(t.Pos.Filename) })
		rows = append(rows, inventory.Rows(dir, p.Path, kept)...)
	}
	return rows
}
