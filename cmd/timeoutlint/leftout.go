package main

import (
	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/passes/leftout"
)

// leftOut tells what was given up: a line for each package and reason, which
// names all of it or, where that is much, the first of it.
func leftOut(list []driver.LeftOut, all bool) []string {
	var order []string
	items := map[string][]leftout.Item{}
	for _, l := range list {
		if items[l.Package] == nil {
			order = append(order, l.Package)
		}
		items[l.Package] = append(items[l.Package], l.Item)
	}
	var out []string
	for _, pkg := range order {
		out = append(out, leftout.Lines(pkg, items[pkg], all)...)
	}
	return out
}
