package main

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/timeoutlint/timeoutlint/passes/settings"
	"github.com/timeoutlint/timeoutlint/rules"
)

// isVet reports whether go vet -vettool runs this command: it asks for the
// version, then for the flags, then hands over one package at a time.
func isVet(args []string) bool {
	return slices.Contains(args, "-V=full") || slices.Contains(args, "-flags") ||
		len(args) > 0 && strings.HasSuffix(args[len(args)-1], ".cfg")
}

// vet answers go vet as any of its tools does. Rules that are off by default
// take part only when they are named.
func (a app) vet(args []string) int {
	list := []*analysis.Analyzer{settings.Analyzer}
	asked := slices.Contains(args, "-flags")
	for _, an := range a.analyzers {
		r, _ := rules.Lookup(an.Name)
		if asked || r.Default || slices.Contains(args, "-"+an.Name) || slices.Contains(args, "-"+an.Name+"=true") {
			list = append(list, an)
		}
	}
	unitchecker.Main(list...) // exits
	return exitFailed
}
