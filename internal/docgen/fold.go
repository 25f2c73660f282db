package docgen

import "strings"

// width is the longest line of prose in a generated page.
const width = 120

// Fold breaks lines that are longer than max at a space. What follows a break
// is indented as deep as the text of the line, below a list item's words and
// not below its bullet, and by hang more. Headings, tables and code stay as
// they are.
func Fold(text string, max, hang int) string {
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(line, "#") || strings.HasPrefix(line, "|") || strings.HasPrefix(line, "\t") {
			out = append(out, line)
			continue
		}
		indent := strings.Repeat(" ", len(line)-len(strings.TrimLeft(line, " -"))+hang)
		for len(line) > max {
			at := strings.LastIndex(line[:max], " ")
			if at <= len(indent) {
				break
			}
			out = append(out, line[:at])
			line = indent + line[at+1:]
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}
