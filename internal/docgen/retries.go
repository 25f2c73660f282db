package docgen

import (
	"cmp"
	"slices"
	"strings"

	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// retryPage is what retries.md.tmpl shows.
type retryPage struct{ Libraries []retryLibrary }

// retryLibrary is one import path that repeats what it is given.
type retryLibrary struct {
	*knowledge.Library
	Again  []retryCall
	Pieces []retryPiece
}

// retryCall is a call that repeats one of its arguments.
type retryCall struct{ Name, Repeats, Policy, Ctx string }

// retryPiece is a row of a policy as the table says it.
type retryPiece struct{ Name, Attempts, Zero, Elapsed, Delay, Jitter, Ctx, Errors string }

// Retries is the page of the libraries that repeat what they are given.
func Retries() ([]byte, error) {
	table := knowledge.Builtin()
	var page retryPage
	for _, path := range table.Paths() {
		for _, lib := range table.Library(path) {
			l := retryLibrary{Library: lib}
			n := names{own: path}
			for _, c := range lib.Calls {
				if c.Repeats != "" {
					l.Again = append(l.Again, again(n, c))
				}
			}
			for _, p := range lib.Policies {
				if row := piece(n, p); row != (retryPiece{Name: row.Name}) {
					l.Pieces = append(l.Pieces, row)
				}
			}
			if len(l.Again)+len(l.Pieces) > 0 {
				page.Libraries = append(page.Libraries, l)
			}
		}
	}
	slices.SortStableFunc(page.Libraries, func(a, b retryLibrary) int { return cmp.Compare(a.Path, b.Path) })
	return execute("retries.md.tmpl", page)
}

func again(n names, c knowledge.Call) retryCall {
	out := retryCall{Name: n.code(c.Name), Repeats: nth(c.Repeats.Arg()), Policy: "—", Ctx: "—"}
	switch c.Policy.Kind() {
	case "self":
		out.Policy = "its own, and its options"
	case "recv":
		out.Policy = "what it is called on"
	case "arg":
		out.Policy = "the " + nth(c.Policy.Arg())
	}
	for _, b := range c.Bound {
		if b.Kind() == "ctx" {
			out.Ctx = "the " + nth(b.Arg())
		} else if b.Kind() == "builder" || b.Kind() == "option" && strings.HasSuffix(b.Name(), "ontext") {
			out.Ctx = n.code(b.Name())
		}
	}
	return out
}

func nth(n int) string {
	return [...]string{"1st", "2nd", "3rd", "4th", "5th", "6th"}[n] + " argument"
}

func piece(n names, p knowledge.Policy) retryPiece {
	out := retryPiece{Name: n.code(p.Name), Attempts: amount(p.Attempts), Elapsed: amount(p.Elapsed), Delay: string(p.Delay), Jitter: p.Jitter}
	if strings.HasPrefix(p.Attempts, "arg:") || strings.HasPrefix(p.Elapsed, "arg:") {
		out.Zero = map[knowledge.Meaning]string{knowledge.Unlimited: "**no limit**", knowledge.SingleTry: "one attempt", knowledge.NeverRuns: "**not called**"}[p.Zero]
		if p.Negative == knowledge.Unlimited {
			out.Zero = strings.TrimPrefix(out.Zero+"; below 0 **no limit**", "; ")
		}
	}
	switch {
	case strings.HasPrefix(p.Jitter, "arg:"):
		out.Jitter = "unless 0"
	case p.Jitter == "any":
		out.Jitter = "if one has it"
	}
	if p.Ctx != "" {
		out.Ctx = "yes"
	}
	if p.Picks {
		out.Errors = "picked"
	}
	return out
}

func amount(text string) string {
	switch {
	case strings.HasSuffix(text, "+1"):
		return "N+1"
	case strings.HasPrefix(text, "arg:"):
		return "N"
	case text == "unlimited":
		return "**no limit**"
	}
	return text
}
