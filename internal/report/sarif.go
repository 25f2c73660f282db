package report

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/timeoutlint/timeoutlint/docs"
	"github.com/timeoutlint/timeoutlint/internal/finding"
	"github.com/timeoutlint/timeoutlint/rules"
)

const (
	sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	sarifBase   = "%SRCROOT%"            // the name by which GitHub knows the root of a repository
	sarifPrint  = "timeoutlintFinding/1" // grows when the fingerprint is made otherwise
)

// SARIF prints a SARIF 2.1.0 log of one run.
func SARIF(w io.Writer, r Report) error {
	p := sarifPrinter{report: r.fromRoot(), index: map[string]int{}}
	p.sources = sources{report: p.report}
	run := sarifRun{
		Tool:        sarifTool{p.driver()},
		Invocations: []sarifInvocation{p.invocation()},
		Bases:       map[string]sarifArtifact{sarifBase: {URI: fileURI(p.report.Dir) + "/"}},
		ColumnKind:  "utf16CodeUnits",
		Results:     []sarifResult{},
	}
	prints := p.report.fingerprints()
	for i, f := range p.report.Findings {
		run.Results = append(run.Results, p.result(f, prints[i]))
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{run}})
}

type sarifPrinter struct {
	report  Report
	sources sources
	index   map[string]int // of a rule among the driver's
}

// driver tells of the tool: the rules that ran, those of the findings, and what
// is said about directives.
func (p *sarifPrinter) driver() sarifDriver {
	d := sarifDriver{Name: "timeoutlint", Version: "0.0.0-devel", InformationURI: "https://github.com/timeoutlint/timeoutlint", Rules: []sarifRule{}}
	if semver.IsValid(p.report.Version) {
		d.Version = strings.TrimPrefix(p.report.Version, "v")
	}
	d.SemanticVersion = d.Version
	add := func(r sarifRule) {
		if _, known := p.index[r.ID]; !known {
			p.index[r.ID] = len(d.Rules)
			d.Rules = append(d.Rules, r)
		}
	}
	for _, r := range p.report.Rules {
		add(ruleOf(r))
	}
	for _, f := range p.report.Findings {
		if r, ok := rules.Lookup(f.Rule); ok {
			add(ruleOf(r))
		}
	}
	add(directiveRule())
	return d
}

func ruleOf(r rules.Rule) sarifRule {
	out := sarifRule{
		ID:      r.Name,
		Short:   sarifText{Text: sentence(r.Summary)},
		Full:    sarifText{Text: sentence(r.Summary)},
		Help:    sarifText{Text: sentence(r.Summary) + " " + r.URL()},
		HelpURI: r.URL(),
		Config:  sarifConfig{string(r.Severity)},
		Properties: sarifRuleFacts{
			Tags:      []string{string(r.Group), fmt.Sprintf("external/cwe/cwe-%03d", r.CWE)},
			Precision: "medium",
			Severity:  string(r.Severity),
		},
	}
	if r.Default() {
		out.Properties.Precision = "high"
	}
	if r.Severity == rules.Note {
		out.Properties.Severity = "recommendation"
	}
	if page, ok := docs.Rule(r.Name); ok {
		text := strings.TrimSpace(string(page))
		_, text, _ = strings.Cut(text, "\n\n") // the title is shown anyway
		out.Full.Text = reasons(text, out.Full.Text)
		out.Help = sarifText{Text: out.Full.Text + " " + r.URL(), Markdown: text}
	}
	return out
}

// reasons is the first paragraph of a page that is neither its summary nor a
// table, on one line.
func reasons(page, summary string) string {
	for paragraph := range strings.SplitSeq(page, "\n\n") {
		if text := strings.Join(strings.Fields(paragraph), " "); text != summary && !strings.HasPrefix(text, "|") {
			return text
		}
	}
	return summary
}

func directiveRule() sarifRule {
	const text = "A comment that answers a finding is wrong, has expired, or suppresses nothing."
	uri := finding.DirectiveURL
	return sarifRule{
		ID: finding.DirectiveRule, Short: sarifText{Text: text}, Full: sarifText{Text: text}, Help: sarifText{Text: text + " " + uri}, HelpURI: uri,
		Config:     sarifConfig{string(rules.Warning)},
		Properties: sarifRuleFacts{Tags: []string{"maintainability"}, Precision: "very-high", Severity: string(rules.Warning)},
	}
}

// sentence is a line of the catalogue as a text of its own.
func sentence(text string) string {
	if text == "" || strings.HasSuffix(text, ".") {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:] + "."
}

func (p *sarifPrinter) invocation() sarifInvocation {
	out := sarifInvocation{Successful: len(p.report.Crashes) == 0}
	for _, s := range p.report.Skipped {
		out.Notifications = append(out.Notifications, sarifNotification{"warning", sarifText{Text: fmt.Sprintf("Package %s was not analysed: %s.", s.Package, s.Reason)}})
	}
	for _, l := range p.report.LeftOut {
		out.Notifications = append(out.Notifications, sarifNotification{"warning", sarifText{Text: fmt.Sprintf("In package %s, %s was left out: %s.", l.Package, l, l.Reason)}})
	}
	for _, c := range p.report.Crashes {
		out.Notifications = append(out.Notifications, sarifNotification{"error", sarifText{Text: fmt.Sprintf("In package %s, %s crashed: %s.", c.Package, c.Analyzer, c.Reason)}})
	}
	return out
}

func (p *sarifPrinter) result(f finding.Finding, print string) sarifResult {
	column, endLine, endColumn := p.sources.span(f)
	at := p.location(f.File, sarifRegion{StartLine: f.Line, StartColumn: column, EndLine: endLine, EndColumn: endColumn})
	if f.Source != "" && (endLine == 0 || endLine == f.Line) {
		at.Physical.Region.Snippet = &sarifText{Text: f.Source}
	}
	if f.Function != "" {
		at.Logical = []sarifLogical{{f.Function, "function"}}
	}
	out := sarifResult{
		RuleID: f.Rule, RuleIndex: p.index[f.Rule], Level: string(f.Severity),
		Message:      sarifText{Text: told(f)},
		Locations:    []sarifLocation{at},
		Fingerprints: map[string]string{sarifPrint: print},
		Properties:   sarifResultFacts{Confidence: string(f.Confidence)},
	}
	if f.Held.By != "" {
		out.Properties.Consequence, out.Properties.Length = string(f.Held.By), string(f.Length)
	}
	// From who is held to the place, and from there to the wait.
	for _, way := range [][]finding.Step{f.Held.Way, f.Path} {
		var flow sarifThreadFlow
		for _, s := range way {
			flow.Locations = append(flow.Locations, sarifFlowLocation{p.step(s)})
		}
		if len(way) > 0 {
			out.CodeFlows = append(out.CodeFlows, sarifCodeFlow{[]sarifThreadFlow{flow}})
		}
	}
	if len(f.Held.Way) > 0 {
		out.Related = []sarifLocation{p.step(f.Held.Way[0])}
	}
	if fix, ok := p.fix(f.Fix); ok {
		out.Fixes = []sarifFix{fix}
	}
	return out
}

func (p *sarifPrinter) step(s finding.Step) sarifLocation {
	at := p.location(s.File, sarifRegion{StartLine: s.Line, StartColumn: p.sources.column(s.File, s.Line, s.Column)})
	at.Message = &sarifText{Text: s.Text}
	return at
}

func (p *sarifPrinter) location(file string, region sarifRegion) sarifLocation {
	out := sarifLocation{Physical: sarifPhysical{Artifact: p.artifact(file)}}
	if region.StartLine > 0 {
		out.Physical.Region = &region
	}
	return out
}

// artifact is a file below the root by its relative name, any other one by its
// absolute one.
func (p *sarifPrinter) artifact(file string) sarifArtifact {
	if name := p.report.absolute(file); !filepath.IsLocal(filepath.FromSlash(file)) {
		return sarifArtifact{URI: fileURI(name)}
	}
	return sarifArtifact{URI: (&url.URL{Path: file}).String(), Base: sarifBase}
}

// fix tells of a change; not at all, where a file is not what it was when it
// was analysed.
func (p *sarifPrinter) fix(f *finding.Fix) (sarifFix, bool) {
	if f == nil {
		return sarifFix{}, false
	}
	out := sarifFix{Description: sarifText{Text: f.Message}}
	at := map[string]int{}
	for _, e := range f.Edits {
		region := sarifRegion{}
		source := p.sources.file(e.File)
		region.StartLine, region.StartColumn = source.place(e.Start)
		region.EndLine, region.EndColumn = source.place(e.End)
		if region.StartLine == 0 || region.EndLine == 0 || sha256.Sum256(source.text) != e.Of {
			return sarifFix{}, false
		}
		i, known := at[e.File]
		if !known {
			i = len(out.Changes)
			at[e.File] = i
			out.Changes = append(out.Changes, sarifChange{Artifact: p.artifact(e.File)})
		}
		out.Changes[i].Replacements = append(out.Changes[i].Replacements, sarifReplacement{region, sarifText{Text: e.NewText}})
	}
	return out, len(out.Changes) > 0
}

// fileURI is the URI of an absolute file name.
func fileURI(name string) string {
	path := filepath.ToSlash(name)
	if !strings.HasPrefix(path, "/") { // a drive
		path = "/" + path
	}
	return "file://" + (&url.URL{Path: path}).EscapedPath()
}
