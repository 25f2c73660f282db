// Package fix makes new contents of files from the fixes of findings.
//
// It knows that fixes can overlap, that a file may have changed since it was
// analysed, and that what comes out must compile: it asks for a run over the
// new contents before it believes in them. It knows no rule, prints nothing
// and writes no file.
package fix

import (
	"context"
	"maps"
	"slices"

	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/internal/finding"
)

// State is what one run saw.
type State struct {
	Findings []finding.Finding
	Skipped  []driver.Skipped // packages that do not compile
}

// Run analyses the code with the contents of some files, by absolute name,
// in place of what is on disk.
type Run func(ctx context.Context, overlay map[string][]byte) (State, error)

// Result is what became of the fixes. Nothing has been written yet.
type Result struct {
	Files   []File            // that change, by name
	Fixed   []finding.Finding // whose fixes are in Files
	Dropped []Dropped         // whose fixes would break the code
	Waiting []finding.Finding // whose fixes overlap others
	Left    State             // the code with Files in place
}

// File is the content of one file before and after.
type File struct {
	Name     string // absolute
	Old, New []byte
}

// Dropped is a finding whose fix does not compile, and what the compiler says.
type Dropped struct {
	Finding finding.Finding
	Reason  string
}

// All applies the fixes of the findings of a run. Dir is the directory of that
// run, absolute. Fixes that overlap an earlier one wait for a further round,
// in which their finding is looked for anew. The error is that of a run, or of
// a file that is not what was analysed.
func All(ctx context.Context, dir string, state State, run Run) (Result, error) {
	f := &fixer{ctx: ctx, dir: dir, run: run, old: map[string][]byte{}, now: map[string][]byte{}}
	f.res.Left = state
	todo := fixable(state.Findings, nil)
	for len(todo) > 0 {
		batch, waiting := disjoint(todo)
		kept, err := f.settle(nil, batch)
		if err != nil {
			return Result{}, err
		}
		if err := f.keep(kept); err != nil {
			return Result{}, err
		}
		f.res.Fixed = append(f.res.Fixed, kept...)
		f.res.Waiting = waiting
		if len(waiting) == 0 || len(kept) == 0 {
			break // where nothing was kept, another round would be the same
		}
		if todo = fixable(f.res.Left.Findings, waiting); len(todo) == 0 {
			f.res.Waiting = nil // the fix that was first has answered them, too
		}
	}
	for _, name := range slices.Sorted(maps.Keys(f.now)) {
		f.res.Files = append(f.res.Files, File{name, f.old[name], f.now[name]})
	}
	return f.res, nil
}

type fixer struct {
	ctx      context.Context
	dir      string
	run      Run
	old, now map[string][]byte // contents on disk, and after the rounds so far
	res      Result
}

// fixable lists the findings with a fix: all of them, or those that waited.
func fixable(list, waited []finding.Finding) []finding.Finding {
	left := map[finding.Key]int{}
	for _, f := range waited {
		left[f.Key()]++
	}
	var out []finding.Finding
	for _, f := range list {
		if f.Fix == nil || waited != nil && left[f.Key()] == 0 {
			continue
		}
		left[f.Key()]--
		out = append(out, f)
	}
	return out
}

// settle applies as many of the fixes as compile together with those kept, by
// halves: where all is well, which is nearly always, that is one run.
func (f *fixer) settle(kept, list []finding.Finding) ([]finding.Finding, error) {
	if len(list) == 0 {
		return kept, nil
	}
	both := slices.Concat(kept, list)
	contents, err := f.contents(both)
	if err != nil {
		return nil, err
	}
	state, err := f.run(f.ctx, contents)
	if err != nil {
		return nil, err
	}
	broken := f.broken(state)
	switch {
	case broken == "":
		f.res.Left = state
		return both, nil
	case len(list) == 1:
		f.res.Dropped = append(f.res.Dropped, Dropped{list[0], broken})
		return kept, nil
	}
	half := len(list) / 2
	if kept, err = f.settle(kept, list[:half]); err != nil {
		return nil, err
	}
	return f.settle(kept, list[half:])
}

// broken is why a package is left out that was not before; empty: none is.
func (f *fixer) broken(now State) string {
	for _, s := range now.Skipped {
		if !slices.ContainsFunc(f.res.Left.Skipped, func(b driver.Skipped) bool { return b.Package == s.Package }) {
			return s.Reason
		}
	}
	return ""
}

// contents is every changed file with the fixes in it.
func (f *fixer) contents(list []finding.Finding) (map[string][]byte, error) {
	edits := map[string][]finding.Edit{}
	for _, one := range list {
		for _, e := range one.Fix.Edits {
			edits[e.File] = append(edits[e.File], e)
		}
	}
	out := maps.Clone(f.now)
	for _, file := range slices.Sorted(maps.Keys(edits)) {
		name := f.absolute(file)
		src, err := f.source(name, file)
		if err != nil {
			return nil, err
		}
		if out[name], err = apply(file, src, edits[file]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// keep makes the contents with the fixes the present ones.
func (f *fixer) keep(list []finding.Finding) error {
	contents, err := f.contents(list)
	if err == nil {
		f.now = contents
	}
	return err
}

// disjoint picks fixes that do not overlap, the first come first, and hands
// back the others.
func disjoint(list []finding.Finding) (batch, waiting []finding.Finding) {
	taken := map[string][]finding.Edit{}
	for _, f := range list {
		if slices.ContainsFunc(f.Fix.Edits, func(e finding.Edit) bool { return overlaps(taken[e.File], e) }) {
			waiting = append(waiting, f)
			continue
		}
		batch = append(batch, f)
		for _, e := range f.Fix.Edits {
			taken[e.File] = append(taken[e.File], e)
		}
	}
	return batch, waiting
}

// overlaps reports whether an edit cannot stand beside those taken. The same
// edit twice, as of an import that two fixes need, is one; different texts at
// one place are not, since their order would matter.
func overlaps(taken []finding.Edit, e finding.Edit) bool {
	return slices.ContainsFunc(taken, func(t finding.Edit) bool {
		switch {
		case t == e:
			return false
		case t.Start == t.End || e.Start == e.End:
			return t.Start == e.Start || inside(t, e) || inside(e, t)
		}
		return t.Start < e.End && e.Start < t.End
	})
}

// inside reports whether an insertion lies strictly within what another edit replaces.
func inside(insertion, e finding.Edit) bool {
	return insertion.Start == insertion.End && e.Start < insertion.Start && insertion.Start < e.End
}
