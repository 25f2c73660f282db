// Package rules is what timeoutlint demands: one row a rule, and nothing else.
//
// It knows the name, the group, the severity and the one-line summary of every
// rule, also of those that are not built yet. It does not know how a rule is
// checked (package analyzers), nor what a call does to time (rules/knowledge).
// It imports the standard library only.
package rules

import "slices"

// Rule is one row of the catalogue. The Name is the one word for everything:
// folder, package, analyzer, flag, config key, directive, SARIF ruleId, page.
type Rule struct {
	Name     string   // lower-case Go identifier, at most 16 letters: the thing that is wrong
	Group    Group    // what it is about
	Severity Severity // of a finding that somebody is held by
	Row      Row      // of the table of consequence: who must be held so that a finding is shown
	Since    string   // first version that has it; empty: not there yet, and never offered
	CWE      int      // the weakness it is filed under, for SARIF
	Summary  string   // one line, lower case, no full stop
}

// Group says what a rule is about; the catalogue is ordered by it.
type Group string

// The groups, in the order in which the catalogue and the documentation list them.
const (
	Client      Group = "client"
	Server      Group = "server"
	Context     Group = "context"
	Pool        Group = "pool"
	Retry       Group = "retry"
	Idempotency Group = "idempotency"
	Budget      Group = "budget"
	Breaker     Group = "breaker"
	Hygiene     Group = "hygiene"
)

// Severity is how much a finding matters when it is right.
type Severity string

// Error stops a merge, Warning asks for an answer, Note is for a report.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Note    Severity = "note"
)

// Confidence is how a finding was proved. High: by constants and types on
// every path. Medium: with one modelled assumption. Low: a heuristic, shown
// only when asked for.
type Confidence string

// The three confidences. The zero value is no confidence and is never reported.
const (
	High   Confidence = "high"
	Medium Confidence = "medium"
	Low    Confidence = "low"
)

// AtLeast reports whether c is as strong as min or stronger.
func (c Confidence) AtLeast(min Confidence) bool { return c.rank() >= min.rank() }

func (c Confidence) rank() int {
	switch c {
	case High:
		return 3
	case Medium:
		return 2
	case Low:
		return 1
	}
	return 0
}

// Built reports whether the rule can be run.
func (r Rule) Built() bool { return r.Since != "" }

// Wait reports whether a finding says that a wait may have no end, so that it is
// answered by whoever knows the end: CWE-1088 is the remote call without a
// timeout.
func (r Rule) Wait() bool { return r.CWE == 1088 }

// Joined reports whether the packages of a module, joined, show more of the rule
// than each of them does with the facts of what it imports: interfaces meet what
// implements them, servers their handlers, fields whoever writes them. What sees
// one package at a time, as go vet does, then finds less.
func (r Rule) Joined() bool {
	return r.Group == Budget || r == ZeroConfig || r == Unenforced
}

// Widened reports whether the packages of a module, joined, show places of the
// rule besides those that each of them shows: a context or a client that one
// package makes and another waits with.
func (r Rule) Widened() bool {
	switch r {
	case BareClient, DefaultClient, HalfTransport, UnboundedCtx, DroppedCtx, DetachedCtx:
		return true
	}
	return false
}

// URL is the rule's documentation page.
func (r Rule) URL() string {
	return "https://github.com/timeoutlint/timeoutlint/blob/main/docs/rules/" + r.Name + ".md"
}

// All returns every row in catalogue order, built or not.
func All() []Rule { return slices.Clone(catalogue) }

// Speaking returns the rules of which only the first speaks that has something to
// show about one loop. The others stay silent about it, and only then: none of
// them leaves a finding to another that has nothing to say.
func Speaking() []Rule { return slices.Clone(speaking) }

// Built returns the rows that can be run, in catalogue order.
func Built() []Rule {
	return slices.DeleteFunc(All(), func(r Rule) bool { return !r.Built() })
}

// Lookup finds a row by name.
func Lookup(name string) (Rule, bool) {
	i := slices.IndexFunc(catalogue, func(r Rule) bool { return r.Name == name })
	if i < 0 {
		return Rule{}, false
	}
	return catalogue[i], true
}
