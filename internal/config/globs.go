package config

import "strconv"

// globs is the number of globs without braces that one with braces stands for: a
// matcher tries them one after the other. Beyond mostGlobs it is mostGlobs+1.
func globs(glob string) int {
	type level struct{ all, this int } // of the alternatives before, of the one so far
	levels := []level{{0, 1}}
	for i := 0; i < len(glob); i++ {
		top := &levels[len(levels)-1]
		switch c := glob[i]; {
		case c == '\\':
			i++
		case c == '{':
			levels = append(levels, level{0, 1})
		case c == ',' && len(levels) > 1:
			*top = level{min(top.all+top.this, mostGlobs+1), 1}
		case c == '}' && len(levels) > 1:
			n := min(top.all+top.this, mostGlobs+1)
			levels = levels[:len(levels)-1]
			around := &levels[len(levels)-1]
			around.this = min(around.this*n, mostGlobs+1)
		}
	}
	out := 1
	for _, l := range levels {
		out = min(out*(l.all+l.this), mostGlobs+1)
	}
	return out
}

// atMost is a number of globs as a person reads it.
func atMost(n int) string {
	if n > mostGlobs {
		return "more than " + strconv.Itoa(mostGlobs)
	}
	return strconv.Itoa(n)
}
