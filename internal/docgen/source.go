package docgen

import (
	"errors"
	"fmt"
	"go/doc/comment"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/timeoutlint/timeoutlint/internal/fixtures"
	"github.com/timeoutlint/timeoutlint/rules"
)

// readDoc is the package comment of the rule below the heading "Analyzer NAME"
// and the summary that follows it, as Markdown.
func readDoc(root string, rule rules.Rule) (string, error) {
	name := filepath.Join(root, "analyzers", rule.Name, "doc.go")
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil {
		return "", err
	}
	text := new(comment.Parser).Parse(file.Doc.Text())
	body, err := section(text, rule)
	if err != nil {
		return "", fmt.Errorf("analyzers/%s/doc.go: %w", rule.Name, err)
	}
	printer := comment.Printer{
		HeadingLevel:   2,
		HeadingID:      func(*comment.Heading) string { return "" },
		DocLinkBaseURL: "https://pkg.go.dev",
	}
	return codeSpans(string(printer.Markdown(&comment.Doc{Content: body}))), nil
}

// section checks the frame of the comment and cuts it off.
func section(doc *comment.Doc, rule rules.Rule) ([]comment.Block, error) {
	for i, block := range doc.Content {
		heading, ok := block.(*comment.Heading)
		if !ok || plain(heading.Text) != "Analyzer "+rule.Name {
			continue
		}
		rest := doc.Content[i+1:]
		if len(rest) < 2 {
			return nil, errors.New("nothing after the summary: say why it hurts and what is not reported")
		}
		summary, ok := rest[0].(*comment.Paragraph)
		if !ok {
			return nil, errors.New("the heading is not followed by a summary")
		}
		if got := plain(summary.Text); strings.TrimPrefix(got, rule.Name+": ") != rule.Summary {
			return nil, fmt.Errorf("the summary is %q, the catalogue says %q", got, rule.Summary)
		}
		if !slices.ContainsFunc(rest, isSilence) {
			return nil, fmt.Errorf("no heading %q", "# "+silence)
		}
		return rest[1:], nil
	}
	return nil, fmt.Errorf("no heading %q", "# Analyzer "+rule.Name)
}

// silence is the heading that no page goes without.
const silence = "What is not reported"

// isSilence finds that heading, and spells a shorter form of it in full.
func isSilence(block comment.Block) bool {
	heading, ok := block.(*comment.Heading)
	if !ok || !strings.HasSuffix(strings.ToLower(plain(heading.Text)), "not reported") {
		return false
	}
	heading.Text = []comment.Text{comment.Plain(silence)}
	return true
}

// plain is the text without line breaks and markup.
func plain(text []comment.Text) string {
	var out strings.Builder
	for _, t := range text {
		switch t := t.(type) {
		case comment.Plain:
			out.WriteString(string(t))
		case comment.Italic:
			out.WriteString(string(t))
		case *comment.Link:
			out.WriteString(plain(t.Text))
		case *comment.DocLink:
			out.WriteString(plain(t.Text))
		}
	}
	return strings.Join(strings.Fields(out.String()), " ")
}

var escapedSpan = regexp.MustCompile("\\\\`([^`]+?)\\\\`")

// codeSpans lets `code` in a comment be code in Markdown, which the printer
// escapes.
func codeSpans(markdown string) string {
	return escapedSpan.ReplaceAllStringFunc(markdown, func(span string) string {
		return "`" + strings.ReplaceAll(strings.Trim(span, "\\`"), "\\", "") + "`"
	})
}

// readExample reads the example that the fixture tests prove: what is found,
// and what is silent.
func (p *page) readExample(root string) error {
	dir := filepath.Join(fixtures.Source(root), p.Rule.Name, "example")
	before, err := os.ReadFile(filepath.Join(dir, "example.go"))
	if err != nil {
		return err
	}
	after, err := os.ReadFile(filepath.Join(dir, "example.go.golden"))
	p.Fixed = err == nil
	if errors.Is(err, fs.ErrNotExist) {
		after, err = os.ReadFile(filepath.Join(dir, "after.go"))
	}
	if err != nil {
		return err
	}
	// A golden file with several fixes is an archive: the first is shown.
	if ar := txtar.Parse(after); p.Fixed && len(ar.Files) > 0 {
		after = ar.Files[0].Data
	}
	if p.Before, err = shown(before); err != nil {
		return fmt.Errorf("%s: example.go: %w", p.Rule.Name, err)
	}
	if p.After, err = shown(after); err != nil {
		return fmt.Errorf("%s: after: %w", p.Rule.Name, err)
	}
	return nil
}

// expectation is what a fixture says to the tests: `// want "…"`, after
// `// also: RULE, RULE` where another rule has something to say too.
// expectation is what a fixture says to the tests: `// want "…"`, and
// `// also: RULE, RULE` where another rule has something to say too.
var expectation = regexp.MustCompile("(?m)[ \\t]*// ?(also: [a-z, ]+(// ?want.*)?|want *([a-z]+:)?[\"`+].*)$")

// shown is the source as a reader should see it: without what is written for
// the tests. Lines keep their numbers.
func shown(source []byte) (string, error) {
	text, err := format.Source(expectation.ReplaceAll(source, nil))
	return string(text), err
}
