package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/timeoutlint/timeoutlint/internal/config"
	"github.com/timeoutlint/timeoutlint/internal/inventory"
	"github.com/timeoutlint/timeoutlint/internal/regular"
	"github.com/timeoutlint/timeoutlint/internal/storm"
	"github.com/timeoutlint/timeoutlint/internal/whatif"
)

// What -list knows.
const (
	listTree     = "tree"
	listTimeouts = "timeouts"
)

// budgetsFlags is the command line of budgets, as given.
type budgetsFlags struct {
	checkFlags
	list, sort, entries string
	write               string
	latency             list
	width               int
	availability        float64
	slow, down          string
	assume              assumption
}

func newBudgetsFlags() (*budgetsFlags, *flag.FlagSet) {
	b := &budgetsFlags{checkFlags: checkFlags{given: map[string]bool{}}, assume: assumption{whatif.Assumed()}}
	f := flag.NewFlagSet("budgets", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.Usage = func() {}
	f.StringVar(&b.list, "list", listTree, "what to list: `WHAT` is tree, the deadline tree, or timeouts, the effective timeouts alone")
	f.StringVar(&b.entries, "entries", "", "only the entries whose name matches `PATTERN`: \"POST *\"")
	f.IntVar(&b.width, "width", 0, "draw the tree for `COLUMNS` (default: the terminal's; 100 on a pipe)")
	f.StringVar(&b.write, "write", "", "write what other modules need to know of the entries to `FILE`, - for standard output, and print nothing else")
	f.Float64Var(&b.availability, "availability", 99.9, "take each dependency to answer `PERCENT` of the time")
	f.StringVar(&b.slow, "slow", "", "say what becomes of it if `DEPENDENCY=TIME`: payments=250ms")
	f.StringVar(&b.down, "down", "", "say what becomes of it if `DEPENDENCY` accepts nothing and answers nothing")
	f.Var(&b.assume, "assume", "for -slow and -down, assume `KEY=VALUE`, with commas: "+strings.Join(assumptionNames(), ", "))
	f.StringVar(&b.sort, "sort", inventory.ByPlace, "sort timeouts by `ORDER`: "+strings.Join(inventory.Orders(), ", "))
	f.Var(&b.latency, "latency", "set the latency profiles in `FILES`, written by package budget, beside the timeouts")
	f.StringVar(&b.format, "format", "text", "print as `FORMAT`: "+strings.Join(budgetsFormats(), ", "))
	f.BoolVar(&b.json, "json", false, "the same as -format=json")
	f.BoolVar(&b.verbose, "v", false, "say what was analysed and how long it took")
	f.BoolVar(&b.tests, "tests", false, "also look at test files")
	f.Var(&b.tags, "tags", "build `TAGS`, with commas")
	f.StringVar(&b.dir, "C", "", "run in `DIR`")
	f.StringVar(&b.config, "config", "", "read `FILE` instead of the nearest "+config.FileName+"; none reads no file")
	return b, f
}

func budgetsFormats() []string {
	return []string{"text", "json", "html", "dot", "mermaid", "checklist"}
}

// parse reads the command line; the error is one line.
func (b *budgetsFlags) parse(f *flag.FlagSet, args []string) error {
	if err := f.Parse(args); err != nil {
		return flagError(f, err)
	}
	f.Visit(func(f *flag.Flag) { b.given[f.Name] = true })
	if b.json && !b.given["format"] {
		b.format = "json"
	}
	for _, c := range []struct {
		flag, what, value string
		known             []string
	}{
		{"format", "format", b.format, budgetsFormats()},
		{"list", "list", b.list, []string{listTree, listTimeouts}},
		{"sort", "order", b.sort, inventory.Orders()},
	} {
		if !slices.Contains(c.known, c.value) {
			return fmt.Errorf("-%s: unknown %s %q; there are %s", c.flag, c.what, c.value, strings.Join(c.known, ", "))
		}
	}
	switch {
	case b.write != "" && (b.list != listTree || b.entries != "" || b.slow != "" || b.down != "" || b.given["format"] || f.NArg() > 0):
		return errors.New("-write: tells others of the whole module, and takes no packages, -list, -entries, -format, -slow or -down")
	case b.list == listTimeouts && b.format != "text" && b.format != "json":
		return fmt.Errorf("-list=timeouts: is printed as text or json, not %s", b.format)
	case b.slow != "" && b.down != "":
		return errors.New("-slow, -down: one question at a time")
	case b.given["assume"] && b.slow == "" && b.down == "":
		return errors.New("-assume: nothing is asked; it goes with -slow or -down")
	case b.availability <= 0 || b.availability > 100:
		return fmt.Errorf("-availability: %g %% is none; it is above 0 and at most 100", b.availability)
	}
	_, _, err := b.question()
	return err
}

// question is what -slow or -down asks; ok is false if neither does.
func (b *budgetsFlags) question() (q whatif.Question, ok bool, err error) {
	if b.down != "" {
		return whatif.Question{Dependency: b.down, Down: true}, true, nil
	}
	if b.slow == "" {
		return q, false, nil
	}
	name, text, _ := strings.Cut(b.slow, "=")
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 || name == "" {
		return q, false, fmt.Errorf("-slow: %q is not DEPENDENCY=TIME, such as payments=250ms", b.slow)
	}
	return whatif.Question{Dependency: name, Slow: d}, true, nil
}

// assumption is the flag -assume.
type assumption struct{ storm.World }

// assumptions are its keys.
func (a *assumption) keys() map[string]any {
	return map[string]any{
		"clients": &a.Clients, "workers": &a.Workers, "queue": &a.Queue, "rate": &a.Rate,
		"pause": &a.Pause, "fast": &a.Fast, "trouble": &a.Trouble, "length": &a.Length, "late": &a.Overshoot,
	}
}

func assumptionNames() []string {
	return []string{"clients", "pause", "rate", "workers", "queue", "fast", "trouble", "length", "late"}
}

func (a *assumption) String() string { return "" }

func (a *assumption) Set(text string) error {
	for item := range strings.SplitSeq(text, ",") {
		key, value, _ := strings.Cut(strings.TrimSpace(item), "=")
		var err error
		switch at := a.keys()[key].(type) {
		case *int:
			*at, err = strconv.Atoi(value)
			if err == nil && (*at < 0 || *at == 0 && key != "queue") {
				err = errors.New("too few")
			}
		case *float64:
			*at, err = strconv.ParseFloat(value, 64)
			if err == nil && *at <= 0 {
				err = errors.New("too few")
			}
		case *time.Duration:
			*at, err = time.ParseDuration(value)
			if err == nil && (*at < 0 || *at == 0 && (key == "fast" || key == "length")) {
				err = errors.New("too short")
			}
		default:
			return fmt.Errorf("unknown key %q; there are %s", key, strings.Join(assumptionNames(), ", "))
		}
		if err != nil {
			return fmt.Errorf("%s: %q: %w", key, value, err)
		}
	}
	return nil
}

// profile reads and joins the latency profiles.
func (b *budgetsFlags) profile() ([]inventory.Latency, error) {
	var all [][]inventory.Latency
	for _, name := range b.latency {
		file, err := regular.Open(name, regular.Data)
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

func budgetsUsage(w io.Writer, flags *flag.FlagSet) {
	fmt.Fprint(w, "timeoutlint budgets draws the deadline tree: who waits for whom, for how long and how\noften, and where a budget does not hold.\n\n"+
		"  timeoutlint budgets [flags] [packages]\n\nFlags:\n")
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	flags.VisitAll(func(f *flag.Flag) {
		value, text := flag.UnquoteUsage(f)
		fmt.Fprintf(out, "  -%s\t%s\n", strings.TrimSpace(f.Name+" "+value), text)
	})
	_ = out.Flush()
	fmt.Fprint(w, "\nExit codes: 0 it ran, whatever it found; 1 it could not run.\n")
}
