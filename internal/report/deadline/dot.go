package deadline

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/timeoutlint/timeoutlint/passes/shown"
)

// DOT prints the graph of who calls whom, how often, for Graphviz.
func (r Report) DOT(w io.Writer) error {
	r = shown.Deep(r)
	out := bufio.NewWriter(w)
	g := r.graph()
	fmt.Fprintf(out, "digraph %s {\n", dotQuote(r.Tree.Module))
	fmt.Fprint(out, "  rankdir=LR;\n  node [shape=box, style=rounded, fontname=\"Helvetica\", fontsize=11];\n  edge [fontname=\"Helvetica\", fontsize=10, color=\"#667085\"];\n")
	for i, n := range g.nodes {
		var look string
		switch {
		case n.kind == entryNode && n.broken:
			look = `, color="#b42318", penwidth=2`
		case n.kind == entryNode:
			look = `, penwidth=2`
		case n.kind == dependencyNode:
			look = `, shape=cylinder, style=filled, fillcolor="#eef2f6"`
		}
		fmt.Fprintf(out, "  n%d [label=%s%s];\n", i, dotQuote(strings.Join(n.lines(), "\n")), look)
	}
	for _, e := range g.edges {
		look := ""
		if !once(e.times) {
			look = fmt.Sprintf(" [label=%s, color=\"#b42318\", penwidth=2]", dotQuote(times(e.times)))
		}
		fmt.Fprintf(out, "  n%d -> n%d%s;\n", e.from, e.to, look)
	}
	fmt.Fprintln(out, "}")
	return out.Flush()
}

// dotQuote is a string of DOT. In one, quotes and line ends are special, a
// backslash begins an escape and an ampersand an entity.
func dotQuote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\r", "", "\n", `\n`, "&", "&amp;").Replace(s) + `"`
}
