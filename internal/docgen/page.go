package docgen

import (
	"bytes"
	"embed"
	"fmt"
	"path"
	"slices"
	"strings"
	"text/template"

	"github.com/timeoutlint/timeoutlint/internal/finding"
	"github.com/timeoutlint/timeoutlint/internal/report"
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
func Page(root string, rule rules.Rule, findings []finding.Finding) ([]byte, error) {
	text, err := readDoc(root, rule)
	if err != nil {
		return nil, err
	}
	p := page{Rule: rule, Text: Fold(text, width, 0)}
	if err := p.readExample(root); err != nil {
		return nil, err
	}
	if p.Found, err = said(rule, findings, p.Before); err != nil {
		return nil, err
	}
	return execute("rule.md.tmpl", p)
}

// said is what the command prints on a terminal of what the rule finds in its
// example.
func said(rule rules.Rule, findings []finding.Finding, before string) (string, error) {
	lines := strings.Split(before, "\n")
	var own []finding.Finding
	for _, f := range findings {
		if f.File == rule.Name+"/example/after.go" {
			return "", fmt.Errorf("%s:%d: what is shown as the way out is a finding of %s: %s", f.File, f.Line, f.Rule, f.Message)
		}
		if f.Rule != rule.Name || f.File != rule.Name+"/example/example.go" {
			continue
		}
		f.File = path.Base(f.File)
		f.Path = slices.Clone(f.Path)
		for i := range f.Path {
			f.Path[i].File = path.Base(f.Path[i].File)
		}
		if f.Line <= len(lines) {
			f.Source = lines[f.Line-1]
		}
		own = append(own, f)
	}
	if len(own) == 0 {
		return "", fmt.Errorf("rule %s finds nothing in its own example", rule.Name)
	}
	return screen(own)
}

// screen is the findings as on a terminal, without the closing line that
// counts them.
func screen(findings []finding.Finding) (string, error) {
	var out strings.Builder
	if err := report.Screen(&out, report.Report{Findings: findings}, false); err != nil {
		return "", err
	}
	text := strings.TrimSpace(out.String())
	if end := strings.LastIndex(text, "\n"); end >= 0 {
		text = text[:end]
	}
	return Fold(strings.TrimSpace(text), width, 4), nil
}

func execute(name string, data any) ([]byte, error) {
	t, err := template.New(name).Funcs(template.FuncMap{"sentence": sentence}).ParseFS(templates, name)
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
