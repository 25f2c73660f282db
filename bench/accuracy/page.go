package main

import (
	_ "embed"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/template"

	"github.com/timeoutlint/timeoutlint/internal/tsv"
)

//go:embed page.md
var pageText string

// readmeText is what README.md quotes of it.
const readmeText = `Of {{.All.Judged}} findings in real projects that readers judged, by the rules that were on before what is shown depended on who is held,
{{.All.Right}} are right ({{percent .All.Right .All.Judged}}); of {{.Meant.Rows}} real bugs that a rule is meant for {{.Meant.Found}} are found with every rule on ({{percent .Meant.Found .Meant.Rows}}): [docs/accuracy.md](docs/accuracy.md).
`

// page is what page.md is filled with.
type page struct {
	Groups, Rules []Recall
	Meant, Edge   Recall
	Benign        Recall
	ByRule        []Precision
	All           Precision
	Projects      int
	Verdicts      int
	Peers         []Peer
	PeerRows      int
}

// Peer is what another tool finds of the cases that the rules are meant for.
type Peer struct {
	Tool, Version string
	Rows, Ours    int // cases that it was given, and how many of them timeoutlint finds
	Found, Still  int // Still: of those found, reported after the fix, too
	Other         int // something else is reported at those lines
	Unfinished    int // it did not end in time, or failed
}

func write(w io.Writer, d *data, text string) error {
	p := page{Projects: len(d.projects), Verdicts: len(d.labels)}
	meant := func(name func(tsv.Row) string) func(tsv.Row) string {
		return func(r tsv.Row) string {
			if r["scope"] != "meant" || r["group"] == "benign" {
				return ""
			}
			return name(r)
		}
	}
	p.Groups = d.recall(meant(func(r tsv.Row) string { return r["group"] }))
	p.Rules = d.recall(meant(func(r tsv.Row) string { first, _, _ := strings.Cut(r["rules"], ","); return first }))
	p.Meant = one(d.recall(meant(func(tsv.Row) string { return "all" })))
	p.Edge = one(d.recall(func(r tsv.Row) string {
		if r["scope"] != "edge" {
			return ""
		}
		return "edge"
	}))
	p.Benign = one(d.recall(func(r tsv.Row) string {
		if r["group"] != "benign" {
			return ""
		}
		return "benign"
	}))
	p.ByRule, p.All = d.precision()
	p.Peers, p.PeerRows = d.compared()
	t, err := template.New("page").Funcs(template.FuncMap{"percent": percent, "share": share}).Parse(text)
	if err != nil {
		return err
	}
	return t.Execute(w, p)
}

func one(all []Recall) Recall {
	if len(all) == 0 {
		return Recall{}
	}
	return all[0]
}

// compared counts the cases that other tools were given.
func (d *data) compared() ([]Peer, int) {
	ours, counts, rows := map[string]bool{}, map[string]*Peer{}, map[string]bool{}
	for _, r := range d.scores {
		ours[r["id"]] = r["before"] == "found" || r["before"] == "note"
	}
	for _, r := range d.peers {
		if counts[r["tool"]] == nil {
			counts[r["tool"]] = &Peer{Tool: r["tool"], Version: r["version"]}
		}
		c := counts[r["tool"]]
		c.Rows++
		c.Ours += is(ours[r["id"]])
		found := r["before"] == "found"
		c.Found += is(found)
		c.Still += is(found && r["after"] == "still")
		c.Other += is(r["before"] == "other")
		c.Unfinished += is(r["before"] == "unfinished")
		rows[r["id"]] = true
	}
	var all []Peer
	for _, tool := range slices.Sorted(maps.Keys(counts)) {
		all = append(all, *counts[tool])
	}
	return all, len(rows)
}

func percent(n, of int) string {
	if of == 0 {
		return "–"
	}
	return share(float64(n) / float64(of))
}

func share(f float64) string { return fmt.Sprintf("%.1f %%", 100*f) }
