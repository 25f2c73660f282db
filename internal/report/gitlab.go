package report

import (
	"encoding/json"
	"io"

	"github.com/timeoutlint/timeoutlint/rules"
)

// The fields of the Code Climate format that GitLab reads.
type gitlabIssue struct {
	Type        string         `json:"type"`
	CheckName   string         `json:"check_name"`
	Description string         `json:"description"`
	Categories  []string       `json:"categories"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path  string      `json:"path"`
	Lines gitlabLines `json:"lines"`
}

type gitlabLines struct {
	Begin int `json:"begin"`
	End   int `json:"end"`
}

// GitLab prints a code quality report.
func GitLab(w io.Writer, r Report) error {
	r = r.fromRoot()
	prints := r.fingerprints()
	out := []gitlabIssue{}
	for i, f := range r.Findings {
		out = append(out, gitlabIssue{
			Type: "issue", CheckName: f.Rule, Description: f.Rule + ": " + told(f), Categories: []string{"Bug Risk"},
			Fingerprint: prints[i], Severity: gitlabSeverity(f.Severity),
			Location: gitlabLocation{f.File, gitlabLines{f.Line, max(f.Line, f.EndLine)}},
		})
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}

func gitlabSeverity(s rules.Severity) string {
	switch s {
	case rules.Error:
		return "critical"
	case rules.Note:
		return "info"
	}
	return "major"
}
