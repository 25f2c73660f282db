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
	version   func(module string) string // nil: the newest of everything
	sameAs    []*Library                 // the user's forks

	mu       sync.Mutex
	borrowed map[string]*library // for paths without rows: those of their kin, or nil
	family   map[string][]string // paths by Family
}

type library struct {
	sources  []*Library // the built-in rows, then the user's, which win
	once     sync.Once
	calls    map[string]*Call
	globs    map[string][]*Glob
	knobs    map[string]*Knob
	retries  map[string]*Retry
	flows    map[string]*Flow
	policies map[string]*Policy
	exempt   map[string]bool
}

// Builtin is the table of everything that ships with timeoutlint.
func Builtin() *Table { return newTable(builtin(), nil, nil) }

// With returns a table in which the given rows are known too and replace rows
// of the same name.
func (t *Table) With(user []Library) *Table {
	return newTable(t.all(), user, t.version)
}

// At returns the table for a program that uses the given versions: of rows
// with the same name, the one whose Since and Until hold the version is in
// force. version is asked for a module path ("std" for the standard library,
// answered with the toolchain's or go directive's version) and answers "" where
// it does not know, which stands for the newest.
func (t *Table) At(version func(module string) string) *Table {
	return newTable(t.all(), nil, version)
}

func (t *Table) all() []*Library {
	all := make([]*Library, 0, len(t.libraries))
	for _, lib := range t.libraries { // in any order: only the sources of one path have one
		all = append(all, lib.sources...)
	}
	return all
}

func newTable(own []*Library, user []Library, version func(module string) string) *Table {
	t := &Table{libraries: make(map[string]*library, len(own)+len(user)), version: version, borrowed: map[string]*library{}}
	add := func(l *Library) {
		if l.SameAs != "" {
			t.sameAs = append(t.sameAs, l)
		}
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

// Paths lists the import paths the table speaks of, sorted; not those at other
// major versions.
func (t *Table) Paths() []string { return t.paths() }

func (t *Table) paths() []string {
	paths := make([]string, 0, len(t.libraries))
	for path := range t.libraries {
		paths = append(paths, path)
	}
	sort.Strings(paths)
	return paths
}

// Knows reports whether any row speaks of the import path.
func (t *Table) Knows(path string) bool { return t.of(path) != nil }

// of are the rows of a path: its own, those of the library at another major
// version, or those of the library that a fork is the same as.
func (t *Table) of(path string) *library {
	lib := t.libraries[path]
	if lib != nil && (len(t.sameAs) == 0 || !lib.empty()) {
		return lib
	}
	if kin := t.kin(path); kin != nil {
		return kin
	}
	return lib
}

// empty: the user says only what a path is the same as.
func (l *library) empty() bool {
	for _, src := range l.sources {
		if src.SameAs == "" {
			return false
		}
	}
	return true
}

// Library returns the rows of one import path, the user's last.
func (t *Table) Library(path string) []*Library {
	if lib := t.of(path); lib != nil {
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

// Policy returns what a name adds to a retry policy, or nil.
func (t *Table) Policy(path, name string) *Policy { return lookup(t, path, name, policiesOf) }

// Exempt reports whether the function is known not to block.
func (t *Table) Exempt(path, fullName string) bool { return lookup(t, path, fullName, exemptOf) }

func callsOf(l *library) map[string]*Call      { return l.calls }
func globsOf(l *library) map[string][]*Glob    { return l.globs }
func knobsOf(l *library) map[string]*Knob      { return l.knobs }
func retriesOf(l *library) map[string]*Retry   { return l.retries }
func flowsOf(l *library) map[string]*Flow      { return l.flows }
func policiesOf(l *library) map[string]*Policy { return l.policies }
func exemptOf(l *library) map[string]bool      { return l.exempt }

func lookup[V any](t *Table, path, name string, part func(*library) map[string]V) V {
	lib := t.of(path)
	if lib == nil {
		var none V
		return none
	}
	lib.once.Do(func() { lib.index(t.version) })
	return part(lib)[name]
}

func (l *library) index(version func(module string) string) {
	l.calls = map[string]*Call{}
	l.globs = map[string][]*Glob{}
	l.knobs = map[string]*Knob{}
	l.retries = map[string]*Retry{}
	l.flows = map[string]*Flow{}
	l.policies = map[string]*Policy{}
	l.exempt = map[string]bool{}
	for _, src := range l.sources {
		v := ""
		if version != nil {
			v = version(src.Module)
		}
		for i := range src.Calls {
			if r := &src.Calls[i]; inForce(r.Since, r.Until, v) {
				l.calls[r.Name] = r
			}
		}
		for i := range src.Globs {
			if r := &src.Globs[i]; inForce(r.Since, r.Until, v) {
				l.globs[r.Type] = append(l.globs[r.Type], r)
			}
		}
		for i := range src.Knobs {
			if r := &src.Knobs[i]; inForce(r.Since, r.Until, v) {
				l.knobs[r.FullName()] = r
			}
		}
		for i := range src.Retries {
			if r := &src.Retries[i]; inForce(r.Since, r.Until, v) {
				l.retries[r.Name] = r
			}
		}
		for i := range src.Flows {
			if r := &src.Flows[i]; inForce(r.Since, r.Until, v) {
				l.flows[r.Name] = r
			}
		}
		for i := range src.Policies {
			if r := &src.Policies[i]; inForce(r.Since, r.Until, v) {
				l.policies[r.Name] = r
			}
		}
		for _, name := range src.Exempt {
			l.exempt[name] = true
		}
	}
}

// At is the library with the rows that are in force at the version only.
func (l *Library) At(version string) Library {
	at := *l
	at.Calls = held(l.Calls, version, func(r Call) (string, string) { return r.Since, r.Until })
	at.Globs = held(l.Globs, version, func(r Glob) (string, string) { return r.Since, r.Until })
	at.Knobs = held(l.Knobs, version, func(r Knob) (string, string) { return r.Since, r.Until })
	at.Retries = held(l.Retries, version, func(r Retry) (string, string) { return r.Since, r.Until })
	at.Flows = held(l.Flows, version, func(r Flow) (string, string) { return r.Since, r.Until })
	at.Policies = held(l.Policies, version, func(r Policy) (string, string) { return r.Since, r.Until })
	return at
}

func held[R any](rows []R, version string, gate func(R) (since, until string)) []R {
	var kept []R
	for _, r := range rows {
		if since, until := gate(r); inForce(since, until, version) {
			kept = append(kept, r)
		}
	}
	return kept
}

// Leaves reports whether the method is one that the row does not speak of.
func (g *Glob) Leaves(method string) bool {
	for _, name := range g.Except {
		if prefix, ok := strings.CutSuffix(name, "*"); ok && strings.HasPrefix(method, prefix) || name == method {
			return true
		}
	}
	return false
}

// Short is a name as a message shows it: the last element of the path only.
func Short(fullName string) string {
	fullName = strings.TrimLeft(fullName, "(*")
	if i := strings.LastIndexByte(fullName, '/'); i >= 0 {
		fullName = fullName[i+1:]
	}
	return strings.Replace(fullName, ").", ".", 1)
}
