package driver

import (
	"context"
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/timeoutlint/timeoutlint/internal/driver/cache"
)

// memory is what earlier runs of the same invocation left behind. It answers
// without the go command while nothing that command would look at has changed.
type memory struct {
	cache      *cache.Cache // nil: nothing is kept
	common     cache.Key    // the part that all packages' keys share
	invocation cache.Key
	start      time.Time
	commands   int // of the go command, to learn which it is
	notes      []string
	unwatched  string // why only packages are kept

	watched *watched // nil: nothing is watched yet
	now     *snapshot
}

// watched is kept by invocation: where to look, and what was there.
type watched struct {
	Watch *watch
	State *snapshot
	Env   goEnv

	Packages []*listed // with what is in the build cache, and nothing else
}

// graphEntry is kept by invocation and structure: what the go command said.
type graphEntry struct {
	Packages []*listed
	Env      goEnv
	Notices  []string
}

// runEntry is kept by invocation and state: what was found.
type runEntry struct {
	Packages []packageEntry
	LeftOut  []LeftOut
	Notices  []string
	Read     [][]byte // of the libraries
	Asides   []string // about them
	Stats    Stats
	Versions map[string]string
	Expires  time.Time
}

type packageEntry struct {
	Path        string
	Diagnostics []Diagnostic
	Directives  []Directive
	Results     [][]byte
	Files       []string
}

// remember looks for what is kept of this invocation.
func remember(ctx context.Context, opts Options, plan *plan, start time.Time) *memory {
	m := &memory{start: start}
	if opts.Cache == nil {
		return m
	}
	if opts.Ran != nil && opts.Key == "" {
		m.note("nothing is kept: what directives answer for has no key")
		return m
	}
	if err := plan.keeps(); err != nil {
		m.note("nothing is kept: %v", err)
		return m
	}
	surroundings, commands, err := environment(ctx, opts)
	m.commands = commands
	if err != nil {
		return m // whoever runs the go command says what is wrong
	}
	tool, err := toolIdentity()
	if err != nil {
		m.note("nothing is kept: %v", err)
		return m
	}
	text, err := chosen(opts.Settings)
	if err != nil {
		m.note("nothing is kept: %v", err)
		return m
	}
	h := sha256.New()
	say(h, tool, text, opts.Key)
	say(h, opts.Deps...)
	for _, a := range plan.asked {
		say(h, "report", a.Name)
	}
	for _, a := range plan.kept {
		say(h, "keep", a.Name)
	}
	m.cache, m.common = opts.Cache, cache.Key(h.Sum(nil))

	if otherDriver(opts.Env) != "" {
		m.unwatched = "GOPACKAGESDRIVER alone knows what it looks at"
		return m
	}
	h.Reset()
	dir, err := filepath.Abs(opts.Dir)
	if err != nil {
		return m
	}
	say(h, string(m.common[:]), string(surroundings[:]), dir, fmt.Sprint(opts.Tests))
	say(h, opts.Patterns...)
	if opts.Libraries != nil {
		say(h, "libraries", opts.Libraries.Analyzer.Name)
	}
	say(h, opts.Tags...)
	say(h, sortedKeys(opts.Overlay)...)
	m.invocation = cache.Key(h.Sum(nil))
	data, ok := m.cache.Get(kindWatch, m.invocation)
	if !ok {
		return m
	}
	w := new(watched)
	if decode(data, w) != nil || cTypesGone(w.Packages) {
		return m
	}
	now, _, err := w.Watch.scan(opts.Overlay, w.State, start)
	if err != nil {
		return m
	}
	m.watched, m.now = w, now
	return m
}

func (m *memory) note(format string, args ...any) {
	m.notes = append(m.notes, fmt.Sprintf(format, args...))
}

func (m *memory) asides() []string {
	var out []string
	for _, note := range slices.Concat(m.notes, m.cache.Notes()) {
		out = append(out, "cache: "+note)
	}
	return out
}

// state is the files as they were seen, if they were.
func (m *memory) state() map[string]fileState {
	if m.now == nil {
		return nil
	}
	return m.now.Files
}

// wholeRun is the outcome of a run over the same state.
func (m *memory) wholeRun(opts Options, plan *plan) (Result, bool) {
	if m.now == nil {
		return Result{}, false
	}
	data, ok := m.cache.Get(kindRun, m.now.key(m.invocation, true))
	if !ok {
		return Result{}, false
	}
	e := new(runEntry)
	if decode(data, e) != nil || !e.Expires.IsZero() && !time.Now().Before(e.Expires) {
		return Result{}, false
	}
	res := Result{LeftOut: e.LeftOut, Notices: e.Notices, Stats: e.Stats, Asides: append(m.asides(), e.Asides...)}
	if res.Libraries, ok = unpackLibraries(opts, e.Read); !ok {
		return Result{}, false
	}
	for _, p := range e.Packages {
		results, err := plan.decodeResults(p.Results)
		if err != nil {
			return Result{}, false
		}
		res.Packages = append(res.Packages, Package{p.Path, p.Diagnostics, p.Directives, results, p.Files})
	}
	s := &res.Stats
	*s = Stats{GoCommands: m.commands, Listed: s.Listed, Empty: s.Empty, LeftOut: s.LeftOut, Project: s.Project, Reused: s.Project, Facts: s.Facts, WholeRun: true, Libraries: s.Libraries, LibrariesKnown: s.Libraries}
	return res, true
}

// graph is what the go command would say, if it is known.
func (m *memory) graph() (*listing, bool) {
	if m.now == nil {
		return nil, false
	}
	data, ok := m.cache.Get(kindGraph, m.now.key(m.invocation, false))
	if !ok {
		return nil, false
	}
	e := new(graphEntry)
	if decode(data, e) != nil {
		return nil, false
	}
	return &listing{packages: e.Packages, env: e.Env, notices: e.Notices}, !cTypesGone(e.Packages)
}

// store keeps what the run has found and what it stands on.
func (m *memory) store(r *run, l *listing, res Result) {
	if m.cache == nil {
		return
	}
	r.saveOutside(context.Background())
	if m.unwatched != "" {
		m.note("the run is not kept: %s", m.unwatched)
		return
	}
	for _, p := range l.packages {
		if p.Error != nil && !p.onlyEmbed() && !p.nothingToBuild() {
			m.note("the run is not kept: %s has an error", p.ImportPath)
			return
		}
	}
	if cTypesGone(l.packages) {
		m.note("the run is not kept: what cgo makes of a package that uses C is not in the build cache")
		return
	}
	w, err := newWatch(r.opts, r.dir, l)
	if err != nil {
		m.note("the run is not kept: %v", err)
		return
	}
	now, moved, err := w.scan(r.opts.Overlay, m.now, m.start)
	if err != nil || moved {
		m.note("the run is not kept: files changed under it")
		return
	}
	for _, n := range r.graph.order {
		if why := r.unlike(n, now); why != "" {
			m.note("the run is not kept: %s", why)
			return
		}
	}
	kept := &watched{Watch: w, State: now, Env: l.env}
	for _, p := range l.packages {
		if p.CTypes != "" {
			kept.Packages = append(kept.Packages, &listed{CTypes: p.CTypes})
		}
	}
	m.put(kindWatch, m.invocation, kept)
	m.put(kindGraph, now.key(m.invocation, false), &graphEntry{Packages: l.packages, Env: l.env, Notices: l.notices})
	if len(res.Skipped)+len(res.Crashes) > 0 {
		m.note("the findings are not kept: not every package could be analysed")
		return
	}
	e := &runEntry{LeftOut: res.LeftOut, Notices: res.Notices, Asides: res.Asides, Stats: res.Stats, Expires: r.expires()}
	if e.Read, err = packLibraries(res.Libraries); err != nil {
		m.note("the findings are not kept: %v", err)
		return
	}
	packed := r.packed()
	for _, p := range res.Packages {
		results := packed[p.Path]
		if results == nil {
			if results, err = r.plan.encodeResults(p.Results); err != nil {
				m.note("the findings are not kept: %v", err)
				return
			}
		}
		e.Packages = append(e.Packages, packageEntry{p.Path, p.Diagnostics, p.Directives, results, p.Files})
	}
	m.put(kindRun, now.key(m.invocation, true), e)
}

// packed are the results as they were kept of packages, by path.
func (r *run) packed() map[string][][]byte {
	out := map[string][][]byte{}
	for _, n := range r.graph.report {
		if !n.wanted || !n.out.analyzed {
			continue
		}
		if _, twice := out[n.path]; twice {
			n.out.packed = nil
		}
		out[n.path] = n.out.packed
	}
	return out
}

func (m *memory) put(kind string, key cache.Key, v any) {
	if data, err := encode(v); err == nil {
		m.cache.Put(kind, key, data)
	}
}

// unlike says how a package that was analysed differs from the snapshot.
func (r *run) unlike(n *node, now *snapshot) string {
	if n.unkept {
		return n.id + " changed under it"
	}
	if !n.project || n.Standard || n.Module != nil && n.Module.fixed() {
		return ""
	}
	for _, name := range n.files() {
		state, ok := now.Files[name]
		sum, err := r.contentOf(name)
		if !ok || err != nil || sum != state.Content {
			return name + " changed under it"
		}
	}
	return ""
}

// expires is when the first of the packages has something else to say.
func (r *run) expires() (first time.Time) {
	for _, n := range r.graph.order {
		if at := n.out.expires; !at.IsZero() && (first.IsZero() || at.Before(first)) {
			first = at
		}
	}
	return first
}

// key stands for a state: all of it, or the part that the go command reads.
func (s *snapshot) key(invocation cache.Key, whole bool) cache.Key {
	h := sha256.New()
	say(h, string(invocation[:]), fmt.Sprint(whole))
	for _, list := range []map[string]cache.Key{s.Folders, s.Others} {
		for _, name := range sortedKeys(list) {
			sum := list[name]
			say(h, name, string(sum[:]))
		}
	}
	for _, name := range sortedKeys(s.Files) {
		state := s.Files[name]
		sum := state.Header
		if whole {
			sum = state.Content
		}
		say(h, name, string(sum[:]))
	}
	return cache.Key(h.Sum(nil))
}
