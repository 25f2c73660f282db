package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/timeoutlint/timeoutlint/passes/shown"
	"github.com/timeoutlint/timeoutlint/passes/unknown"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// unknownCall is a function that is called and of which nothing is known.
type unknownCall struct {
	Call    string `json:"call"` // FullName, as a row has it
	Package string `json:"package"`
	Count   int    `json:"count"`
	Context bool   `json:"context"` // it takes one
	File    string `json:"file"`    // of one of the calls
	Line    int    `json:"line"`
	Column  int    `json:"column"`
}

// unknown counts the calls that a row would be worth.
func (a app) unknown(flags *knowledgeFlags, patterns []string) int {
	seen, code := a.confront(flags, patterns)
	if code != exitClean {
		return code
	}
	counted, others := count(&seen), guessed(&seen)
	if flags.format == "json" {
		return a.printJSON(map[string]any{"version": 1, "unknown": counted, "otherVersions": others})
	}
	for _, o := range others {
		a.say("%s: known by the rows of %s, which is another version or what it is the same as: with medium confidence", o.Package, o.Rows)
	}
	if len(counted) == 0 {
		a.say("no call looks as if it blocks and is unknown")
		return exitClean
	}
	out := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "CALLS\tFUNCTION\tCONTEXT\tFOR EXAMPLE")
	for _, c := range counted {
		takes := "no"
		if c.Context {
			takes = "yes"
		}
		fmt.Fprintf(out, "%d\t%s\t%s\t%s:%d:%d\n", c.Count, shown.Text(c.Call), takes, shown.Text(c.File), c.Line, c.Column)
	}
	if err := out.Flush(); err != nil {
		return a.fail("%v", err)
	}
	a.say("functions of which nothing is known: %d, in packages: %d; timeoutlint knowledge '*.%s' shows rows to copy", len(counted), packages(counted), alike(counted))
	return exitClean
}

// otherVersion is a package of which the rows of another path speak.
type otherVersion struct {
	Package string `json:"package"`
	Rows    string `json:"rows"` // the path at which they were read
}

// guessed are the imported packages that are known by the rows of another path.
func guessed(seen *confronted) []otherVersion {
	out := []otherVersion{}
	table := knowledge.Builtin().With(seen.conf.Knowledge)
	met := map[string]bool{}
	for _, r := range seen.results {
		for _, path := range r.Imports {
			if from := table.From(path); from != "" && from != path && !met[path] {
				met[path] = true
				out = append(out, otherVersion{path, from})
			}
		}
	}
	slices.SortFunc(out, func(a, b otherVersion) int { return strings.Compare(a.Package, b.Package) })
	return out
}

// count joins the calls of all packages; the most frequent comes first.
func count(seen *confronted) []unknownCall {
	calls := []unknownCall{}
	at := map[string]int{}
	places := map[string]bool{} // a package and its tests may list a file twice
	for _, r := range seen.results {
		for _, c := range r.Calls {
			if places[c.Pos.String()] || seen.conf.Excludes(c.Pos.Filename) {
				continue
			}
			places[c.Pos.String()] = true
			i, ok := at[c.Name]
			if !ok {
				i = len(calls)
				at[c.Name] = i
				calls = append(calls, unknownCall{
					Call: c.Name, Package: c.Package, Context: c.Context,
					File: seen.relative(c.Pos.Filename), Line: c.Pos.Line, Column: c.Pos.Column,
				})
			}
			calls[i].Count++
		}
	}
	slices.SortStableFunc(calls, func(a, b unknownCall) int {
		return cmp.Or(b.Count-a.Count, strings.Compare(a.Call, b.Call))
	})
	return calls
}

func packages(calls []unknownCall) int {
	seen := map[string]bool{}
	for _, c := range calls {
		seen[c.Package] = true
	}
	return len(seen)
}

// alike is the name of a function that is known and most like the first ones.
func alike(calls []unknownCall) string {
	table := knowledge.Builtin()
	known := map[string]bool{}
	for _, path := range table.Paths() {
		for _, lib := range table.Library(path) {
			for _, row := range unknown.Rows(lib) {
				if row.Section == unknown.Calls {
					known[method(row.Name)] = true
				}
			}
		}
	}
	for _, c := range calls {
		if known[method(c.Call)] {
			return method(c.Call)
		}
	}
	return "Do"
}

func method(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }
