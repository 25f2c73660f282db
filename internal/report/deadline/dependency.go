package deadline

import (
	"math"
	"slices"
	"time"

	"github.com/timeoutlint/timeoutlint/internal/link"
)

// reach is a dependency with everything that reaches it.
type reach struct {
	link.Dependency
	Sites   []site   // by place
	Entries []string // that call it, in the order of the tree
	Most    link.Count
}

// site is one place that calls a dependency, for whichever entries.
type site struct {
	link.Call
	Entries []link.Entry
}

// reaches are the dependencies with their call sites, in the order of the tree.
func (r Report) reaches() []reach {
	var out []reach
	for _, d := range r.Tree.Dependencies {
		one := reach{Dependency: d}
		for _, e := range r.Tree.Entries {
			for _, c := range within(e.Calls) {
				if c.Dependency != d.Name {
					continue
				}
				one.Most = larger(one.Most, c.Total)
				if !slices.Contains(one.Entries, e.Name) {
					one.Entries = append(one.Entries, e.Name)
				}
				i := slices.IndexFunc(one.Sites, func(s site) bool { return s.Place == c.Place && s.What == c.What })
				if i < 0 {
					i = len(one.Sites)
					one.Sites = append(one.Sites, site{Call: c})
				}
				one.Sites[i].Entries = append(one.Sites[i].Entries, e)
			}
		}
		out = append(out, one)
	}
	return out
}

// within are calls and those that they lead to in other services.
func within(calls []link.Call) []link.Call {
	var out []link.Call
	for _, c := range calls {
		out = append(out, c)
		out = append(out, within(c.Calls)...)
	}
	return out
}

// distinct are the different texts that f gives for the sites of a dependency.
func (r reach) distinct(f func(link.Call) string) []string {
	var out []string
	for _, s := range r.Sites {
		if text := f(s.Call); text != "" && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}

// available is what an entry's availability comes to if each dependency has
// the same one and nothing stands in for it: an entry that always calls n of
// them answers with the n-th power.
type available struct {
	Entry     string
	Must, May int     // dependencies called on every way, and on some
	High, Low float64 // without and with those on some ways
}

func (r Report) availability() []available {
	var out []available
	for _, e := range r.Tree.Entries {
		must, all := map[string]bool{}, map[string]bool{}
		for _, c := range within(e.Calls) {
			if pause(c) {
				continue
			}
			all[c.Dependency] = true
			if !c.Optional {
				must[c.Dependency] = true
			}
		}
		if len(all) == 0 {
			continue
		}
		out = append(out, available{
			Entry: e.Name, Must: len(must), May: len(all) - len(must),
			High: math.Pow(r.Availability, float64(len(must))), Low: math.Pow(r.Availability, float64(len(all))),
		})
	}
	return out
}

// month is what is lost of thirty days.
func month(availability float64) time.Duration {
	return time.Duration((1 - availability) * float64(30*24*time.Hour)).Round(time.Minute)
}
