// Package leftout notes what the analysis of a package gave up: a function, a
// rule. What is not looked at is counted and named, so that a run which found
// nothing can be told from one that did not look.
//
// It knows names and reasons. It decides nothing: whoever gives up says so here,
// and a driver tells it on.
package leftout

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
)

// Item is one part of a package that was not looked at, or not whole.
type Item struct {
	Function string // as the code writes it, such as "f" or "(*T).m"; empty: not a function
	Rule     string // the rule or pass that gave up; empty: nobody looked
	Reason   string // one line
}

// Result collects the items of one package. Analyzers add to it at the same
// time, also after its own analyzer has run.
type Result struct {
	mu    sync.Mutex
	items map[Item]bool // whether it has been told, where Telling does that
}

// Analyzer offers the list to those that require it. It reports nothing.
var Analyzer = &analysis.Analyzer{
	Name:       "leftout",
	Doc:        "what the analysis of a package gave up",
	URL:        "https://github.com/timeoutlint/timeoutlint",
	ResultType: reflect.TypeFor[*Result](),
	Run:        func(*analysis.Pass) (any, error) { return &Result{}, nil },
}

// Add notes an item. The same one again counts once.
func (r *Result) Add(item Item) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.items == nil {
		r.items = map[Item]bool{}
	}
	if !r.items[item] {
		r.items[item] = false
	}
}

// Items lists what was noted, by rule, function and reason.
func (r *Result) Items() []Item {
	r.mu.Lock()
	defer r.mu.Unlock()
	var out []Item
	for item := range r.items {
		out = append(out, item)
	}
	slices.SortFunc(out, Compare)
	return out
}

// Compare orders items by rule, function and reason.
func Compare(a, b Item) int {
	return cmp.Or(strings.Compare(a.Rule, b.Rule), strings.Compare(a.Function, b.Function), strings.Compare(a.Reason, b.Reason))
}

// String names the part: "function f", "rule r", or the one in the other.
func (i Item) String() string {
	switch {
	case i.Function == "":
		return "rule " + i.Rule
	case i.Rule == "":
		return "function " + i.Function
	}
	return "function " + i.Function + " by " + i.Rule
}
