package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"text/tabwriter"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/internal/config"
	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/internal/inventory"
	"github.com/timeoutlint/timeoutlint/internal/report"
	timeouts "github.com/timeoutlint/timeoutlint/passes/inventory"
)

// budgetsFlags is the command line of budgets, as given.
type budgetsFlags struct {
	checkFlags
	sort    string
	latency list
}

func newBudgetsFlags() (*budgetsFlags, *flag.FlagSet) {
	b := &budgetsFlags{checkFlags: checkFlags{given: map[string]bool{}}}
	f := flag.NewFlagSet("budgets", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.Usage = func() {}
	f.StringVar(&b.sort, "sort", inventory.ByPlace, "sort by `ORDER`: "+strings.Join(inventory.Orders(), ", "))
	f.Var(&b.latency, "latency", "set the latency profiles in `FILES`, written by package budget, beside the timeouts")
	f.StringVar(&b.format, "format", "text", "print as `FORMAT`: text or json")
	f.BoolVar(&b.json, "json", false, "the same as -format=json")
	f.BoolVar(&b.tests, "tests", false, "also look at test files")
	f.Var(&b.tags, "tags", "build `TAGS`, with commas")
	f.StringVar(&b.dir, "C", "", "run in `DIR`")
	f.StringVar(&b.config, "config", "", "read `FILE` instead of the nearest "+config.FileName+"; none reads no file")
	return b, f
}

// budgets lists every effective timeout and, with -latency, how it stands to
// what was measured.
func (a app) budgets(args []string) int {
	flags, set := newBudgetsFlags()
	if err := flags.parse(set, args); errors.Is(err, flag.ErrHelp) {
		budgetsUsage(a.stdout, set)
		return exitClean
	} else if err != nil {
		return a.fail("%v", err)
	}
	if flags.format != "text" && flags.format != "json" {
		return a.fail("-format: budgets prints text or json")
	}
	if !slices.Contains(inventory.Orders(), flags.sort) {
		return a.fail("-sort: unknown order %q; there are %s", flags.sort, strings.Join(inventory.Orders(), ", "))
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
		Collect:  []*analysis.Analyzer{timeouts.Analyzer},
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

	out := report.Inventory{Rows: a.rows(dir, conf, result), Skipped: result.Skipped}
	unused := inventory.Assign(out.Rows, conf.Latency)
	if set.NArg() == 0 { // the whole module was looked at
		for _, place := range unused {
			a.say("%s: latency: %s: no timeout is there", shortest(conf.File()), place)
		}
	}
	inventory.Sort(out.Rows, flags.sort)
	if len(flags.latency) > 0 {
		out.Fits = inventory.Judge(out.Rows, profile)
	}
	write := out.Table
	if flags.format == "json" {
		write = out.JSON
	}
	if err := write(a.stdout); err != nil {
		return a.fail("%v", err)
	}
	a.aside(&flags.checkFlags, result)
	switch {
	case len(result.Crashes) > 0:
		return exitFailed
	case len(result.Packages) == 0 && len(result.Skipped) > 0:
		return a.fail("nothing could be analysed")
	}
	return exitClean
}

// profile reads and joins the latency profiles.
func (b *budgetsFlags) profile() ([]inventory.Latency, error) {
	var all [][]inventory.Latency
	for _, name := range b.latency {
		file, err := os.Open(name)
		if errors.Is(err, os.ErrNotExist) {
			return nil, fmt.Errorf("there is no file %s", name)
		} else if err != nil {
			return nil, err
		}
		one, err := inventory.ReadProfile(file)
		_ = file.Close()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, one)
	}
	return inventory.Merge(all...)
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

func budgetsUsage(w io.Writer, flags *flag.FlagSet) {
	fmt.Fprint(w, "timeoutlint budgets lists every effective timeout: where it is, what it bounds and\nhow long it is, or where its value comes from.\n\n"+
		"  timeoutlint budgets [flags] [packages]\n\nFlags:\n")
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	flags.VisitAll(func(f *flag.Flag) {
		value, text := flag.UnquoteUsage(f)
		fmt.Fprintf(out, "  -%s\t%s\n", strings.TrimSpace(f.Name+" "+value), text)
	})
	_ = out.Flush()
	fmt.Fprint(w, "\nExit codes: 0 it ran, whatever it found; 1 it could not run.\n")
}
