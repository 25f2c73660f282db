package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/timeoutlint/timeoutlint/internal/config"
	"github.com/timeoutlint/timeoutlint/internal/report"
	"github.com/timeoutlint/timeoutlint/rules"
)

// checkFlags is the command line of check, as given.
type checkFlags struct {
	enable, disable, only, tags list
	confidence, format, config  string
	failOn                      string
	out                         outputs
	baseline, fromRev, fromBase string
	dir                         string
	cache, overlay              string
	platforms                   list
	modules                     bool
	notes, tests, json          bool
	failOnSkipped               bool
	fix, diff                   bool
	stats, verbose              bool

	given map[string]bool // flags that were set, so that they win over the file
}

func newCheckFlags() (*checkFlags, *flag.FlagSet) {
	c := &checkFlags{given: map[string]bool{}}
	f := flag.NewFlagSet("timeoutlint", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.Usage = func() {}
	f.Var(&c.enable, "enable", "also run these `RULES`: names of rules or groups, with commas")
	f.Var(&c.disable, "disable", "do not run these `RULES`")
	f.Var(&c.only, "only", "run just these `RULES`, whatever the configuration says")
	f.StringVar(&c.confidence, "confidence", "", "weakest `LEVEL` to report: high, medium or low (default medium)")
	f.BoolVar(&c.notes, "notes", false, "also report what was lowered to a note")
	f.BoolVar(&c.tests, "tests", false, "also report in test files")
	f.Var(&c.tags, "tags", "build `TAGS`, with commas")
	f.StringVar(&c.dir, "C", "", "run in `DIR`")
	f.StringVar(&c.format, "format", "text", "print findings as `FORMAT`: "+report.FormatNames())
	f.Var(&c.out, "out", "also write `FORMAT:FILE`, - for standard output; may be given more than once")
	f.StringVar(&c.failOn, "fail-on", "", "least `SEVERITY` that fails the run: error, warning, note or none (default warning)")
	f.BoolVar(&c.failOnSkipped, "fail-on-skipped", false, "exit with 1 where a package, a function or a rule was left out")
	f.BoolVar(&c.json, "json", false, "the same as -format=json")
	f.StringVar(&c.config, "config", "", "read `FILE` instead of the nearest "+config.FileName+"; none reads no file")
	f.StringVar(&c.baseline, "baseline", "", "leave alone the findings in `FILE`, as timeoutlint baseline write makes it; none uses no file")
	f.StringVar(&c.fromRev, "new-from-rev", "", "report only what has changed since the revision `REV`")
	f.StringVar(&c.fromBase, "new-from-merge-base", "", "report only what has changed since HEAD left `BRANCH`")
	f.BoolVar(&c.fix, "fix", false, "apply the fixes that compile, and report what is left")
	f.BoolVar(&c.diff, "diff", false, "print what -fix would change, and change nothing")
	f.BoolVar(&c.stats, "stats", false, "print what the run cost to standard error, or into the JSON")
	f.BoolVar(&c.verbose, "v", false, "say what the run goes by and how it went, as timeoutlint doctor does")
	f.Var(&c.platforms, "platforms", "analyse for each of these `PLATFORMS`, as in linux/amd64,windows/amd64, and join the findings")
	f.BoolVar(&c.modules, "modules", false, "analyse every module below the directory, each by its own configuration")
	f.StringVar(&c.overlay, "overlay", "", "read other texts in place of files, as `FILE` says in the go command's form")
	f.StringVar(&c.cache, "cache", "", "keep results in `DIR`, instead of TIMEOUTLINT_CACHE or the user's cache directory; off or none keeps nothing")
	return c, f
}

// parse reads the command line; the error is one line.
func (c *checkFlags) parse(f *flag.FlagSet, args []string) error {
	if err := f.Parse(args); err != nil {
		return flagError(f, err)
	}
	f.Visit(func(f *flag.Flag) { c.given[f.Name] = true })
	if c.json && !c.given["format"] {
		c.format = "json"
	}
	if _, err := report.ParseFormat(c.format); err != nil {
		return fmt.Errorf("-format: %w", err)
	}
	if _, err := config.ParseThreshold(c.failOn); c.given["fail-on"] && err != nil {
		return fmt.Errorf("-fail-on: %w", err)
	}
	levels := []string{string(rules.High), string(rules.Medium), string(rules.Low)}
	if c.given["confidence"] && !slices.Contains(levels, c.confidence) {
		return fmt.Errorf("-confidence: unknown level %q; there are %s", c.confidence, strings.Join(levels, ", "))
	}
	return nil
}

// flagError adds the nearest flag to a message about an unknown one.
func flagError(f *flag.FlagSet, err error) error {
	if errors.Is(err, flag.ErrHelp) {
		return err
	}
	name, unknown := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
	if !unknown {
		return err
	}
	var known []string
	f.VisitAll(func(f *flag.Flag) { known = append(known, f.Name) })
	if near := config.Nearest(name, known); near != "" && len(name) > 1 {
		return fmt.Errorf("unknown flag -%s; did you mean -%s?", name, near)
	}
	return fmt.Errorf("unknown flag -%s; timeoutlint help lists them", name)
}

// list is a flag with commas that may be given more than once.
type list []string

func (l *list) String() string { return strings.Join(*l, ",") }

func (l *list) Set(text string) error {
	for item := range strings.SplitSeq(text, ",") {
		if item = strings.TrimSpace(item); item != "" {
			*l = append(*l, item)
		}
	}
	return nil
}
