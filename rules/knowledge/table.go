package knowledge

import (
	"sort"
	"strings"
	"sync"
)

// Table answers what is known of a name. It indexes a library when its first
// name is asked for, so that a process that meets three libraries pays for
// three. A Table is safe for concurrent use; make one with Builtin or With.
type Table struct {
	libraries map[string]*library
}

type library struct {
	sources []*Library // the built-in rows, then the user's, which win
	once    sync.Once
	calls   map[string]*Call
	globs   map[string][]*Glob
	knobs   map[string]*Knob
	retries map[string]*Retry
	flows   map[string]*Flow
	exempt  map[string]bool
}

// Builtin is the table of everything that ships with timeoutlint.
func Builtin() *Table { return newTable(builtin(), nil) }

// With returns a table in which the given rows are known too and replace rows
// of the same name.
func (t *Table) With(user []Library) *Table {
	var all []*Library
	for _, path := range t.Paths() {
		all = append(all, t.libraries[path].sources...)
	}
	return newTable(all, user)
}

func newTable(own []*Library, user []Library) *Table {
	t := &Table{libraries: make(map[string]*library, len(own)+len(user))}
	add := func(l *Library) {
		lib := t.libraries[l.Path]
		if lib == nil {
			lib = &library{}
			t.libraries[l.Path] = lib
		}
		lib.sources = append(lib.sources, l)
	}
	for _, l := range own {
		add(l)
	}
	for i := range user {
		add(&user[i])
	}
	return t
}

// Paths lists the import paths the table speaks of, sorted.
func (t *Table) Paths() []string {
	paths := make([]string, 0, len(t.libraries))
	for path := range t.libraries {
		paths = append(paths, path)
	}
	sort.Strings(paths)
	return paths
}

// Knows reports whether any row speaks of the import path.
func (t *Table) Knows(path string) bool { return t.libraries[path] != nil }

// Library returns the rows of one import path, the user's last.
func (t *Table) Library(path string) []*Library {
	if lib := t.libraries[path]; lib != nil {
		return lib.sources
	}
	return nil
}

// Call returns the row of a function by its package path and FullName, or nil.
func (t *Table) Call(path, fullName string) *Call { return lookup(t, path, fullName, callsOf) }

// Globs returns the method rows of a receiver spelled "(*path.T)" or "(path.T)".
func (t *Table) Globs(path, receiver string) []*Glob { return lookup(t, path, receiver, globsOf) }

// Knob returns the row of a setting by its owner's package path and Knob.FullName, or nil.
func (t *Table) Knob(path, fullName string) *Knob { return lookup(t, path, fullName, knobsOf) }

// Retry returns the row of a retry setting by package path and name, or nil.
func (t *Table) Retry(path, name string) *Retry { return lookup(t, path, name, retriesOf) }

// Flow returns what a function does with the limits of its argument, or nil.
func (t *Table) Flow(path, fullName string) *Flow { return lookup(t, path, fullName, flowsOf) }

// Exempt reports whether the function is known not to block.
func (t *Table) Exempt(path, fullName string) bool { return lookup(t, path, fullName, exemptOf) }

func callsOf(l *library) map[string]*Call    { return l.calls }
func globsOf(l *library) map[string][]*Glob  { return l.globs }
func knobsOf(l *library) map[string]*Knob    { return l.knobs }
func retriesOf(l *library) map[string]*Retry { return l.retries }
func flowsOf(l *library) map[string]*Flow    { return l.flows }
func exemptOf(l *library) map[string]bool    { return l.exempt }

func lookup[V any](t *Table, path, name string, part func(*library) map[string]V) V {
	lib := t.libraries[path]
	if lib == nil {
		var none V
		return none
	}
	lib.once.Do(lib.index)
	return part(lib)[name]
}

func (l *library) index() {
	l.calls = map[string]*Call{}
	l.globs = map[string][]*Glob{}
	l.knobs = map[string]*Knob{}
	l.retries = map[string]*Retry{}
	l.flows = map[string]*Flow{}
	l.exempt = map[string]bool{}
	for _, src := range l.sources {
		for i := range src.Calls {
			l.calls[src.Calls[i].Name] = &src.Calls[i]
		}
		for i := range src.Globs {
			l.globs[src.Globs[i].Type] = append(l.globs[src.Globs[i].Type], &src.Globs[i])
		}
		for i := range src.Knobs {
			l.knobs[src.Knobs[i].FullName()] = &src.Knobs[i]
		}
		for i := range src.Retries {
			l.retries[src.Retries[i].Name] = &src.Retries[i]
		}
		for i := range src.Flows {
			l.flows[src.Flows[i].Name] = &src.Flows[i]
		}
		for _, name := range src.Exempt {
			l.exempt[name] = true
		}
	}
}

// Short is a name as a message shows it: the last element of the path only.
func Short(fullName string) string {
	prefix := ""
	for strings.HasPrefix(fullName, "(") || strings.HasPrefix(fullName, "*") {
		prefix, fullName = prefix+fullName[:1], fullName[1:]
	}
	if i := strings.LastIndexByte(fullName, '/'); i >= 0 {
		fullName = fullName[i+1:]
	}
	prefix = strings.NewReplacer("(", "", "*", "").Replace(prefix)
	return strings.Replace(prefix+fullName, ").", ".", 1)
}
