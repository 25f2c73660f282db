package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"

	"golang.org/x/mod/semver"

	"github.com/timeoutlint/timeoutlint/internal/config"
	"github.com/timeoutlint/timeoutlint/internal/link"
	"github.com/timeoutlint/timeoutlint/internal/regular"
	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
)

// surroundings is what the configuration knows of a module besides its code:
// entries, and the services that it calls with their summaries.
func surroundings(conf *config.Config) (fronts []link.Promise, remotes []link.Remote, err error) {
	said := func(line, column int) tree.Place { return tree.Place{File: conf.File(), Line: line, Column: column} }
	for _, name := range slices.Sorted(maps.Keys(conf.Entries)) {
		e := conf.Entries[name]
		fronts = append(fronts, link.Promise{Entry: name, Budget: e.Budget, Attempts: e.Attempts, Said: said(e.Line, e.Column)})
	}
	for _, name := range slices.Sorted(maps.Keys(conf.Services)) {
		service := conf.Services[name]
		failed := func(line, column int, err error) error {
			return fmt.Errorf("%s:%d:%d: services.%s: %w", shortest(conf.File()), line, column, name, err)
		}
		var summary *link.Module
		if service.Summary != "" {
			file := service.Summary
			if !filepath.IsAbs(file) {
				file = filepath.Join(filepath.Dir(conf.File()), file)
			}
			if summary, err = readSummary(file, service.Summary); err != nil {
				return nil, nil, failed(service.Line, service.Column, err)
			}
		}
		for _, caller := range slices.Sorted(maps.Keys(service.Calls)) {
			edge := service.Calls[caller]
			r := link.Remote{Caller: caller, Service: name, Name: edge.Entry, Attempts: edge.Attempts, Said: said(edge.Line, edge.Column)}
			if summary != nil {
				r.Module = summary.Path
				if r.Entry, err = entryOf(summary, edge.Entry); err != nil {
					return nil, nil, failed(edge.Line, edge.Column, fmt.Errorf("%s: %w", service.Summary, err))
				}
			}
			remotes = append(remotes, r)
		}
	}
	return fronts, remotes, nil
}

// readSummary reads a summary file; name is how messages call it.
func readSummary(file, name string) (*link.Module, error) {
	f, err := regular.Open(file, regular.Data)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no file %s; timeoutlint budgets -write makes it, in the other module", name)
	} else if err != nil {
		return nil, err
	}
	defer f.Close()
	m, err := link.Read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return m, nil
}

// entryOf is the entry of a name. Of several, as on two servers, it is the one
// that takes longest.
func entryOf(m *link.Module, name string) (*link.Entry, error) {
	var found *link.Entry
	var names []string
	for i := range m.Entries {
		e := &m.Entries[i]
		if link.Named(e.Name, name) && (found == nil || e.Worst.Lo > found.Worst.Lo) {
			found = e
		}
		names = append(names, e.Name)
	}
	if found == nil {
		if near := config.Nearest(name, names); near != "" {
			return nil, fmt.Errorf("there is no entry %q; did you mean %q?", name, near)
		}
		return nil, fmt.Errorf("there is no entry %q, of %d", name, len(names))
	}
	return found, nil
}

// release is the version that a list of tags gives a module whose folder below
// the repository's root is prefix ("" or "sub/"): the highest; empty: none.
func release(tags []string, prefix string) string {
	best := ""
	for _, tag := range tags {
		if len(tag) > len(prefix) && tag[:len(prefix)] == prefix {
			if v := tag[len(prefix):]; semver.IsValid(v) && (best == "" || semver.Compare(v, best) > 0) {
				best = v
			}
		}
	}
	return best
}
