package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/timeoutlint/timeoutlint/internal/tsv"
)

// place is where a side of a case is: some lines of a file.
type place struct {
	file  string // below the tree
	lines []span
}

type span struct{ from, to int }

func (p place) near(line, tolerance int) bool {
	return slices.ContainsFunc(p.lines, func(s span) bool { return s.from-tolerance <= line && line <= s.to+tolerance })
}

// parseLines reads "12", "12-15,40"; what follows a semicolon is another file's.
func parseLines(text string) ([]span, error) {
	text, _, _ = strings.Cut(text, ";")
	var spans []span
	for part := range strings.SplitSeq(text, ",") {
		from, to, ranged := strings.Cut(part, "-")
		if !ranged {
			to = from
		}
		a, errA := strconv.Atoi(strings.TrimSpace(from))
		b, errB := strconv.Atoi(strings.TrimSpace(to))
		if errA != nil || errB != nil {
			return nil, fmt.Errorf("%q is no list of lines", text)
		}
		spans = append(spans, span{a, b})
	}
	return spans, nil
}

// side is one version of a case's code.
type side struct {
	repo, commit string
	dir, pattern string // of the module in the tree, of the package in the module
	mod          string // the go command's -mod
	loads        bool
	reason       string // why it does not load
	place        place
}

// testCase is a row of the cases, with what is expected of it.
type testCase struct {
	id, kind string
	group    string
	scope    string   // meant, or edge: its subject is a rule's, but beyond what the rule says it reports
	rules    []string // nil: no rule can see it; for a benign row every rule must be silent
	before   side
	after    *side // nil where there is none
	// Tolerances in lines; wholeFile where the finding may be anywhere in the file.
	beforeLines, afterLines int
	wholeFile               bool
	skipAfter               bool // the fix leaves something that may rightly be reported
}

func readCases(o options) ([]testCase, error) {
	rows, err := tsv.Read(o.cases, "id", "kind", "file:line_before", "file:line_after")
	if err != nil {
		return nil, err
	}
	expect, err := tsv.Read(filepath.Join(o.data, "expect.tsv"), "id", "rules", "group", "scope", "lines", "after")
	if err != nil {
		return nil, err
	}
	loadable, err := tsv.Read(filepath.Join(o.data, "loadable.tsv"), "id", "side", "repo", "commit", "dir", "package", "file", "loads", "reason", "mod")
	if err != nil {
		return nil, err
	}
	expected, sides := map[string]tsv.Row{}, map[string]tsv.Row{}
	for _, r := range expect {
		expected[r["id"]] = r
	}
	for _, r := range loadable {
		sides[r["id"]+" "+r["side"]] = r
	}
	var cases []testCase
	for _, r := range rows {
		e := expected[r["id"]]
		if e == nil || !chosen(o.groups, e["group"]) || !chosen(o.ids, r["id"]) {
			continue
		}
		c, err := newCase(r, e, sides)
		if err != nil {
			return nil, fmt.Errorf("row %s: %w", r["id"], err)
		}
		cases = append(cases, c)
	}
	slices.SortFunc(cases, func(a, b testCase) int { return strings.Compare(a.id, b.id) })
	return cases, nil
}

func newCase(r, e tsv.Row, sides map[string]tsv.Row) (testCase, error) {
	c := testCase{id: r["id"], kind: r["kind"], group: e["group"], scope: e["scope"], skipAfter: e["after"] == "skip"}
	if rules := dash(e["rules"]); rules != "" && rules != "*" {
		c.rules = strings.Split(rules, ",")
	}
	c.beforeLines, c.afterLines = 3, 3
	switch before, after, both := strings.Cut(e["lines"], "/"); {
	case e["lines"] == "-" || e["lines"] == "":
	case before == "file":
		c.wholeFile = true
	default:
		n, err := strconv.Atoi(before)
		if err != nil {
			return c, fmt.Errorf("lines: %w", err)
		}
		c.beforeLines, c.afterLines = n, min(n, 3)
		if both {
			if c.afterLines, err = strconv.Atoi(after); err != nil {
				return c, fmt.Errorf("lines: %w", err)
			}
		}
	}
	before, err := newSide(sides[c.id+" before"], r["file:line_before"])
	if err != nil {
		return c, err
	}
	c.before = before
	if at := dash(r["file:line_after"]); at != "" {
		after, err := newSide(sides[c.id+" after"], at)
		if err != nil {
			return c, err
		}
		c.after = &after
	}
	return c, nil
}

func newSide(l tsv.Row, at string) (side, error) {
	if l == nil {
		return side{reason: "not in loadable.tsv"}, nil
	}
	s := side{repo: l["repo"], commit: l["commit"], dir: l["dir"], pattern: l["package"], mod: dash(l["mod"]),
		loads: l["loads"] == "yes", reason: dash(l["reason"])}
	first, _, _ := strings.Cut(at, ";")
	_, lines, ok := strings.Cut(first, ":")
	if !ok {
		return s, fmt.Errorf("%q is not file:line", at)
	}
	spans, err := parseLines(lines)
	s.place = place{l["file"], spans}
	return s, err
}
