package deadline

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/timeoutlint/timeoutlint/passes/shown"
)

// Mermaid prints the graph of who calls whom, how often, as a Mermaid
// flowchart, which Markdown can hold.
func (r Report) Mermaid(w io.Writer) error {
	r = shown.Deep(r)
	out := bufio.NewWriter(w)
	g := r.graph()
	fmt.Fprintln(out, "flowchart LR")
	for i, n := range g.nodes {
		label := mermaidQuote(strings.Join(n.lines(), "\n"))
		switch n.kind {
		case entryNode:
			fmt.Fprintf(out, "  n%d([%s])\n", i, label)
		case dependencyNode:
			fmt.Fprintf(out, "  n%d[(%s)]\n", i, label)
		default:
			fmt.Fprintf(out, "  n%d[%s]\n", i, label)
		}
	}
	var hot []string
	for i, e := range g.edges {
		arrow := "-->"
		if !once(e.times) {
			arrow = fmt.Sprintf("-- %s -->", mermaidQuote(times(e.times)))
			hot = append(hot, fmt.Sprint(i))
		}
		fmt.Fprintf(out, "  n%d %s n%d\n", e.from, arrow, e.to)
	}
	var broken []string
	for i, n := range g.nodes {
		if n.broken {
			broken = append(broken, fmt.Sprintf("n%d", i))
		}
	}
	if len(broken) > 0 {
		fmt.Fprintf(out, "  classDef broken stroke:#b42318,stroke-width:2px\n  class %s broken\n", strings.Join(broken, ","))
	}
	if len(hot) > 0 {
		fmt.Fprintf(out, "  linkStyle %s stroke:#b42318,stroke-width:2px\n", strings.Join(hot, ","))
	}
	return out.Flush()
}

// mermaidQuote is a label of Mermaid: text in quotes, in which entities stand
// for what would end or change it.
func mermaidQuote(s string) string {
	return `"` + strings.NewReplacer(
		"&", "&amp;", `"`, "&quot;", "<", "&lt;", ">", "&gt;", "#", "#35;", "`", "#96;", "\r", "", "\n", "<br>",
	).Replace(s) + `"`
}
