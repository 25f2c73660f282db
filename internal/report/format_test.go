package report

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/internal/finding"
	"github.com/timeoutlint/timeoutlint/rules"
)

// awkward is a report of a file in which no two ways to count columns agree,
// with texts that every format has to escape.
func awkward(t *testing.T) Report {
	t.Helper()
	const source = "package p\n\n\tx := f(\"é😀\", wait()) // ü\n\tfor {\n\t}\t😀\n"
	root := t.TempDir()
	dir := filepath.Join(root, "deep")
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "a b"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a b", "p,é%:.go"), []byte(source), 0o600))
	line := strings.Split(source, "\n")[2]
	wait := strings.Index(line, "wait")
	offset := strings.Index(source, "wait")
	of := sha256.Sum256([]byte(source))
	r := Report{
		Packages: 1, Dir: dir, Root: root, Version: "(devel)", Stats: &driver.Stats{Wall: time.Second},
		Skipped: []driver.Skipped{{Package: "m/x", Reason: `x.go:1:1: "<&>"`}},
		Crashes: []driver.Crash{{Package: "m/y", Analyzer: "baredial", Reason: "panic"}},
	}
	r.Findings = []finding.Finding{
		{File: "a b/p,é%:.go", Line: 3, Column: wait + 1, EndLine: 3, EndColumn: wait + 7, Rule: "bareclient", Function: "T.F",
			Message: "100% of <\"a\"> & b, c: d", Source: line, Confidence: rules.High, Severity: rules.Error,
			Path: []finding.Step{
				{File: "a b/p,é%:.go", Line: 3, Column: wait + 1, Text: "it waits"},
				{File: "a b/p,é%:.go", Line: 99, Column: 7, Text: "a line that is not there"},
				{File: "../../elsewhere/lib.go", Line: 2, Column: 2, Text: "outside of the repository"},
			},
			Fix: &finding.Fix{Message: "Wait less", Edits: []finding.Edit{
				{File: "a b/p,é%:.go", Start: offset, End: offset + 4, NewText: "waitFor", Of: of},
				{File: "a b/p,é%:.go", Start: offset + 5, End: offset + 5, NewText: "é", Of: of}}}},
		{File: "a b/p,é%:.go", Line: 3, Column: wait + 1, EndLine: 5, EndColumn: 3 + len("\t"), Rule: "bareclient", Function: "T.F",
			Message: "down\nto\x01\xffthe loop", Source: line, Confidence: rules.Medium, Severity: rules.Warning,
			Fix: &finding.Fix{Message: "Of another text", Edits: []finding.Edit{{File: "a b/p,é%:.go", Start: offset, End: offset, NewText: "x"}}}},
		{File: "gone.go", Line: 7, Column: 0, Rule: "directive", Message: "no column, no end", Confidence: rules.High, Severity: rules.Note},
	}
	return r
}

// TestColumns: a tab is one column, é one, 😀 two.
func TestColumns(t *testing.T) {
	t.Parallel()
	run := sarif(t, awkward(t)).Runs[0]
	require.Equal(t, "utf16CodeUnits", run.ColumnKind)
	at := func(i int) sarifRegion {
		region := *run.Results[i].Locations[0].Physical.Region
		region.Snippet = nil
		return region
	}
	start := 1 + len("\tx := f(\"_uu\", ")
	require.Equal(t, sarifRegion{StartLine: 3, StartColumn: start, EndLine: 3, EndColumn: start + 6}, at(0))
	require.Equal(t, sarifRegion{StartLine: 3, StartColumn: start, EndLine: 5, EndColumn: 4}, at(1))
	require.Equal(t, sarifRegion{StartLine: 7}, at(2))

	steps := run.Results[0].CodeFlows[0].ThreadFlows[0].Locations
	require.Equal(t, &sarifRegion{StartLine: 3, StartColumn: start}, steps[0].Location.Physical.Region)
	require.Equal(t, &sarifRegion{StartLine: 99}, steps[1].Location.Physical.Region)
	require.Equal(t, []sarifReplacement{
		{sarifRegion{StartLine: 3, StartColumn: start, EndLine: 3, EndColumn: start + 4}, sarifText{Text: "waitFor"}},
		{sarifRegion{StartLine: 3, StartColumn: start + 5, EndLine: 3, EndColumn: start + 5}, sarifText{Text: "é"}},
	}, run.Results[0].Fixes[0].Changes[0].Replacements)
	require.Empty(t, run.Results[1].Fixes, "the file is not the one that the fix is for")

	f := source{[]byte("ab\n\nc"), []int{0, 3, 4}}
	var places [][2]int
	for offset := -1; offset <= 6; offset++ {
		line, column := f.place(offset)
		places = append(places, [2]int{line, column})
	}
	require.Equal(t, [][2]int{{0, 0}, {1, 1}, {1, 2}, {1, 3}, {2, 1}, {3, 1}, {3, 2}, {0, 0}}, places)
	require.Equal(t, []string{"", "ab", "", "c", ""}, []string{f.line(0), f.line(1), f.line(2), f.line(3), f.line(4)})

	require.Equal(t, 3, utf16Column("😀x", 5))
	require.Equal(t, 2, utf16Column("\xffx", 2))
	require.Equal(t, 0, utf16Column("x", 3))
}

func TestPlaces(t *testing.T) {
	t.Parallel()
	r := awkward(t)
	run := sarif(t, r).Runs[0]
	base := run.Bases["%SRCROOT%"].URI
	require.Equal(t, "file://"+filepath.ToSlash(r.Root)+"/", base)
	require.Equal(t, sarifArtifact{URI: "deep/a%20b/p,%C3%A9%25:.go", Base: "%SRCROOT%"}, run.Results[0].Locations[0].Physical.Artifact)
	outside := run.Results[0].CodeFlows[0].ThreadFlows[0].Locations[2].Location.Physical.Artifact
	require.Equal(t, sarifArtifact{URI: "file://" + filepath.ToSlash(filepath.Join(filepath.Dir(r.Root), "elsewhere", "lib.go"))}, outside)

	// From the root it is the same report.
	moved := r
	moved.Findings, moved.Dir = finding.Rebase(r.Findings, r.Dir, r.Root), r.Root
	require.Equal(t, run.Results, sarif(t, moved).Runs[0].Results)
	require.Equal(t, "a b/p,é%:.go", r.Findings[0].File, "the report itself stays as it is")
}

// TestRules: each result leads to its rule; one without a rule of its own to
// the one about directives.
func TestRules(t *testing.T) {
	t.Parallel()
	r := awkward(t)
	r.Rules = rules.Built()
	run := sarif(t, r).Runs[0]
	require.Len(t, run.Tool.Driver.Rules, len(rules.Built())+1)
	for _, result := range run.Results {
		require.Equal(t, result.RuleID, run.Tool.Driver.Rules[result.RuleIndex].ID)
	}
	for _, rule := range run.Tool.Driver.Rules {
		require.NotEmpty(t, rule.Help.Text, rule.ID)
		require.LessOrEqual(t, len(rule.Properties.Tags), 10, "GitHub shows no more")
		require.NotEqual(t, rule.Short.Text, "", rule.ID)
		if rule.ID != finding.DirectiveRule {
			require.NotEqual(t, rule.Short.Text, rule.Full.Text, rule.ID)
			require.NotContains(t, rule.Full.Text, "|", rule.ID)
		}
	}
	require.False(t, run.Invocations[0].Successful)
	require.Len(t, run.Invocations[0].Notifications, 2)
}

func TestGitHubEscapes(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	require.NoError(t, GitHub(&out, awkward(t)))
	lines := strings.Split(out.String(), "\n")
	require.Equal(t, `::error file=deep/a b/p%2Cé%25%3A.go,line=3,endLine=3,col=16,endColumn=22,title=timeoutlint%3A bareclient::bareclient: 100%25 of <"a"> & b, c: d`, lines[0])
	require.Equal(t, `::warning file=deep/a b/p%2Cé%25%3A.go,line=3,endLine=5,title=timeoutlint%3A bareclient::bareclient: down\nto\x01\xffthe loop`, lines[1])
	require.Equal(t, `::notice file=deep/gone.go,line=7,title=timeoutlint%3A directive::directive: no column, no end`, lines[2])

	r := awkward(t)
	r.Findings = slices.Repeat(r.Findings[:1], 11)
	out.Reset()
	require.NoError(t, GitHub(&out, r))
	require.Contains(t, out.String(), "\ntimeoutlint: 11 errors; GitHub annotates the first 10 of a step, the others are in this log only\n")
}

// TestXML reads back what was printed.
func TestXML(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	require.NoError(t, Checkstyle(&out, awkward(t)))
	var styles checkstyleReport
	require.NoError(t, xml.Unmarshal(out.Bytes(), &styles))
	require.Len(t, styles.Files, 2)
	require.Equal(t, "a b/p,é%:.go", styles.Files[0].Name)
	require.Equal(t, checkstyleError{3, 19, "error", "100% of <\"a\"> & b, c: d", "timeoutlint.bareclient"}, styles.Files[0].Errors[0])
	require.Equal(t, `down\nto\x01\xffthe loop`, styles.Files[0].Errors[1].Message)
	require.Equal(t, "info", styles.Files[1].Errors[0].Severity)

	out.Reset()
	require.NoError(t, JUnit(&out, awkward(t)))
	var tests junitReport
	require.NoError(t, xml.Unmarshal(out.Bytes(), &tests))
	suite := tests.Suites[0]
	require.Equal(t, []int{4, 2, 1}, []int{suite.Tests, suite.Failures, suite.Skipped})
	require.Contains(t, suite.Cases[0].Failure.Text, "\n  → ../../elsewhere/lib.go:2:2: outside of the repository\n")
	require.Nil(t, suite.Cases[2].Failure)

	out.Reset()
	require.NoError(t, JUnit(&out, Report{Packages: 2}))
	require.Contains(t, out.String(), `<testcase name="nothing found in 2 packages" classname="timeoutlint">`)
}

// TestSchemas validates every JSON format against its schema, for what is
// usual, for what is awkward, and for nothing.
func TestSchemas(t *testing.T) {
	t.Parallel()
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	compile := func(file ...string) *jsonschema.Schema {
		schema, err := c.Compile(filepath.Join(file...))
		require.NoError(t, err)
		return schema
	}
	withRules := awkward(t)
	withRules.Rules = rules.Built()
	for format, schema := range map[Format]*jsonschema.Schema{
		JSONFormat:   closed(t, filepath.Join("..", "..", "docs", "report.schema.json")),
		SARIFFormat:  compile("testdata", "schemas", "sarif-2.1.0.json"),
		GitLabFormat: compile("testdata", "schemas", "codeclimate.json"),
	} {
		for name, r := range map[string]Report{"example": example(), "awkward": withRules, "empty": {Dir: t.TempDir()}} {
			if format == JSONFormat && name == "awkward" {
				r.Findings[1].Message = "one line, as messages are"
			}
			text, err := format.Bytes(r)
			require.NoError(t, err)
			tree, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
			require.NoError(t, err)
			require.NoError(t, schema.Validate(tree), "%s of %s", format, name)
		}
	}
}

// closed is a schema of ours with no field allowed that it does not name.
func closed(t *testing.T, file string) *jsonschema.Schema {
	t.Helper()
	text, err := os.Open(file)
	require.NoError(t, err)
	defer text.Close()
	tree, err := jsonschema.UnmarshalJSON(text)
	require.NoError(t, err)
	var visit func(v any)
	visit = func(v any) {
		if object, ok := v.(map[string]any); ok {
			if object["type"] == "object" {
				object["additionalProperties"] = false
			}
			for _, value := range object {
				visit(value)
			}
		}
	}
	visit(tree)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("report.json", tree))
	schema, err := c.Compile("report.json")
	require.NoError(t, err)
	return schema
}

// TestFingerprintsAreUnique: GitLab merges two findings with one fingerprint.
func TestFingerprintsAreUnique(t *testing.T) {
	t.Parallel()
	text, err := GitLabFormat.Bytes(awkward(t))
	require.NoError(t, err)
	var issues []gitlabIssue
	require.NoError(t, json.Unmarshal(text, &issues))
	seen := map[string]bool{}
	for i, issue := range issues {
		require.False(t, seen[issue.Fingerprint])
		seen[issue.Fingerprint] = true
		require.Equal(t, issue.Fingerprint, sarif(t, awkward(t)).Runs[0].Results[i].Fingerprints[sarifPrint])
	}
	require.Equal(t, "deep/gone.go", issues[2].Location.Path)
}

func TestFormats(t *testing.T) {
	t.Parallel()
	for _, name := range Formats() {
		format, err := ParseFormat(string(name))
		require.NoError(t, err)
		require.NoError(t, format.Print(io.Discard, example()))
	}
	_, err := ParseFormat("yaml")
	require.EqualError(t, err, `unknown format "yaml"; there are text, json, sarif, github, gitlab, checkstyle, junit`)
	require.Error(t, Format("yaml").Print(io.Discard, example()))
}

func sarif(t *testing.T, r Report) sarifLog {
	t.Helper()
	text, err := SARIFFormat.Bytes(r)
	require.NoError(t, err)
	var log sarifLog
	require.NoError(t, json.Unmarshal(text, &log))
	return log
}
