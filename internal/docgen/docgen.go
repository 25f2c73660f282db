// Package docgen writes the documentation that follows from the code: a page
// for every built rule from its catalogue row, its doc.go and the example that
// its fixtures prove, and an index of them.
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
	"github.com/timeoutlint/timeoutlint/internal/finding"
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
	text, err = consequences()
	add("docs/consequence.md", text, err)
	text, err = Retries()
	add("docs/retries.md", text, err)
	text, err = Deploy()
	add("docs/deploy.md", text, err)
	return files, errors.Join(wrong...)
}

// examples is what the rules find in the examples.
func examples(root string) ([]finding.Finding, error) {
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

// Write writes files by their paths below the root.
func Write(root string, files map[string][]byte) error {
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(root, filepath.FromSlash(name)), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// Between replaces what stands in README.md between <!-- name --> and
// <!-- /name -->, each on its line; it fails where these are not there.
func Between(text []byte, name string, by []byte) ([]byte, error) {
	from, to := []byte("<!-- "+name+" -->\n"), []byte("<!-- /"+name+" -->\n")
	head, rest, ok1 := bytes.Cut(text, from)
	_, tail, ok2 := bytes.Cut(rest, to)
	if !ok1 || !ok2 {
		return nil, fmt.Errorf("README.md has no %s … %s", bytes.TrimSpace(from), bytes.TrimSpace(to))
	}
	return bytes.Join([][]byte{head, from, by, to, tail}, nil), nil
}
