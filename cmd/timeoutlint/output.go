package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/timeoutlint/timeoutlint/internal/config"
	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/internal/finding"
	"github.com/timeoutlint/timeoutlint/internal/replace"
	"github.com/timeoutlint/timeoutlint/internal/report"
)

// output is one -out: a format, and the file it goes to.
type output struct {
	format report.Format
	file   string // "-" is standard output
}

// outputs is a flag that may be given more than once.
type outputs []output

func (o *outputs) String() string { return "" }

func (o *outputs) Set(text string) error {
	name, file, _ := strings.Cut(text, ":")
	format, err := report.ParseFormat(name)
	switch {
	case err != nil:
		return err
	case file == "":
		return fmt.Errorf("%s needs a file, as in %s:FILE", name, name)
	case file != "-" && slices.ContainsFunc(*o, func(other output) bool { return other.file == file }):
		return fmt.Errorf("%s is written twice", file)
	}
	*o = append(*o, output{format, file})
	return nil
}

// report is what a run has to tell.
func (s *session) report(findings []finding.Finding, result driver.Result) report.Report {
	r := report.Report{
		Findings: findings, Packages: len(result.Packages), Skipped: result.Skipped, LeftOut: result.LeftOut, Crashes: result.Crashes,
		Dir: s.dir, Root: config.Root(s.dir), Rules: s.chosen.rules(), Version: buildVersion(),
	}
	if s.flags.stats {
		r.Stats, r.Gaps = &result.Stats, gapsOf(result)
	}
	return r
}

// print prints the report: to standard output as -format says, where -diff asks
// for nothing else there, then as each -out says. A file that cannot be written
// keeps no other output from being made.
func (s *session) print(r report.Report) (err error) {
	if !s.flags.diff {
		err = s.printTo(s.stdout, report.Format(s.flags.format), r)
	}
	for _, o := range s.flags.out {
		if failed := s.output(o, r); failed != nil && err == nil {
			err = fmt.Errorf("-out %s:%s: %w", o.format, o.file, failed)
		}
	}
	return err
}

// output writes one report.
func (s *session) output(o output, r report.Report) error {
	if o.file == "-" {
		return s.printTo(s.stdout, o.format, r)
	}
	text, err := o.format.Bytes(r)
	if err != nil {
		return err
	}
	return put(s.dir, o.file, text)
}

// put writes a file that was named for a run in a directory. A link in the
// checkout is not followed out of it: who made it need not be who runs this.
func put(dir, file string, content []byte) error {
	tree := config.Root(dir)
	if replace.Below(tree, absolute(file)) && replace.Outside(tree, file) {
		return fmt.Errorf("a link there leads out of %s, and is not followed", tree)
	}
	return replace.Put(file, content)
}

func (a app) printTo(w io.Writer, format report.Format, r report.Report) error {
	if format == report.TextFormat && isTerminal(w) {
		return report.Screen(w, r, a.getenv("NO_COLOR") == "" && a.getenv("TERM") != "dumb")
	}
	return format.Print(w, r)
}

// fails reports whether one of the findings is severe enough to fail the run.
func (c *checkFlags) fails(conf *config.Config, findings []finding.Finding) bool {
	least := conf.FailOn
	if c.given["fail-on"] {
		least = config.Threshold(c.failOn)
	}
	return slices.ContainsFunc(findings, func(f finding.Finding) bool { return least.Fails(f.Severity) })
}
