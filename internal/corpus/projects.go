package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/timeoutlint/timeoutlint/internal/tsv"
)

// listedFinding is a line of the table of findings.
type listedFinding struct {
	repo, commit string
	found
}

// at is the place with its rule: what a verdict is about.
func (f listedFinding) at() string {
	return strings.Join([]string{f.repo, f.commit, fmt.Sprintf("%s:%d", f.File, f.Line), f.Rule}, "\t")
}

var findingColumns = []string{"project", "commit", "place", "rule", "confidence", "severity", "message"}

func (f listedFinding) cells() []string {
	return []string{f.repo, f.commit, fmt.Sprintf("%s:%d", f.File, f.Line), f.Rule, f.Confidence, f.Severity, f.Message}
}

// runProjects lists the findings in whole projects, or a sample of them.
func runProjects(ctx context.Context, o options, l *linter, src source, w, stderr io.Writer) error {
	rows, err := tsv.Read(o.projects, "repo", "commit", "dir", "patterns", "tags", "mod")
	if err != nil {
		return err
	}
	flags := []string{"-confidence=" + o.confidence}
	if o.enable != "" {
		flags = append(flags, "-enable="+o.enable)
	}
	var all []listedFinding
	var failed []error
	for _, r := range rows {
		if !chosen(o.ids, r["repo"]) {
			continue
		}
		tree, err := src.tree(ctx, r["repo"], r["commit"])
		if err != nil {
			return err
		}
		start := time.Now()
		rep, err := l.run(ctx, request{tree: tree, dir: r["dir"], mod: dash(r["mod"]), tags: dash(r["tags"]),
			patterns: strings.Fields(r["patterns"]), flags: flags})
		if err != nil {
			// A project that fails is said, and does not cost the others.
			failed = append(failed, fmt.Errorf("%s: %w", r["repo"], err))
			fmt.Fprintf(stderr, "%s: FAILED: %v\n", r["repo"], err)
			continue
		}
		fmt.Fprintf(stderr, "%s %s: %d findings, %d packages skipped, %s\n", r["repo"], r["dir"], len(rep.Findings), len(rep.Skipped), time.Since(start).Round(time.Second))
		for _, s := range rep.Skipped {
			fmt.Fprintf(stderr, "\t%s: %s\n", s.Package, s.Reason)
		}
		for _, f := range rep.Findings {
			all = append(all, listedFinding{r["repo"], r["commit"], f})
		}
	}
	return errors.Join(append(failed, list(o, all, w))...)
}

// sampleFile draws from a table of findings made before.
func sampleFile(o options, w io.Writer) error {
	rows, err := tsv.Read(o.findings, findingColumns...)
	if err != nil {
		return err
	}
	var all []listedFinding
	for _, r := range rows {
		file, line, ok := cutLast(r["place"], ":")
		n, err := strconv.Atoi(line)
		if !ok || err != nil {
			return fmt.Errorf("%s: %q is not file:line", o.findings, r["place"])
		}
		all = append(all, listedFinding{r["project"], r["commit"],
			found{File: file, Line: n, Rule: r["rule"], Confidence: r["confidence"], Severity: r["severity"], Message: r["message"]}})
	}
	return list(o, all, w)
}

func cutLast(s, sep string) (before, after string, ok bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// list writes the findings in order, or a sample with room for the verdicts.
func list(o options, all []listedFinding, w io.Writer) error {
	order(all)
	columns := findingColumns
	if o.sample > 0 {
		seen := map[string]bool{}
		if o.labelled != "" {
			rows, err := tsv.Read(o.labelled, "project", "commit", "place", "rule")
			if err != nil {
				return err
			}
			for _, r := range rows {
				seen[strings.Join([]string{r["project"], r["commit"], r["place"], r["rule"]}, "\t")] = true
			}
		}
		all = draw(slices.DeleteFunc(all, func(f listedFinding) bool { return seen[f.at()] }), o.sample, o.seed)
		columns = append(slices.Clip(columns), "verdict", "why")
	}
	if err := tsv.Write(w, columns...); err != nil {
		return err
	}
	for _, f := range all {
		cells := f.cells()
		if o.sample > 0 {
			cells = append(cells, "", "")
		}
		if err := tsv.Write(w, cells...); err != nil {
			return err
		}
	}
	return nil
}

func order(all []listedFinding) {
	slices.SortStableFunc(all, func(a, b listedFinding) int {
		return cmp.Or(strings.Compare(a.repo, b.repo), strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line),
			strings.Compare(a.Rule, b.Rule), strings.Compare(a.Message, b.Message))
	})
}

// draw takes n findings, the same number of each rule as far as there are any.
// Each rule is shuffled by itself, so that a change in one rule's findings does
// not change what is drawn of another, up to the number.
func draw(all []listedFinding, n int, seed uint64) []listedFinding {
	byRule := map[string][]listedFinding{}
	var rules []string
	for _, f := range all {
		if byRule[f.Rule] == nil {
			rules = append(rules, f.Rule)
		}
		byRule[f.Rule] = append(byRule[f.Rule], f)
	}
	slices.Sort(rules)
	for _, rule := range rules {
		of := byRule[rule]
		order(of)
		h := fnv.New64a()
		_, _ = io.WriteString(h, rule)
		rand.New(rand.NewPCG(seed, h.Sum64())).Shuffle(len(of), func(i, j int) { of[i], of[j] = of[j], of[i] })
	}
	var out []listedFinding
	for turn := 0; len(out) < n; turn++ {
		taken := false
		for _, rule := range rules {
			if of := byRule[rule]; turn < len(of) && len(out) < n {
				out, taken = append(out, of[turn]), true
			}
		}
		if !taken {
			break
		}
	}
	slices.SortStableFunc(out, func(a, b listedFinding) int { return strings.Compare(a.Rule, b.Rule) })
	return out
}
