// Package shown makes texts of others fit to be shown: names of files and
// routes, values, comments, whatever a checkout can hold.
//
// A terminal obeys control characters, a reader believes what he sees, and a CI
// system reads its log: none of them may be told anything by a name. What could
// is written as Go writes it in a string, \x1b or \u202e; the rest stays as it
// is, backslashes too, so that what was no danger reads as it was written. The
// package knows characters; it knows nothing of formats, which have characters
// of their own to escape besides.
package shown

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text is a text as it may be shown anywhere, in one line.
func Text(s string) string { return escape(s, "") }

// Line is a line of source code as it may be shown: tabs stay, so that it looks
// as it did.
func Line(s string) string { return escape(s, "\t") }

func escape(s, keep string) string {
	if harmless(s, keep) {
		return s
	}
	var out strings.Builder
	begins := true // a word
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&out, `\x%02x`, s[i])
		case strings.ContainsRune(keep, r):
			out.WriteRune(r)
		case r == '\n':
			out.WriteString(`\n`)
		case r == '\r':
			out.WriteString(`\r`)
		case r == '\t':
			out.WriteString(`\t`)
		case commands(r) && r < utf8.RuneSelf:
			fmt.Fprintf(&out, `\x%02x`, r)
		case commands(r) && r <= 0xffff:
			fmt.Fprintf(&out, `\u%04x`, r)
		case commands(r):
			fmt.Fprintf(&out, `\U%08x`, r)
		case begins && marks(s[i:]):
			fmt.Fprintf(&out, `\x%02x`, r)
		default:
			out.WriteRune(r)
		}
		begins = unicode.IsSpace(r)
		i += size
	}
	return out.String()
}

// harmless reports whether nothing in a text has to be escaped, which is so of
// nearly all.
func harmless(s, keep string) bool {
	ascii := true
	for i := range len(s) {
		c := s[i]
		switch {
		case c >= utf8.RuneSelf:
			ascii = false
		case c < ' ' && strings.IndexByte(keep, c) < 0, c == 0x7f, (c == ':' || c == '#') && marks(s[i:]):
			return false
		}
	}
	return ascii || utf8.ValidString(s) && strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf && commands(r) }) < 0
}

// commands reports whether a character does something else than to be seen:
// controls, what has no width or turns the direction of writing, and what ends
// a line somewhere.
func commands(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) }

// marks reports whether a line that begins so, behind blanks, is a command to a
// system that reads it: "::error::" to GitHub, "##vso[" to Azure.
func marks(s string) bool { return strings.HasPrefix(s, "::") || strings.HasPrefix(s, "##") }

// Speaks reports whether a line of source code, printed as it is, would do something
// else than to be read: one of a patch cannot be escaped, for a tool reads it, too.
func Speaks(line string) bool {
	line = strings.TrimSuffix(line, "\r")
	return marks(strings.TrimLeftFunc(line, unicode.IsSpace)) || strings.Contains(line, "##[") || strings.Contains(line, "##vso[") ||
		!utf8.ValidString(line) || strings.ContainsFunc(line, func(r rune) bool {
		return r != '\t' && unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp, unicode.Bidi_Control)
	})
}
