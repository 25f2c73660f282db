// Timeoutlint finds where Go code can wait for ever, wait longer than anyone
// is listening, or repeat work until it becomes an outage.
//
//	timeoutlint [flags] [packages]
//
// It exits with 0 if it found nothing but notes, 3 if it found something more
// severe, and 1 if it could not do its work. The command joins what the other packages know:
// options, analyzers, driver, printers. It judges nothing itself.
package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/analyzers"
	"github.com/timeoutlint/timeoutlint/internal/config"
	"github.com/timeoutlint/timeoutlint/internal/garbage"
	"github.com/timeoutlint/timeoutlint/passes/shown"
)

// The exit codes.
const (
	exitClean    = 0
	exitFailed   = 1
	exitFindings = 3
)

func main() {
	a := app{analyzers: analyzers.All(), stdout: os.Stdout, stderr: os.Stderr, env: os.Environ()}
	garbage.CollectSeldom(a.getenv)
	os.Exit(a.run(os.Args[1:]))
}

// app is what a subcommand works with.
type app struct {
	analyzers      []*analysis.Analyzer // one a rule
	stdout, stderr io.Writer
	env            []string
}

// command is one subcommand.
type command struct {
	name, args, summary string
	run                 func(a app, args []string) int
}

func commands() []command {
	return []command{
		{"check", "[flags] [packages]", "report findings; the default", app.check},
		{"budgets", "[flags] [packages]", "draw the deadline tree: who waits for whom, how long, how often; and what if", app.budgets},
		{"explain", "RULE|PATH", "say what a rule looks for and why, or what a library does to time", app.explain},
		{"init", "[-C DIR] [-o FILE] [packages]", "write a first " + config.FileName + ", made for the module", app.start},
		{"baseline", "write|prune|show [flags] [packages]", "record the findings of today, so that only new ones are reported", app.baseline},
		{"doctor", "[flags] [packages]", "say what a run goes by, what it leaves out and why, and how long it takes", app.doctor},
		{"rules", "", "list the rules", app.rules},
		{"config", "[FILES]", "say whether a configuration file can be followed", app.config},
		{"knowledge", "[PATTERN]", "print what is known of calls and settings, as YAML; -unused and -unknown say what is idle or missing", app.knowledge},
		{"cache", "[check|clear]", "show, check or clear what runs have kept", app.cache},
		{"completion", "bash|zsh|fish", "print the script that makes a shell complete commands, flags and rules", app.completion},
		{"version", "", "print the version", app.version},
		{"help", "", "print this", app.help},
	}
}

// run is the whole of a command line. What standard output cannot take makes a
// run fail that had nothing else to say against it.
func (a app) run(args []string) int {
	out := &printed{to: a.stdout}
	a.stdout = out
	code := a.command(args)
	if code == exitClean && out.err != nil {
		return a.fail("%v", out.err)
	}
	return code
}

func (a app) command(args []string) int {
	if isVet(args) {
		return a.vet(args)
	}
	if len(args) > 0 {
		for _, c := range commands() {
			if c.name == args[0] {
				return c.run(a, args[1:])
			}
		}
	}
	return a.check(args)
}

// fail prints one line and returns the exit code of a run that did not happen.
func (a app) fail(format string, args ...any) int {
	a.say(format, args...)
	return exitFailed
}

// say prints one line for the person, apart from the findings; one it stays,
// whatever is in the names of files and the messages of others.
func (a app) say(format string, args ...any) {
	fmt.Fprintf(a.stderr, "timeoutlint: %s\n", shown.Text(fmt.Sprintf(format, args...)))
}

// getenv is a variable's value, the last one given.
func (a app) getenv(name string) string {
	value := ""
	for _, entry := range a.env {
		if v, ok := strings.CutPrefix(entry, name+"="); ok {
			value = v
		}
	}
	return value
}
