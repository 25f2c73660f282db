package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/timeoutlint/timeoutlint/internal/tsv"
)

// ours is the tool that the ratios are of.
const ours = "timeoutlint"

// project is what was measured on.
type project struct {
	Name, Commit    string
	Packages, Lines int // without tests
}

// measurement is what one tool took in one scenario, in the middle of its rounds.
type measurement struct {
	project
	scenario, tool, version string
	wall, cpu               float64 // seconds
	wallRatio, cpuRatio     float64 // what timeoutlint took in the same round, of it
	peak                    float64 // megabytes, of the largest process
	rounds                  int
}

func parse(rows []tsv.Row) (all []measurement, err error) {
	for _, r := range rows {
		number := func(column string) float64 {
			n, bad := strconv.ParseFloat(r[column], 64)
			if bad != nil {
				err = cmp.Or(err, fmt.Errorf("%s of %s, %s, %s: %w", column, r["project"], r["scenario"], r["tool"], bad))
			}
			return n
		}
		all = append(all, measurement{
			project:  project{r["project"], r["commit"], int(number("packages")), int(number("lines"))},
			scenario: r["scenario"], tool: r["tool"], version: r["version"],
			wall: number("wall"), cpu: number("cpu"), wallRatio: number("wall_ratio"), cpuRatio: number("cpu_ratio"),
			peak: number("peak_mb"), rounds: int(number("rounds")),
		})
	}
	return all, err
}

// projects are those that any row of the scenario is of, small ones first.
func projects(all []measurement, in func(measurement) bool) (list []project) {
	for _, m := range all {
		if in(m) && !slices.Contains(list, m.project) {
			list = append(list, m.project)
		}
	}
	slices.SortFunc(list, func(a, b project) int { return cmp.Or(cmp.Compare(a.Lines, b.Lines), cmp.Compare(a.Name, b.Name)) })
	return list
}

// of finds what a tool took.
func of(all []measurement, p project, scenario, tool string) (measurement, bool) {
	i := slices.IndexFunc(all, func(m measurement) bool {
		return m.project == p && m.scenario == scenario && m.tool == tool
	})
	if i < 0 {
		return measurement{}, false
	}
	return all[i], true
}
