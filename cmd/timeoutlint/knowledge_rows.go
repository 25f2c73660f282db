package main

import (
	"io"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/timeoutlint/timeoutlint/internal/config"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// rowsAsYAML prints the rows that the pattern matches.
func (a app) rowsAsYAML(args []string) int {
	if len(args) > 1 {
		return a.fail("knowledge takes one pattern, like 'redis.*', 'net/http.Get' or '*.Do'")
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
			names = append(append(names, all...), p, word(p))
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
	if err := encodeRows(a.stdout, rows); err != nil {
		return a.fail("%v", err)
	}
	return exitClean
}

// encodeRows writes rows as a configuration file has them.
func encodeRows(w io.Writer, rows []knowledge.Library) error {
	enc := yaml.NewEncoder(w)
	enc.SetIndent(2)
	if err := enc.Encode(map[string]any{"knowledge": rows}); err != nil {
		return err
	}
	return enc.Close()
}

// matching keeps the rows whose name the pattern matches, or all where it
// matches the import path. It also lists all names.
func matching(lib knowledge.Library, pattern string) (knowledge.Library, []string) {
	var names []string
	whole := glob(pattern, lib.Path) || pattern == word(lib.Path)
	drop := func(name string) bool {
		names = append(names, name)
		return !whole && !glob(pattern, name) && !glob(pattern, inCode(lib.Path, name))
	}
	lib.Calls = slices.DeleteFunc(slices.Clone(lib.Calls), func(c knowledge.Call) bool { return drop(c.Name) })
	lib.Globs = slices.DeleteFunc(slices.Clone(lib.Globs), func(g knowledge.Glob) bool { return drop(g.Type) })
	lib.Knobs = slices.DeleteFunc(slices.Clone(lib.Knobs), func(k knowledge.Knob) bool { return drop(k.FullName()) })
	lib.Retries = slices.DeleteFunc(slices.Clone(lib.Retries), func(r knowledge.Retry) bool { return drop(r.Name) })
	lib.Flows = slices.DeleteFunc(slices.Clone(lib.Flows), func(f knowledge.Flow) bool { return drop(f.Name) })
	lib.Exempt = slices.DeleteFunc(slices.Clone(lib.Exempt), drop)
	return lib, names
}

var majorVersion = regexp.MustCompile(`/v[0-9]+$`)

// word is what an import path is called in conversation, and mostly in code:
// redis of github.com/redis/go-redis/v9.
func word(path string) string {
	path = majorVersion.ReplaceAllString(path, "")
	return strings.TrimPrefix(path[strings.LastIndexByte(path, '/')+1:], "go-")
}

// inCode is a row's name as code spells it: redis.Client.Process. Text, like a
// parameter of a connection string, goes under the package as well.
func inCode(path, name string) string {
	name = strings.NewReplacer("(", "", "*", "", ")", "").Replace(name)
	return word(path) + "." + strings.TrimPrefix(name, path+".")
}
