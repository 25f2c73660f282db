package leftout

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/shown"
)

// Telling is an analyzer for drivers that know nothing of this package, as go vet and
// golangci-lint: it does what the other does, and writes what was left out of the
// package by then and has not been told, a line for each reason.
func Telling(an *analysis.Analyzer, w io.Writer) *analysis.Analyzer {
	out := *an
	if !slices.Contains(out.Requires, Analyzer) {
		out.Requires = append(slices.Clone(out.Requires), Analyzer)
	}
	out.Run = func(pass *analysis.Pass) (any, error) {
		result, err := an.Run(pass)
		for _, line := range Lines(pass.Pkg.Path(), pass.ResultOf[Analyzer].(*Result).untold(), false) {
			fmt.Fprintf(w, "timeoutlint: left out in %s\n", shown.Text(line))
		}
		return result, err
	}
	return &out
}

// untold lists what was noted since it was asked for.
func (r *Result) untold() []Item {
	r.mu.Lock()
	defer r.mu.Unlock()
	var out []Item
	for item, told := range r.items {
		if !told {
			r.items[item] = true
			out = append(out, item)
		}
	}
	slices.SortFunc(out, Compare)
	return out
}

// Lines tells what was left out of a package: a line for each reason, which names
// all of it or, where that is much, the first of it.
func Lines(pkg string, items []Item, all bool) []string {
	const few = 5
	var reasons []string
	parts := map[string][]string{}
	for _, item := range items {
		if !slices.Contains(reasons, item.Reason) {
			reasons = append(reasons, item.Reason)
		}
		parts[item.Reason] = append(parts[item.Reason], item.String())
	}
	var out []string
	for _, reason := range reasons {
		names, more := parts[reason], ""
		if len(names) > few+1 && !all {
			names, more = names[:few], fmt.Sprintf(" and %d more, which -v names", len(names)-few)
		}
		out = append(out, fmt.Sprintf("%s: %s%s: %s", pkg, strings.Join(names, ", "), more, reason))
	}
	return out
}
