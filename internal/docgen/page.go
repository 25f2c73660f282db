package docgen

import (
	"bytes"
	"embed"
	"fmt"
	"path"
	"strings"
	"text/template"

	"github.com/timeoutlint/timeoutlint/internal/fixtures"
	"github.com/timeoutlint/timeoutlint/rules"
)

//go:embed *.tmpl
var templates embed.FS

// page is what rule.md.tmpl shows.
type page struct {
	Rule          rules.Rule
	Text          string // doc.go below its summary, as Markdown
	Before, After string // tested Go source
	Fixed         bool   // After is what -fix writes
	Found         string // what the command says of Before
}

// Page is the documentation of one rule. The findings are those of all rules
// on the rule's example.
func Page(root string, rule rules.Rule, findings []fixtures.Finding) ([]byte, error) {
	text, err := readDoc(root, rule)
	if err != nil {
		return nil, err
	}
	p := page{Rule: rule, Text: text, Found: printed(rule, findings)}
	if err := p.readExample(root); err != nil {
		return nil, err
	}
	if p.Found == "" {
		return nil, fmt.Errorf("rule %s finds nothing in its own example", rule.Name)
	}
	return execute("rule.md.tmpl", p)
}

// printed is what the command prints of the rule's example on a pipe, with the
// path that a terminal shows.
func printed(rule rules.Rule, findings []fixtures.Finding) string {
	var out strings.Builder
	for _, f := range findings {
		if f.Rule != rule.Name || f.File != rule.Name+"/example/example.go" {
			continue
		}
		fmt.Fprintf(&out, "%s:%d:%d: %s: %s\n", path.Base(f.File), f.Line, f.Column, f.Rule, f.Message)
		for _, s := range f.Path {
			fmt.Fprintf(&out, "\t%s:%d: %s\n", path.Base(s.File), s.Line, s.Message)
		}
	}
	return strings.TrimSuffix(out.String(), "\n")
}

func execute(name string, data any) ([]byte, error) {
	t, err := template.New(name).Funcs(template.FuncMap{"sentence": sentence, "onOff": onOff}).ParseFS(templates, name)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := t.Execute(&out, data); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// sentence makes a sentence of a summary.
func sentence(summary string) string {
	return strings.ToUpper(summary[:1]) + summary[1:] + "."
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}
