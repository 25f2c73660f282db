package deploy

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// doc is one YAML document; its lines may have come from elsewhere.
type doc struct {
	file  *file
	root  *yaml.Node
	from  []Position // of each line of the document as it was parsed; nil: those of the file, First on
	first int
	holes []hole
	chart string // the folder of the chart that it is a template of; empty: of none
}

// node is a place in a document; the zero node is nowhere.
type node struct {
	*yaml.Node
	doc *doc
}

// at is the position of a node.
func (n node) position() (name string, line int) {
	if n.Node == nil || n.doc == nil {
		return "", 0
	}
	if n.doc.from != nil {
		if i := n.Line - 1; i >= 0 && i < len(n.doc.from) {
			return n.doc.from[i].File, n.doc.from[i].Line
		}
		return n.doc.file.name, 1
	}
	return n.doc.file.name, n.doc.first + n.Line
}

func (n node) at() Position {
	name, line := n.position()
	return Position{name, line}
}

// open: what only a run of a template knows may be among the keys of a mapping, so that
// one that is not there may be.
func (n node) open() bool {
	m := resolved(n.Node)
	if m == nil || n.doc == nil || len(m.Content) == 0 {
		return false
	}
	last := lastLine(m, 0)
	return slices.ContainsFunc(n.doc.holes, func(h hole) bool { return h.after >= m.Line-1 && h.after <= last && h.indent == m.Column-1 })
}

func (n node) is() bool { return n.Node != nil }

const mostAliases = 20 // behind one another

func resolved(n *yaml.Node) *yaml.Node {
	for range mostAliases {
		if n == nil || n.Kind != yaml.AliasNode {
			return n
		}
		n = n.Alias
	}
	return nil
}

// get goes down by keys. The value of a key is that of the first of that name; of a
// key that is merged in (<<), where there is none.
func (n node) get(keys ...string) node {
	for _, key := range keys {
		if n = n.one(key, 0); n.Node == nil {
			return node{}
		}
	}
	return n
}

func (n node) one(key string, depth int) node {
	m := resolved(n.Node)
	if m == nil || m.Kind != yaml.MappingNode || depth > 5 {
		return node{}
	}
	for i := 0; i+1 < len(m.Content); i += 2 {
		if m.Content[i].Value == key {
			if v := resolved(m.Content[i+1]); v != nil {
				return node{v, n.doc}
			}
			return node{}
		}
	}
	for i := 0; i+1 < len(m.Content); i += 2 {
		if m.Content[i].Value != "<<" {
			continue
		}
		merged := []*yaml.Node{resolved(m.Content[i+1])}
		if merged[0] != nil && merged[0].Kind == yaml.SequenceNode {
			merged = merged[0].Content[:min(len(merged[0].Content), mostAliases)]
		}
		for _, part := range merged {
			if v := (node{part, n.doc}).one(key, depth+1); v.is() {
				return v
			}
		}
	}
	return node{}
}

// key is the place of a key in a mapping, where the value has none of its own.
func (n node) key(name string) node {
	if m := resolved(n.Node); m != nil && m.Kind == yaml.MappingNode {
		for i := 0; i+1 < len(m.Content); i += 2 {
			if m.Content[i].Value == name {
				return node{m.Content[i], n.doc}
			}
		}
	}
	return node{}
}

// list are the elements of a sequence.
func (n node) list() []node {
	m := resolved(n.Node)
	if m == nil || m.Kind != yaml.SequenceNode {
		return nil
	}
	var out []node
	for _, x := range m.Content {
		if x = resolved(x); x != nil {
			out = append(out, node{x, n.doc})
		}
	}
	return out
}

// pair is a key and its value.
type pair struct {
	key   string
	at    node // of the key
	value node
}

// pairs are those of a mapping, in order.
func (n node) pairs() []pair {
	m := resolved(n.Node)
	if m == nil || m.Kind != yaml.MappingNode {
		return nil
	}
	var out []pair
	for i := 0; i+1 < len(m.Content); i += 2 {
		if v := resolved(m.Content[i+1]); v != nil {
			out = append(out, pair{m.Content[i].Value, node{m.Content[i], n.doc}, node{v, n.doc}})
		}
	}
	return out
}

// text is a scalar's; empty of anything else, and of null.
func (n node) text() string {
	if m := resolved(n.Node); m != nil && m.Kind == yaml.ScalarNode && m.Tag != "!!null" {
		return m.Value
	}
	return ""
}

// labels are the texts of a mapping.
func (n node) labels() map[string]string {
	out := map[string]string{}
	for _, p := range n.pairs() {
		out[p.key] = p.value.text()
	}
	return out
}

var separator = regexp.MustCompile(`^---(\s|$)`)

// interesting: a text that cannot be parsed says something that would have counted.
var interesting = regexp.MustCompile(`(?m)^\s*(kind:\s*(Deployment|StatefulSet|DaemonSet|Ingress|HTTPRoute|VirtualService|CronJob|Job|ValidatingWebhookConfiguration|MutatingWebhookConfiguration)\b|terminationGracePeriodSeconds:|stop_grace_period:|timeoutSeconds:)`)

// parse reads the documents of a YAML file, each by itself: one that is broken does
// not hide the others.
func (t *files) parse(f *file, lines []string, from []Position, chart string, holes ...hole) {
	begin := 0
	flush := func(end int) {
		text := strings.Join(lines[begin:end], "\n")
		if strings.TrimSpace(text) == "" || strings.Contains(text, "\nkind: CustomResourceDefinition") { // large, and no configuration
			return
		}
		d := &doc{file: f, first: begin, chart: chart}
		if from != nil {
			d.from = from[begin:end]
		}
		for _, h := range holes {
			if h.after >= begin && h.after <= end {
				d.holes = append(d.holes, hole{h.after - begin, h.indent})
			}
		}
		var root yaml.Node
		if err := decode(text, &root); err != nil {
			if chart == "" && !strings.Contains(text, "{{") && interesting.MatchString(text) {
				t.note(f.name, fmt.Errorf("the document at line %d: %s", begin+1, oneLine(err)))
			}
			return
		}
		if root.Kind == yaml.DocumentNode && len(root.Content) == 1 {
			d.root = root.Content[0]
			f.docs = append(f.docs, d)
		}
	}
	for i, line := range lines {
		if separator.MatchString(line) {
			flush(i)
			begin = i + 1
		}
	}
	flush(len(lines))
}

// decode parses one document; what makes the parser give up, in whatever way, is an
// error.
func decode(text string, root *yaml.Node) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	return yaml.Unmarshal([]byte(text), root)
}

func oneLine(err error) string {
	return strings.Join(strings.Fields(strings.TrimPrefix(err.Error(), "yaml: ")), " ")
}

// isYAML: a file that is read as YAML; JSON is.
func isYAML(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".yaml", ".yml", ".json":
		return true
	}
	return false
}

func (d *doc) top() node { return node{d.root, d} }
