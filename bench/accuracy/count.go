package main

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/timeoutlint/timeoutlint/internal/tsv"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Recall is how many of the bugs that rules are meant for were found.
type Recall struct {
	Name                 string
	Rows, Found, Silent  int // Silent: of Rows, not reported any more after the fix
	Benign, BenignSilent int
}

// recall counts the cases that load, under the name that key gives each; an
// empty name leaves a case out.
func (d *data) recall(key func(tsv.Row) string) []Recall {
	byName := map[string]*Recall{}
	for _, r := range d.scores {
		name := key(r)
		if name == "" || r["verdict"] == "skip" || r["verdict"] == "error" || r["scope"] == "-" {
			continue
		}
		if byName[name] == nil {
			byName[name] = &Recall{Name: name}
		}
		c := byName[name]
		if r["group"] == "benign" {
			c.Benign++
			c.BenignSilent += is(r["verdict"] == "pass")
			continue
		}
		c.Rows++
		c.Found += is(r["before"] == "found" || r["before"] == "note")
		c.Silent += is(r["after"] != "still")
	}
	var all []Recall
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		all = append(all, *byName[name])
	}
	return all
}

func is(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// Precision is how many judged findings of a rule are right.
type Precision struct {
	Rule          rules.Rule
	Right, Judged int
	Projects      int // in which one was judged
	Unjudged      int // reported and judged by nobody
}

// Share is the share of right ones; 0 where none was judged.
func (p Precision) Share() float64 {
	if p.Judged == 0 {
		return 0
	}
	return float64(p.Right) / float64(p.Judged)
}

// Low is the lower end of the 95 % interval of Wilson's score.
func (p Precision) Low() float64 {
	if p.Judged == 0 {
		return 0
	}
	const z = 1.96
	n, share := float64(p.Judged), p.Share()
	return (share + z*z/(2*n) - z*math.Sqrt(share*(1-share)/n+z*z/(4*n*n))) / (1 + z*z/n)
}

// precision counts, for each rule, the findings of the last run that have a
// verdict. A verdict on what is no longer reported says nothing about today.
func (d *data) precision() (byRule []Precision, all Precision) {
	projects, everywhere := map[string]map[string]bool{}, map[string]bool{}
	count := map[string]*Precision{}
	for f := range d.findings {
		rule, ok := rules.Lookup(f.rule)
		if !ok {
			continue
		}
		if count[f.rule] == nil {
			count[f.rule], projects[f.rule] = &Precision{Rule: rule}, map[string]bool{}
		}
		c := count[f.rule]
		label, judged := d.labels[f]
		if !judged {
			c.Unjudged++
			continue
		}
		c.Judged++
		c.Right += is(label.right())
		projects[f.rule][f.project] = true
		if rule.Default() {
			everywhere[f.project] = true
		}
	}
	for name, c := range count {
		c.Projects = len(projects[name])
		byRule = append(byRule, *c)
		if c.Rule.Default() {
			all.Right += c.Right
			all.Judged += c.Judged
			all.Unjudged += c.Unjudged
		}
	}
	all.Projects = len(everywhere)
	slices.SortFunc(byRule, func(a, b Precision) int { return strings.Compare(a.Rule.Name, b.Rule.Name) })
	return byRule, all
}

// difference prints what a reviewer reads after a run: what is reported and was
// never judged, and what was judged and is not reported.
func (d *data) difference(w io.Writer) error {
	var unjudged, gone []string
	for f, r := range d.findings {
		if _, judged := d.labels[f]; !judged {
			unjudged = append(unjudged, f.line(r["message"]))
		}
	}
	for f, v := range d.labels {
		if _, reported := d.findings[f]; !reported {
			gone = append(gone, f.line(map[bool]string{true: "right", false: "wrong"}[v.right()]))
		}
	}
	slices.Sort(unjudged)
	slices.Sort(gone)
	_, err := fmt.Fprintf(w, "reported, not judged: %d\n%s\njudged, not reported: %d\n%s\n",
		len(unjudged), strings.Join(unjudged, "\n"), len(gone), strings.Join(gone, "\n"))
	return err
}

func (f finding) line(detail string) string {
	return strings.Join([]string{f.project, f.place, f.rule, detail}, "\t")
}
