package retrypermanent

import (
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/retries"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.RetryPermanent.Name,
	Doc:      rules.RetryPermanent.Summary,
	URL:      rules.RetryPermanent.URL(),
	Requires: []*analysis.Analyzer{retries.Analyzer, calls.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	for l := range pass.ResultOf[retries.Analyzer].(*retries.Result).Retries(out.Wanted) {
		for _, a := range l.Calls {
			text, path := "", "is repeated whatever the status"
			switch {
			case onlySuccess(l) && a.Status:
				text = "for every status but success: a 400, 401 or 404 is the same the next time; repeat 408, 429, 500, 502, 503 and 504, and give the others back"
			case len(l.Filtered) == 0 && noRows[a.FullName()] != "" && !l.Names(noRows[a.FullName()]):
				text = fmt.Sprintf("after %s, too: a row that is not there is not there the next time; give that error back at once", noRows[a.FullName()])
				path = "is repeated whatever the error"
			default:
				continue
			}
			out.Report(pass, verdict.Verdict{
				Rule:       rules.RetryPermanent,
				Confidence: confidence(l),
				Severity:   met.Severity(rules.RetryPermanent),
				At:         verdict.Position(l.Pos),
				Message:    fmt.Sprintf("%s is repeated, %s, %s", a.Name(), l.Cap.Times(), text),
				Path:       []verdict.Step{{Pos: a.Pos(), Text: path}},
			})
			break
		}
	}
	return nil, nil
}

// noRows is the error by which a call says that there is no such row.
var noRows = map[string]string{
	"(*database/sql.Row).Scan":                 "sql.ErrNoRows",
	"(github.com/jackc/pgx/v5.Row).Scan":       "pgx.ErrNoRows",
	"(*github.com/jmoiron/sqlx.DB).GetContext": "sql.ErrNoRows",
	"(*github.com/jmoiron/sqlx.DB).Get":        "sql.ErrNoRows",
}

// confidence: three attempts and no more do little harm.
func confidence(l *retries.Loop) rules.Confidence {
	if l.Cap.Kind == retries.Counter && l.Cap.Attempts > 0 && l.Cap.Attempts <= 3 {
		return rules.Low
	}
	return rules.Medium
}

// onlySuccess: the status is compared with success and nothing else.
func onlySuccess(l *retries.Loop) bool {
	for _, name := range l.Filtered {
		switch name {
		case "2", "3", "200", "201", "202", "204", "299", "300":
		default:
			return false
		}
	}
	return len(l.Filtered) > 0
}
