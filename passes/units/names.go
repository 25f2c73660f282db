package units

import (
	"slices"
	"strings"
	"time"
	"unicode"
)

// words of units. Left out on purpose: min (minimum), us, nsec (n seconds), and
// the singulars, which are ordinals or parts of a clock time.
var words = map[string]time.Duration{
	"ns": time.Nanosecond, "nano": time.Nanosecond, "nanos": time.Nanosecond, "nanoseconds": time.Nanosecond,
	"usec": time.Microsecond, "usecs": time.Microsecond, "micros": time.Microsecond, "microseconds": time.Microsecond,
	"ms": time.Millisecond, "msec": time.Millisecond, "msecs": time.Millisecond, "millis": time.Millisecond, "milliseconds": time.Millisecond,
	"sec": time.Second, "secs": time.Second, "seconds": time.Second,
	"mins": time.Minute, "minutes": time.Minute,
	"hrs": time.Hour, "hours": time.Hour,
}

// OfName is the unit that a name says at its end, or 0: TimeoutSec, pollMS,
// wait_minutes. A rate (reqsPerSec) says none.
func OfName(name string) time.Duration {
	parts := split(name)
	if len(parts) == 0 || slices.Contains(parts, "per") {
		return 0
	}
	last := parts[len(parts)-1]
	if len(parts) > 1 && len(last) > 1 && words[parts[len(parts)-2]+last] != 0 { // MilliSeconds, and not MinS
		last = parts[len(parts)-2] + last
	}
	return words[last]
}

// SaysCount reports whether a name says that it counts something.
func SaysCount(name string) bool {
	for _, w := range split(name) {
		switch w {
		case "count", "num", "factor", "multiplier", "ratio", "attempts", "retries", "times":
			return true
		}
	}
	return false
}

// Name is how the code writes a unit.
func Name(unit time.Duration) string {
	switch unit {
	case time.Nanosecond:
		return "time.Nanosecond"
	case time.Microsecond:
		return "time.Microsecond"
	case time.Millisecond:
		return "time.Millisecond"
	case time.Second:
		return "time.Second"
	case time.Minute:
		return "time.Minute"
	case time.Hour:
		return "time.Hour"
	}
	return ""
}

// Plural is how a sentence says a unit; empty if it is none.
func Plural(unit time.Duration) string {
	if Name(unit) == "" {
		return ""
	}
	return strings.ToLower(strings.TrimPrefix(Name(unit), "time.")) + "s"
}

// split takes an identifier apart into lower-case words.
func split(name string) []string {
	var out []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			out = append(out, strings.ToLower(string(word)))
			word = word[:0]
		}
	}
	runes := []rune(name)
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r):
			flush()
			continue
		case unicode.IsUpper(r) && i > 0 && (!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1]) && !plural(runes[i+1:])):
			flush()
		}
		word = append(word, r)
	}
	flush()
	return out
}

// plural: the s of IDs does not start a word.
func plural(rest []rune) bool {
	return rest[0] == 's' && (len(rest) == 1 || !unicode.IsLower(rest[1]))
}
