package finding

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/timeoutlint/timeoutlint/rules"
)

// mostNamed is how many of the other waits of a group a finding's path names.
const mostNamed = 8

// Folded makes one finding of those of a group: the one that holds somebody worst,
// with the other places in its path. The others are gone.
func Folded(all []Finding) []Finding {
	groups := map[string][]int{}
	for i, f := range all {
		if f.Group != "" {
			groups[f.Group] = append(groups[f.Group], i)
		}
	}
	drop := map[int]bool{}
	for i := range all {
		if f := &all[i]; f.Way > 0 && slices.ContainsFunc(all, func(g Finding) bool { return g.Way == 0 && g.says(f) }) {
			drop[i] = true
		}
	}
	for _, members := range groups {
		slices.SortStableFunc(members, func(i, j int) int { return before(&all[i], &all[j]) })
		for len(members) > 0 {
			members = fold(all, members, drop)
		}
	}
	out := all[:0]
	for i, f := range all {
		if !drop[i] {
			out = append(out, f)
		}
	}
	return out
}

// fold tells the first of some findings with those that are shown as it is, or that
// begin with the same context, and returns the others.
func fold(all []Finding, members []int, drop map[int]bool) (rest []int) {
	if drop[members[0]] {
		return members[1:]
	}
	first := &all[members[0]]
	seen := []Step{first.wait()}
	var others []Step
	for _, i := range members[1:] {
		if f := &all[i]; drop[i] || f.level() != first.level() && !f.together(first) {
			rest = append(rest, i)
			continue
		}
		drop[i] = true
		if at := all[i].wait(); !slices.ContainsFunc(seen, at.near) {
			seen, others = append(seen, at), append(others, all[i].also())
		}
	}
	if len(others) == 0 {
		return rest
	}
	slices.SortStableFunc(others, func(a, b Step) int { return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line)) })
	first.Message += more(len(others))
	others = others[:min(len(others), mostNamed)]
	first.Path = append(slices.Clip(first.Path), others...)
	return rest
}

// together reports whether the ways of two findings begin with one context.
func (f *Finding) together(g *Finding) bool {
	return f.Way < len(f.Path) && g.Way < len(g.Path) && f.Path[0].near(g.Path[0])
}

// wait is the place where a finding's way ends.
func (f *Finding) wait() Step {
	if n := len(f.Path); f.Way > 0 && n > 0 {
		return f.Path[n-1]
	}
	return Step{File: f.File, Line: f.Line, Column: f.Column, Real: f.Real}
}

// also is the step by which another finding of a group is named: the first call of
// its way, and where that leads.
func (f *Finding) also() Step {
	out := f.wait()
	if f.Way > 1 && f.Way <= len(f.Path) {
		to := out
		out = f.Path[len(f.Path)-f.Way]
		out.Text = fmt.Sprintf("waits so, too, at %s:%d", path.Base(to.File), to.Line)
		return out
	}
	out.Text = "waits so, too"
	return out
}

// near reports whether two steps are of one line.
func (s Step) near(t Step) bool { return s.File == t.File && s.Line == t.Line }

func more(n int) string {
	if n == 1 {
		return " (so does 1 more wait)"
	}
	return fmt.Sprintf(" (so do %d more waits)", n)
}

// level is 0 of a finding that is shown, 1 of one that is where its rule is asked
// for.
func (f *Finding) level() int {
	switch {
	case f.Quiet == "":
		return 0
	case f.OnRequest:
		return 1
	}
	return 2
}

// says reports whether a finding speaks of the context of another: where that
// begins, or where it is handed on.
func (f *Finding) says(g *Finding) bool {
	r, _ := rules.Lookup(f.Rule)
	return r.Group == rules.Context && f.level() <= g.level() && slices.ContainsFunc(g.Path, Step{File: f.File, Line: f.Line}.near)
}

// before reports which of two findings of a group is the one to tell: one that is
// shown, that is surer, that holds somebody worse, that comes first.
func before(a, b *Finding) int {
	worse := func(x, y rules.Consequence) int {
		switch {
		case x.Worse(y):
			return -1
		case y.Worse(x):
			return 1
		}
		return 0
	}
	surer := func(x, y rules.Confidence) int {
		switch {
		case x == y:
			return 0
		case x.AtLeast(y):
			return -1
		}
		return 1
	}
	return cmp.Or(cmp.Compare(a.level(), b.level()), surer(a.Confidence, b.Confidence), worse(a.Held.By, b.Held.By),
		strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), cmp.Compare(len(a.Path), len(b.Path)), strings.Compare(a.Message, b.Message))
}
