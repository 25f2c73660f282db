// Package docs holds the documentation that the command prints: the same bytes
// that are read in the repository.
package docs

import (
	"embed"
	"strings"
)

//go:embed rules/*.md
var pages embed.FS

// Rule is the page of a rule, as Markdown.
func Rule(name string) ([]byte, bool) {
	if name != strings.ToLower(name) { // the index
		return nil, false
	}
	text, err := pages.ReadFile("rules/" + name + ".md")
	return text, err == nil
}
