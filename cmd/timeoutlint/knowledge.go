package main

import (
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/timeoutlint/timeoutlint/internal/config"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// knowledge prints rows in the form that the configuration file takes.
func (a app) knowledge(args []string) int {
	if len(args) > 1 {
		return a.fail("knowledge takes one pattern, like 'net/http.*' or '*.Do'")
	}
	pattern := "*"
	if len(args) == 1 {
		pattern = args[0]
	}
	table := knowledge.Builtin()
	var rows []knowledge.Library
	var names []string
	for _, p := range table.Paths() {
		for _, lib := range table.Library(p) {
			kept, all := matching(*lib, pattern)
			names = append(append(names, all...), p)
			if len(kept.Calls)+len(kept.Globs)+len(kept.Knobs)+len(kept.Retries)+len(kept.Flows)+len(kept.Exempt) > 0 {
				rows = append(rows, kept)
			}
		}
	}
	if len(rows) == 0 {
		if near := config.Nearest(pattern, names); near != "" {
			return a.fail("nothing is known of %q; did you mean %s?", pattern, near)
		}
		return a.fail("nothing is known of %q", pattern)
	}
	enc := yaml.NewEncoder(a.stdout)
	enc.SetIndent(2)
	if err := enc.Encode(map[string]any{"knowledge": rows}); err != nil {
		return a.fail("%v", err)
	}
	if err := enc.Close(); err != nil {
		return a.fail("%v", err)
	}
	return exitClean
}

// matching keeps the rows whose name the pattern matches, or all where it
// matches the import path. It also lists all names.
func matching(lib knowledge.Library, pattern string) (knowledge.Library, []string) {
	var names []string
	whole := glob(pattern, lib.Path)
	drop := func(name string) bool {
		names = append(names, name)
		return !whole && !glob(pattern, name)
	}
	lib.Calls = slices.DeleteFunc(slices.Clone(lib.Calls), func(c knowledge.Call) bool { return drop(c.Name) })
	lib.Globs = slices.DeleteFunc(slices.Clone(lib.Globs), func(g knowledge.Glob) bool { return drop(g.Type) })
	lib.Knobs = slices.DeleteFunc(slices.Clone(lib.Knobs), func(k knowledge.Knob) bool { return drop(k.FullName()) })
	lib.Retries = slices.DeleteFunc(slices.Clone(lib.Retries), func(r knowledge.Retry) bool { return drop(r.Name) })
	lib.Flows = slices.DeleteFunc(slices.Clone(lib.Flows), func(f knowledge.Flow) bool { return drop(f.Name) })
	lib.Exempt = slices.DeleteFunc(slices.Clone(lib.Exempt), drop)
	return lib, names
}
