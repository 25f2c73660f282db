package main

import (
	"github.com/timeoutlint/timeoutlint/internal/driver"
	"github.com/timeoutlint/timeoutlint/passes/flow"
)

// libraries is how dependencies are read that lead to a wait; nil: not at all.
func (s *session) libraries() *driver.Libraries {
	if !s.joins() || s.conf.Deps.None() {
		return nil
	}
	return &driver.Libraries{Analyzer: flow.Analyzer, Trim: s.trim, Needs: needs}
}

// trim leaves of libraries what the project calls.
func (s *session) trim(project []driver.Package, libraries []any) []any {
	var read []*flow.Package
	for _, r := range libraries {
		if f, ok := r.(*flow.Package); ok {
			read = append(read, f)
		}
	}
	var out []any
	for _, p := range flow.Reached(flows(project), read, s.settings.Table().Wins) {
		out = append(out, p)
	}
	return out
}

// needs is what the project names of libraries.
func needs(project []driver.Package) []string { return flow.Mentions(flows(project)) }

// flows is what the values of the project's packages may be.
func flows(project []driver.Package) []*flow.Package {
	var own []*flow.Package
	for _, p := range project {
		for _, r := range p.Results {
			if f, ok := r.(*flow.Package); ok {
				own = append(own, f)
			}
		}
	}
	return own
}

// read is what was read of libraries.
func read(result driver.Result) []*flow.Package {
	var out []*flow.Package
	for _, r := range result.Libraries {
		if p, ok := r.(*flow.Package); ok {
			out = append(out, p)
		}
	}
	return out
}

// house are the globs of dependencies that are analysed like the code itself.
func (s *session) house() []string {
	if s.conf.Deps.None() {
		return nil
	}
	return s.conf.Deps
}
