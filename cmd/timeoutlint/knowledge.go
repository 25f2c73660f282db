package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/timeoutlint/timeoutlint/internal/config"
)

// knowledgeFlags is the command line of knowledge, as given.
type knowledgeFlags struct {
	checkFlags
	unused, unknown bool
}

func newKnowledgeFlags() (*knowledgeFlags, *flag.FlagSet) {
	k := &knowledgeFlags{checkFlags: checkFlags{given: map[string]bool{}}}
	f := flag.NewFlagSet("knowledge", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.Usage = func() {}
	f.BoolVar(&k.unused, "unused", false, "list the rows of the configuration that meet nothing in the packages")
	f.BoolVar(&k.unknown, "unknown", false, "count calls that look as if they block, into packages of which nothing is known")
	f.StringVar(&k.format, "format", "text", "print the lists as `FORMAT`: text or json")
	f.BoolVar(&k.json, "json", false, "the same as -format=json")
	f.BoolVar(&k.tests, "tests", false, "also look at test files")
	f.Var(&k.tags, "tags", "build `TAGS`, with commas")
	f.StringVar(&k.dir, "C", "", "run in `DIR`")
	f.StringVar(&k.config, "config", "", "read `FILE` instead of the nearest "+config.FileName+"; none reads no file")
	return k, f
}

// knowledge prints rows in the form that the configuration file takes, or tells
// where knowledge and the code do not meet.
func (a app) knowledge(args []string) int {
	flags, set := newKnowledgeFlags()
	if err := flags.parse(set, args); errors.Is(err, flag.ErrHelp) {
		knowledgeUsage(a.stdout, set)
		return exitClean
	} else if err != nil {
		return a.fail("%v", err)
	}
	switch {
	case flags.unused && flags.unknown:
		return a.fail("-unused and -unknown are two questions: ask one")
	case flags.unused:
		return a.unused(flags, set.Args())
	case flags.unknown:
		return a.unknown(flags, set.Args())
	case len(flags.given) > 0:
		return a.fail("flags go with -unused or -unknown; rows are always printed as YAML")
	}
	return a.rowsAsYAML(set.Args())
}

func knowledgeUsage(w io.Writer, flags *flag.FlagSet) {
	fmt.Fprint(w, "timeoutlint knowledge prints what is known of calls and settings, as YAML to copy, edit\n"+
		"and paste into "+config.FileName+"; or tells where knowledge and your code do not meet.\n\n"+
		"  timeoutlint knowledge [PATTERN]                     rows by name: 'redis.*', 'net/http.Get', '*.Do'\n"+
		"  timeoutlint knowledge -unused [flags] [packages]\n"+
		"  timeoutlint knowledge -unknown [flags] [packages]\n\nFlags:\n")
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	flags.VisitAll(func(f *flag.Flag) {
		value, text := flag.UnquoteUsage(f)
		fmt.Fprintf(out, "  -%s\t%s\n", joined(f.Name, value), text)
	})
	_ = out.Flush()
	fmt.Fprint(w, "\nExit codes: 0 it ran, whatever it found; 1 it could not run.\n")
}

func joined(name, value string) string {
	if value == "" {
		return name
	}
	return name + " " + value
}
