// Package deploy reads what the files beside the code say of time: how long an
// ingress, a mesh, a probe or a platform waits for a program of the module, how often
// it asks again, and when the program is killed.
//
// It knows formats, keys and the way from an image to a package main. It does not know
// what the code does in that time (internal/link joins the two), and it runs nothing:
// of a template it reads lines and values.
package deploy

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// Kind says what ends when a bound is over.
type Kind string

// The kinds of bound.
const (
	Total   Kind = "total"   // from the request to the last byte, all tries together
	Try     Kind = "try"     // one try of several
	Idle    Kind = "idle"    // silence between two reads
	Header  Kind = "header"  // until the answer begins
	Connect Kind = "connect" // until there is a connection
	Stop    Kind = "stop"    // from the sign to stop until the program is killed
	Job     Kind = "job"     // one run of the program
)

// Bound is one limit and whom it holds.
type Bound struct {
	Row      *Row
	D        time.Duration // above 0
	File     string        // absolute
	Line     int
	Default  bool     // nobody wrote it: it is the platform's
	Attempts int      // of one request, the first included; 0 and 1: one
	Repeat   Position // where Attempts is said; no Line: nowhere, it is the platform's default
	Quiet    string   // why it is shown and never held against anybody; empty: it counts
	Programs []string // folders of package main, absolute, sorted
	Routes   []Route  // the requests that it is for; none: all
}

// Position is a line of a file.
type Position struct {
	File string // absolute
	Line int
}

// Route is a set of requests by their path.
type Route struct {
	Path   string // "/" is all of them
	Exact  bool
	Method string // empty: all
	RPC    string // of a remote call: "Health/Check"; "Service/" is all of one; then there is no Path
}

// Who is what waits, as a message names it.
func (b *Bound) Who() string { return b.Row.Who }

// Reported reports whether the bound may be held against the code.
func (b *Bound) Reported() bool { return b.Quiet == "" }

// Setting is a flag or a variable that a file sets for a program.
type Setting struct {
	Flag, Env string // one of them
	Value     string
	At        Position
	Quiet     string
	Programs  []string
}

// Result is what was read.
type Result struct {
	Bounds   []Bound   // by file, line, row
	Settings []Setting // by file, line
	Notices  []string  // what could not be read, a line each
}

// Read reads what is in the repository around a folder, for the programs that the
// module in that folder has.
func Read(root, module string) *Result {
	t := find(root)
	p := newPrograms(t, module)
	if len(p.dirs) == 0 {
		return &Result{}
	}
	r := &reader{tree: t, programs: p}
	r.compose()
	r.skaffold()
	r.objects()
	r.kubernetes()
	r.proxies()
	r.functions()
	out := &Result{Bounds: r.bounds, Settings: r.settings, Notices: t.notices}
	slices.SortStableFunc(out.Bounds, func(a, b Bound) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), strings.Compare(a.Row.Name, b.Row.Name))
	})
	slices.SortStableFunc(out.Settings, func(a, b Setting) int {
		return cmp.Or(strings.Compare(a.At.File, b.At.File), cmp.Compare(a.At.Line, b.At.Line))
	})
	return out
}

// reader is one reading.
type reader struct {
	tree     *files
	programs *programs
	objs     []*object

	bounds   []Bound
	settings []Setting
}

// add keeps a bound for programs; one that holds nobody is left out.
func (r *reader) add(row *Row, at node, value string, given bool, to []string, more func(*Bound)) {
	if len(to) == 0 {
		return
	}
	b := Bound{Row: row, Default: !given, Programs: slices.Clone(to)}
	b.File, b.Line = at.position()
	b.Quiet = quiet(r.tree.relative(b.File))
	if !given {
		value = row.Default
	}
	d, ok := row.Unit.read(value)
	if !ok || d < 0 || d == 0 && row.Zero != ZeroNow {
		return // off, or nothing that can be read
	}
	b.D = max(d, 1)
	if b.Quiet == "" && !given && !row.Cuts {
		b.Quiet = "it is a default, which nobody wrote"
	}
	if more != nil {
		more(&b)
	}
	r.bounds = append(r.bounds, b)
}

// union is what is in either list, sorted.
func union(a, b []string) []string {
	out := append(slices.Clone(a), b...)
	slices.Sort(out)
	return slices.Compact(out)
}
