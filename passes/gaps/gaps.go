// Package gaps counts the waits of a package by what is known of their end, and
// for those of which nothing can be said, why: what the rules miss for it is
// seen there, and nowhere else.
//
// It knows the calls that knowledge rows speak of, and the contexts that
// functions of other packages ask for. It does not know waits without a row
// (passes/unknown lists what may be some).
package gaps

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/contexts/obligations"
	"github.com/timeoutlint/timeoutlint/passes/settings"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Result is the counts of one package, or of many.
type Result struct {
	Bounded   int      // waits that something surely ends
	Unbounded int      // waits that nothing ends
	Unknown   int      // waits of which neither is known: no rule reports them
	Reasons   []Reason // why, the most frequent first, then by text
}

// Reason is one thing that could not be seen, and how often.
type Reason struct {
	Why   string
	Count int // waits, and calls of functions that wait
}

// Analyzer counts. It reports nothing.
var Analyzer = &analysis.Analyzer{
	Name:       "gaps",
	Doc:        "how many waits are bounded, unbounded and unknown, and why",
	URL:        "https://github.com/timeoutlint/timeoutlint",
	Requires:   []*analysis.Analyzer{bounds.Analyzer, calls.Analyzer, obligations.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

func run(pass *analysis.Pass) (any, error) {
	r := &Result{}
	if !settings.Own(pass) {
		return r, nil
	}
	b := pass.ResultOf[bounds.Analyzer].(*bounds.Result)
	why := map[string]int{}
	for _, c := range pass.ResultOf[calls.Analyzer].(*calls.Result).Calls {
		if !waits(c.Row) || strings.HasSuffix(pass.Fset.Position(c.Pos()).Filename, "_test.go") {
			continue
		}
		call, ok := b.Call(c)
		if !ok {
			continue
		}
		switch end := b.Ends(call, c.Row); end.State {
		case bounds.Surely:
			r.Bounded++
		case bounds.Never:
			r.Unbounded++
		default:
			r.Unknown++
			why[end.Why]++
		}
	}
	for reason, n := range pass.ResultOf[obligations.Analyzer].(*obligations.Result).Handed {
		why["handed to a function that waits: a context from "+reason] += n
	}
	r.Reasons = sorted(why)
	return r, nil
}

// waits: somebody else is waited for, and is expected to answer.
func waits(row *knowledge.Call) bool {
	switch row.Does {
	case knowledge.Dials, knowledge.Requests, knowledge.Queries, knowledge.Writes, knowledge.Receives, knowledge.Acquires, knowledge.Runs:
		return true
	}
	return false
}

func sorted(why map[string]int) []Reason {
	var out []Reason
	for _, reason := range slices.Sorted(maps.Keys(why)) {
		out = append(out, Reason{reason, why[reason]})
	}
	slices.SortStableFunc(out, func(a, b Reason) int { return cmp.Compare(b.Count, a.Count) })
	return out
}

// Sum adds up the counts of packages, in any order.
func Sum(results []*Result) Result {
	var out Result
	why := map[string]int{}
	for _, r := range results {
		out.Bounded += r.Bounded
		out.Unbounded += r.Unbounded
		out.Unknown += r.Unknown
		for _, reason := range r.Reasons {
			why[reason.Why] += reason.Count
		}
	}
	out.Reasons = sorted(why)
	return out
}
