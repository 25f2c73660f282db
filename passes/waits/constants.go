package waits

import (
	"go/constant"
	"go/token"
	"go/types"
	"hash/fnv"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
)

// text: a string.
func text(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsString != 0
}

// word is a number that stands for a constant string, the same for the same
// one, and what a parameter is; nil: another.
func (b *builder) word(v ssa.Value) *tree.Expr {
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value != nil && v.Value.Kind() == constant.String {
			h := fnv.New64a()
			h.Write([]byte(constant.StringVal(v.Value)))
			e := tree.Num(int64(h.Sum64()))
			return &e
		}
	}
	_, e := b.handed(v)
	return e
}

// asksText is a test of a string against a constant one; swapped: it holds where
// the test does not.
func (b *builder) asksText(c *ssa.BinOp) (g *tree.Guard, swapped bool) {
	if c.Op != token.EQL && c.Op != token.NEQ || !text(c.X.Type()) {
		return nil, false
	}
	l, r := b.word(c.X), b.word(c.Y)
	if l == nil || r == nil || l.Op == tree.Param && r.Op == tree.Param {
		return nil, false
	}
	return &tree.Guard{Op: token.EQL.String(), L: *l, R: *r}, c.Op == token.NEQ
}
