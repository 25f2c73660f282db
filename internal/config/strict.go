package config

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4"
	"go.yaml.in/yaml/v3"

	"github.com/timeoutlint/timeoutlint/passes/settings"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// strict compares a YAML tree with the Go types it is to fill, so that what
// does not fit is said with its place.
type strict struct {
	file   string
	rows   []Row
	values int // looked at so far; what an alias stands for counts each time
}

// What a configuration may ask for at most. Nobody writes as much; a file that is
// made to hurt does.
const (
	mostValues = 1_000_000
	mostKeys   = 5_000 // of one mapping: the parser compares each with each
	mostGlobs  = 1_000 // that one glob with braces stands for
	longest    = 4_096 // bytes of one glob
)

func (s *strict) check(doc *yaml.Node, c *Config) error {
	root := doc.Content[0]
	if err := s.fits(root, reflect.TypeOf(*c), "the file"); err != nil {
		return err
	}
	return s.meaning(root)
}

// fits checks keys, kinds and the values of enumerations.
func (s *strict) fits(n *yaml.Node, t reflect.Type, what string) error {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if s.values++; s.values > mostValues {
		return s.errorf(n, "with its aliases the file stands for more than %d values", mostValues)
	}
	if n.Tag == "!!null" {
		return nil
	}
	if form := short(t); form != nil && n.Kind == yaml.ScalarNode {
		t = form
	}
	switch t.Kind() {
	case reflect.Struct:
		if n.Kind != yaml.MappingNode {
			return s.errorf(n, "%s must be a mapping of keys to values", what)
		}
		return s.fitsStruct(n, t)
	case reflect.Map:
		if n.Kind != yaml.MappingNode {
			return s.errorf(n, "%s must be a mapping of keys to values", what)
		}
		return s.pairs(n, func(key, value *yaml.Node) error {
			if err := s.fits(key, t.Key(), "a key of "+what); err != nil {
				return err
			}
			return s.fits(value, t.Elem(), what+"."+key.Value)
		})
	case reflect.Slice:
		if n.Kind != yaml.SequenceNode {
			return s.errorf(n, "%s must be a list", what)
		}
		for _, item := range n.Content {
			if err := s.fits(item, t.Elem(), "an item of "+what); err != nil {
				return err
			}
		}
		return nil
	}
	return s.fitsScalar(n, t, what)
}

func (s *strict) fitsScalar(n *yaml.Node, t reflect.Type, what string) error {
	switch {
	case n.Kind != yaml.ScalarNode:
		return s.errorf(n, "%s must be a single value", what)
	case t.Kind() == reflect.Bool && n.Tag != "!!bool":
		return s.errorf(n, "%s must be true or false, not %q", what, n.Value)
	case t == reflect.TypeFor[time.Duration]():
		if d, err := time.ParseDuration(n.Value); err != nil || d <= 0 {
			return s.errorf(n, "%s must be a time above 0 such as 2s, not %q", what, n.Value)
		}
	case t == reflect.TypeFor[knowledge.Bound]():
		if err := knowledge.Bound(n.Value).Err(); err != nil {
			return s.errorf(n, "%s cannot be %q: %v%s", what, n.Value, err, nearKind(n.Value))
		}
	case t.Kind() == reflect.Int && n.Tag != "!!int":
		return s.errorf(n, "%s must be a number, not %q", what, n.Value)
	}
	if values := enumeration(t); values != nil && !slices.Contains(values, n.Value) {
		return s.errorf(n, "%s cannot be %q%s", what, n.Value, oneOf(n.Value, values))
	}
	return nil
}

// nearKind continues a message about a bound whose first word is none.
func nearKind(bound string) string {
	kind, _, _ := strings.Cut(bound, ":")
	switch near := Nearest(kind, knowledge.BoundKinds()); near {
	case "":
		return "; there are " + strings.Join(knowledge.BoundKinds(), ", ")
	case kind:
		return ""
	default:
		return "; did you mean " + near + "?"
	}
}

func (s *strict) fitsStruct(n *yaml.Node, t reflect.Type) error {
	fields := map[string]reflect.Type{}
	var names []string
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("yaml"), ",")
		if t.Field(i).IsExported() && name != "" {
			fields[name] = t.Field(i).Type
			names = append(names, name)
		}
	}
	return s.pairs(n, func(key, value *yaml.Node) error {
		field, ok := fields[key.Value]
		if !ok {
			return s.errorf(key, "unknown key %q%s", key.Value, oneOf(key.Value, names))
		}
		return s.fits(value, field, key.Value)
	})
}

// pairs visits a mapping and refuses a key given twice.
func (s *strict) pairs(n *yaml.Node, visit func(key, value *yaml.Node) error) error {
	seen := map[string]bool{}
	if len(n.Content)/2 > mostKeys {
		return s.errorf(n, "a mapping of %d keys: at most %d are read", len(n.Content)/2, mostKeys)
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if seen[key.Value] {
			return s.errorf(key, "key %q is given twice", key.Value)
		}
		seen[key.Value] = true
		if err := visit(key, n.Content[i+1]); err != nil {
			return err
		}
	}
	return nil
}

// meaning checks what the types cannot say: names of rules, globs, and rows
// without a path.
func (s *strict) meaning(root *yaml.Node) error {
	for _, list := range []string{"enable", "disable"} {
		for _, item := range items(get(get(root, "rules"), list)) {
			if _, err := Select([]string{item.Value}); err != nil {
				return s.errorf(item, "%s", err)
			}
		}
	}
	if severity := get(get(root, "rules"), "severity"); severity != nil {
		for i := 0; i+1 < len(severity.Content); i += 2 {
			key := severity.Content[i]
			if _, ok := rules.Lookup(key.Value); !ok {
				return s.errorf(key, "%s", unknownRule(key.Value, ruleNames()))
			}
			if _, err := Select([]string{key.Value}); err != nil {
				return s.errorf(key, "%s", err)
			}
		}
	}
	for _, item := range items(get(root, "exclude")) {
		if n := globs(item.Value); n > mostGlobs || len(item.Value) > longest {
			return s.errorf(item, "a glob of %d bytes whose braces stand for %s globs: at most %d bytes and %d globs are read", len(item.Value), atMost(n), longest, mostGlobs)
		}
		if !doublestar.ValidatePattern(item.Value) {
			return s.errorf(item, "%q is not a glob", item.Value)
		}
	}
	for _, item := range items(get(root, "knowledge")) {
		path := get(item, "path")
		if path == nil || path.Value == "" {
			return s.errorf(item, "a knowledge row needs the import path it is about")
		}
		s.rows = append(s.rows, Row{path.Value, s.at(path)})
	}
	if err := s.services(root); err != nil {
		return err
	}
	return s.house(root)
}

// house checks that each item names a type and at least one constructor, and
// that names have an import path.
func (s *strict) house(root *yaml.Node) error {
	for _, item := range items(get(root, "houseclient")) {
		of, use := get(item, "type"), get(item, "use")
		if of == nil || use == nil || len(use.Content) == 0 {
			return s.errorf(item, "an item of houseclient needs a type and the constructors to use")
		}
		for _, name := range append([]*yaml.Node{of}, items(use)...) {
			if settings.PackageOf(name.Value) == "" || strings.HasSuffix(name.Value, ".") || strings.ContainsAny(name.Value, "()* ") {
				return s.errorf(name, "%q is no name with its import path, like net/http.Client", name.Value)
			}
		}
	}
	return nil
}

func get(n *yaml.Node, key string) *yaml.Node {
	if n == nil {
		return nil
	}
	for i := 0; i+1 < len(n.Content) && n.Kind == yaml.MappingNode; i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}

func items(n *yaml.Node) []*yaml.Node {
	if n == nil || n.Kind != yaml.SequenceNode {
		return nil
	}
	return n.Content
}

func (s *strict) at(n *yaml.Node) string { return fmt.Sprintf("%s:%d:%d", s.file, n.Line, n.Column) }

func (s *strict) errorf(n *yaml.Node, format string, args ...any) error {
	return fmt.Errorf("%s: %s", s.at(n), strings.ReplaceAll(fmt.Sprintf(format, args...), "\n", " "))
}

var yamlLine = regexp.MustCompile(`^(?:yaml: )?(?:unmarshal errors:\s*)?line (\d+): `)

// syntaxError puts the place that the YAML parser names where readers and
// editors look for it.
func syntaxError(file string, err error) error {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	if m := yamlLine.FindStringSubmatch(text); m != nil {
		return fmt.Errorf("%s:%s: %s", file, m[1], strings.TrimPrefix(text, m[0]))
	}
	return errors.New(file + ": " + text)
}
