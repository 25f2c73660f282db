package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// tally counts the rows of a group or a rule.
type tally struct {
	rows, skipped, errors                int
	found, note, weak, missed            int
	silent, still, unchecked             int
	benignSilent, benignStill, benignAll int
}

func (t *tally) add(r result) {
	t.rows++
	switch r.verdict() {
	case "skip":
		t.skipped++
		return
	case "error":
		t.errors++
		return
	}
	if r.kind == "benign" {
		t.benignAll++
		if r.verdict() == "pass" {
			t.benignSilent++
		} else {
			t.benignStill++
		}
		return
	}
	switch r.beforeOut {
	case outFound:
		t.found++
	case outNote:
		t.note++
	case outWeak:
		t.weak++
	case outMissed:
		t.missed++
	}
	switch r.afterOut {
	case outSilent:
		t.silent++
	case outStill:
		t.still++
	default:
		t.unchecked++
	}
}

// summarize prints the counts by group and by rule. A row counts under the
// first of its rules, which is the one that is meant for it.
func summarize(w io.Writer, results []result) error {
	groups, byRule := map[string]*tally{}, map[string]*tally{}
	add := func(in map[string]*tally, key string, r result) {
		if in[key] == nil {
			in[key] = &tally{}
		}
		in[key].add(r)
	}
	for _, r := range results {
		group := r.group
		if r.scope == "edge" {
			group += " (edge)"
		}
		add(groups, group, r)
		if len(r.rules) > 0 && r.scope == "meant" {
			add(byRule, r.rules[0], r)
		}
	}
	for _, part := range []struct {
		name   string
		counts map[string]*tally
	}{{"group", groups}, {"rule (rows it is meant for)", byRule}} {
		if _, err := fmt.Fprintf(w, "\n%-28s %5s %5s %5s %6s %5s %5s %6s | %6s %5s %9s\n", part.name,
			"rows", "skip", "error", "found", "note", "weak", "missed", "silent", "still", "unchecked"); err != nil {
			return err
		}
		for _, key := range slices.Sorted(maps.Keys(part.counts)) {
			t := part.counts[key]
			if _, err := fmt.Fprintf(w, "%-28s %5d %5d %5d %6s %5d %5d %6d | %6d %5d %9d\n", key, t.rows, t.skipped, t.errors,
				fmt.Sprint(t.found), t.note, t.weak, t.missed, t.silent+t.benignSilent, t.still+t.benignStill, t.unchecked); err != nil {
				return err
			}
		}
	}
	var bad []string
	for _, r := range results {
		if v := r.verdict(); v == "fail" || v == "error" {
			bad = append(bad, r.id)
		}
	}
	_, err := fmt.Fprintf(w, "\nfailed or in error: %s\n", or(strings.Join(bad, " "), "none"))
	return err
}
