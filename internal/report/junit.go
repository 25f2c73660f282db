package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/timeoutlint/timeoutlint/internal/finding"
	"github.com/timeoutlint/timeoutlint/passes/shown"
	"github.com/timeoutlint/timeoutlint/rules"
)

type junitReport struct {
	XMLName xml.Name     `xml:"testsuites"`
	Suites  []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name    string        `xml:"name,attr"`
	Class   string        `xml:"classname,attr"`
	Failure *junitFailure `xml:"failure"`
	Skipped *junitSkipped `xml:"skipped"`
	Output  string        `xml:"system-out,omitempty"`
}

type junitFailure struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

type junitSkipped struct {
	Message string `xml:"message,attr"`
}

// JUnit prints each finding as a failed test. A note is a test that passed and
// printed something, a package left out is one that was skipped, and a run that
// found nothing is one test that passed: an empty report is an error to some
// readers.
func JUnit(w io.Writer, r Report) error {
	suite := junitSuite{Name: "timeoutlint"}
	for _, f := range r.fit() {
		c := junitCase{Name: fmt.Sprintf("%s:%d:%d", f.File, f.Line, f.Column), Class: "timeoutlint." + f.Rule}
		if f.Severity == rules.Note {
			c.Output = inFull(f)
		} else {
			c.Failure = &junitFailure{Message: told(f), Type: string(f.Severity), Text: inFull(f)}
			suite.Failures++
		}
		suite.Cases = append(suite.Cases, c)
	}
	for _, s := range r.Skipped {
		suite.Cases = append(suite.Cases, junitCase{Name: shown.Text(s.Package), Class: "timeoutlint", Skipped: &junitSkipped{shown.Text(s.Reason)}})
		suite.Skipped++
	}
	for _, l := range r.LeftOut {
		suite.Cases = append(suite.Cases, junitCase{Name: shown.Text(l.Package + ": " + l.String()), Class: "timeoutlint", Skipped: &junitSkipped{shown.Text(l.Reason)}})
		suite.Skipped++
	}
	if len(suite.Cases) == 0 {
		suite.Cases = []junitCase{{Name: "nothing found in " + count(r.Packages, "package"), Class: "timeoutlint"}}
	}
	suite.Tests = len(suite.Cases)
	return writeXML(w, junitReport{Suites: []junitSuite{suite}})
}

// inFull is a finding with its path, a line a place.
func inFull(f finding.Finding) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s:%d:%d: %s: %s\n", f.File, f.Line, f.Column, f.Rule, told(f))
	for _, s := range f.Held.Way {
		fmt.Fprintf(&out, "  ↳ %s:%d:%d: %s\n", s.File, s.Line, s.Column, s.Text)
	}
	for _, s := range f.Path {
		fmt.Fprintf(&out, "  → %s:%d:%d: %s\n", s.File, s.Line, s.Column, s.Text)
	}
	return out.String()
}
