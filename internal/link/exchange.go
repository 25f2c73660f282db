package link

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
)

// Format is the format of summary files that is written and read.
const Format = 1

// Module is what a module tells others of its entries: the content of a summary
// file. Durations are nanoseconds.
type Module struct {
	Format  int     `json:"format"`
	Path    string  `json:"module"`
	Version string  `json:"version,omitempty"` // of the module; empty: between two
	Entries []Entry `json:"entries"`           // in the order of Report
}

// mostHops is how many services deep a summary is: what is behind those is not
// in it, so that two that call each other do not grow without end.
const mostHops = 4

// Tell is what others need to know of the report's entries.
func (r *Report) Tell(version string) Module {
	out := Module{Format: Format, Path: r.Module, Version: version, Entries: []Entry{}}
	for _, e := range r.Entries {
		if e.Kind != Command && e.Kind != Startup { // nobody calls those from another process
			e.Breaks, e.Calls = []Break{}, near(e.Calls, mostHops)
			out.Entries = append(out.Entries, e)
		}
	}
	return out
}

func near(calls []Call, hops int) []Call {
	if hops == 0 {
		return nil
	}
	out := slices.Clone(calls)
	for i := range out {
		out[i].Calls = near(out[i].Calls, hops-1)
	}
	return out
}

// Write writes a summary file.
func (m Module) Write(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	return enc.Encode(m)
}

// mostBytes is how large a summary file may be.
const mostBytes = 64 << 20

// Read reads a summary file. What cannot be one is refused; the error is one
// line. Fields that are not known are left out: they may come without a new
// format.
func Read(r io.Reader) (*Module, error) {
	text, err := io.ReadAll(io.LimitReader(r, mostBytes+1))
	switch {
	case err != nil:
		return nil, err
	case len(text) > mostBytes:
		return nil, fmt.Errorf("no summary: it is larger than %d MB", mostBytes>>20)
	}
	var head struct {
		Format *int `json:"format"`
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return nil, fmt.Errorf("no summary: %w", err)
	}
	switch {
	case head.Format == nil:
		return nil, errors.New(`no summary: it has no "format"`)
	case *head.Format != Format:
		return nil, fmt.Errorf("summary of format %d; this timeoutlint reads format %d", *head.Format, Format)
	}
	m := new(Module)
	if err := json.NewDecoder(bytes.NewReader(text)).Decode(m); err != nil {
		return nil, fmt.Errorf("no summary: %w", err)
	}
	return m, m.valid()
}

// valid says what cannot be.
func (m *Module) valid() error {
	for i := range m.Entries {
		e := &m.Entries[i]
		if err := e.valid(); err != nil {
			return fmt.Errorf("entries[%d] (%q): %w", i, e.Name, err)
		}
	}
	return nil
}

var kinds = []Kind{Handler, RPC, Consumer, Cron, Command, Startup}

func (e *Entry) valid() error {
	if e.Name == "" {
		return errors.New("it has no name")
	}
	if !slices.Contains(kinds, e.Kind) {
		return fmt.Errorf("unknown kind %q", e.Kind)
	}
	return first(
		within("use", e.Use.valid()), within("cancel", e.Cancel.valid()),
		within("own", e.Own.valid()), within("governed", e.Governed.valid()), within("worst", e.Worst.valid()),
		within("front", e.Front.valid()), calls(e.Calls, mostHops))
}

func calls(list []Call, hops int) error {
	if hops == 0 && len(list) > 0 {
		return errors.New("calls of calls of calls without end")
	}
	for i := range list {
		c := &list[i]
		errs := []error{
			within("connect", c.Connect.valid()), within("response", c.Response.valid()), within("pool", c.Pool.valid()),
			within("attempts", c.Attempts.valid()), within("total", c.Total.valid()), within("front", c.Front.valid()),
			within("wait", c.Wait.valid()), within("all", c.All.valid()), within("pause", c.Pause.valid()), calls(c.Calls, hops-1),
		}
		if c.What == "" {
			errs = append(errs, errors.New("it calls nothing"))
		}
		if c.Idempotent != Yes && c.Idempotent != No && c.Idempotent != Maybe {
			errs = append(errs, fmt.Errorf("idempotent cannot be %q", c.Idempotent))
		}
		for k, s := range c.Path {
			errs = append(errs, within(fmt.Sprintf("path[%d]", k), first(s.Attempts.valid(), s.Pause.valid())))
		}
		if err := first(errs...); err != nil {
			return fmt.Errorf("calls[%d]: %w", i, err)
		}
	}
	return nil
}

func (b Bound) valid() error {
	switch b.Kind {
	case Bounded:
		if b.D <= 0 {
			return fmt.Errorf("bounded by %v", b.D)
		}
	case "", Unbounded, Unseen, Inherited:
	default:
		return fmt.Errorf("unknown kind %q", b.Kind)
	}
	return nil
}

func (w Wait) valid() error {
	if w.Lo < 0 || w.Hi < 0 || w.Hi < w.Lo && !w.Unbounded && len(w.Unknown) == 0 {
		return fmt.Errorf("from %d to %d is no time", w.Lo, w.Hi)
	}
	return nil
}

// mostCalls is a number of calls that nobody makes.
const mostCalls = 1_000_000_000

func (c Count) valid() error {
	if c.Lo < 0 || c.Lo > mostCalls || c.Known && (c.Hi < c.Lo || c.Hi > mostCalls) {
		return fmt.Errorf("from %d to %d is no number of calls", c.Lo, c.Hi)
	}
	return nil
}

func (f *Front) valid() error {
	if f != nil && (f.Attempts < 1 || f.Attempts > mostCalls) {
		return fmt.Errorf("%d attempts", f.Attempts)
	}
	return nil
}

func (p Pause) valid() error {
	if p.Base < 0 || p.Cap < 0 || !(p.Factor >= 0 && p.Factor < math.MaxInt32) || !(p.Jitter >= 0 && p.Jitter <= 1) {
		return fmt.Errorf("%v × %g is no pause", p.Base, p.Factor)
	}
	return nil
}

func within(what string, err error) error {
	if err != nil {
		err = fmt.Errorf("%s: %w", what, err)
	}
	return err
}

func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
