package directives

import (
	"go/ast"
	"go/token"
)

// lines tells of each line of a file what starts on it first, and what ends.
type lines map[int]extent

type extent struct {
	column int // of the first thing that starts on the line; 0 where none does
	last   int // line on which the longest of what starts there ends
	end    int // column behind the first thing that ends on the line; 0 where none does
}

func read(fset *token.FileSet, file *ast.File) lines {
	out := lines{}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n.(type) {
		case nil:
			return true
		case *ast.Comment, *ast.CommentGroup:
			return false
		}
		at, end := fset.PositionFor(n.Pos(), false), fset.PositionFor(n.End(), false)
		first := out[at.Line]
		switch {
		case first.column == 0 || at.Column < first.column:
			first.column, first.last = at.Column, end.Line
		case at.Column == first.column:
			first.last = max(first.last, end.Line)
		}
		out[at.Line] = first
		last := out[end.Line]
		if last.end == 0 || end.Column < last.end {
			last.end = end.Column
		}
		out[end.Line] = last
		return true
	})
	return out
}

// code reports whether something stands on the line before the position.
func (l lines) code(at token.Position) bool {
	x := l[at.Line]
	return x.column > 0 && x.column < at.Column || x.end > 0 && x.end <= at.Column
}
