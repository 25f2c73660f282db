package report

import (
	"encoding/json"
	"io"

	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/internal/finding"
	"github.com/timeoutlint/timeoutlint/passes/gaps"
	"github.com/timeoutlint/timeoutlint/rules"
)

// jsonVersion grows when a field changes its meaning or goes; docs/json.md
// says what may come without.
const jsonVersion = 1

type jsonReport struct {
	Version  int           `json:"version"`
	Findings []jsonFinding `json:"findings"`
	Hidden   []jsonReason  `json:"hidden"`
	Skipped  []jsonSkipped `json:"skipped"`
	Stats    *jsonStats    `json:"stats,omitempty"`
}

type jsonFinding struct {
	File       string           `json:"file"`
	Line       int              `json:"line"`
	Column     int              `json:"column"`
	EndLine    int              `json:"end_line,omitempty"`
	EndColumn  int              `json:"end_column,omitempty"`
	Rule       string           `json:"rule"`
	Severity   rules.Severity   `json:"severity"`
	Confidence rules.Confidence `json:"confidence"`
	Message    string           `json:"message"`
	Function   string           `json:"function,omitempty"`
	Print      string           `json:"fingerprint"`
	Held       *jsonHeld        `json:"consequence,omitempty"`
	Path       []jsonStep       `json:"path,omitempty"`
	Fix        *jsonFix         `json:"fix,omitempty"`
}

// jsonHeld is who is held.
type jsonHeld struct {
	By     rules.Consequence `json:"by"`
	Length rules.Length      `json:"length,omitempty"`
	Who    string            `json:"who,omitempty"`
	More   int               `json:"more,omitempty"`
	Lock   string            `json:"lock,omitempty"`
	Text   string            `json:"text,omitempty"`
	Way    []jsonStep        `json:"way,omitempty"`
}

type jsonStep struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Text   string `json:"text"`
}

type jsonFix struct {
	Message string     `json:"message"`
	Edits   []jsonEdit `json:"edits"`
}

type jsonEdit struct {
	File    string `json:"file"`
	Start   int    `json:"start"`
	End     int    `json:"end"`
	NewText string `json:"text"`
}

type jsonSkipped struct {
	Package  string `json:"package"`
	Function string `json:"function,omitempty"`
	Rule     string `json:"rule,omitempty"`
	Crashed  bool   `json:"crashed,omitempty"`
	Reason   string `json:"reason"`
}

// skippedJSON lists the packages that were left out, then the parts of others
// that were.
func skippedJSON(r Report) []jsonSkipped {
	var out []jsonSkipped
	for _, s := range r.Skipped {
		out = append(out, jsonSkipped{Package: s.Package, Reason: s.Reason})
	}
	for _, l := range r.LeftOut {
		out = append(out, jsonSkipped{Package: l.Package, Function: l.Function, Rule: l.Rule, Reason: l.Reason})
	}
	for _, c := range r.Crashes {
		out = append(out, jsonSkipped{Package: c.Package, Rule: c.Analyzer, Crashed: true, Reason: c.Reason})
	}
	return out
}

type jsonStats struct {
	GoCommands       int     `json:"go_commands"`
	PackagesListed   int     `json:"packages_listed"`
	PackagesEmpty    int     `json:"packages_empty"`
	PackagesExternal int     `json:"packages_external"`
	PackagesProject  int     `json:"packages_project"`
	PackagesAnalyzed int     `json:"packages_analyzed"`
	PackagesSkipped  int     `json:"packages_skipped"`
	PartsLeftOut     int     `json:"parts_left_out"`
	PackagesReused   int     `json:"packages_reused"`
	TypesRead        int     `json:"types_read"`
	BodiesBuilt      int     `json:"bodies_built"`
	WholeRun         bool    `json:"whole_run"`
	AllocatedBytes   uint64  `json:"allocated_bytes"`
	Facts            int     `json:"facts"`
	FactMedianBytes  int     `json:"fact_median_bytes"`
	FactLargestBytes int     `json:"fact_largest_bytes"`
	ListSeconds      float64 `json:"list_seconds"`
	LoadSeconds      float64 `json:"load_seconds"`
	CheckSeconds     float64 `json:"check_seconds"`
	AnalyzeSeconds   float64 `json:"analyze_seconds"`
	WallSeconds      float64 `json:"wall_seconds"`

	WaitsBounded   int          `json:"waits_bounded"`
	WaitsUnbounded int          `json:"waits_unbounded"`
	WaitsUnknown   int          `json:"waits_unknown"`
	Unknown        []jsonReason `json:"unknown"`
}

type jsonReason struct {
	Reason string `json:"reason"`
	Count  int    `json:"count"`
}

// JSON prints the report as one object; docs/json.md describes it.
func JSON(w io.Writer, r Report) error {
	out := jsonReport{Version: jsonVersion, Findings: []jsonFinding{}, Hidden: []jsonReason{}, Skipped: []jsonSkipped{}, Stats: statsJSON(r.Stats, r.Gaps)}
	for _, h := range r.Hidden {
		out.Hidden = append(out.Hidden, jsonReason(h))
	}
	prints := r.fingerprints()
	for i, f := range r.Findings {
		out.Findings = append(out.Findings, findingJSON(f, prints[i]))
	}
	out.Skipped = append(out.Skipped, skippedJSON(r)...)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}

func findingJSON(f finding.Finding, print string) jsonFinding {
	out := jsonFinding{File: f.File, Line: f.Line, Column: f.Column, EndLine: f.EndLine, EndColumn: f.EndColumn,
		Rule: f.Rule, Severity: f.Severity, Confidence: f.Confidence, Message: f.Message, Function: f.Function, Print: print}
	if h := f.Held; h.By != "" {
		out.Held = &jsonHeld{By: h.By, Length: f.Length, Who: h.Who, More: h.More, Lock: h.Lock, Text: h.Text}
		for _, s := range h.Way {
			out.Held.Way = append(out.Held.Way, jsonStep{s.File, s.Line, s.Column, s.Text})
		}
	}
	for _, s := range f.Path {
		out.Path = append(out.Path, jsonStep{s.File, s.Line, s.Column, s.Text})
	}
	if f.Fix != nil {
		out.Fix = &jsonFix{Message: f.Fix.Message, Edits: []jsonEdit{}}
		for _, e := range f.Fix.Edits {
			out.Fix.Edits = append(out.Fix.Edits, jsonEdit{e.File, e.Start, e.End, e.NewText})
		}
	}
	return out
}

func statsJSON(s *driver.Stats, g gaps.Result) *jsonStats {
	if s == nil {
		return nil
	}
	why := []jsonReason{}
	for _, r := range g.Reasons {
		why = append(why, jsonReason{r.Why, r.Count})
	}
	return &jsonStats{
		GoCommands: s.GoCommands, PackagesListed: s.Listed, PackagesEmpty: s.Empty, PackagesExternal: s.External, PackagesProject: s.Project,
		PackagesAnalyzed: s.Analyzed, PackagesSkipped: s.Skipped, PartsLeftOut: s.LeftOut, PackagesReused: s.Reused,
		TypesRead: s.Imported, BodiesBuilt: s.Bodies, WholeRun: s.WholeRun,
		AllocatedBytes: s.Allocated,
		Facts:          s.Facts.Count, FactMedianBytes: s.Facts.MedianBytes, FactLargestBytes: s.Facts.LargestBytes,
		ListSeconds: s.List.Seconds(), LoadSeconds: s.Load.Seconds(), CheckSeconds: s.Check.Seconds(),
		AnalyzeSeconds: s.Analyze.Seconds(), WallSeconds: s.Wall.Seconds(),
		WaitsBounded: g.Bounded, WaitsUnbounded: g.Unbounded, WaitsUnknown: g.Unknown, Unknown: why,
	}
}
