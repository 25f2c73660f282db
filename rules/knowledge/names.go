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
