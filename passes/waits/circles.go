package waits

import "golang.org/x/tools/go/ssa"

// circles are the natural loops of a function, by header.
func circles(fn *ssa.Function) map[*ssa.BasicBlock]*circle {
	out := map[*ssa.BasicBlock]*circle{}
	for _, from := range fn.Blocks {
		for _, head := range from.Succs {
			if !head.Dominates(from) {
				continue
			}
			l := out[head]
			if l == nil {
				l = &circle{head: head, blocks: map[*ssa.BasicBlock]bool{head: true}, ids: map[*ssa.Phi]int{}}
				out[head] = l
			}
			todo := []*ssa.BasicBlock{from}
			for len(todo) > 0 {
				x := todo[len(todo)-1]
				todo = todo[:len(todo)-1]
				if !l.blocks[x] {
					l.blocks[x] = true
					todo = append(todo, x.Preds...)
				}
			}
		}
	}
	return out
}

// behind is the immediate post-dominator of each block; none: the end. Where sure,
// a block always goes on with its first successor.
func behind(fn *ssa.Function, sure func(*ssa.BasicBlock) bool) map[*ssa.BasicBlock]*ssa.BasicBlock {
	order := make([]*ssa.BasicBlock, 0, len(fn.Blocks)) // postorder: successors first
	seen := map[*ssa.BasicBlock]bool{}
	var visit func(*ssa.BasicBlock)
	visit = func(x *ssa.BasicBlock) {
		seen[x] = true
		for _, s := range x.Succs {
			if !seen[s] {
				visit(s)
			}
		}
		order = append(order, x)
	}
	visit(fn.Blocks[0])
	rank := map[*ssa.BasicBlock]int{}
	for i, x := range order {
		rank[x] = i
	}
	const end = -1
	next := map[*ssa.BasicBlock]int{} // rank of the post-dominator, or end
	meet := func(a, b int) int {
		for a != b {
			if a == end || b == end {
				return end
			}
			if a > b {
				a = next[order[a]]
			} else {
				b = next[order[b]]
			}
		}
		return a
	}
	for changed, rounds := true, 0; changed && rounds < 20; rounds++ {
		changed = false
		for _, x := range order {
			new, any := end, false
			succs := x.Succs
			if sure(x) {
				succs = succs[:1]
			}
			for _, s := range succs {
				if _, ok := next[s]; !ok {
					continue
				}
				if !any {
					new, any = rank[s], true
				} else {
					new = meet(new, rank[s])
				}
			}
			if len(x.Succs) > 0 && !any {
				continue
			}
			if old, ok := next[x]; !ok || old != new {
				next[x], changed = new, true
			}
		}
	}
	out := map[*ssa.BasicBlock]*ssa.BasicBlock{}
	for x, r := range next {
		if r != end {
			out[x] = order[r]
		}
	}
	return out
}

// lastArm: what is left where a select has not gone any other way. The compiler's
// own form has a panic behind it, which never comes.
func (b *builder) lastArm(x *ssa.BasicBlock) bool {
	test, ok := x.Instrs[len(x.Instrs)-1].(*ssa.If)
	if !ok {
		return false
	}
	c, ok := test.Cond.(*ssa.BinOp)
	if !ok {
		return false
	}
	arm, ok := c.X.(*ssa.Extract)
	if !ok {
		return false
	}
	sel, ok := arm.Tuple.(*ssa.Select)
	n, isConst := constantInt(c.Y)
	if !ok || !isConst || !sel.Blocking || int(n) != len(sel.States)-1 {
		return false
	}
	_, _, ends := b.asksEnd(c)
	return !ends // a context that lives on closes its arm
}
