package deadline

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// What these make of a name was once looked at as the tools draw it: Graphviz
// and Mermaid show the name as it is.
func TestQuoting(t *testing.T) {
	t.Parallel()
	name := "GET /\"a\"/<b>/`d`#e;&amp;\\j\nx"
	require.Equal(t, `"GET /\"a\"/<b>/`+"`d`"+`#e;&amp;amp;\\j\nx"`, dotQuote(name))
	require.Equal(t, `"GET /&quot;a&quot;/&lt;b&gt;/#96;d#96;#35;e;&amp;amp;\j<br>x"`, mermaidQuote(name))
	require.Equal(t, "a\\*b\\_c\\`d&lt;e>\\[f\\]\\|g h", markdown("a*b_c`d<e>[f]|g\nh"))
	require.Equal(t, "`a`", code("a"))
	require.Equal(t, "`` a`b ``", code("a`b"))
}
