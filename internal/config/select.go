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

// Chosen is the rules of a run, by name: those that are on by default, houseclient
// where constructors are listed, then what the file adds and takes away.
func (c *Config) Chosen() (map[string]bool, error) {
	names := map[string]bool{}
	for _, r := range rules.Built() {
		names[r.Name] = r.Default
	}
	names[rules.HouseClient.Name] = len(c.House) > 0 // who lists constructors means it
	if err := Switch(names, c.Rules.Enable, true); err != nil {
		return nil, err
	}
	return names, Switch(names, c.Rules.Disable, false)
}

// Switch turns on or off what a list selects.
func Switch(names map[string]bool, list []string, on bool) error {
	selected, err := Select(list)
	for _, r := range selected {
		names[r.Name] = on
	}
	return err
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
