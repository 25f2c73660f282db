package retryzero

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/places"
	"github.com/timeoutlint/timeoutlint/passes/retries"
	"github.com/timeoutlint/timeoutlint/passes/tries"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.RetryZero.Name,
	Doc:      rules.RetryZero.Summary,
	URL:      rules.RetryZero.URL(),
	Requires: []*analysis.Analyzer{bounds.Analyzer, calls.Analyzer, places.Analyzer, retries.Analyzer, tries.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	given := pass.ResultOf[tries.Analyzer].(*tries.Result)
	for _, p := range given.Policies {
		if confidence, message := judgePolicy(p); confidence != "" {
			out.Report(pass, verdict.Verdict{
				Rule: rules.RetryZero, Confidence: confidence, Severity: met.Severity(rules.RetryZero), At: p.At, Message: message,
			})
		}
	}
	for _, s := range given.Settings {
		if confidence, message := judge(s); confidence != "" && !unread(pass, s) {
			out.Report(pass, verdict.Verdict{
				Rule: rules.RetryZero, Confidence: confidence, Severity: met.Severity(rules.RetryZero), At: s.At, Message: message,
			})
		}
	}
	for _, z := range pass.ResultOf[retries.Analyzer].(*retries.Result).Zeros() {
		if out.Wanted(z.Pos) && !meant.MatchString(given.Beside(z.Pos)) {
			out.Report(pass, verdict.Verdict{
				Rule: rules.RetryZero, Confidence: rules.Medium, Severity: met.Severity(rules.RetryZero), At: verdict.Position(z.Pos), Message: ours(out, z),
			})
		}
	}
	for _, o := range pass.ResultOf[bounds.Analyzer].(*bounds.Result).Objects {
		if use, ok := neverRuns(o); ok {
			out.Report(pass, verdict.Verdict{
				Rule: rules.RetryZero, Confidence: rules.High, At: verdict.Position(o.Pos),
				Message: fmt.Sprintf("wait.Backoff has no Steps, and %s at %s counts them down: with 0 the function is not called even once; Steps counts the first attempt, so write 1 for a single one",
					knowledge.Short(use.Row.Name), out.At(use.Call.Pos())),
			})
		}
	}
	return nil, nil
}

// meant is what a comment says beside a number that is what it says.
var meant = regexp.MustCompile(`(?i)unlimited|infinit|indefinit|endless|for ?ever|no (max|limit|timeout)|until|default|always|never (stop|give|end)|disable|turn(ed|s)? off`) //nolint:misspell // the beginnings of words

var isDefault = regexp.MustCompile(`(?i)default`)

// other is what a comment says beside a number that is not.
var other = regexp.MustCompile(`(?i)\b(no|one|single|first|second|once|without|not|never) (more )?(re-?)?(try|tries|try(ing)?|retr(y|ies|ying)|attempts?)\b|\bonce\b`)

func judge(s tries.Setting) (rules.Confidence, string) {
	if s.Knob != nil {
		return judgeTime(s)
	}
	meaning := knowledge.Literal
	switch {
	case s.Value == 0:
		meaning = s.Row.Zero
	case s.Value == 1 && s.Row.One != "":
		meaning = s.Row.One
	case s.Value < 0 && s.Row.Negative != knowledge.Unlimited: // whoever writes -1 for no limit means it
		meaning = s.Row.Negative
	}
	contradicts := other.MatchString(s.Beside)
	switch {
	case s.Row.Name == steps:
		return "", ""
	case meaning == knowledge.Default:
		if isDefault.MatchString(s.Beside) {
			return "", ""
		}
	case meant.MatchString(s.Beside+" "+s.Within) && !contradicts:
		return "", ""
	}
	switch meaning {
	case knowledge.Unlimited:
		confidence := rules.High
		if !contradicts {
			if s.Spaced || strings.TrimSpace(s.Beside) != "" {
				confidence = rules.Low // who sets the time between attempts wants attempts
			}
			if withContext(s.In) {
				return "", ""
			}
		}
		return confidence, fmt.Sprintf("%s is 0, which is no limit here: it goes on %s; %s", s.Name, until(s.Row), instead(s.Row))
	case knowledge.NeverRuns:
		return rules.High, fmt.Sprintf("%s is %d: nothing is called even once, and nothing may say so; %s", s.Name, s.Value, instead(s.Row))
	case knowledge.Default:
		if n, err := strconv.Atoi(s.Row.Default); err == nil && n > 1 {
			return rules.Medium, fmt.Sprintf("%s is %d, which is the default of %d here, not none; %s", s.Name, s.Value, n, instead(s.Row))
		}
	}
	return "", ""
}

func judgeTime(s tries.Setting) (rules.Confidence, string) {
	if s.Value != 0 || meant.MatchString(s.Beside) {
		return "", ""
	}
	confidence := rules.Low // the usual way to say: do not stop
	if other.MatchString(s.Beside) {
		confidence = rules.Medium
	}
	return confidence, fmt.Sprintf("%s is 0, which is no limit here (left alone it is 15m): it goes on until it succeeds or the context ends; set a time, or count the attempts", s.Name)
}
