// Package docgen writes the documentation that follows from the code: a page
// for every built rule from its catalogue row, its doc.go and the example that
// its fixtures prove, an index of them, and the table in README.md.
//
// Its test compares what it writes with what is there; with -update it writes
// it. Nobody else calls it.
package docgen

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/timeoutlint/timeoutlint/analyzers"
	"github.com/timeoutlint/timeoutlint/internal/fixtures"
	"github.com/timeoutlint/timeoutlint/rules"
)

// File is one generated file.
type File struct {
	Path string // below the root, with slashes
	Text []byte
}

// Files generates all documentation below root. What can be generated is
// returned beside the error that tells what cannot.
func Files(root string) ([]File, error) {
	var files []File
	var wrong []error
	add := func(path string, text []byte, err error) {
		if err != nil {
			wrong = append(wrong, err)
			return
		}
		files = append(files, File{path, text})
	}
	findings, err := examples(root)
	if err != nil {
		return nil, err
	}
	for _, rule := range rules.Built() {
		text, err := Page(root, rule, findings)
		add("docs/rules/"+rule.Name+".md", text, err)
	}
	text, err := execute("index.md.tmpl", rules.Built())
	add("docs/rules/README.md", text, err)
	text, err = readme(root)
	add("README.md", text, err)
	return files, errors.Join(wrong...)
}

// examples is what the rules find in the examples.
func examples(root string) ([]fixtures.Finding, error) {
	var patterns []string
	for _, rule := range rules.Built() {
		file := filepath.Join(fixtures.Source(root), rule.Name, "example", "example.go")
		if _, err := os.Stat(file); err == nil {
			patterns = append(patterns, rule.Name+"/example")
		}
	}
	if len(patterns) == 0 {
		return nil, nil
	}
	return fixtures.Run(root, analyzers.All(), patterns...)
}

// readme is README.md with a fresh rule table between its markers.
func readme(root string) ([]byte, error) {
	old, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		return nil, err
	}
	table, err := execute("table.md.tmpl", rules.Built())
	if err != nil {
		return nil, err
	}
	const from, to = "<!-- rules -->\n", "<!-- /rules -->\n"
	head, rest, ok1 := bytes.Cut(old, []byte(from))
	_, tail, ok2 := bytes.Cut(rest, []byte(to))
	if !ok1 || !ok2 {
		return nil, fmt.Errorf("README.md has no %q … %q", from, to)
	}
	return bytes.Join([][]byte{head, []byte(from), table, []byte(to), tail}, nil), nil
}
