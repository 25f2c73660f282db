package statements

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// token is a word, a quoted name, a text, a number, a placeholder or a sign.
type token struct {
	text string // without quotes
	word string // a bare word in capitals, "" for anything else
	name bool   // may name a table or column
	slot int    // the number of a placeholder, from 1
	mark string // ?, $1, :name or @name as written
	glue bool   // follows the one before without a space
}

// is reports whether the token names the column.
func (t token) is(column string) bool { return strings.EqualFold(t.text, column) }

// scan cuts a text into tokens, comments left out.
func scan(text string) []token {
	var out []token
	space, seen := true, 0
	for i := 0; i < len(text); {
		if len(out) > seen {
			out[seen].glue, space, seen = !space, false, len(out)
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		rest := text[i:]
		switch {
		case unicode.IsSpace(r):
			i += size
			space = true
		case strings.HasPrefix(rest, "--"), r == '#' && !strings.HasPrefix(rest, "#>"):
			i += until(rest, "\n")
			space = true
		case strings.HasPrefix(rest, "/*"):
			i += until(rest, "*/")
			space = true
		case r == '\'':
			n := quoted(rest, '\'')
			out = append(out, token{text: rest[:n]})
			i += n
		case r == '"', r == '`':
			n := quoted(rest, byte(r))
			out = append(out, token{text: strings.Trim(rest[:n], string(r)), name: true})
			i += n
		case r == '[' && (i == 0 || strings.ContainsRune(" \t\n(,.", rune(text[i-1]))):
			n := until(rest, "]")
			out = append(out, token{text: strings.Trim(rest[:n], "[]"), name: true})
			i += n
		case strings.HasPrefix(rest, "::"):
			// A cast is no part of what is cast.
			i += 2 + word(rest[2:])
		case r == '?', r == '$' && len(rest) > 1 && digit(rest[1]), (r == ':' || r == '@') && len(rest) > 1 && letter(rest[1]):
			n := 1 + word(rest[1:])
			out = append(out, token{text: rest[:n], mark: rest[:n]})
			i += n
		case string(r) == Hole || r == '_' || unicode.IsLetter(r):
			n := max(word(rest), size)
			out = append(out, token{text: rest[:n], word: strings.ToUpper(rest[:n]), name: true})
			i += n
		case unicode.IsDigit(r):
			n := max(word(rest), size)
			out = append(out, token{text: rest[:n]})
			i += n
		default:
			n := size
			for _, sign := range [...]string{"||", "<>", "!=", "<=", ">=", ":="} {
				if strings.HasPrefix(rest, sign) {
					n = 2
				}
			}
			out = append(out, token{text: rest[:n]})
			i += n
		}
	}
	if len(out) > seen {
		out[seen].glue = !space
	}
	return out
}

// until is how far it is to the end of what ends with a mark.
func until(text, mark string) int {
	if _, after, ok := strings.Cut(text, mark); ok {
		return len(text) - len(after)
	}
	return len(text)
}

// quoted is the length of a text in quotes, a doubled quote being one of it.
func quoted(text string, quote byte) int {
	for i := 1; i < len(text); i++ {
		if text[i] != quote {
			continue
		}
		if i+1 < len(text) && text[i+1] == quote {
			i++
			continue
		}
		return i + 1
	}
	return len(text)
}

func word(text string) int {
	for i, r := range text {
		if r != '_' && r != '$' && string(r) != Hole && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return i
		}
	}
	return len(text)
}

func digit(b byte) bool  { return b >= '0' && b <= '9' }
func letter(b byte) bool { return b == '_' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' }

// split cuts tokens into statements.
func split(tokens []token) [][]token {
	var out [][]token
	from := 0
	for i, t := range tokens {
		if t.text == ";" {
			out = append(out, tokens[from:i])
			from = i + 1
		}
	}
	return append(out, tokens[from:])
}

// number gives the placeholders their numbers: their own, or their place.
func number(tokens []token, slots *int) {
	for i, t := range tokens {
		switch {
		case t.mark == "?":
			*slots++
			tokens[i].slot = *slots
		case t.mark != "":
			tokens[i].slot, _ = strconv.Atoi(strings.TrimLeft(t.mark, "?$:@p"))
		}
	}
}

// commas cuts tokens at the commas outside of brackets.
func commas(tokens []token) [][]token {
	var out [][]token
	depth, from := 0, 0
	for i, t := range tokens {
		switch t.text {
		case "(":
			depth++
		case ")":
			depth--
		case ",":
			if depth == 0 {
				out = append(out, tokens[from:i])
				from = i + 1
			}
		}
	}
	return append(out, tokens[from:])
}

// closing is the bracket that closes the one at i, or the end.
func closing(tokens []token, i int) int {
	depth := 0
	for ; i < len(tokens); i++ {
		switch tokens[i].text {
		case "(":
			depth++
		case ")":
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(tokens)
}

// qualified reads a name with the names in front of it: schema.table.
func qualified(tokens []token, i int) (name string, next int) {
	for i < len(tokens) && tokens[i].name {
		name += strings.ToLower(tokens[i].text)
		i++
		if i >= len(tokens) || tokens[i].text != "." {
			break
		}
		name += "."
		i++
	}
	return name, i
}

func last(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

func value(tokens []token) Value {
	v := Value{Text: join(tokens)}
	if len(tokens) == 1 && tokens[0].mark != "" {
		v.Slot = tokens[0].slot
		if v.Slot == 0 {
			v.Name = strings.ToLower(strings.TrimLeft(tokens[0].mark, ":@"))
		}
	}
	return v
}

// join writes tokens on one line.
func join(tokens []token) string {
	var b strings.Builder
	for i, t := range tokens {
		if i > 0 && !t.glue {
			b.WriteByte(' ')
		}
		b.WriteString(t.text)
	}
	return strings.ReplaceAll(b.String(), Hole, "…")
}
