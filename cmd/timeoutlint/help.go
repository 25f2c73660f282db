package main

import (
	"flag"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

func (a app) help([]string) int {
	_, flags := newCheckFlags()
	usage(a.stdout, flags)
	return exitClean
}

func usage(w io.Writer, flags *flag.FlagSet) {
	fmt.Fprint(w, "timeoutlint finds where Go code can wait for ever, wait longer than anyone is\nlistening, or repeat work until it becomes an outage.\n\n"+
		"  timeoutlint [flags] [packages]     packages as the go command takes them, ./... by default\n\nCommands:\n")
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, c := range commands() {
		fmt.Fprintf(out, "  %s\t%s\n", strings.TrimSpace(c.name+" "+c.args), c.summary)
	}
	_ = out.Flush()
	fmt.Fprint(w, "\nFlags of check:\n")
	flags.VisitAll(func(f *flag.Flag) {
		value, text := flag.UnquoteUsage(f)
		fmt.Fprintf(out, "  -%s\t%s\n", strings.TrimSpace(f.Name+" "+value), text)
	})
	_ = out.Flush()
	fmt.Fprint(w, "\nExit codes: 0 nothing found or only notes, 1 could not run, 3 findings; -fail-on\nsays which severities count.\nWhat cannot be analysed (a package that does not compile, a function, a rule) is named\non standard error and left out; the run goes on with the rest, and -fail-on-skipped\nmakes it exit with 1.\n")
}
