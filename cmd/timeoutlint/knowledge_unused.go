package main

import (
	"fmt"

	"go.yaml.in/yaml/v3"

	"github.com/timeoutlint/timeoutlint/internal/regular"
	"github.com/timeoutlint/timeoutlint/passes/shown"
	"github.com/timeoutlint/timeoutlint/passes/unknown"
)

// unusedRow is a row of the configuration that meets nothing, or a library
// that nothing imports.
type unusedRow struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Path   string `json:"path"`
	Row    string `json:"row,omitempty"` // empty: the whole library
	Reason string `json:"reason"`
}

// unused lists the rows of the user that meet nothing.
func (a app) unused(flags *knowledgeFlags, patterns []string) int {
	seen, code := a.confront(flags, patterns)
	if code != exitClean {
		return code
	}
	if len(seen.conf.Knowledge) == 0 {
		a.say("the configuration has no knowledge of its own")
	}
	rows, err := meetNothing(&seen)
	if err != nil {
		return a.fail("%v", err)
	}
	if !seen.whole {
		a.say("not every package could be looked at: a row may be needed all the same")
	}
	if flags.format == "json" {
		return a.printJSON(map[string]any{"version": 1, "unused": rows})
	}
	for _, r := range rows {
		name := r.Row
		if name == "" {
			name = r.Path
		}
		fmt.Fprintf(a.stdout, "%s:%d:%d: %s: %s\n", shown.Text(r.File), r.Line, r.Column, shown.Text(name), shown.Text(r.Reason))
	}
	return exitClean
}

func meetNothing(seen *confronted) ([]unusedRow, error) {
	imported, met, declared := map[string]bool{}, map[unknown.Row]bool{}, map[unknown.Row]bool{}
	for _, r := range seen.results {
		for _, path := range r.Imports {
			imported[path] = true
		}
		for row, yes := range r.Met {
			met[row] = met[row] || yes
		}
		for row, yes := range r.Declared {
			declared[row] = yes
		}
	}
	rows := []unusedRow{}
	if len(seen.conf.Knowledge) == 0 {
		return rows, nil
	}
	places, err := placesOf(seen.conf.File())
	if err != nil {
		return nil, err
	}
	file := seen.relative(seen.conf.File())
	for i := range seen.conf.Knowledge {
		lib := &seen.conf.Knowledge[i]
		var idle []unusedRow
		all := unknown.Rows(lib)
		for j, row := range all {
			at := places.row(i, j)
			one := unusedRow{File: file, Line: at.Line, Column: at.Column, Path: lib.Path, Row: row.Name, Reason: "nothing here uses it"}
			switch exists, asked := declared[row]; {
			case met[row]:
				continue
			case asked && !exists:
				one.Reason = lib.Path + " declares no such name"
			}
			idle = append(idle, one)
		}
		if !imported[lib.Path] && len(idle) == len(all) {
			at := places.library(i)
			rows = append(rows, unusedRow{File: file, Line: at.Line, Column: at.Column, Path: lib.Path, Reason: "no package here imports it"})
			continue
		}
		rows = append(rows, idle...)
	}
	return rows, nil
}

// places is where the rows of a configuration file stand.
type places struct{ libraries []*yaml.Node }

// placesOf reads the file again, which has been found valid.
func placesOf(file string) (places, error) {
	text, err := regular.Read(file, regular.Config)
	if err != nil {
		return places{}, err
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return places{}, err
	}
	if list := child(&doc, "knowledge"); list != nil {
		return places{list.Content}, nil
	}
	return places{}, nil
}

// library is the place of a library's import path.
func (p places) library(i int) yaml.Node {
	if i < len(p.libraries) {
		if path := child(p.libraries[i], "path"); path != nil {
			return *path
		}
	}
	return yaml.Node{Line: 1, Column: 1}
}

// row is the place of a library's j-th row, counted as unknown.Rows does.
func (p places) row(i, j int) yaml.Node {
	if i >= len(p.libraries) {
		return p.library(i)
	}
	for _, section := range []string{unknown.Calls, unknown.Globs, unknown.Knobs, unknown.Retries, unknown.Flows, unknown.Exempt} {
		list := child(p.libraries[i], section)
		if list == nil {
			continue
		}
		if j < len(list.Content) {
			return *list.Content[j]
		}
		j -= len(list.Content)
	}
	return p.library(i)
}

// child is the value of a key, through documents and aliases; nil: none.
func child(n *yaml.Node, key string) *yaml.Node {
	if n.Kind == yaml.DocumentNode && len(n.Content) > 0 {
		n = n.Content[0]
	}
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	for i := 0; i+1 < len(n.Content) && n.Kind == yaml.MappingNode; i += 2 {
		if n.Content[i].Value == key {
			value := n.Content[i+1]
			if value.Kind == yaml.AliasNode {
				value = value.Alias
			}
			return value
		}
	}
	return nil
}
