// Package docs holds the documentation that the command prints: the pages that
// are read in the repository.
package docs

import (
	"bytes"
	"embed"
	"strings"
)

//go:embed rules/*.md libraries/*.md
var pages embed.FS

// Rule is the page of a rule, as Markdown, without the closing note on how it
// is generated.
func Rule(name string) ([]byte, bool) {
	if name != strings.ToLower(name) { // the index
		return nil, false
	}
	return page("rules/" + name + ".md")
}

// Library is the page of an import path: its own, or that of a path above.
func Library(path string) ([]byte, bool) {
	for path != "" && path != "README" {
		if text, ok := page("libraries/" + LibraryFile(path)); ok {
			return text, true
		}
		path = path[:max(0, strings.LastIndexByte(path, '/'))]
	}
	return nil, false
}

// LibraryFile is the name of a library's page.
func LibraryFile(path string) string { return strings.ReplaceAll(path, "/", "_") + ".md" }

func page(name string) ([]byte, bool) {
	text, err := pages.ReadFile(name)
	text, _, _ = bytes.Cut(text, []byte("\n<!-- "))
	return text, err == nil
}
