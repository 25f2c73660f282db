// Package starter writes the first configuration of a module.
//
// It knows what a module shows of itself (Look) and how to say in a
// configuration what could be set because of it. Everything that would change
// what is found is written as a comment: the file's findings are those of no
// file at all.
package starter

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/timeoutlint/timeoutlint/internal/finding"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Module is a module as it was seen.
type Module struct {
	Packages []*Seen
	Findings []finding.Finding // of every rule, those that are not shown, too
	Baseline string            // the name of the baseline's file
}

// Text is the configuration.
func Text(m Module) []byte {
	var out bytes.Buffer
	line := func(format string, args ...any) { fmt.Fprintf(&out, format+"\n", args...) }

	line("# What timeoutlint looks at here. Each key may be left out; a line with # in front is an offer.")
	line("# timeoutlint rules lists the rules, timeoutlint explain RULE says why.")
	line("#")
	for _, fact := range m.facts() {
		line("# %s", fact)
	}
	line("")
	line("rules:")
	m.offers(line)
	line("  disable: []       # names of rules or groups; it wins over enable")
	line("  # severity:       # error, warning or note, by rule")
	line("  #   bareclient: error")
	line("")
	line("confidence: medium  # weakest that is reported: high, medium or low")
	line("# fail-on: error    # least severity that fails a run: error, warning (if nothing is said), note or none")
	line("notes: false        # also what was lowered to a note")
	if m.any(func(s *Seen) bool { return s.Tests }) {
		line("tests: false        # also in test files, of which there are some")
	} else {
		line("tests: false        # also in test files")
	}
	if tags := m.tags(); len(tags) > 0 {
		line("# tags: [%s]   # some files are built only with these", strings.Join(tags, ", "))
	} else {
		line("# tags: [integration]   # build tags")
	}
	line("exclude: []         # globs of files, relative to this one; generated files are left alone anyway")
	line("")
	line("# Findings of before this file, left alone: timeoutlint baseline write records %s.", m.today())
	line("# baseline: %s", m.Baseline)
	line("")
	line("# Types that are built only by the constructors of the house: timeoutlint explain houseclient.")
	line("# houseclient:")
	line("#   - type: net/http.Client")
	line("#     use: [%s/internal/outbound.NewClient]", m.path())
	line("")
	line("# Budgets that are in no code, and what answers calls: docs/budgets.md.")
	line("# entries:")
	line("#   POST /orders: {budget: 2s, attempts: 3}")
	line("# services:")
	line("#   payments:")
	line("#     summary: ../payments/budgets.json   # timeoutlint budgets -write, there")
	line("#     calls: {%s/pay.Client.Charge: POST /charge}", m.path())
	return out.Bytes()
}

// facts is what there is, a line each.
func (m Module) facts() []string {
	modules := map[string]string{}
	servers, libraries, calls := map[string]int{}, map[string]int{}, map[string]int{}
	commands := 0
	for _, s := range m.Packages {
		if s.Module != "" {
			modules[s.Module] = s.Go
		}
		if s.Command {
			commands++
		}
		count(servers, s.Servers)
		count(libraries, s.Libraries)
		count(calls, s.Unknown)
	}
	var names []string
	for _, name := range slices.Sorted(maps.Keys(modules)) {
		names = append(names, fmt.Sprintf("%s (Go %s)", name, modules[name]))
	}
	facts := []string{fmt.Sprintf("Seen: %s: %s, %s.", strings.Join(names, ", "), number(len(m.Packages), "package"), number(commands, "command"))}
	if len(servers) > 0 {
		facts = append(facts, "Serves with "+list(servers)+".")
	}
	if len(libraries) > 0 {
		facts = append(facts, "Libraries whose timeouts are known: "+list(libraries)+".")
	}
	if len(calls) > 0 {
		facts = append(facts, "Functions that look as if they wait and of which nothing is known: "+list(calls)+".",
			"timeoutlint knowledge -unknown lists them; rows under knowledge: teach them.")
	}
	return facts
}

// offers writes the rules of which something is shown on request only.
func (m Module) offers(line func(string, ...any)) {
	found := map[string]int{}
	for _, f := range m.Findings {
		if f.OnRequest {
			found[f.Rule]++
		}
	}
	offered := false
	for _, r := range rules.Built() {
		if found[r.Name] == 0 {
			continue
		}
		if !offered {
			line("  enable:           # to hear more of; these would report something more here today:")
			offered = true
		}
		line("    # - %-14s # %3d: %s", r.Name, found[r.Name], r.Summary)
	}
	if !offered {
		line("  enable: []        # to hear more of")
	}
}

// path is the module's, to show what a name looks like.
func (m Module) path() string {
	for _, s := range m.Packages {
		if s.Module != "" {
			return s.Module
		}
	}
	return "example.com/m"
}

func (m Module) today() string {
	n := 0
	for _, f := range m.Findings {
		if f.Quiet == "" {
			n++
		}
	}
	return "today's " + number(n, "finding")
}

func (m Module) tags() []string {
	tags := map[string]int{}
	for _, s := range m.Packages {
		count(tags, s.Tags)
	}
	return slices.Sorted(maps.Keys(tags))
}

func (m Module) any(is func(*Seen) bool) bool { return slices.ContainsFunc(m.Packages, is) }

func count(into map[string]int, names []string) {
	for _, name := range names {
		into[name]++
	}
}

const few = 6

// list names the most frequent, and says how many more there are.
func list(counts map[string]int) string {
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), strings.Compare(a, b))
	})
	if len(names) <= few {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:few], ", "), len(names)-few)
}

func number(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
