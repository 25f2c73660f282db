package main

import (
	"path/filepath"

	"github.com/timeoutlint/timeoutlint/internal/tsv"
)

// data is what the tables hold.
type data struct {
	scores   []tsv.Row           // a row a case
	peers    []tsv.Row           // what other tools found of the cases
	labels   map[finding]verdict // by what they judge
	findings map[finding]tsv.Row // what the last run over the projects reported
	projects []tsv.Row           // what that run covered
}

// finding is a finding in a project at a commit.
type finding struct{ project, commit, place, rule string }

// verdict is what the readers of a finding said.
type verdict struct{ readers, wrong int }

// right: every reader said so; in doubt is wrong.
func (v verdict) right() bool { return v.wrong == 0 }

func of(r tsv.Row) finding { return finding{r["project"], r["commit"], r["place"], r["rule"]} }

func read(dir string) (*data, error) {
	var tables [6][]tsv.Row
	for i, t := range []struct {
		name    string
		columns []string
	}{
		{"scores.tsv", []string{"id", "group", "scope", "rules", "before", "after", "verdict"}},
		{"peers.tsv", []string{"id", "tool", "version", "before", "after"}},
		{"labels.tsv", []string{"project", "commit", "place", "rule", "verdict", "sample", "reason"}},
		{"findings.tsv", []string{"project", "commit", "place", "rule", "confidence", "severity", "message"}},
		{"projects.tsv", []string{"repo", "commit"}},
		{"fresh.tsv", []string{"repo", "commit"}},
	} {
		rows, err := tsv.Read(filepath.Join(dir, t.name), t.columns...)
		if err != nil {
			return nil, err
		}
		tables[i] = rows
	}
	d := &data{scores: tables[0], peers: tables[1], labels: map[finding]verdict{}, findings: map[finding]tsv.Row{},
		projects: append(tables[4], tables[5]...)}
	for _, r := range tables[2] {
		v := d.labels[of(r)]
		v.readers++
		v.wrong += is(r["verdict"] != "right")
		d.labels[of(r)] = v
	}
	for _, r := range tables[3] {
		d.findings[of(r)] = r
	}
	return d, nil
}
