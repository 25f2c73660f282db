package docgen

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/timeoutlint/timeoutlint/docs"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// std is the module of the standard library.
const std = "std"

// libraryPage is what library.md.tmpl shows: the import paths of one module or,
// of the standard library, of one branch.
type libraryPage struct {
	Title     string
	File      string // below docs/libraries
	Std       bool
	Surprises []string
	Sections  []*librarySection
}

// librarySection is one import path.
type librarySection struct {
	*knowledge.Library
	Settings, Attempts, Calls, Flows string // Markdown tables
	Exempt                           string

	brief names // for a text about the whole page
}

// Libraries generates a page for every library that knowledge speaks of, and
// an index.
func Libraries() ([]File, error) {
	pages := libraryPages(knowledge.Builtin())
	var files []File
	for _, p := range pages {
		text, err := execute("library.md.tmpl", p)
		if err != nil {
			return nil, err
		}
		files = append(files, File{"docs/libraries/" + p.File, tidy(text)})
	}
	text, err := execute("libraries.md.tmpl", newLibraryIndex(pages))
	if err != nil {
		return nil, err
	}
	return append(files, File{"docs/libraries/README.md", tidy(text)}), nil
}

// libraryPages groups the import paths; pages are sorted, the standard library first.
func libraryPages(table *knowledge.Table) []*libraryPage {
	byTitle := map[string][]*knowledge.Library{}
	for _, path := range table.Paths() {
		for _, lib := range table.Library(path) {
			key := pageOf(lib)
			byTitle[key] = append(byTitle[key], lib)
		}
	}
	var pages []*libraryPage
	for key, libs := range byTitle {
		pages = append(pages, newLibraryPage(titleOf(key, libs), libs))
	}
	slices.SortFunc(pages, func(a, b *libraryPage) int {
		return cmp.Or(order(b.Std)-order(a.Std), strings.Compare(a.Title, b.Title))
	})
	return pages
}

func order(first bool) int {
	if first {
		return 1
	}
	return 0
}

var majorSuffix = regexp.MustCompile(`/v[0-9]+$`)

// pageOf names the page of an import path: the repository and, where a module's
// path has one, the major version, because these often count otherwise.
func pageOf(lib *knowledge.Library) string {
	module, elements := lib.Module, 2
	switch {
	case module == std:
		module = lib.Path
	case strings.HasPrefix(module, "github.com/"), strings.HasPrefix(module, "golang.org/x/"):
		elements = 3
	}
	parts := strings.Split(module, "/")
	key := strings.Join(parts[:min(elements, len(parts))], "/")
	if major := majorSuffix.FindString(module); !strings.HasSuffix(key, major) {
		key += major
	}
	return key
}

// titleOf is the path that all modules of a page have in common.
func titleOf(key string, libs []*knowledge.Library) string {
	if libs[0].Module == std {
		return key
	}
	shared := strings.Split(libs[0].Module, "/")
	for _, lib := range libs {
		parts := strings.Split(lib.Module, "/")
		n := 0
		for n < min(len(shared), len(parts)) && shared[n] == parts[n] {
			n++
		}
		shared = shared[:n]
	}
	return strings.Join(shared, "/")
}

func newLibraryPage(title string, libs []*knowledge.Library) *libraryPage {
	p := &libraryPage{Title: title, File: docs.LibraryFile(title), Std: libs[0].Module == std}
	for _, lib := range libs {
		n := names{own: lib.Path}
		p.Sections = append(p.Sections, &librarySection{
			Library:  lib,
			brief:    names{own: lib.Path, qualified: lib.Path != title && len(libs) > 1},
			Settings: n.settings(lib.Knobs),
			Attempts: n.attempts(lib.Retries),
			Calls:    n.calls(lib.Calls, lib.Globs),
			Flows:    n.flows(lib.Flows),
			Exempt:   n.list(lib.Exempt),
		})
	}
	p.Surprises = surprises(p.Sections)
	return p
}

// One reports whether the page has one import path only.
func (p *libraryPage) One() bool { return len(p.Sections) == 1 }

// Named reports whether the section needs to say its import path.
func (p *libraryPage) Named(s *librarySection) bool { return !p.One() || s.Path != p.Title }

// Heading is how deep the headings in a section are.
func (p *libraryPage) Heading() string {
	if p.One() {
		return "##"
	}
	return "###"
}

// Empty reports whether nothing at all stands below the section's name.
func (s *librarySection) Empty() bool {
	return s.Settings+s.Attempts+s.Calls+s.Flows+s.Exempt+s.Generated() == ""
}

// Generated tells of the clients that generators of code write for the library.
func (s *librarySection) Generated() string {
	var out []string
	for i := range knowledge.Signatures {
		sig := &knowledge.Signatures[i]
		if sig.Imports != s.Path && !slices.ContainsFunc(sig.Last, func(last string) bool {
			return strings.HasPrefix(strings.TrimLeft(last, "*"), s.Path+".")
		}) {
			continue
		}
		n := names{own: s.Path}
		text := effects[sig.Does] + "; ends with " + n.ends(sig.Bound, "", sig.Does)
		if sig.Example != "" {
			text = "like " + n.code(sig.Example) + ": " + text
		}
		if sig.Note != "" {
			text += " (" + sig.Note + ")"
		}
		out = append(out, "- "+text+".")
	}
	return strings.Join(out, "\n")
}

var blankLines = regexp.MustCompile(`\n{3,}`)

// tidy leaves one blank line where a template leaves more.
func tidy(text []byte) []byte { return blankLines.ReplaceAll(text, []byte("\n\n")) }
