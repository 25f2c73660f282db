package retrysql

import (
	"fmt"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/idempotency"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.RetrySQL.Name,
	Doc:      rules.RetrySQL.Summary,
	URL:      rules.RetrySQL.URL(),
	Requires: []*analysis.Analyzer{idempotency.Analyzer, calls.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	for _, again := range pass.ResultOf[idempotency.Analyzer].(*idempotency.Result).Repeats {
		if again.Act.Kind != idempotency.Statement || !out.Wanted(again.Pos) {
			continue
		}
		text, harm := again.Act.Twice()
		subject := again.Act.Call
		if text != "" {
			subject = fmt.Sprintf("%q", short(text))
		}
		out.Report(pass, verdict.Verdict{
			Rule:       rules.RetrySQL,
			Confidence: rules.Medium,
			Severity:   met.Severity(rules.RetrySQL),
			At:         verdict.Position(again.Pos),
			Message: fmt.Sprintf("%s is repeated after %s, %s%s: when the connection is lost after the statement has run, %s; %s, or repeat only errors that certainly undid it",
				subject, again.Act.Again.After, again.Act.Again.Times, again.By(), harm, instead(harm)),
			Path: again.Path(),
		})
	}
	return nil, nil
}

// instead is what makes the second time harmless.
func instead(harm string) string {
	switch {
	case strings.HasSuffix(harm, "changed twice"):
		return "let its WHERE ask for what was read, a version or the old value"
	case strings.HasPrefix(harm, "the document"):
		return "give the document an _id made before the first attempt"
	}
	return "give the row a key made before the first attempt and ON CONFLICT DO NOTHING"
}

func short(text string) string {
	if runes := []rune(text); len(runes) > 40 {
		return string(runes[:40]) + "…"
	}
	return text
}
