package deploy

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/timeoutlint/timeoutlint/internal/regular"
)

// What is read at most: a checkout is anybody's.
const (
	MostBytes   = 1 << 20 // of one file
	MostFiles   = 3000    // that may say something of time
	MostEntries = 200_000 // files and folders of the repository
	MostNotices = 5       // files that are named as unread
)

// file is one file that may say something.
type file struct {
	name string // absolute
	text string
	docs []*doc // of YAML
}

// files is what was found below a root.
type files struct {
	root    string
	list    []*file
	byName  map[string]*file
	goDirs  []string // folders with Go files, in order
	modules []string // folders with a go.mod
	notices []string
	unread  int
}

// passed are folders that hold nothing that is deployed from here.
var passed = map[string]bool{"node_modules": true, "vendor": true, "third_party": true, "dist": true, "site-packages": true, "crds": true}

// find walks a repository. Links are not followed.
func find(root string) *files {
	t := &files{root: root, byName: map[string]*file{}}
	seen := 0
	err := filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			if e != nil && e.IsDir() {
				return filepath.SkipDir
			}
			return nil
		}
		if seen++; seen > MostEntries {
			return filepath.SkipAll
		}
		base := e.Name()
		switch {
		case e.IsDir():
			if name != root && (passed[base] || strings.HasPrefix(base, ".") && base != ".github" && base != ".deploy" && base != ".k8s" || strings.HasPrefix(base, "_")) {
				return filepath.SkipDir
			}
		case strings.HasSuffix(base, ".go"):
			if dir := filepath.Dir(name); !strings.HasSuffix(base, "_test.go") && (len(t.goDirs) == 0 || t.goDirs[len(t.goDirs)-1] != dir) && !slices.Contains(t.goDirs, dir) {
				t.goDirs = append(t.goDirs, dir)
			}
		case base == "go.mod":
			t.modules = append(t.modules, filepath.Dir(name))
		case wanted(base):
			t.take(name, e)
		}
		return nil
	})
	if err != nil || seen > MostEntries {
		t.notices = append(t.notices, fmt.Sprintf("deployment files: of more than %d files and folders below %s not all were looked at", MostEntries, root))
	}
	if t.unread > MostNotices {
		t.notices = append(t.notices, fmt.Sprintf("deployment files: %d more could not be read", t.unread-MostNotices))
	}
	return t
}

// wanted: a file of that name may say something of time.
func wanted(base string) bool {
	lower := strings.ToLower(base)
	switch filepath.Ext(lower) {
	case ".yaml", ".yml", ".conf", ".cfg", ".service", ".toml", ".tf", ".tpl":
		return true
	case ".template":
		return strings.Contains(lower, ".conf") || strings.Contains(lower, ".yaml") || strings.Contains(lower, ".yml")
	case ".json":
		return strings.Contains(lower, "template") || strings.Contains(lower, "caddy") || strings.Contains(lower, "service") && strings.Contains(lower, "config")
	}
	return strings.HasPrefix(lower, "dockerfile") || strings.HasSuffix(lower, ".dockerfile") || strings.HasPrefix(lower, "caddyfile") || strings.HasSuffix(lower, ".caddyfile") || lower == "makefile" || lower == "procfile" || lower == ".env" || lower == "project"
}

// take reads a file; one that is no file, or too large, is named where it would count.
func (t *files) take(name string, e fs.DirEntry) {
	if len(t.list) >= MostFiles {
		t.note(name, errors.New("more such files than are read"))
		return
	}
	if e.Type()&fs.ModeSymlink != 0 && !t.inside(name) {
		t.note(name, errors.New("it leads out of the repository"))
		return
	}
	text, err := regular.Read(name, MostBytes)
	if err != nil {
		t.note(name, regular.Reason(err))
		return
	}
	f := &file{name: name, text: string(text)}
	t.list = append(t.list, f)
	t.byName[name] = f
}

// inside: what a link leads to is in the repository.
func (t *files) inside(name string) bool {
	real, err := filepath.EvalSymlinks(name)
	if err != nil {
		return false
	}
	root, err := filepath.EvalSymlinks(t.root)
	return err == nil && strings.HasPrefix(real, root+string(os.PathSeparator))
}

// note names a file that was not read.
func (t *files) note(name string, why error) {
	rel := t.relative(name)
	if quiet(rel) != "" || strings.HasSuffix(rel, ".json") || strings.HasSuffix(rel, ".toml") {
		return
	}
	if t.unread++; t.unread <= MostNotices {
		t.notices = append(t.notices, fmt.Sprintf("%s: not read: %v; what it says of time is not known", rel, why))
	}
}

func (t *files) relative(name string) string {
	if rel, err := filepath.Rel(t.root, name); err == nil {
		return filepath.ToSlash(rel)
	}
	return name
}

// read is a file of the repository by its name, absolute; nil: there is none.
func (t *files) read(name string) *file { return t.byName[filepath.Clean(name)] }

// tries are what parts of a path are called that is not what serves anybody.
var tries = map[string]bool{
	"dev": true, "devel": true, "development": true, "local": true, "localdev": true, "test": true, "tests": true, "testing": true, "testdata": true, "kind": true, "e2e": true, "integration": true,
	"example": true, "examples": true, "sample": true, "samples": true, "demo": true, "demos": true, "docs": true, "doc": true, "github": true, "ci": true, "hack": true,
	"minikube": true, "k3d": true, "tilt": true, "fixture": true, "fixtures": true, "mock": true, "mocks": true, "benchmark": true, "benchmarks": true, "bench": true, "debug": true,
}

// quiet is why what a file says is shown and nothing more: it is for trying things out.
// The name is relative to the repository.
func quiet(rel string) string {
	for part := range strings.SplitSeq(rel, "/") {
		for word := range strings.FieldsFuncSeq(strings.ToLower(part), func(r rune) bool { return r == '.' || r == '-' || r == '_' }) {
			if tries[word] {
				return fmt.Sprintf("%q in its path: it is for trying things out", part)
			}
		}
	}
	return ""
}

// Trials are the words in a path that say that a file is for trying things out, sorted.
func Trials() []string { return slices.Sorted(maps.Keys(tries)) }

// Passed are the folders that are not looked at, sorted.
func Passed() []string { return slices.Sorted(maps.Keys(passed)) }
