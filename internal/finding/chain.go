package finding

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/timeoutlint/timeoutlint/rules"
)

// Link is one step of the chain: it drops, changes or orders findings.
type Link func([]Finding) []Finding

// Chain sends the findings through the links, first to last.
func Chain(list []Finding, links ...Link) []Finding {
	for _, link := range links {
		list = link(list)
	}
	return list
}

// Severities replaces the severity of the findings of the rules named.
func Severities(of map[string]rules.Severity) Link {
	return func(list []Finding) []Finding {
		for i := range list {
			if s, ok := of[list[i].Rule]; ok {
				list[i].Severity = s
			}
		}
		return list
	}
}

// Without drops the findings in files that match; matches is given an absolute name.
func Without(dir string, matches func(file string) bool) Link {
	return func(list []Finding) []Finding {
		return slices.DeleteFunc(list, func(f Finding) bool {
			file := filepath.FromSlash(f.Place().File)
			if !filepath.IsAbs(file) {
				file = filepath.Join(dir, file)
			}
			return matches(file)
		})
	}
}

// Sorted orders by file, line, column, rule and message.
func Sorted(list []Finding) []Finding {
	slices.SortStableFunc(list, compare)
	return list
}

// Distinct drops what is told twice, as a package and its test variant do. The
// list must be sorted.
func Distinct(list []Finding) []Finding {
	return slices.CompactFunc(list, func(a, b Finding) bool { return compare(a, b) == 0 })
}

func compare(a, b Finding) int {
	return cmp.Or(
		strings.Compare(a.File, b.File),
		cmp.Compare(a.Line, b.Line),
		cmp.Compare(a.Column, b.Column),
		strings.Compare(a.Rule, b.Rule),
		strings.Compare(a.Message, b.Message),
		strings.Compare(a.Real.File, b.Real.File),
		cmp.Compare(a.Real.Line, b.Real.Line))
}

// Rebase returns a copy of the list whose files are relative to another
// directory; both are absolute.
func Rebase(list []Finding, from, to string) []Finding {
	if from == to {
		return list
	}
	move := func(file string) string {
		if file == "" {
			return ""
		}
		name := filepath.FromSlash(file)
		if !filepath.IsAbs(name) {
			name = filepath.Join(from, name)
		}
		if rel, err := filepath.Rel(to, name); err == nil {
			name = rel
		}
		return filepath.ToSlash(name)
	}
	out := slices.Clone(list)
	for i := range out {
		f := &out[i]
		f.File, f.Real.File = move(f.File), move(f.Real.File)
		f.Path = slices.Clone(f.Path)
		for j := range f.Path {
			f.Path[j].File, f.Path[j].Real.File = move(f.Path[j].File), move(f.Path[j].Real.File)
		}
		f.Held.Way = slices.Clone(f.Held.Way)
		for j := range f.Held.Way {
			f.Held.Way[j].File = move(f.Held.Way[j].File)
		}
		if f.Fix != nil {
			fix := *f.Fix
			fix.Edits = slices.Clone(fix.Edits)
			for j := range fix.Edits {
				fix.Edits[j].File = move(fix.Edits[j].File)
			}
			f.Fix = &fix
		}
	}
	return out
}
