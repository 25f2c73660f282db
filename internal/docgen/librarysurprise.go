package docgen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// most is how many derived surprises a page starts with.
const most = 5

// surprises is what a reader of the page would otherwise learn in production:
// what people wrote down, then what the rows say, the costliest first.
func surprises(sections []*librarySection) []string {
	var out []string
	for _, s := range sections {
		if s.Note == "" || s.Settings+s.Attempts+s.Calls+s.Flows == "" && len(sections) > 1 {
			continue
		}
		note := strings.TrimSuffix(s.Note, ".") + "."
		if len(sections) > 1 {
			note = "`" + s.Path + "`: " + note
		}
		out = append(out, note)
	}
	derived := 0
	for _, find := range []func([]*librarySection) []string{deafToContext, forEver, noWayOut, lost, attemptsCount, zeroDiffers, goesOn} {
		for _, text := range find(sections) {
			if derived == most {
				return out
			}
			out = append(out, text)
			derived++
		}
	}
	return out
}

// deafToContext: the context ends the wait only with a setting.
func deafToContext(sections []*librarySection) []string {
	seen := map[knowledge.Bound]bool{}
	var knobs []string
	for _, s := range sections {
		n := s.brief
		add := func(needs knowledge.Bound) {
			if needs != "" && !seen[needs] {
				seen[needs] = true
				knobs = append(knobs, n.bound(needs))
			}
		}
		for _, c := range s.Library.Calls {
			add(c.Needs)
		}
		for _, g := range s.Globs {
			add(g.Needs)
		}
	}
	if len(knobs) == 0 || slices.ContainsFunc(sections, func(s *librarySection) bool { return mentions(s.Note, knobs[0]) }) {
		return nil
	}
	return []string{"**A context alone does not end the wait**: it does where " + enough(knobs, 3) + " is set."}
}

// mentions reports whether a person has already written about the setting.
func mentions(note, code string) bool {
	code = strings.Trim(code, "`")
	return strings.Contains(note, code[strings.LastIndexByte(code, '.')+1:])
}

// forEver: knobs that are infinite until they are set.
func forEver(sections []*librarySection) []string {
	found := infinite(sections)
	if len(found) == 0 {
		return nil
	}
	return []string{"**Left alone, these wait for ever**: " + enough(found, 5) + "."}
}

func infinite(sections []*librarySection) []string {
	var found []string
	for _, s := range sections {
		n := s.brief
		for _, k := range s.Knobs {
			if k.Until == "" && waiting[k.Stage] && strings.HasPrefix(standard(k), "**waits") {
				found = append(found, n.code(k.FullName()))
			}
		}
	}
	return distinct(found)
}

// noWayOut: calls that nothing ends, with what to use instead.
func noWayOut(sections []*librarySection) []string {
	var found []string
	for _, s := range sections {
		n := s.brief
		for _, c := range s.Library.Calls {
			if c.Until != "" || c.Does.Lifecycle() || c.Does == knowledge.Builds || c.Does == knowledge.Sleeps || !c.Unbounded() {
				continue
			}
			text := n.code(c.Name)
			if c.Instead != "" {
				text += " (use " + n.instead(c.Instead, c.Name) + ")"
			}
			found = append(found, text)
		}
	}
	if len(found) == 0 {
		return nil
	}
	return []string{"**Nothing ends these once they wait**: " + enough(distinct(found), 4) + "."}
}

// lost: what drops the limits of what it is given.
func lost(sections []*librarySection) []string {
	var out []string
	for _, s := range sections {
		n := s.brief
		for _, f := range s.Library.Flows {
			if len(f.Drops) > 0 && f.Until == "" {
				out = append(out, fmt.Sprintf("**%s drops %s**.", n.code(f.Name), fields(f.Drops, of(f))))
			}
		}
	}
	return out
}

// attemptsCount: what a number of attempts stands for. One line a library,
// because their authors rarely agree with themselves.
func attemptsCount(sections []*librarySection) []string {
	var found []string
	for _, s := range sections {
		n := s.brief
		for _, r := range s.Retries {
			if r.Until != "" || r.Counts != knowledge.ExtraTries && r.Counts != knowledge.TotalTries {
				continue
			}
			text := n.code(r.Name) + " N makes " + map[knowledge.Counting]string{knowledge.ExtraTries: "N+1 calls", knowledge.TotalTries: "N calls"}[r.Counts]
			if zero := zeroTries(r); zero != "" {
				text += ", 0 " + zero
			}
			found = append(found, text)
		}
	}
	if len(found) == 0 {
		return nil
	}
	return []string{"**Attempts**: " + strings.Join(found[:min(3, len(found))], "; ") + others(len(found)-3) + "."}
}

func others(n int) string {
	if n <= 0 {
		return ""
	}
	return plural(n)
}

func plural(n int) string { return " and " + strconv.Itoa(n) + " more" }

// zeroTries is how many calls a setting of 0 makes.
func zeroTries(r knowledge.Retry) string {
	switch r.Zero {
	case knowledge.Default:
		count, err := strconv.Atoi(r.Default)
		if err != nil {
			return "is the default"
		}
		if r.Counts == knowledge.ExtraTries {
			count++
		}
		return "is the default: " + callsMade(count)
	case knowledge.SingleTry, knowledge.Disabled:
		return "makes one call"
	case knowledge.Unlimited, knowledge.Infinite:
		return "**never stops**"
	case knowledge.NeverRuns:
		return "makes **not even one**"
	case knowledge.Refused:
		return "is refused"
	}
	return ""
}

// zeroDiffers: settings of one page in which 0 means different things.
func zeroDiffers(sections []*librarySection) []string {
	order := []knowledge.Meaning{knowledge.Default, knowledge.Infinite, knowledge.Immediate}
	by := map[knowledge.Meaning][]string{}
	for _, s := range sections {
		n := s.brief
		for _, k := range s.Knobs {
			if k.Until == "" && waiting[k.Stage] && k.Unit != "count" {
				by[k.Zero] = append(by[k.Zero], n.code(k.FullName()))
			}
		}
	}
	var parts []string
	for _, m := range order {
		if len(by[m]) > 0 {
			parts = append(parts, map[knowledge.Meaning]string{
				knowledge.Default: "the default", knowledge.Infinite: "for ever", knowledge.Immediate: "at once",
			}[m]+" in "+enough(distinct(by[m]), 3))
		}
	}
	if len(parts) < 2 {
		return nil
	}
	return []string{"**0 is not one thing**: it means " + strings.Join(parts, "; ") + "."}
}

// goesOn: retries that do not listen to the context.
func goesOn(sections []*librarySection) []string {
	var found []string
	for _, s := range sections {
		n := s.brief
		for _, r := range s.Retries {
			if r.Until == "" && r.Ctx == knowledge.No && r.Counts != knowledge.OtherCount {
				found = append(found, n.code(r.Name))
			}
		}
	}
	if len(found) == 0 {
		return nil
	}
	return []string{"**Retries go on after the context has ended**: " + enough(distinct(found), 3) + "."}
}

// distinct keeps the first of what is there more than once.
func distinct(all []string) []string {
	seen := map[string]bool{}
	var out []string
	for _, text := range all {
		if !seen[text] {
			seen[text] = true
			out = append(out, text)
		}
	}
	return out
}
