// Command corpus measures the built linter on public code: on real bugs before
// and after their fix (score), and on whole projects of which a sample is read
// by hand (projects). README.md says how to run it.
//
// It is not part of the product. It knows the binary only by its flags and its
// JSON, and reads projects from clones that are already on the machine; nothing
// of them enters the repository but places and verdicts.
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
	"strings"
	"time"
)

// options is the command line.
type options struct {
	cases, data, clones, trees, bin, out string
	groups, ids, enable, confidence      string
	projects, findings, labelled         string
	golangci, nilaway                    string
	sample, jobs                         int
	seed                                 uint64
	limit                                time.Duration
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "corpus:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	o, err := parse(args, stderr)
	if err != nil {
		return err
	}
	w := stdout
	if o.out != "" {
		file, err := os.Create(o.out)
		if err != nil {
			return err
		}
		defer file.Close()
		w = file
	}
	if o.findings != "" && o.sample > 0 {
		return sampleFile(o, w)
	}
	src := source{clones: o.clones, trees: o.trees}
	if src.prepare, err = readPrepare(filepath.Join(o.data, "prepare.tsv")); err != nil {
		return err
	}
	if o.golangci+o.nilaway != "" {
		return runPeers(ctx, o, src, w, stderr)
	}
	bin, err := newLinter(ctx, o)
	if err != nil {
		return err
	}
	if o.projects != "" {
		return runProjects(ctx, o, bin, src, w, stderr)
	}
	return score(ctx, o, bin, src, w, stdout, stderr)
}

func parse(args []string, stderr io.Writer) (options, error) {
	var o options
	f := flag.NewFlagSet("corpus", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.StringVar(&o.cases, "cases", os.Getenv("TIMEOUTLINT_CASES"), "read the cases from `FILE` (or TIMEOUTLINT_CASES)")
	f.StringVar(&o.data, "data", filepath.Join("internal", "corpus"), "read expect.tsv, loadable.tsv and prepare.tsv in `DIR`")
	f.StringVar(&o.clones, "clones", os.Getenv("TIMEOUTLINT_CLONES"), "git clones, each <owner>+<name>, in `DIR` (or TIMEOUTLINT_CLONES)")
	f.StringVar(&o.trees, "trees", os.Getenv("TIMEOUTLINT_TREES"), "keep checked-out trees in `DIR` (or TIMEOUTLINT_TREES)")
	f.StringVar(&o.bin, "bin", "", "the linter's binary `FILE`")
	f.StringVar(&o.out, "out", "", "write the table to `FILE`, not to standard output")
	f.StringVar(&o.groups, "group", "", "score only these `GROUPS`, with commas: house, knowledge, contexts, retries, budgets, benign")
	f.StringVar(&o.ids, "id", "", "score only these `ROWS`, with commas")
	f.StringVar(&o.enable, "enable", "", "with -projects: also run these `RULES`")
	f.StringVar(&o.confidence, "confidence", "medium", "with -projects: weakest `LEVEL` to list")
	f.StringVar(&o.projects, "projects", "", "run over the projects in `FILE` instead of the cases; all findings as a table")
	f.StringVar(&o.findings, "findings", "", "with -sample: draw from this table of findings, `FILE`, and run nothing")
	f.StringVar(&o.labelled, "labelled", "", "with -sample: leave out the places that `FILE` already has a verdict for")
	f.StringVar(&o.golangci, "golangci", "", "give the cases to the linters of golangci-lint, `FILE`, instead")
	f.StringVar(&o.nilaway, "nilaway", "", "give the cases to nilaway, `FILE`, instead")
	f.IntVar(&o.sample, "sample", 0, "draw `N` findings, the same number of each rule as far as there are any")
	f.Uint64Var(&o.seed, "seed", 1, "of the sample")
	f.IntVar(&o.jobs, "jobs", 1, "score `N` cases at the same time")
	f.DurationVar(&o.limit, "limit", 20*time.Minute, "stop one run of the linter after `TIME`")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	if o.findings != "" && o.sample > 0 {
		return o, nil
	}
	if o.bin+o.golangci+o.nilaway == "" || o.clones == "" {
		return o, errors.New("-clones is needed, and -bin or another tool")
	}
	if o.trees == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return o, fmt.Errorf("no place for trees, give -trees: %w", err)
		}
		o.trees = filepath.Join(cache, "timeoutlint-corpus")
	}
	for _, dir := range []*string{&o.clones, &o.trees, &o.bin, &o.golangci, &o.nilaway} {
		if *dir == "" {
			continue
		}
		abs, err := filepath.Abs(*dir)
		if err != nil {
			return o, err
		}
		*dir = abs
	}
	return o, nil
}

// chosen reports whether a list with commas names the word; the empty list names all.
func chosen(list, word string) bool {
	if list == "" {
		return true
	}
	for item := range strings.SplitSeq(list, ",") {
		if strings.TrimSpace(item) == word {
			return true
		}
	}
	return false
}
