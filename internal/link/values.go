package link

import (
	"slices"
	"strings"

	"github.com/timeoutlint/timeoutlint/passes/flow"
	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
)

// mostValues is how many functions a function value may be, before none of them is
// gone through.
const mostValues = 8

// value makes a call of a function value that its package could not follow one of
// the functions that it is, whoever has put them there.
func (b *better) value(n *tree.Node) {
	c, ok := b.calls[n.Place]
	if !ok || c.call.Callee == nil || n.Why != "" && n.Why != tree.FunctionValue {
		return
	}
	var names []string
	method := false
	for _, v := range b.program.Resolver.Resolve(c.pkg, c.call.Callee, nil) {
		t := v.Term()
		if t.Op == flow.Nil || t.Op == flow.Zero {
			continue
		}
		bound := len(t.Args) > 0
		if t.Op != flow.Func || t.Type != "" || b.program.World.Func(t.Sym) == nil || len(names) > 0 && bound != method {
			return
		}
		if method = bound; !slices.Contains(names, t.Sym) {
			names = append(names, t.Sym)
		}
	}
	if len(names) == 0 || len(names) > mostValues {
		return
	}
	slices.SortFunc(names, strings.Compare)
	n.Kind, n.Names, n.Why = tree.Call, names, ""
	if method {
		n.Args = append([]tree.Arg{{}}, n.Args...)
	}
}
