package main

import (
	_ "embed"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/template"
)

//go:embed page.md
var pageText string

// page is what page.md is filled with.
type page struct {
	Compared []project // those that other tools were run on, too
	Own      [][]string
	Tables   map[string][][]string // by scenario: a row a tool, a cell a project
	Peaks    [][]string
	Versions string
	Rounds   string
}

// tools are the contestants, in the order of the page.
var tools = []string{"go list -deps", "go build", "go vet", "go vet -vettool", "staticcheck", "golangci-lint", "nilaway"}

// scenarios that have a table.
var scenarios = []string{"cold", "unchanged", "body", "api", "type", "everything-cold"}

func writePage(w io.Writer, all []measurement) error {
	peers := func(m measurement) bool { return m.tool == "staticcheck" }
	p := page{Compared: projects(all, peers), Tables: map[string][][]string{}, Versions: versions(all), Rounds: rounds(all)}
	for _, scenario := range scenarios {
		for _, tool := range tools {
			row, any := []string{label(tool)}, false
			for _, on := range p.Compared {
				m, ok := of(all, on, scenario, tool)
				row = append(row, "")
				if ok && !(scenario == "cold" && knowsAll(tool)) {
					any, row[len(row)-1] = true, fmt.Sprintf("%s (%s)", short(m.wallRatio), short(m.cpuRatio))
				}
			}
			if any {
				p.Tables[scenario] = append(p.Tables[scenario], row)
			}
		}
	}
	for _, tool := range append(slices.Clone(drawn), "go vet") {
		row, any := []string{label(tool)}, false
		for _, on := range p.Compared {
			m, ok := of(all, on, "cold", tool)
			row = append(row, "")
			if ok {
				any, row[len(row)-1] = true, fmt.Sprintf("%.0f", m.peak)
			}
		}
		if any {
			p.Peaks = append(p.Peaks, row)
		}
	}
	for _, on := range projects(all, func(m measurement) bool { return m.tool == ours }) {
		row := []string{fmt.Sprintf("[%s](https://github.com/%s/tree/%s)", on.Name, on.Name, on.Commit), thousands(on.Packages), thousands(on.Lines)}
		cold, _ := of(all, on, "cold", ours)
		row = append(row, seconds(cold.wall), seconds(cold.cpu), fmt.Sprintf("%.0f", cold.peak))
		for _, scenario := range []string{"body", "unchanged"} {
			cell := ""
			if m, ok := of(all, on, scenario, ours); ok {
				cell = seconds(m.wall)
			}
			row = append(row, cell)
		}
		p.Own = append(p.Own, row)
	}
	t, err := template.New("page").Funcs(template.FuncMap{"row": row, "thousands": thousands}).Parse(pageText)
	if err != nil {
		return err
	}
	return t.Execute(w, p)
}

// quoted is what README.md says of the largest project that others ran on, too.
func quoted(all []measurement) string {
	var largest project
	for _, p := range projects(all, func(m measurement) bool { return m.scenario == "body" && m.tool == "staticcheck" }) {
		largest = p
	}
	var parts []string
	for _, s := range []struct{ scenario, words string }{
		{"cold", "a first run takes %s of the time of\ngolangci-lint with the nearest linters and %s of that of staticcheck"},
		{"body", "one after an edit %s and %s"},
	} {
		golangci, _ := of(all, largest, s.scenario, "golangci-lint")
		staticcheck, _ := of(all, largest, s.scenario, "staticcheck")
		parts = append(parts, fmt.Sprintf(s.words, short(golangci.wallRatio), short(staticcheck.wallRatio)))
	}
	cold, _ := of(all, largest, "cold", ours)
	return fmt.Sprintf("On %s (%s packages, %s lines) %s, in at most %.0f MB: [docs/speed.md](docs/speed.md).\n",
		largest.Name, thousands(largest.Packages), thousands(largest.Lines), strings.Join(parts, ", "), cold.peak)
}

// knowsAll: what the go command runs keeps its results in the build cache, and
// so has nothing to do where that is warm. go vet is made to run anew.
func knowsAll(tool string) bool { return tool == "go build" || tool == "go vet -vettool" }

func row(cells []string) string { return "| " + strings.Join(cells, " | ") + " |" }

func label(tool string) string {
	switch {
	case tool == "go vet -vettool":
		return "`go vet -vettool=timeoutlint`"
	case strings.HasPrefix(tool, "go "):
		return "`" + tool + "`"
	}
	return tool
}

// short has two digits that count.
func short(ratio float64) string {
	if ratio <= 0 {
		return "0"
	}
	digits := max(0, 1-int(math.Floor(math.Log10(ratio))))
	return strconv.FormatFloat(ratio, 'f', min(digits, 4), 64)
}

func seconds(s float64) string { return short(s) + " s" }

func thousands(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + " " + text[i:]
	}
	return text
}

func versions(all []measurement) string {
	var list []string
	for _, tool := range tools {
		for _, m := range all {
			entry := tool + " " + m.version
			if strings.HasPrefix(tool, "go ") {
				entry = "the go command " + strings.TrimPrefix(m.version, "go")
			}
			if m.tool == tool && m.version != "-" && !slices.Contains(list, entry) {
				list = append(list, entry)
			}
		}
	}
	return strings.Join(list, ", ")
}

// rounds says of how many rounds a number is the middle.
func rounds(all []measurement) string {
	least, most := all[0].rounds, all[0].rounds
	for _, m := range all {
		least, most = min(least, m.rounds), max(most, m.rounds)
	}
	if least == most {
		return fmt.Sprint(least)
	}
	return fmt.Sprintf("%d to %d", least, most)
}
