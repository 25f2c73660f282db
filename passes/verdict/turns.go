package verdict

import (
	"go/token"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/rules"
)

// InOrder makes each analyzer of a rule that speaks after others wait for those
// of them that are in the list. A door hands the list of what is on through it:
// a rule that is off takes nobody's turn. The list itself is left as it is.
func InOrder(list []*analysis.Analyzer) []*analysis.Analyzer {
	out := slices.Clone(list)
	var before []*analysis.Analyzer
	for _, rule := range rules.Speaking() {
		i := slices.IndexFunc(out, func(a *analysis.Analyzer) bool { return a.Name == rule.Name })
		if i < 0 {
			continue
		}
		if len(before) > 0 {
			after := *out[i]
			after.Requires = slices.Concat(after.Requires, before)
			out[i] = &after
		}
		before = append(before, out[i])
	}
	return out
}

// turns is which rule has spoken of which loop. The zero value is ready.
type turns struct {
	mu    sync.Mutex
	taken map[token.Pos]string // by loop
}

// speaks reports whether it is a rule's turn to speak of a loop, and takes it.
func (t *turns) speaks(rule rules.Rule, about token.Pos) bool {
	if !about.IsValid() || !slices.Contains(rules.Speaking(), rule) {
		return true
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if by, ok := t.taken[about]; ok {
		return by == rule.Name
	}
	if t.taken == nil {
		t.taken = map[token.Pos]string{}
	}
	t.taken[about] = rule.Name
	return true
}
