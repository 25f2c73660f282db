package driver

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"go/types"
	"os"
	"path/filepath"
	"slices"

	"github.com/timeoutlint/timeoutlint/internal/driver/cache"
	"github.com/timeoutlint/timeoutlint/internal/regular"
	"github.com/timeoutlint/timeoutlint/passes/settings"
)

// print is what importers of a package can see of it, as fingerprints. An
// importer need not be analysed again while they stay.
type print struct {
	known bool // false: nothing may be concluded, not even that it is the same

	Common cache.Key            // of an analysed package: what every importer can see
	Names  map[string]cache.Key // and, by name, what only those see that name it, or something that leads to it

	outside cache.Key // all that it imports from outside the project
	all     cache.Key // these but the names
}

// whole is all of it.
func (p *print) whole() cache.Key {
	h := sha256.New()
	say(h, "whole", string(p.all[:]))
	for _, name := range sortedKeys(p.Names) {
		key := p.Names[name]
		say(h, name, string(key[:]))
	}
	return cache.Key(h.Sum(nil))
}

// chosen is the settings without the versions: of those, a package's key holds
// the ones that it can meet.
func chosen(s *settings.Settings) (string, error) {
	text, err := json.Marshal(s)
	if err != nil {
		return "", err
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return "", err
	}
	delete(fields, "versions")
	text, err = json.Marshal(fields)
	return string(text), err
}

// printOf is the fingerprint of an import, whose own imports are done.
func (r *run) printOf(n *node) print {
	switch {
	case n.project:
		return n.print
	case !n.mixed:
		key, ok := r.outsideKey(n)
		return print{known: ok, outside: key, all: key}
	}
	// Code of others that imports the project: what it declares may change with it.
	own, ok := r.ownKey(n)
	h := sha256.New()
	say(h, "mixed", string(own[:]))
	for _, dep := range n.allDeps {
		p := r.printOf(dep)
		ok = ok && p.known
		whole := p.whole()
		say(h, dep.id, string(whole[:]))
	}
	key := cache.Key(h.Sum(nil))
	return print{known: ok, outside: key, all: key}
}

// outsideKey stands for a package outside the project and all that it imports.
// Only one worker computes keys, before the others start, or they are there.
func (r *run) outsideKey(n *node) (cache.Key, bool) {
	r.keyMu.Lock()
	defer r.keyMu.Unlock()
	return r.outsideKeyLocked(n)
}

func (r *run) outsideKeyLocked(n *node) (cache.Key, bool) {
	if n.outsideDone {
		return n.outside, n.outsideOK
	}
	n.outsideDone = true // also against cycles, which broken code may have
	own, ok := r.ownKey(n)
	h := sha256.New()
	say(h, "outside", string(own[:]))
	if !n.Standard {
		for _, dep := range n.allDeps {
			key, known := r.outsideKeyLocked(dep)
			ok = ok && known
			say(h, dep.id, string(key[:]))
		}
	}
	n.outside, n.outsideOK = cache.Key(h.Sum(nil)), ok
	return n.outside, ok
}

// ownKey stands for a package's own code: by version where that settles it,
// else by content.
func (r *run) ownKey(n *node) (cache.Key, bool) {
	h := sha256.New()
	say(h, n.id, n.Name, r.goVersion, r.arch, n.goVersion(), filepath.Base(n.CTypes))
	say(h, n.GoFiles...)
	say(h, n.CgoFiles...)
	if n.Error != nil {
		return cache.Key{}, false
	}
	if n.Standard {
		replaced := r.replacedStandard()
		say(h, "standard", string(replaced[:]))
		return cache.Key(h.Sum(nil)), true
	}
	replaced := r.replacedIn(func(dir string) bool { return dir == n.Dir })
	say(h, string(replaced[:]))
	if n.Module != nil && n.Module.fixed() {
		version := n.Module.version()
		say(h, n.Module.Path, version)
		if n.Module.Dir != "" {
			return cache.Key(h.Sum(nil)), true
		}
	}
	for _, name := range n.files() {
		sum, err := r.contentOf(name)
		if err != nil {
			return cache.Key{}, false
		}
		say(h, name, string(sum[:]))
	}
	return cache.Key(h.Sum(nil)), true
}

// replacedIn stands for the texts that the overlay has in place of files in some
// folders; it is zero where there are none.
func (r *run) replacedIn(folders func(dir string) bool) (key cache.Key) {
	h := sha256.New()
	some := false
	for _, name := range sortedKeys(r.opts.Overlay) {
		if folders(filepath.Dir(name)) {
			some = true
			sum := overlaid(r.opts.Overlay[name])
			say(h, name, string(sum[:]))
		}
	}
	if some {
		h.Sum(key[:0])
	}
	return key
}

// replacedStandard is that of the standard library: a package of it may see a
// text in place of any other's.
func (r *run) replacedStandard() cache.Key {
	r.standardOnce.Do(func() {
		folders := map[string]bool{}
		for _, n := range r.graph.nodes {
			if n.Standard {
				folders[n.Dir] = true
			}
		}
		r.standard = r.replacedIn(func(dir string) bool { return folders[dir] })
	})
	return r.standard
}

// version is the version whose code is used.
func (m *module) version() string {
	if m.Replace != nil && m.Replace.Version != "" {
		return m.Replace.Path + "@" + m.Replace.Version
	}
	return m.Version
}

// baseKey stands for all that an analysis of the package can see, but for what
// it names of other packages of the project.
func (r *run) baseKey(n *node) (cache.Key, bool) {
	if n.Error != nil && !n.onlyEmbed() || r.tooNew(n) {
		return cache.Key{}, false
	}
	h := sha256.New()
	say(h, "package", string(r.key[:]), r.goVersion, r.arch, n.id, n.path, n.Name, n.Dir, fmt.Sprint(n.wanted, n.Standard), n.goVersion(), filepath.Base(n.CTypes))
	if m := n.passModule(); m != nil {
		say(h, m.Path, m.Version, m.GoVersion, m.Dir, fmt.Sprint(m.Main))
	}
	for _, name := range slices.Concat(n.files(), n.absAll(n.IgnoredGoFiles)) {
		sum, err := r.contentOf(name)
		if err != nil {
			return cache.Key{}, false
		}
		say(h, name, string(sum[:]))
	}
	for _, list := range [][]string{n.CgoFiles, n.IgnoredGoFiles, n.IgnoredOtherFiles, n.CFiles, n.CXXFiles, n.HFiles, n.SFiles, n.OtherFiles} {
		say(h, list...)
	}
	for _, path := range sortedKeys(n.imports) {
		p := r.printOf(n.imports[path])
		if !p.known {
			return cache.Key{}, false
		}
		say(h, path, n.imports[path].id, string(p.all[:]))
	}
	for _, path := range n.Imports {
		if n.imports[path] == nil && path != "unsafe" && path != "C" {
			return cache.Key{}, false
		}
	}
	return cache.Key(h.Sum(nil)), true
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// uses is what a package names of its imports in the project, by import path.
// Everything, where more than the names in the code may decide.
type uses map[string][]string

var everything = []string{"*"}

// usesOf lists what an analysed package names. Of a package whose names it makes
// its own, or where knowledge may speak of others than those in the code, that
// is everything.
func (r *run) usesOf(n *node, s *syntax) uses {
	paths := map[*types.Package]string{}
	out := uses{}
	for path, dep := range n.imports {
		if dep.project && dep.types != nil {
			paths[dep.types] = path
			if len(r.opts.Settings.Knowledge) > 0 || r.opts.Settings.Table().Knows(dep.path) {
				out[path] = everything
			}
		}
	}
	for _, file := range s.files {
		for _, spec := range file.Imports {
			if path := importPath(spec); spec.Name != nil && spec.Name.Name == "." && n.imports[path] != nil {
				out[path] = everything
			}
		}
	}
	seen := map[types.Object]bool{}
	for _, obj := range s.info.Uses {
		if obj.Pkg() == nil || obj.Pkg() == n.types || seen[obj] || obj.Parent() != obj.Pkg().Scope() {
			continue
		}
		seen[obj] = true
		if path, ok := paths[obj.Pkg()]; ok && !slices.Equal(out[path], everything) {
			out[path] = append(out[path], obj.Name())
		}
	}
	for _, names := range out {
		slices.Sort(names)
	}
	return out
}

// keyOf stands for all that an analysis of the package can see.
func (r *run) keyOf(n *node) cache.Key {
	h := sha256.New()
	say(h, "package", string(n.base[:]))
	for _, path := range sortedKeys(n.uses) {
		dep := n.imports[path]
		if dep == nil {
			say(h, path, "none")
			continue
		}
		p := r.printOf(dep)
		if slices.Equal(n.uses[path], everything) {
			key := p.whole()
			say(h, path, string(key[:]))
			continue
		}
		say(h, path)
		for _, name := range n.uses[path] {
			key := p.Names[name]
			say(h, name, string(key[:]))
		}
	}
	return cache.Key(h.Sum(nil))
}

// seen sets what importers can see of an analysed package.
func (r *run) seen(n *node, p print) {
	h := sha256.New()
	p.known = true
	for _, dep := range n.allDeps {
		other := r.printOf(dep)
		p.known = p.known && other.known
		say(h, string(other.outside[:]))
	}
	p.outside = cache.Key(h.Sum(nil))
	h.Reset()
	say(h, "seen", string(p.Common[:]), string(p.outside[:]))
	p.all = cache.Key(h.Sum(nil))
	n.print = p
}

// contentOf is the checksum of a file, as it was when the run first looked.
func (r *run) contentOf(name string) (cache.Key, error) {
	r.contentMu.Lock()
	sum, ok := r.content[name]
	r.contentMu.Unlock()
	if ok {
		return sum, nil
	}
	src, err := r.readFile(name)
	if err != nil {
		return cache.Key{}, err
	}
	sum = sha256.Sum256(src)
	r.contentMu.Lock()
	defer r.contentMu.Unlock()
	r.content[name] = sum
	return sum, nil
}

// asSeen reports whether what is read now is what the keys were made of.
func (r *run) asSeen(name string, src []byte) bool {
	r.contentMu.Lock()
	defer r.contentMu.Unlock()
	sum, ok := r.content[name]
	return ok && sum == sha256.Sum256(src)
}

func readOverlaid(overlay map[string][]byte, name string) ([]byte, error) {
	if src, ok := overlay[name]; ok {
		if src == nil {
			return nil, &os.PathError{Op: "open", Path: name, Err: os.ErrNotExist}
		}
		return src, nil
	}
	return regular.Read(name, regular.Source)
}
