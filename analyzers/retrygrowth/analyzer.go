package retrygrowth

import (
	"fmt"
	"math"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/durations"
	"github.com/timeoutlint/timeoutlint/passes/places"
	"github.com/timeoutlint/timeoutlint/passes/retries"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.RetryGrowth.Name,
	Doc:      rules.RetryGrowth.Summary,
	URL:      rules.RetryGrowth.URL(),
	Requires: []*analysis.Analyzer{calls.Analyzer, places.Analyzer, retries.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	for _, l := range pass.ResultOf[retries.Analyzer].(*retries.Result).Loops {
		g := l.Wait.Growth
		if g.By == "" || !out.Wanted(l.Pos) {
			continue
		}
		text, confidence := judge(l, g)
		if text == "" {
			continue
		}
		out.Report(pass, verdict.Verdict{
			Rule:       rules.RetryGrowth,
			Confidence: confidence,
			Severity:   met.Severity(rules.RetryGrowth),
			At:         verdict.Position(g.Pos),
			Message:    text,
			Path:       []verdict.Step{{Pos: l.Wait.Instr.Pos(), Text: "is what is waited between two rounds"}},
			Fix:        fix(pass, g),
		})
	}
	return nil, nil
}

const tooLong = 5 * time.Minute

func judge(l *retries.Loop, g retries.Growth) (string, rules.Confidence) {
	if longest, ok := g.Max.Exact(); ok && !g.Clamped {
		d := time.Duration(longest)
		switch {
		case longest == math.MaxInt64 || longest <= 0:
			return fmt.Sprintf("the wait %s: within %d attempts it no longer fits a time.Duration and turns into no wait at all; hold it below a maximum in each round", how(g), l.Cap.Attempts), rules.High
		case d > tooLong:
			return fmt.Sprintf("the wait %s without a maximum: before the last of %d attempts it is %s; hold it below a maximum in each round", how(g), l.Cap.Attempts, durations.Short(d.Round(time.Second))), rules.High
		}
		return "", ""
	}
	if l.Cap.Kind != retries.Endless && l.Cap.Kind != retries.Deadline {
		return "", ""
	}
	switch {
	case g.Late:
		return fmt.Sprintf("the wait %s and is held below its maximum only afterwards: after some %d attempts the number wraps around, the wait is zero or negative and the loop spins; limit the exponent, or hold the wait in each round", how(g), wraps(l)), rules.High
	case !g.Clamped:
		return fmt.Sprintf("the wait %s for as long as the loop goes on: after 10 rounds it is about a thousand times the first, after some %d it wraps around and the loop spins; hold it below a maximum in each round", how(g), wraps(l)), rules.High
	}
	return "", ""
}

func how(g retries.Growth) string {
	switch {
	case g.By == "shift":
		return "is shifted by the number of the attempt"
	case g.By == "power":
		return "is a power of the number of the attempt"
	case g.Factor > 2:
		return fmt.Sprintf("is multiplied by %d each time", g.Factor)
	}
	return "doubles each time"
}

// wraps is after how many doublings 63 bits are full: of a second, if the
// first wait is not known.
func wraps(l *retries.Loop) int {
	first := int64(time.Second)
	if d, ok := l.Wait.Growth.First.Exact(); ok && d > 0 {
		first = d
	}
	return int(math.Log2(math.MaxInt64 / float64(first)))
}
