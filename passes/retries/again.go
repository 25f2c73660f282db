package retries

import (
	"go/token"
	"iter"

	"github.com/timeoutlint/timeoutlint/rules"
)

// Retries are the loops that are retries, certainly or in all likelihood, at
// places that are wanted: what the rules of repeated calls judge.
func (r *Result) Retries(wanted func(token.Pos) bool) iter.Seq[*Loop] {
	return func(yield func(*Loop) bool) {
		for _, l := range r.Loops {
			if l.Class == Retry && l.Confidence.AtLeast(rules.Medium) && wanted(l.Pos) && !yield(l) {
				return
			}
		}
	}
}
