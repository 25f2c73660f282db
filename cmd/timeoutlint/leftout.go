package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/timeoutlint/timeoutlint/internal/driver"
)

// leftOut tells what was given up: a line for each package and reason, which
// names all of it or, where that is much, the first of it.
func leftOut(list []driver.LeftOut, all bool) []string {
	const few = 5
	type group struct{ pkg, reason string }
	var order []group
	parts := map[group][]string{}
	for _, l := range list {
		g := group{l.Package, l.Reason}
		if !slices.Contains(order, g) {
			order = append(order, g)
		}
		parts[g] = append(parts[g], l.String())
	}
	var out []string
	for _, g := range order {
		names, more := parts[g], ""
		if len(names) > few+1 && !all {
			names, more = names[:few], fmt.Sprintf(" and %d more, which -v names", len(names)-few)
		}
		out = append(out, fmt.Sprintf("%s: %s%s: %s", g.pkg, strings.Join(names, ", "), more, g.reason))
	}
	return out
}
