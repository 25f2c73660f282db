package driver

import (
	"bytes"
	"strings"
)

// withoutBodies empties the bodies of the functions that a Go file declares,
// but for the ends of their lines, if those are to stay.
// What is left declares the same and is a fraction of the text. A file that it
// does not understand it returns as it is: the parser knows better.
//
// Bodies are found by counting brackets. Strings, characters and comments are
// passed over; a brace that opens no body is that of a type, after struct or
// interface.
func withoutBodies(src []byte, lines bool) []byte {
	out := make([]byte, 0, len(src)/2)
	s := &skimmer{src: src}
	copied, depth := 0, 0
	for {
		kind := s.next()
		switch kind {
		case 0:
			if s.lost || depth != 0 {
				return src
			}
			return append(out, src[copied:]...)
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case 'f':
			if depth != 0 {
				continue // a literal, or a function's type
			}
			open, closed := s.body()
			if s.lost {
				return src
			}
			if open > 0 {
				out = append(out, src[copied:open+1]...)
				if lines {
					out = append(out, bytes.Repeat([]byte{'\n'}, bytes.Count(src[open+1:closed], []byte{'\n'}))...)
				}
				copied = closed
			}
		}
	}
}

// skimmer tells brackets and three keywords from everything else.
type skimmer struct {
	src  []byte
	at   int
	lost bool
	bol  bool // nothing but blanks since the line began
}

// next is the next bracket, 'f' for func at the start of a line, 't' for
// struct and interface, 'n' for the end of a line outside of brackets' concern,
// and 0 at the end.
func (s *skimmer) next() byte {
	for s.at < len(s.src) {
		c := s.src[s.at]
		switch {
		case c == '\n':
			s.at++
			s.bol = true
			return 'n'
		case c == ' ' || c == '\t' || c == '\r':
			s.at++
			continue
		case strings.IndexByte("()[]{}", c) >= 0:
			s.at++
			s.bol = false
			return c
		case c == '"' || c == '\'':
			s.quoted(c)
		case c == '`':
			s.until("`", 1)
		case c == '/' && s.has("//"):
			if i := bytes.IndexByte(s.src[s.at:], '\n'); i >= 0 {
				s.at += i
			} else {
				s.at = len(s.src)
			}
			continue
		case c == '/' && s.has("/*"):
			s.until("*/", 2)
			continue
		case letter(c):
			start, first := s.at, s.at == 0 || s.bol
			for s.at < len(s.src) && (letter(s.src[s.at]) || s.src[s.at] >= '0' && s.src[s.at] <= '9') {
				s.at++
			}
			s.bol = false
			switch word := s.src[start:s.at]; {
			case first && string(word) == "func":
				return 'f'
			case string(word) == "struct" || string(word) == "interface":
				return 't'
			}
			continue
		default:
			s.at++
		}
		s.bol = false
	}
	return 0
}

func letter(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

func (s *skimmer) has(text string) bool { return bytes.HasPrefix(s.src[s.at:], []byte(text)) }

// until passes over what ends with the text.
func (s *skimmer) until(end string, from int) {
	i := bytes.Index(s.src[s.at+from:], []byte(end))
	if i < 0 {
		s.lost = true
		s.at = len(s.src)
		return
	}
	s.at += from + i + len(end)
}

// quoted passes over a string or a character.
func (s *skimmer) quoted(quote byte) {
	for i := s.at + 1; i < len(s.src); i++ {
		switch s.src[i] {
		case '\\':
			i++
		case quote:
			s.at = i + 1
			return
		case '\n':
			s.lost, s.at = true, len(s.src)
			return
		}
	}
	s.lost, s.at = true, len(s.src)
}

// body finds the braces of the function whose keyword was the last word; 0 for
// one that has no body.
func (s *skimmer) body() (open, closed int) {
	depth, ofType := 0, false
	for {
		switch kind := s.next(); kind {
		case 0:
			s.lost = s.lost || depth != 0
			return 0, 0
		case 't':
			ofType = true
			continue
		case 'n':
			if depth == 0 {
				return 0, 0 // the declaration ends with its line
			}
			continue
		case '{':
			if depth == 0 && !ofType {
				open = s.at - 1
				return open, s.close()
			}
			depth++
		case '(', '[':
			depth++
		default:
			depth--
		}
		ofType = false
	}
}

// close finds the brace that closes the one just opened.
func (s *skimmer) close() int {
	for depth := 1; ; {
		switch s.next() {
		case 0:
			s.lost = true
			return 0
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return s.at - 1
			}
		}
	}
}
