package deploy

import (
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// charts are the folders with a Chart.yaml, the deepest first.
func (t *files) chart(name string) string {
	for dir := filepath.Dir(name); len(dir) >= len(t.root); dir = filepath.Dir(dir) {
		if t.read(filepath.Join(dir, "Chart.yaml")) != nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	return ""
}

// telling: a file may have something of what is read in it.
var telling = regexp.MustCompile(`\b(kind|images|Resources|functions|static_resources)"?:`)

// objects parses every YAML file: templates of a chart with the chart's values in
// their places.
func (r *reader) objects() {
	values := map[string]node{}
	for _, f := range r.tree.list {
		if !isYAML(f.name) || f.docs != nil || !telling.MatchString(f.text) {
			continue
		}
		chart := r.tree.chart(f.name)
		rel, _ := filepath.Rel(chart, f.name)
		lines := strings.Split(f.text, "\n")
		if chart == "" || !strings.HasPrefix(filepath.ToSlash(rel), "templates/") {
			r.tree.parse(f, lines, nil, chart)
			continue
		}
		if _, ok := values[chart]; !ok {
			values[chart] = r.values(chart)
		}
		h := &template{values: values[chart], file: f}
		h.fill(lines)
		r.tree.parse(f, h.out, h.from, chart, h.holes...)
	}
}

// values are those of a chart.
func (r *reader) values(chart string) node {
	f := r.tree.read(filepath.Join(chart, "values.yaml"))
	if f == nil {
		return node{}
	}
	if f.docs == nil {
		r.tree.parse(f, strings.Split(f.text, "\n"), nil, "")
	}
	if len(f.docs) == 0 {
		return node{}
	}
	return f.docs[0].top()
}

// template is a template of which lines and values are read. Nothing is run: a block
// whose condition is a value that is off is left out, of an if and its else both are
// read, and what cannot be known is a word that stands for it.
type template struct {
	values node
	file   *file
	out    []string
	from   []Position

	holes  []hole
	blocks []block
	vars   map[string]string // $x := expression
}

// hole is where a template puts lines that only a run of it knows.
type hole struct {
	after  int // lines of the text in front of it
	indent int
}

// block is an if, with or range that is open.
type block struct {
	off   bool // its lines are left out
	known bool // whether the condition holds is known
	with  node // what the dot is
	dot   bool
}

var (
	action   = regexp.MustCompile(`\{\{-?\s*(.*?)\s*-?\}\}`)
	keyed    = regexp.MustCompile(`^(\s*(?:- )?[\w./"-]+:)\s*\{\{-?\s*(.*?)\s*-?\}\}\s*$`)
	named    = regexp.MustCompile(`"[^"]*"|(?:\$?\.Values)?\.[\w.-]*`)
	alone    = regexp.MustCompile(`^\s*\{\{-?\s*(.*?)\s*-?\}\}\s*$`)
	setting  = regexp.MustCompile(`^(\$\w+)\s*:?=\s*(.*)$`)
	condTerm = regexp.MustCompile(`^\(?\s*\$?\.Values\.([\w.-]+)\s*\)?$`)
	pathTerm = regexp.MustCompile(`^\(?\s*(\$?\.Values)?\.([\w.-]*)\s*\)?$`)
	nindent  = regexp.MustCompile(`\|\s*n?indent\s+(\d+)`)
	notWord  = regexp.MustCompile(`[^\w.]+`)
)

func (h *template) fill(lines []string) {
	h.vars = map[string]string{}
	for i, line := range lines {
		m := alone.FindStringSubmatch(line)
		if k := keyed.FindStringSubmatch(line); k != nil && strings.Contains(k[2], "indent") && !strings.Contains(k[2], "}}") {
			if !h.off() { // the lines of a value behind its key
				h.emit(k[1], Position{h.file.name, i + 1})
				h.insert(k[2])
			}
			continue
		}
		if m == nil || strings.Contains(m[1], "}}") {
			if !h.off() {
				h.emit(h.inline(line), Position{h.file.name, i + 1})
			}
			continue
		}
		h.control(m[1])
	}
}

func (h *template) off() bool {
	for _, b := range h.blocks {
		if b.off {
			return true
		}
	}
	return false
}

func (h *template) emit(line string, at Position) {
	h.out, h.from = append(h.out, line), append(h.from, at)
}

// control is a line that is nothing but an action.
func (h *template) control(text string) {
	word, rest, _ := strings.Cut(text, " ")
	switch word {
	case "if", "range", "with", "block", "define":
		b := block{off: word == "define"}
		if v, ok := h.value(rest); ok && (word == "if" || word == "with") {
			b.known, b.off = true, !holds(v)
			if word == "with" {
				b.with, b.dot = v, true
			}
		}
		h.blocks = append(h.blocks, b)
	case "else":
		if n := len(h.blocks); n > 0 {
			b := &h.blocks[n-1]
			b.off = b.known && !b.off
			b.dot = false
		}
	case "end":
		if n := len(h.blocks); n > 0 {
			h.blocks = h.blocks[:n-1]
		}
	default:
		if m := setting.FindStringSubmatch(text); m != nil {
			h.vars[m[1]] = m[2]
			return
		}
		if !h.off() {
			h.insert(text)
		}
	}
}

// holds: a value is none of false, 0, empty and null.
func holds(n node) bool {
	switch m := resolved(n.Node); {
	case m == nil:
		return false
	case m.Kind == yaml.ScalarNode:
		return m.Value != "" && m.Value != "false" && m.Value != "0" && m.Tag != "!!null"
	default:
		return len(m.Content) > 0
	}
}

// insert puts the lines of a value where a template has toYaml of it.
func (h *template) insert(text string) {
	n := nindent.FindStringSubmatch(text)
	if n == nil {
		return
	}
	indent, _ := strconv.Atoi(n[1])
	before := len(h.out)
	defer func() {
		if len(h.out) == before {
			h.holes = append(h.holes, hole{before, indent})
		}
	}()
	if !strings.Contains(text, "toYaml") {
		return
	}
	expr := ""
	for _, word := range named.FindAllString(text, -1) {
		if !strings.HasPrefix(word, `"`) {
			expr = word
			break
		}
	}
	v, ok := h.value(expr)
	if !ok || !v.is() || v.doc == nil || v.doc.from != nil || len(v.Content) == 0 {
		return
	}
	source := strings.Split(v.doc.file.text, "\n")
	first := v.doc.first + v.Line - 1
	last := v.doc.first + lastLine(v.Node, 0)
	if first < 0 || last > len(source) || v.Style&yaml.FlowStyle != 0 {
		return
	}
	own := v.Column - 1
	for k, text := range source[first:last] {
		if len(text) > own && strings.TrimSpace(text[:own]) == "" {
			text = text[own:]
		}
		h.emit(strings.Repeat(" ", min(indent, 80))+text, Position{v.doc.file.name, first + k + 1})
	}
}

func lastLine(n *yaml.Node, depth int) int {
	last := n.Line
	if depth < 30 && n.Kind != yaml.AliasNode {
		for _, c := range n.Content {
			last = max(last, lastLine(c, depth+1))
		}
	}
	return last
}

// value is what an expression names in the values; not ok: it is no name of one. A
// name that the values do not have is the zero node.
func (h *template) value(expr string) (node, bool) {
	expr = strings.TrimSpace(expr)
	if known, ok := h.vars[expr]; ok && known != expr {
		expr = known
	}
	if m := condTerm.FindStringSubmatch(expr); m != nil {
		return h.values.get(strings.Split(m[1], ".")...), true
	}
	for i := len(h.blocks) - 1; i >= 0; i-- {
		if b := h.blocks[i]; b.dot {
			if expr == "." {
				return b.with, true
			}
			if m := pathTerm.FindStringSubmatch(expr); m != nil && m[1] == "" {
				return b.with.get(strings.Split(m[2], ".")...), true
			}
		}
	}
	return node{}, false
}

// inline is a line with values in the places of actions.
func (h *template) inline(line string) string {
	if !strings.Contains(line, "{{") {
		return line
	}
	return action.ReplaceAllStringFunc(line, func(text string) string {
		m := action.FindStringSubmatch(text)
		return h.one(m[1])
	})
}

func (h *template) one(expr string) string {
	parts := strings.Split(expr, "|")
	if v, ok := h.value(parts[0]); ok && v.text() != "" {
		return v.text()
	}
	for _, p := range parts[min(1, len(parts)):] { // | default "x"
		if rest, ok := strings.CutPrefix(strings.TrimSpace(p), "default "); ok {
			return strings.Trim(strings.TrimSpace(rest), `"'`)
		}
	}
	if rest, ok := strings.CutPrefix(strings.TrimSpace(parts[0]), "default "); ok { // default "x" .Values.y
		literal, name, _ := strings.Cut(strings.TrimSpace(rest), " ")
		if v, ok := h.value(name); ok && v.text() != "" {
			return v.text()
		}
		return strings.Trim(literal, `"'`)
	}
	if known, ok := h.vars[strings.TrimSpace(parts[0])]; ok {
		parts[0] = known
	}
	if _, ok := h.value(parts[0]); ok {
		return ""
	}
	return unknownWord + notWord.ReplaceAllString(strings.TrimSpace(parts[0]), "_")
}

// unknownWord begins what stands for something that only a run of the template knows.
const unknownWord = "tpl__"
