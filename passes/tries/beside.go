package tries

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/timeoutlint/timeoutlint/passes/places"
)

// within is the names of what a node is part of.
func (f *finder) within(n ast.Node) string {
	var names []string
	for _, around := range f.pass.ResultOf[places.Analyzer].(*places.Index).Around(n.Pos(), n.End()) {
		switch around := around.(type) {
		case *ast.FuncDecl:
			names = append(names, around.Name.Name)
		case *ast.ValueSpec:
			names = append(names, around.Names[0].Name)
		case *ast.AssignStmt:
			names = append(names, types.ExprString(around.Lhs[0]))
		}
	}
	return strings.Join(names, " ")
}

// Beside is what a comment says on the line of a position, or on the line above.
func (r *Result) Beside(pos token.Pos) string {
	if r.finder == nil {
		return ""
	}
	return r.finder.around(pos, pos)
}

// beside is what a comment says on the line of a node, or on the line above.
func (f *finder) beside(n ast.Node) string { return f.around(n.Pos(), n.End()) }

func (f *finder) around(from, to token.Pos) string {
	if f.comments == nil {
		f.comments = map[string]map[int]string{}
		for _, file := range f.pass.Files {
			lines := map[int]string{}
			for _, group := range file.Comments {
				var text string
				for _, c := range group.List {
					own, _, _ := strings.Cut(c.Text, "// want ") // a test's, not prose
					text += " " + strings.TrimPrefix(own, "//")
				}
				lines[f.pass.Fset.PositionFor(group.End(), false).Line] += text
			}
			f.comments[f.pass.Fset.PositionFor(file.FileStart, false).Filename] = lines
		}
	}
	first, last := f.pass.Fset.PositionFor(from, false), f.pass.Fset.PositionFor(to, false)
	lines := f.comments[first.Filename]
	if first.Line == last.Line {
		return lines[first.Line-1] + " " + lines[first.Line]
	}
	return lines[first.Line-1] + " " + lines[first.Line] + " " + lines[last.Line]
}
