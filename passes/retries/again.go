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

// Blind are the calls that such a retry makes again after any error, also one
// that may hide a success.
func (r *Result) Blind(wanted func(token.Pos) bool) iter.Seq2[*Loop, *Attempt] {
	return func(yield func(*Loop, *Attempt) bool) {
		for l := range r.Retries(wanted) {
			if !l.Ambiguous() {
				continue
			}
			for _, a := range l.Calls {
				if !yield(l, a) {
					return
				}
			}
		}
	}
}

// Confirmed reports whether the call hands a message to a broker and waits for
// its confirmation: made twice, it leaves two messages.
func (r *Result) Confirmed(a *Attempt) bool {
	row := r.calls.Row(a.Fn)
	return row != nil && row.Message
}
