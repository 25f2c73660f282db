package main

import "strings"

// glob reports whether the pattern matches the whole text; a star stands for
// any run of characters, slashes and dots too.
func glob(pattern, text string) bool {
	head, rest, star := strings.Cut(pattern, "*")
	if !star {
		return pattern == text
	}
	text, ok := strings.CutPrefix(text, head)
	if !ok {
		return false
	}
	for i := 0; i <= len(text); i++ {
		if glob(rest, text[i:]) {
			return true
		}
	}
	return false
}
