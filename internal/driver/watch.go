package driver

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/timeoutlint/timeoutlint/internal/driver/cache"
	"github.com/timeoutlint/timeoutlint/internal/regular"
)

// watch is the places whose files decide what a run finds. While nothing in
// them changes, the go command would say the same again.
type watch struct {
	Trees    []string // with all below that "..." would match
	Folders  []string // of single packages
	Files    []string // go.mod and its like; that one is not there counts, too
	Vendored []string // folders of copies
	Across   bool     // "..." goes on into other modules: a workspace
	Tests    bool
}

// snapshot is the state of what is watched.
type snapshot struct {
	Folders map[string]cache.Key // folder to what it lists
	Files   map[string]fileState // Go files
	Others  map[string]cache.Key // other files' contents; zero for none
}

// fileState is a Go file: all of it, and the part that the go command reads.
type fileState struct{ Content, Header cache.Key }

// newWatch lists what a listing stands on. Patterns other than paths are not
// watched: what they match is for the go command to say.
func newWatch(opts Options, dir string, l *listing) (*watch, error) {
	w := &watch{Across: l.env.GOWORK != "" && l.env.GOWORK != "off", Tests: opts.Tests}
	for _, pattern := range opts.Patterns {
		slashed := filepath.ToSlash(pattern)
		if !filepath.IsAbs(pattern) && slashed != "." && slashed != ".." && !strings.HasPrefix(slashed, "./") && !strings.HasPrefix(slashed, "../") {
			return nil, fmt.Errorf("%s is not a path", pattern)
		}
		root, _, wild := strings.Cut(slashed, "...")
		switch {
		case strings.HasSuffix(slashed, ".go"):
			return nil, fmt.Errorf("%s is a file", pattern)
		case wild:
			root = root[:strings.LastIndexByte(root, '/')+1]
			w.Trees = append(w.Trees, absolute(dir, filepath.FromSlash(root)))
		default:
			w.Folders = append(w.Folders, absolute(dir, pattern))
		}
	}
	w.above(dir)
	w.add(&w.Files, l.env.GOMOD, l.env.GOWORK)
	for _, p := range l.packages {
		if p.Dir == "" || p.isTestMain() || p.Standard || p.Name == "" {
			continue
		}
		m := p.Module
		switch {
		case m != nil && m.fixed() && m.Dir != "":
			continue // the go command keeps it as it was
		case m != nil && m.fixed():
			w.add(&w.Vendored, p.Dir)
		default:
			w.add(&w.Folders, p.Dir)
			if m != nil && m.Dir != "" {
				w.between(m.Dir, p.Dir)
			}
		}
	}
	for _, file := range w.Files {
		if strings.HasSuffix(file, "go.mod") || strings.HasSuffix(file, "go.work") {
			w.add(&w.Files, filepath.Join(filepath.Dir(file), "vendor", "modules.txt"), strings.TrimSuffix(file, "go.mod")+"go.sum", file+".sum")
		}
	}
	for _, list := range []*[]string{&w.Trees, &w.Folders, &w.Files, &w.Vendored} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	return w, nil
}

func (w *watch) add(list *[]string, names ...string) {
	for _, name := range names {
		if name != "" && name != os.DevNull && filepath.IsAbs(name) {
			*list = append(*list, name)
		}
	}
}

// above watches for modules and workspaces around a folder.
func (w *watch) above(dir string) {
	for {
		w.add(&w.Files, filepath.Join(dir, "go.mod"), filepath.Join(dir, "go.work"))
		parent := filepath.Dir(dir)
		if parent == dir {
			return
		}
		dir = parent
	}
}

// between watches for a go.mod on the way from a module's root to a package.
func (w *watch) between(root, dir string) {
	for len(dir) >= len(root) {
		w.add(&w.Files, filepath.Join(dir, "go.mod"))
		dir = filepath.Dir(dir)
	}
}

// fixed reports whether the module's code cannot change without its version.
func (m *module) fixed() bool {
	if m.Replace != nil {
		return m.Replace.Version != ""
	}
	return m.Version != "" && !m.Main
}

func absolute(dir, path string) string {
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	return filepath.Clean(path)
}

// survey takes a snapshot.
type survey struct {
	watch   *watch
	overlay map[string][]byte
	old     *snapshot // nil: none
	since   time.Time

	mu    sync.Mutex
	out   snapshot
	moved bool // something changed after since
}

// scan looks at everything once. Headers of files that are as they were in old
// are taken from there. Moved reports that something has changed after since,
// so that what was worked out meanwhile may be of the one state or the other.
func (w *watch) scan(overlay map[string][]byte, old *snapshot, since time.Time) (out *snapshot, moved bool, err error) {
	s := &survey{watch: w, overlay: overlay, old: old, since: since, out: snapshot{
		Folders: map[string]cache.Key{}, Files: map[string]fileState{}, Others: map[string]cache.Key{}}}
	var group errgroup.Group
	group.SetLimit(4 * runtime.GOMAXPROCS(0))
	queue := func(f func() error) { group.Go(f) }
	for _, name := range w.Files {
		queue(func() error { return s.other(name) })
	}
	for _, dir := range w.Vendored {
		queue(func() error { return s.vendored(dir) })
	}
	folders := slices.Clone(w.Folders)
	for _, root := range w.Trees {
		below, err := s.tree(root)
		if err != nil {
			_ = group.Wait()
			return nil, false, err
		}
		folders = append(folders, below...)
	}
	slices.Sort(folders)
	for _, dir := range slices.Compact(folders) {
		queue(func() error { return s.folder(dir) })
	}
	if err := group.Wait(); err != nil {
		return nil, false, err
	}
	for name, src := range overlay { // also of the standard library, and of modules that cannot change otherwise
		if _, seen := s.out.Files[name]; !seen {
			s.out.Files[name] = fileState{Content: overlaid(src), Header: headerOf(src)}
		}
	}
	return &s.out, s.moved, nil
}

// overlaid is the fingerprint of a text in place of a file; nil: as if deleted.
func overlaid(src []byte) cache.Key {
	if src == nil {
		return cache.Key{}
	}
	return sha256.Sum256(src)
}

// tree lists the folders that "..." matches.
func (s *survey) tree(root string) ([]string, error) {
	var out []string
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if base := d.Name(); name != root && (strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_") || base == "testdata" || base == "vendor") {
			return filepath.SkipDir
		}
		if name != root && !s.watch.Across {
			if _, err := os.Lstat(filepath.Join(name, "go.mod")); err == nil {
				return filepath.SkipDir
			}
		}
		out = append(out, name)
		return nil
	})
	return out, err
}

// folder notes what a folder lists, as far as it may matter, and its Go files.
func (s *survey) folder(dir string) error {
	list, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	h := sha256.New()
	for _, d := range list {
		name := d.Name()
		switch {
		case d.IsDir() && !strings.HasPrefix(name, ".") && !strings.HasPrefix(name, "_"):
			say(h, "folder", name)
			continue
		case d.IsDir() || !compiled(name) || !s.watch.Tests && strings.HasSuffix(name, "_test.go"):
			continue
		}
		say(h, name)
		if strings.HasSuffix(name, ".go") {
			if err := s.file(filepath.Join(dir, name)); err != nil {
				return err
			}
		}
	}
	for name := range s.overlay {
		if filepath.Dir(name) == dir && strings.HasSuffix(name, ".go") {
			if err := s.file(name); err != nil {
				return err
			}
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.out.Folders[dir] = cache.Key(h.Sum(nil))
	return nil
}

// compiled reports whether the go command has a use for a file of the name.
func compiled(name string) bool {
	switch filepath.Ext(name) {
	case ".go", ".c", ".cc", ".cpp", ".cxx", ".m", ".h", ".hh", ".hpp", ".hxx", ".f", ".F", ".for", ".f90", ".s", ".S", ".sx", ".swig", ".swigcxx", ".syso", ".mod", ".work":
		return true
	}
	return false
}

func (s *survey) file(name string) error {
	src, replaced := s.overlay[name]
	if !replaced {
		var err error
		if src, err = regular.Read(name, regular.Source); err != nil {
			if errors.Is(err, fs.ErrNotExist) {
				return nil // a link to nowhere, or gone by now
			}
			return err
		}
	}
	state := fileState{Content: sha256.Sum256(src)}
	if before, ok := s.old.file(name); ok && before.Content == state.Content {
		state.Header = before.Header
	} else {
		state.Header = headerOf(src)
		s.look(name, replaced)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.out.Files[name] = state
	return nil
}

// look notes whether a file has changed while the run was under way.
func (s *survey) look(name string, replaced bool) {
	if replaced {
		return
	}
	if info, err := os.Stat(name); err == nil && !info.ModTime().Before(s.since) {
		s.mu.Lock()
		s.moved = true
		s.mu.Unlock()
	}
}

func (s *snapshot) file(name string) (fileState, bool) {
	if s == nil {
		return fileState{}, false
	}
	state, ok := s.Files[name]
	return state, ok
}

func (s *survey) other(name string) error {
	data, err := regular.Read(name, regular.Config)
	var key cache.Key
	switch {
	case err == nil:
		key = sha256.Sum256(data)
		s.look(name, false)
	case !errors.Is(err, fs.ErrNotExist) && !isNoFolder(err):
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.out.Others[name] = key
	return nil
}

func isNoFolder(err error) bool {
	var path *fs.PathError
	return errors.As(err, &path) && strings.Contains(path.Err.Error(), "not a directory")
}

func (s *survey) vendored(dir string) error {
	list, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	h := sha256.New()
	for _, d := range list {
		if d.IsDir() || !compiled(d.Name()) {
			continue
		}
		say(h, d.Name())
		src, err := regular.Read(filepath.Join(dir, d.Name()), regular.Source)
		if err != nil {
			continue // named, where it is read
		}
		sum := sha256.Sum256(src)
		say(h, string(sum[:])) // its size and time can be what they were
		s.look(filepath.Join(dir, d.Name()), false)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.out.Folders[dir] = cache.Key(h.Sum(nil))
	return nil
}

// headerOf is what the go command reads of a Go file: build constraints, the
// package's name and the imports. A file that does not parse so far has no
// header but itself.
func headerOf(src []byte) cache.Key {
	h := sha256.New()
	file, err := parser.ParseFile(token.NewFileSet(), "", src, parser.ImportsOnly|parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return sha256.Sum256(src)
	}
	say(h, file.Name.Name)
	for _, group := range file.Comments {
		if group.Pos() > file.Package {
			break
		}
		for _, c := range group.List {
			if constraint.IsGoBuild(c.Text) || constraint.IsPlusBuild(c.Text) {
				say(h, c.Text)
			}
		}
	}
	for _, spec := range file.Imports {
		say(h, "import", spec.Path.Value)
	}
	return cache.Key(h.Sum(nil))
}
