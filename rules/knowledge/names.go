package knowledge

import (
	"slices"
	"strings"
)

// LetsGo reports whether a function's name says that it ends something: it works when
// its context has ended, or may.
func LetsGo(function string) bool {
	lower := strings.ToLower(function[strings.LastIndexByte(function, '.')+1:])
	return slices.ContainsFunc([]string{"close", "stop", "shutdown", "clean", "release", "unlock", "rollback", "abort", "drain", "flush", "teardown", "terminate", "cancel", "kill"},
		func(word string) bool { return strings.HasPrefix(lower, word) })
}

// Called is a function's name as a message shows it that is not about one package: as
// Short, and where the path ends in a major version the element before that.
func Called(fullName string) string {
	short := Short(fullName)
	version, name, ok := strings.Cut(short, ".")
	path, _, found := strings.Cut(strings.TrimLeft(fullName, "(*"), "/"+version+".")
	if !ok || !found || len(version) < 2 || version[0] != 'v' || strings.Trim(version[1:], "0123456789") != "" {
		return short
	}
	return path[strings.LastIndexByte(path, '/')+1:] + "." + name
}
