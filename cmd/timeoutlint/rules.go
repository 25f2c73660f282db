package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/timeoutlint/timeoutlint/rules"
)

// rules prints the rules that can be run.
func (a app) rules(args []string) int {
	if len(args) > 0 {
		return a.fail("rules takes no arguments; timeoutlint explain %s tells about one rule", args[0])
	}
	out := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "RULE\tGROUP\tSEVERITY\tDEFAULT\tFINDS")
	for _, r := range rules.Built() {
		on := "off"
		if r.Default() {
			on = "on"
		}
		fmt.Fprintf(out, "%s\t%s\t%s\t%s\t%s\n", r.Name, r.Group, r.Severity, on, r.Summary)
	}
	if err := out.Flush(); err != nil {
		return a.fail("%v", err)
	}
	return exitClean
}
