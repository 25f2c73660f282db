package config

import (
	"fmt"
	"slices"

	"github.com/timeoutlint/timeoutlint/rules"
)

// All is the name that selects every rule.
const All = "all"

// Select lists the rules that the names stand for: rules, groups, or All. A
// name that stands for nothing, or for what is not built yet, is an error.
func Select(names []string) ([]rules.Rule, error) {
	var out []rules.Rule
	for _, name := range names {
		found := slices.DeleteFunc(rules.Built(), func(r rules.Rule) bool {
			return name != All && r.Name != name && string(r.Group) != name
		})
		if len(found) == 0 {
			return nil, missing(name)
		}
		out = append(out, found...)
	}
	return out, nil
}

// Choice is the rules of a run, by name.
type Choice struct {
	Run   map[string]bool // that run; what the table of consequence shows of them is shown
	Asked map[string]bool // that were asked for by name: what it shows on request is shown, too
}

// Chosen is the rules of a run: all, houseclient only where constructors are listed;
// then what the file adds and takes away.
func (c *Config) Chosen() (Choice, error) {
	out := Choice{Run: map[string]bool{}, Asked: map[string]bool{}}
	for _, r := range rules.Built() {
		out.Run[r.Name] = r != rules.HouseClient || len(c.House) > 0 // who lists constructors means it
	}
	if err := out.Ask(c.Rules.Enable); err != nil {
		return Choice{}, err
	}
	return out, out.Drop(c.Rules.Disable)
}

// Ask adds what a list selects.
func (c Choice) Ask(list []string) error { return c.set(list, true) }

// Drop takes away what a list selects.
func (c Choice) Drop(list []string) error { return c.set(list, false) }

// Clear takes away everything.
func (c Choice) Clear() {
	clear(c.Run)
	clear(c.Asked)
}

func (c Choice) set(list []string, on bool) error {
	selected, err := Select(list)
	for _, r := range selected {
		c.Run[r.Name], c.Asked[r.Name] = on, on
	}
	return err
}

// List is the rules that were asked for, sorted.
func (c Choice) List() []string {
	var out []string
	for name, on := range c.Asked {
		if on {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

func missing(name string) error {
	known := append(ruleNames(), All)
	for _, r := range rules.All() {
		switch name {
		case r.Name:
			return fmt.Errorf("rule %s is not available yet", name)
		case string(r.Group):
			return fmt.Errorf("no rule of the group %s is available yet", name)
		}
	}
	for _, r := range rules.Built() {
		known = append(known, string(r.Group))
	}
	return unknownRule(name, known)
}

func unknownRule(name string, known []string) error {
	if near := Nearest(name, known); near != "" {
		return fmt.Errorf("unknown rule %q; did you mean %s?", name, near)
	}
	return fmt.Errorf("unknown rule %q; timeoutlint rules lists them", name)
}

// ruleNames lists the rules that can be run.
func ruleNames() []string {
	var names []string
	for _, r := range rules.Built() {
		names = append(names, r.Name)
	}
	return names
}
