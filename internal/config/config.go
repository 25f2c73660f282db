// Package config reads .timeoutlint.yml.
//
// It knows the file's keys, where the file is looked for, and which rules a
// list of names selects. It reads strictly: a key, rule or value that does not
// exist is an error that names the place and what was probably meant. It does
// not know what the options do (passes/settings) or the command line.
package config

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/bmatcuk/doublestar/v4"
	"go.yaml.in/yaml/v3"

	"github.com/timeoutlint/timeoutlint/internal/regular"
	"github.com/timeoutlint/timeoutlint/passes/settings"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// FileName is the configuration file's name.
const FileName = ".timeoutlint.yml"

// Config is one configuration file.
type Config struct {
	Rules struct {
		Enable   []string                  `yaml:"enable"`   // names of rules or groups, or "all"
		Disable  []string                  `yaml:"disable"`  // the same, and it wins
		Severity map[string]rules.Severity `yaml:"severity"` // by rule
	} `yaml:"rules"`
	Consequence map[rules.Consequence]rules.Severity `yaml:"consequence"` // the severity of findings by who is held, in place of the table
	Confidence  rules.Confidence                     `yaml:"confidence"`  // weakest that is reported
	FailOn      Threshold                            `yaml:"fail-on"`     // least severity that fails a run
	Tests       bool                                 `yaml:"tests"`       // also test files
	Notes       bool                                 `yaml:"notes"`       // also what was lowered to a note
	Tags        []string                             `yaml:"tags"`        // build tags
	Deps        Deps                                 `yaml:"deps"`        // globs of the module paths of dependencies that are analysed like the code itself, or the word none: no dependency is read at all
	Exclude     []string                             `yaml:"exclude"`     // globs of files, relative to the configuration file
	Baseline    string                               `yaml:"baseline"`    // file of findings to leave alone, relative to the configuration file
	Knowledge   []knowledge.Library                  `yaml:"knowledge"`   // the user's own rows
	House       []settings.House                     `yaml:"houseclient"` // the constructors that the rule houseclient holds to; it is on if there are any
	Latency     map[string][]string                  `yaml:"latency"`     // by dependency: the packages, types and functions that call it
	Entries     map[string]Entry                     `yaml:"entries"`     // by name, in which * stands for anything: what is known besides the code
	Services    map[string]Service                   `yaml:"services"`    // by name: other services that the code calls

	file string
	rows []Row
}

// Deps is the globs of dependencies that are analysed like the code itself, or
// NoDeps alone.
type Deps []string

// NoDeps stands for no reading of dependencies.
const NoDeps = "none"

// UnmarshalYAML reads a list, or the word.
func (d *Deps) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind != yaml.ScalarNode {
		return n.Decode((*[]string)(d))
	}
	if n.Value != NoDeps {
		return fmt.Errorf("line %d: deps is a list of globs of module paths, or %s", n.Line, NoDeps)
	}
	*d = Deps{NoDeps}
	return nil
}

// None reports whether no dependency is to be read.
func (d Deps) None() bool { return len(d) == 1 && d[0] == NoDeps }

// Row is a user's knowledge of one import path, with its place in the file.
type Row struct {
	Path string // import path
	At   string // file:line:col
}

// Rows lists the import paths that the file has knowledge of, so that those
// never imported can be named.
func (c *Config) Rows() []Row { return c.rows }

// File is where the configuration was read; empty: nowhere.
func (c *Config) File() string { return c.file }

// Find returns the configuration file that holds for a directory: the nearest
// one from there up to the root of the repository or, outside of one, of the
// module. It is empty if there is none.
func Find(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	top := Root(dir)
	for {
		file := filepath.Join(dir, FileName)
		if _, err := os.Stat(file); err == nil {
			return file, nil
		} else if !errors.Is(err, os.ErrNotExist) {
			return "", err
		}
		if dir == top {
			return "", nil
		}
		dir = filepath.Dir(dir)
	}
}

// Root is the root of the repository that an absolute directory is in; outside
// of one, that of the module; outside of both, the directory itself.
func Root(dir string) string {
	return cmp.Or(above(dir, ".git"), above(dir, "go.mod"), dir)
}

// Module is the root of the module that holds the directory, an absolute name;
// empty: none does.
func Module(dir string) string { return above(dir, "go.mod") }

// Workspace is the folder of the go.work above the directory; empty: none is.
func Workspace(dir string) string { return above(dir, "go.work") }

// above is the nearest directory, dir or above, that has an entry of that name.
func above(dir, name string) string {
	for {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

// Read reads a configuration file; name is how messages call it.
func Read(file, name string) (*Config, error) {
	text, err := regular.Read(file, regular.Config)
	if err != nil {
		return nil, err
	}
	c, err := Parse(text, name)
	if err != nil {
		return nil, err
	}
	if c.file, err = filepath.Abs(file); err != nil {
		return nil, err
	}
	return c, nil
}

// Parse reads the text of a configuration file that is in no file; name is how
// messages call it.
func Parse(text []byte, name string) (*Config, error) {
	c := new(Config)
	var doc yaml.Node
	dec := yaml.NewDecoder(bytes.NewReader(text))
	if err := dec.Decode(&doc); errors.Is(err, io.EOF) {
		return c, nil // empty, or comments only
	} else if err != nil {
		return nil, syntaxError(name, err)
	}
	if err := dec.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: more than one document", name)
	}
	s := strict{file: name}
	if err := s.check(&doc, c); err != nil {
		return nil, err
	}
	if err := doc.Decode(c); err != nil {
		return nil, syntaxError(name, err)
	}
	c.rows = s.rows
	return c, nil
}

// Excludes reports whether the file, an absolute name, matches one of the globs.
func (c *Config) Excludes(file string) bool {
	if c.file == "" {
		return false
	}
	rel, err := filepath.Rel(filepath.Dir(c.file), file)
	if err != nil {
		return false
	}
	for _, glob := range c.Exclude {
		if ok, err := doublestar.Match(glob, filepath.ToSlash(rel)); ok && err == nil {
			return true
		}
	}
	return false
}
