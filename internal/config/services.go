package config

import (
	"reflect"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
)

// Entry is what is known of an entry besides its code. In the file it is a
// time, the budget, or a mapping.
type Entry struct {
	Budget   time.Duration `yaml:"budget"`   // after it nobody waits for the answer; 0: not said
	Attempts int           `yaml:"attempts"` // that something in front of it makes of each request; 0 is one
	Line     int           `yaml:"-"`
	Column   int           `yaml:"-"`
}

// Service is another service that the code calls.
type Service struct {
	Summary string          `yaml:"summary"` // file of its entries, as timeoutlint budgets -write makes it, relative to the configuration file; empty: none
	Calls   map[string]Edge `yaml:"calls"`   // by the package, type or function that makes the calls
	Line    int             `yaml:"-"`
	Column  int             `yaml:"-"`
}

// Edge is what one caller calls there. In the file it is the entry's name or a
// mapping.
type Edge struct {
	Entry    string `yaml:"entry"`
	Attempts int    `yaml:"attempts"` // that something on the way makes of each call; 0 is one
	Line     int    `yaml:"-"`
	Column   int    `yaml:"-"`
}

// UnmarshalYAML reads the short form and the long one.
func (e *Entry) UnmarshalYAML(n *yaml.Node) error {
	type long Entry
	e.Line, e.Column = n.Line, n.Column
	if n.Kind == yaml.ScalarNode {
		return n.Decode(&e.Budget)
	}
	return n.Decode((*long)(e))
}

// UnmarshalYAML reads the short form and the long one.
func (e *Edge) UnmarshalYAML(n *yaml.Node) error {
	type long Edge
	e.Line, e.Column = n.Line, n.Column
	if n.Kind == yaml.ScalarNode {
		return n.Decode(&e.Entry)
	}
	return n.Decode((*long)(e))
}

// UnmarshalYAML keeps the place.
func (s *Service) UnmarshalYAML(n *yaml.Node) error {
	type plain Service
	s.Line, s.Column = n.Line, n.Column
	return n.Decode((*plain)(s))
}

// short is the field that a value without keys stands for, of a type that has
// such a form; nil of any other.
func short(t reflect.Type) reflect.Type {
	switch t {
	case reflect.TypeFor[Entry]():
		return reflect.TypeFor[time.Duration]()
	case reflect.TypeFor[Edge](), reflect.TypeFor[Deps]():
		return reflect.TypeFor[string]()
	}
	return nil
}

// services checks that what is said of entries and of other services says
// something, and names what could be in Go code.
func (s *strict) services(root *yaml.Node) error {
	err := s.each(get(root, "entries"), func(key, value *yaml.Node) error {
		if strings.TrimSpace(key.Value) == "" {
			return s.errorf(key, "an entry needs its name, such as POST /orders")
		}
		if value.Kind != yaml.ScalarNode && get(value, "budget") == nil && get(value, "attempts") == nil || value.Tag == "!!null" {
			return s.errorf(value, "entries.%s says nothing: a budget such as 2s, or {budget: 2s, attempts: 3}", key.Value)
		}
		return s.atLeastOne(get(value, "attempts"))
	})
	if err != nil {
		return err
	}
	return s.each(get(root, "services"), func(name, service *yaml.Node) error {
		calls := get(service, "calls")
		if calls == nil || len(calls.Content) == 0 {
			return s.errorf(service, "services.%s needs calls: what calls it, and which of its entries", name.Value)
		}
		return s.each(calls, func(key, value *yaml.Node) error {
			if key.Value == "" || strings.ContainsAny(key.Value, "()* \t") {
				return s.errorf(key, "%q is no package, type or function with its import path, like example.com/shop/pay.Client.Charge", key.Value)
			}
			entry := value
			if value.Kind == yaml.MappingNode {
				entry = get(value, "entry")
			}
			if entry == nil || entry.Value == "" || entry.Tag == "!!null" {
				return s.errorf(value, "services.%s: which entry does %s call?", name.Value, key.Value)
			}
			return s.atLeastOne(get(value, "attempts"))
		})
	})
}

func (s *strict) atLeastOne(n *yaml.Node) error {
	if n != nil && (n.Tag == "!!null" || strings.HasPrefix(n.Value, "-") || strings.Trim(n.Value, "+0_xob") == "") {
		return s.errorf(n, "attempts include the first: at least 1, not %s", n.Value)
	}
	return nil
}

// each visits a mapping, aliases followed.
func (s *strict) each(n *yaml.Node, visit func(key, value *yaml.Node) error) error {
	if n != nil && n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if n == nil || n.Kind != yaml.MappingNode {
		return nil
	}
	return s.pairs(n, func(key, value *yaml.Node) error {
		if value.Kind == yaml.AliasNode {
			value = value.Alias
		}
		return visit(key, value)
	})
}
