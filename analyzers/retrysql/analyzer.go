package retrysql

import (
	"fmt"
	"regexp"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/retries"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.RetrySQL.Name,
	Doc:      rules.RetrySQL.Summary,
	URL:      rules.RetrySQL.URL(),
	Requires: []*analysis.Analyzer{retries.Analyzer, calls.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	r := pass.ResultOf[retries.Analyzer].(*retries.Result)
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	for l := range r.Retries(out.Wanted) {
		if !l.Transient() || l.Form == retries.Helped && len(l.Filtered) > 0 {
			continue
		}
		for _, a := range l.Calls {
			statement, what := twice(r.Executed(a))
			if what == "" {
				continue
			}
			out.Report(pass, verdict.Verdict{
				Rule:       rules.RetrySQL,
				Confidence: rules.Medium,
				Severity:   met.Severity(rules.RetrySQL),
				At:         verdict.Position(a.Pos()),
				Message: fmt.Sprintf("%q is repeated after any error, %s: when the connection is lost after the statement has run, %s; give the row a key made before the first attempt and ON CONFLICT DO NOTHING, or repeat only errors that certainly undid it",
					statement, l.Cap.Times(), what),
				Path: []verdict.Step{{Pos: l.Pos, Text: "repeats it"}},
			})
		}
	}
	return nil, nil
}

var (
	insert   = regexp.MustCompile(`(?is)^\s*INSERT\s+INTO\s+\S+\s*(\(([^)]*)\))?`)
	safe     = regexp.MustCompile(`(?i)ON\s+CONFLICT|ON\s+DUPLICATE|OR\s+(IGNORE|REPLACE)|NOT\s+EXISTS|MERGE`)
	relative = regexp.MustCompile(`(?is)^\s*UPDATE\b.*\bSET\b.*?(\w+)\s*=\s*(\w+)\s*[-+]\s*[^,\s]+`)
	keyed    = regexp.MustCompile(`(?i)(^|_)(id|uuid|key|guid|hash|token)$`)
)

// twice is the statement, short, and what running it twice does, if that is not
// what running it once does.
func twice(text string) (short, what string) {
	short = strings.Join(strings.Fields(text), " ")
	if len(short) > 40 {
		short = short[:40] + "…"
	}
	if m := insert.FindStringSubmatch(text); m != nil && m[2] != "" && !safe.MatchString(text) && !hasKey(m[2]) {
		return short, "the row is there twice"
	}
	if m := relative.FindStringSubmatch(text); m != nil && strings.EqualFold(m[1], m[2]) && !guarded(text) {
		return short, m[1] + " is changed twice"
	}
	return "", ""
}

// hasKey: a row that brings its own key is refused the second time.
func hasKey(columns string) bool {
	first, _, _ := strings.Cut(columns, ",")
	return keyed.MatchString(strings.Trim(strings.TrimSpace(first), "`\"")) && !strings.HasSuffix(strings.TrimSpace(first), "_id")
}

// guarded: an update that asks for the version it has seen changes nothing the
// second time.
func guarded(text string) bool {
	_, where, ok := strings.Cut(strings.ToUpper(text), "WHERE")
	return ok && (strings.Contains(where, "VERSION") || strings.Contains(where, "REVISION"))
}
