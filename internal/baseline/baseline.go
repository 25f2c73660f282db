// Package baseline knows the findings that a code base had before anybody
// asked: it tells them from new ones, and what of it is not true any more.
//
// It knows the file's form, and findings by their key (finding.Key) and
// number, so that edits around them do not matter. It does not know which
// rules ran or which packages were looked at: who asks says what could have
// been found.
package baseline

import (
	"cmp"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/timeoutlint/timeoutlint/internal/finding"
)

// FileName is the name that a baseline has unless it is given another.
const FileName = ".timeoutlint.baseline"

// most is more findings alike than anybody has.
const most = 1_000_000

// Entry is one finding, or several that are alike. Its File is relative to the
// folder of the baseline.
type Entry struct {
	finding.Key
	Count int // at least 1
	At    int // its line in the baseline, from 1; 0 where it was not read
}

// Of lists the entries of findings of a run. Dir is the directory of the run and
// folder that of the baseline, both absolute.
func Of(dir, folder string, list []finding.Finding) []Entry {
	counts := map[finding.Key]int{}
	for _, f := range list {
		counts[key(dir, folder, f)]++
	}
	var out []Entry
	for k, n := range counts {
		out = append(out, Entry{Key: k, Count: n})
	}
	return Sorted(out)
}

// Sorted puts entries in the order of the file, and joins those that are alike.
func Sorted(list []Entry) []Entry {
	counts := map[finding.Key]int{}
	for _, e := range list {
		counts[e.Key] += e.Count
	}
	keys := slices.SortedFunc(maps.Keys(counts), func(a, b finding.Key) int {
		return cmp.Or(strings.Compare(a.File, b.File), strings.Compare(a.Function, b.Function),
			strings.Compare(a.Rule, b.Rule), strings.Compare(a.Line, b.Line))
	})
	out := make([]Entry, 0, len(keys))
	for _, k := range keys {
		out = append(out, Entry{Key: k, Count: min(counts[k], most)})
	}
	return out
}

// Apply takes the findings that are in the baseline out of a list. What is left
// are the new ones; rest are the entries of which fewer were found than they
// count, with the difference as their Count. The list must be sorted.
func Apply(entries []Entry, dir, folder string, list []finding.Finding) (fresh []finding.Finding, rest []Entry) {
	left := map[finding.Key]int{}
	for _, e := range entries {
		left[e.Key] += e.Count
	}
	for _, f := range list {
		k := key(dir, folder, f)
		if left[k] == 0 {
			fresh = append(fresh, f)
			continue
		}
		left[k]--
	}
	// Where a key is entered twice, as after a merge, the last one is too much.
	for _, e := range slices.Backward(entries) {
		if n := min(left[e.Key], e.Count); n > 0 {
			left[e.Key] -= n
			e.Count = n
			rest = append(rest, e)
		}
	}
	slices.Reverse(rest)
	return fresh, rest
}

// Without takes from entries what is in rest, as Apply returned it.
func Without(entries, rest []Entry) []Entry {
	less := map[int]int{}
	for _, e := range rest {
		less[e.At] += e.Count
	}
	var out []Entry
	for _, e := range entries {
		if e.Count -= less[e.At]; e.Count > 0 {
			out = append(out, e)
		}
	}
	return out
}

// key is a finding's key with its file as the baseline has it.
func key(dir, folder string, f finding.Finding) finding.Key {
	k := f.Key()
	name := filepath.FromSlash(k.File)
	if !filepath.IsAbs(name) {
		name = filepath.Join(dir, name)
	}
	if rel, err := filepath.Rel(folder, name); err == nil {
		name = rel
	}
	k.File = filepath.ToSlash(name)
	return k
}
