// Package docs holds the documentation that the command prints: the pages that
// are read in the repository.
package docs

import (
	"bytes"
	"embed"
	"strings"
)

//go:embed rules/*.md
var pages embed.FS

// Rule is the page of a rule, as Markdown, without the closing note on how it
// is generated.
func Rule(name string) ([]byte, bool) {
	if name != strings.ToLower(name) { // the index
		return nil, false
	}
	text, err := pages.ReadFile("rules/" + name + ".md")
	text, _, _ = bytes.Cut(text, []byte("\n<!-- "))
	return text, err == nil
}
