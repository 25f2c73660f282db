package docgen

import "strings"

// libraryIndex is what libraries.md.tmpl shows.
type libraryIndex struct{ Std, Other []libraryLine }

// libraryLine is one page in the index.
type libraryLine struct {
	*libraryPage
	Settings, Retries, Calls int
	Watch                    string // what to look at first
}

func newLibraryIndex(pages []*libraryPage) libraryIndex {
	var index libraryIndex
	for _, p := range pages {
		line := libraryLine{libraryPage: p, Watch: watch(p)}
		for _, s := range p.Sections {
			line.Settings += len(s.Knobs)
			line.Retries += len(s.Retries)
			line.Calls += len(s.Library.Calls) + len(s.Globs)
		}
		if p.Std {
			index.Std = append(index.Std, line)
		} else {
			index.Other = append(index.Other, line)
		}
	}
	return index
}

// Read is the version of the first section.
func (l libraryLine) Read() string { return l.Sections[0].Version }

// watch names what waits for ever when it is left alone or, where nothing does,
// what is said of attempts.
func watch(p *libraryPage) string {
	if found := infinite(p.Sections); len(found) > 0 {
		return "for ever by default: " + enough(found, 2)
	}
	if found := attemptsCount(p.Sections); len(found) > 0 {
		text := strings.TrimPrefix(found[0], "**Attempts**: ")
		text, _, _ = strings.Cut(text, ";")
		return strings.TrimSuffix(text, ".")
	}
	if found := noWayOut(p.Sections); len(found) > 0 {
		return "nothing ends " + strings.TrimSuffix(strings.TrimPrefix(found[0], "**Nothing ends these once they wait**: "), ".")
	}
	return ""
}
