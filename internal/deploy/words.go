package deploy

import "strings"

// directive is a directive of a configuration in blocks, with what is in its braces.
type directive struct {
	words []string
	line  int
	kids  []*directive
}

func (b *directive) word(i int) string {
	if i < len(b.words) {
		return b.words[i]
	}
	return ""
}

const deepest = 30 // blocks in blocks

// walk visits the directives below, with those around each, outermost first.
func (b *directive) walk(visit func(b *directive, above []*directive)) { b.each(visit, nil) }

func (b *directive) each(visit func(*directive, []*directive), above []*directive) {
	if len(above) > deepest {
		return
	}
	for _, k := range b.kids {
		visit(k, above)
		k.each(visit, append(above[:len(above):len(above)], k))
	}
}

// words reads a text of words, of blocks between open and close, and of directives
// that end with end. What it cannot read it passes over.
func words(text string, open, close, end byte) *directive {
	root := &directive{}
	stack := []*directive{root}
	line := 1
	cur := &directive{}
	finish := func() {
		if len(cur.words) > 0 {
			top := stack[len(stack)-1]
			top.kids = append(top.kids, cur)
		}
		cur = &directive{}
	}
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\n' && end != '\n':
			line++
		case c == end:
			finish()
			if c == '\n' {
				line++
			}
		case c == ' ' || c == '\t' || c == '\r':
		case c == '#':
			for i+1 < len(text) && text[i+1] != '\n' {
				i++
			}
		case c == open && (i == 0 || text[i-1] != '$') && (end == ';' || i+1 >= len(text) || text[i+1] == '\n' || text[i+1] == ' ' || text[i+1] == '\r'):
			b := cur
			if len(b.words) == 0 {
				b.line = line
			}
			top := stack[len(stack)-1]
			top.kids = append(top.kids, b)
			stack, cur = append(stack, b), &directive{}
		case c == close:
			finish()
			if len(stack) > 1 {
				stack = stack[:len(stack)-1]
			}
		default:
			from := i
			if c == '"' || c == '\'' {
				for i++; i < len(text) && text[i] != c; i++ {
					if text[i] == '\n' {
						line++
					}
				}
				i = min(i, len(text)-1)
			} else {
				depth := 0
				for ; i+1 < len(text); i++ {
					next := text[i+1]
					if next == '{' && text[i] == '$' || next == '{' && end == '\n' {
						depth++
					}
					if strings.IndexByte(" \t\r\n", next) >= 0 || depth == 0 && (next == end || next == open || next == close) {
						break
					}
					if next == '}' && depth > 0 {
						depth--
					}
				}
			}
			if len(cur.words) == 0 {
				cur.line = line
			}
			cur.words = append(cur.words, strings.Trim(text[from:i+1], `"'`))
		}
	}
	finish()
	return root
}
