package main

import (
	"fmt"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/internal/config"
	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/rules"
)

// choice is the rules of a run.
type choice struct {
	analyzers []*analysis.Analyzer
	config.Choice
	whole bool // at least what runs by default, as sensitive as by default
}

// choose selects the analyzers: all rules, then what the file adds and takes away,
// then what the command line does. -only stands alone.
func choose(all []*analysis.Analyzer, conf *config.Config, flags *checkFlags) (choice, error) {
	chosen, err := conf.Chosen()
	if err != nil {
		return choice{}, fmt.Errorf("%s: %w", conf.File(), err)
	}
	flag, more := "-enable", flags.enable
	if flags.given["only"] {
		chosen.Clear()
		flag, more = "-only", flags.only
	}
	if err := chosen.Ask(more); err != nil {
		return choice{}, fmt.Errorf("%s: %w", flag, err)
	}
	if err := chosen.Drop(flags.disable); err != nil {
		return choice{}, fmt.Errorf("-disable: %w", err)
	}
	out := choice{Choice: chosen, whole: flags.confidence != string(rules.High) && conf.Confidence != rules.High}
	for _, r := range rules.Built() {
		out.whole = out.whole && (chosen.Run[r.Name] || !r.Default() || r == rules.HouseClient)
	}
	for _, a := range all {
		if chosen.Run[a.Name] {
			out.analyzers = append(out.analyzers, a)
		}
	}
	if len(out.analyzers) == 0 && len(all) > 0 {
		return choice{}, fmt.Errorf("no rule is left to run")
	}
	return out, nil
}

// rules lists the rules that run, in the order of the catalogue.
func (c choice) rules() []rules.Rule {
	return slices.DeleteFunc(rules.Built(), func(r rules.Rule) bool {
		return !slices.ContainsFunc(c.analyzers, func(a *analysis.Analyzer) bool { return a.Name == r.Name })
	})
}

// ran reports whether a directive that names the rule can be called unused: the
// rule ran, or there is no such rule.
func (c choice) ran(rule string) bool {
	_, exists := rules.Lookup(rule)
	return !exists || c.whole && c.Run[rule]
}

// key differs between choices for which ran differs.
func (c choice) key() string {
	var names []string
	for name, on := range c.Run {
		if on {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return fmt.Sprint(c.whole, names)
}

// aboutDirective says what is the matter with a directive; empty: nothing that
// this run can know.
func (c choice) aboutDirective(d driver.Directive) string {
	if d.Wrong != "" {
		return d.Wrong
	}
	for _, name := range d.Rules {
		if _, ok := rules.Lookup(name); !ok {
			_, err := config.Select([]string{name})
			return err.Error()
		}
	}
	if !c.whole {
		return ""
	}
	return "this directive suppresses nothing: remove it"
}

// analyzer finds a rule's analyzer by name, or nil.
func (a app) analyzer(name string) *analysis.Analyzer {
	i := slices.IndexFunc(a.analyzers, func(an *analysis.Analyzer) bool { return an.Name == name })
	if i < 0 {
		return nil
	}
	return a.analyzers[i]
}
