package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/timeoutlint/timeoutlint/docs"
	"github.com/timeoutlint/timeoutlint/internal/config"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// library prints a library's page, or says why there is none.
func (a app) library(page []byte, why error) int {
	if why != nil {
		return a.fail("%v", why)
	}
	fmt.Fprintln(a.stdout, strings.TrimSpace(string(page)))
	return exitClean
}

// libraryPage is the page of an import path or, where the name is free for it,
// of what one library is called. Both results are nil where the name is that of
// no library and does not look so either.
func libraryPage(name string, free bool) ([]byte, error) {
	paths := knowledge.Builtin().Paths()
	host, _, below := strings.Cut(name, "/")
	remote := below && strings.Contains(host, ".")
	if page, ok := docs.Library(name); ok && (remote || slices.Contains(paths, name)) {
		return page, nil
	}
	if !free {
		return nil, nil
	}
	called := slices.DeleteFunc(slices.Clone(paths), func(path string) bool {
		return word(path) != name && !strings.HasPrefix(path, name+"/") && !strings.HasSuffix(path, "/"+name)
	})
	switch {
	case len(called) == 1:
		page, _ := docs.Library(called[0])
		return page, nil
	case len(called) > 6:
		called = append(called[:6], "…")
	case len(called) == 0 && !below:
		return nil, nil
	case len(called) == 0:
		if near := config.Nearest(name, paths); near != "" {
			called = append(called, near)
		}
	}
	if len(called) == 0 {
		return nil, fmt.Errorf("nothing is known of %s; timeoutlint knowledge prints all that is", name)
	}
	return nil, fmt.Errorf("%s is no library's import path; did you mean %s?", name, strings.Join(called, ", "))
}
