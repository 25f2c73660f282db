package link

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/timeoutlint/timeoutlint/internal/deploy"
	"github.com/timeoutlint/timeoutlint/passes/budgets"
	"github.com/timeoutlint/timeoutlint/passes/entries"
	"github.com/timeoutlint/timeoutlint/passes/flow"
	"github.com/timeoutlint/timeoutlint/passes/waits"
	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
)

// Beside is a bound that a file beside the code sets for an entry.
type Beside struct {
	Who      string        `json:"who"`                // "the ingress"
	Kind     string        `json:"kind"`               // total, try, idle, header, job
	D        time.Duration `json:"d"`                  //
	Place    Place         `json:"place"`              //
	Default  bool          `json:"default,omitempty"`  // nobody wrote it
	Attempts int           `json:"attempts,omitempty"` // of one request, the first included
	Shown    string        `json:"shown,omitempty"`    // why it is held against nobody; empty: it counts
}

// beside is the bounds of files for the programs of a module.
type beside struct {
	bounds []deploy.Bound
	runs   map[string]map[string]bool // by the folder of a program: the packages in it, by import path
}

func newBeside(found *deploy.Result, packages []*waits.Result, terms []*flow.Package) *beside {
	b := &beside{runs: map[string]map[string]bool{}}
	if found == nil || len(found.Bounds) == 0 {
		return b
	}
	b.bounds = found.Bounds
	imports, folder := map[string][]string{}, map[string]string{}
	for _, p := range packages {
		for _, file := range p.Files {
			folder[p.Path] = filepath.Dir(file)
		}
	}
	for _, p := range terms {
		imports[p.Path] = p.Imports
	}
	for _, p := range terms {
		if !p.Main || folder[p.Path] == "" {
			continue
		}
		in := map[string]bool{}
		todo := []string{p.Path}
		for len(todo) > 0 {
			at := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if !in[at] {
				in[at] = true
				todo = append(todo, imports[at]...)
			}
		}
		b.runs[folder[p.Path]] = in
	}
	return b
}

// runs reports whether one of the programs has the package of a place in it.
func (b *beside) in(programs []string, at tree.Place) bool {
	pkg := path.Dir(at.File)
	return slices.ContainsFunc(programs, func(dir string) bool { return b.runs[dir][pkg] })
}

// of are the bounds for an entry: of one key the longest.
func (b *beside) of(e *budgets.Entry) []*deploy.Bound {
	longest := map[*deploy.Row]*deploy.Bound{}
	at := e.Place
	if at.Line == 0 {
		at = e.Function
	}
	for i := range b.bounds {
		x := &b.bounds[i]
		if !fits(x, e) || !b.in(x.Programs, at) {
			continue
		}
		if known := longest[x.Row]; known == nil || rather(x, known) {
			longest[x.Row] = x
		}
	}
	out := slices.Collect(maps.Values(longest))
	slices.SortFunc(out, func(x, y *deploy.Bound) int {
		return cmp.Or(cmp.Compare(x.D, y.D), strings.Compare(x.Row.Name, y.Row.Name))
	})
	return out
}

// rather: of two bounds of one key the one that counts; what somebody wrote, for what
// says nothing may be changed by what does; the longer one.
func rather(x, y *deploy.Bound) bool {
	switch {
	case x.Reported() != y.Reported():
		return x.Reported()
	case x.Default != y.Default:
		return y.Default
	}
	return x.D > y.D
}

// fits reports whether a bound is for an entry.
func fits(x *deploy.Bound, e *budgets.Entry) bool {
	switch x.Row.Bounds {
	case deploy.Connect:
		return false
	case deploy.Stop:
		return e.Kind == string(Startup)
	case deploy.Job:
		return e.Kind == string(Startup) || e.Kind == string(Command)
	}
	switch e.Kind {
	case string(entries.ToConsumer):
		return x.Row.Ends
	case string(entries.ToRPC):
		return !x.Row.Ends && (len(x.Routes) == 0 || slices.ContainsFunc(x.Routes, func(r deploy.Route) bool {
			return r.Path == "/" && !r.Exact || r.RPC != "" && rpc(e.Name, r.RPC) || strings.HasPrefix(e.Name, "/") && reaches(r, e.Name)
		}))
	case string(Handler):
		return !x.Row.Ends && (len(x.Routes) == 0 || slices.ContainsFunc(x.Routes, func(r deploy.Route) bool { return reaches(r, e.Name) }))
	}
	return false
}

// rpc: the name of a remote call, "pb.Charge/Pay", is meant.
func rpc(name, want string) bool {
	_, name, _ = strings.Cut(name, ".")
	return name == want || strings.HasSuffix(want, "/") && strings.HasPrefix(name, want)
}

// reaches: requests of a route come to an entry, "GET /orders/{id}".
func reaches(r deploy.Route, name string) bool {
	if r.RPC != "" {
		return false
	}
	method, at, two := strings.Cut(name, " ")
	if !two {
		method, at = "", name
	}
	if r.Method != "" && method != "" && !slices.Contains(strings.Split(method, ","), r.Method) {
		return false
	}
	if i := strings.IndexByte(at, '/'); i > 0 && !strings.HasPrefix(at, budgets.Hidden) { // a host
		at = at[i:]
	}
	want := strings.Trim(r.Path, "/")
	if rest, hidden := strings.CutPrefix(at, budgets.Hidden); hidden {
		end := strings.Trim(rest, "/")
		switch {
		case !r.Exact:
			return want == ""
		case end == "" || strings.ContainsAny(end, "{:*"):
			return false
		}
		return want == end || strings.HasSuffix(want, "/"+end)
	}
	if !strings.HasPrefix(at, "/") {
		return want == "" && !r.Exact
	}
	have := strings.Trim(at, "/")
	if r.Exact {
		return same(want, have)
	}
	return want == "" || have == want || strings.HasPrefix(have, want+"/")
}

// same: two paths are one, holes fit each other.
func same(a, b string) bool {
	x, y := strings.Split(a, "/"), strings.Split(b, "/")
	if len(x) != len(y) {
		return false
	}
	hole := func(s string) bool { return strings.HasPrefix(s, "{") || strings.HasPrefix(s, ":") }
	for i := range x {
		if x[i] != y[i] && !(hole(x[i]) && hole(y[i])) {
			return false
		}
	}
	return true
}

// place is a place in a file that is no Go code.
func (l *linker) beyond(file string, line int) tree.Place {
	l.files[file] = file
	return tree.Place{File: file, Line: line, Column: 1}
}

// join is what files say of an entry, where the configuration has said nothing.
func (l *linker) join(e *budgets.Entry, front *budgets.Front) {
	for _, x := range l.beside.of(e) {
		at := l.beyond(x.File, x.Line)
		if !x.Reported() || x.Row.Bounds == deploy.Stop {
			continue
		}
		limit := tree.Limit{Kind: "bounded", Nanos: int64(x.D), From: l.told(x), Place: at}
		where := l.written(x)
		silent := x.Row.Bounds == deploy.Idle || x.Row.Bounds == deploy.Header
		switch {
		case silent && front.Silent.Kind == "":
			front.Silent, front.Quiet = limit, &budgets.Front{Who: x.Row.Who, How: " without a byte of the answer", Where: where}
		case !silent && front.Limit.Kind == "":
			front.Limit, front.Who, front.Where, front.Ends = limit, x.Row.Who, where, x.Row.Ends
		}
		if x.Attempts > 1 && x.Repeat.Line > 0 && front.Attempts < 2 && repeats(x, e.Name) {
			front.Attempts, front.Place = int64(x.Attempts), l.beyond(x.Repeat.File, x.Repeat.Line)
		}
	}
}

// repeats: what is in front repeats requests of the entry's method, too.
func repeats(x *deploy.Bound, name string) bool {
	method, _, _ := strings.Cut(name, " ")
	careful := strings.Contains(x.Row.Repeats, "POST") || strings.Contains(x.Row.Repeats, "of GET")
	return !careful || method == "GET" || method == "HEAD"
}

// written is where a bound stands, as a message names it.
func (l *linker) written(x *deploy.Bound) string {
	where := fmt.Sprintf("%s:%d", l.place(l.beyond(x.File, x.Line)).File, x.Line)
	if x.Default {
		where += ", its default"
	}
	return where
}

// told is how a bound is named: "the ingress, nginx.ingress.kubernetes.io/…".
func (l *linker) told(x *deploy.Bound) string {
	text := x.Row.Who
	if x.Default {
		text += ", by default"
	}
	return text
}

// besides are the bounds of an entry, as the report lists them.
func (l *linker) besides(e *budgets.Entry) []Beside {
	var out []Beside
	for _, x := range l.beside.of(e) {
		at := l.place(l.beyond(x.File, x.Line))
		out = append(out, Beside{Who: x.Row.Who, Kind: string(x.Row.Bounds), D: x.D, Place: at, Default: x.Default, Attempts: x.Attempts, Shown: x.Quiet})
	}
	return out
}

// settings is what files say of flags, "-x", and of variables: not ok where they do
// not agree.
func (o *Options) settings() func(name string) (text, where string, ok bool) {
	if o.Beside == nil || len(o.Beside.Settings) == 0 {
		return nil
	}
	said := map[string][]deploy.Setting{}
	for _, s := range o.Beside.Settings {
		if s.Quiet != "" {
			continue
		}
		name := s.Env
		if s.Flag != "" {
			name = "-" + s.Flag
		}
		said[name] = append(said[name], s)
	}
	return func(name string) (string, string, bool) {
		list := said[name]
		if len(list) == 0 || slices.ContainsFunc(list, func(s deploy.Setting) bool { return s.Value != list[0].Value }) {
			return "", "", false
		}
		file := list[0].At.File
		if rel, err := filepath.Rel(o.Dir, file); err == nil {
			file = filepath.ToSlash(rel)
		}
		return list[0].Value, fmt.Sprintf("%s:%d", file, list[0].At.Line), true
	}
}
