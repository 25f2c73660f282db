// Package places finds the syntax around a position in time that does not grow
// with the file: a function of ten thousand statements costs one look each, not
// ten thousand.
//
// It knows where nodes begin and end, and nothing of what they mean.
package places

import (
	"cmp"
	"go/ast"
	"go/token"
	"reflect"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"
)

// Index is the syntax of a package by position. Rules ask it at the same time.
type Index struct {
	files []*file // by position

	mu    sync.Mutex
	names map[ast.Node]map[string]bool // written in a node, by Written
}

// file is a tree in the order of its text; it is written down when first asked for.
type file struct {
	syntax *ast.File
	once   sync.Once
	nodes  []node
}

// node is one node; around is the place of its parent in the list.
type node struct {
	ast    ast.Node
	pos    token.Pos
	around int32
}

// Analyzer offers the index of a package to those that require it.
var Analyzer = &analysis.Analyzer{
	Name:       "places",
	Doc:        "the syntax of a package by position, written down when first asked for",
	URL:        "https://github.com/timeoutlint/timeoutlint",
	ResultType: reflect.TypeFor[*Index](),
	Run:        func(pass *analysis.Pass) (any, error) { return New(pass.Files), nil },

	RunDespiteErrors: true,
}

// New is the index of the files.
func New(files []*ast.File) *Index {
	x := &Index{names: map[ast.Node]map[string]bool{}}
	for _, f := range files {
		x.files = append(x.files, &file{syntax: f})
	}
	slices.SortFunc(x.files, func(a, b *file) int { return cmp.Compare(a.syntax.FileStart, b.syntax.FileStart) })
	return x
}

// File is the file that pos is in, or nil.
func (x *Index) File(pos token.Pos) *ast.File {
	if f := x.file(pos); f != nil {
		return f.syntax
	}
	return nil
}

func (x *Index) file(pos token.Pos) *file {
	i, found := slices.BinarySearchFunc(x.files, pos, func(f *file, pos token.Pos) int { return cmp.Compare(f.syntax.FileStart, pos) })
	if !found {
		i--
	}
	if i < 0 || pos >= x.files[i].syntax.FileEnd {
		return nil
	}
	return x.files[i]
}

// Around is the nodes that hold the text from pos to end, from the innermost
// outwards to the file; nil where no file has pos. An empty text is that of
// the one byte behind pos. Comments are no nodes. The type of a declared function is around its
// parameters and results, and not around its name.
func (x *Index) Around(pos, end token.Pos) []ast.Node {
	f := x.file(pos)
	if f == nil {
		return nil
	}
	f.once.Do(f.write)
	end = max(end, pos+1)
	// What holds pos is around the last node that begins before or at pos.
	i, _ := slices.BinarySearchFunc(f.nodes, pos+1, func(n node, pos token.Pos) int { return cmp.Compare(n.pos, pos) })
	at := int32(max(i-1, 0))
	for at > 0 && f.nodes[at].ast.End() < end {
		at = f.nodes[at].around
	}
	var out []ast.Node
	for ; at > 0; at = f.nodes[at].around {
		out = append(out, f.nodes[at].ast)
	}
	return append(out, f.syntax)
}

// write lists the nodes of the file, each behind what is around it and in the
// order of the text.
func (f *file) write() {
	var open []int32
	ast.Inspect(f.syntax, func(n ast.Node) bool {
		if n == nil {
			open = open[:len(open)-1]
			return false
		}
		if _, prose := n.(*ast.CommentGroup); prose {
			return false
		}
		around := int32(0)
		if len(open) > 0 {
			around = open[len(open)-1]
		}
		at := int32(len(f.nodes))
		open = append(open, at)
		pos := n.Pos()
		if fn, ok := n.(*ast.FuncType); ok {
			if _, declared := f.nodes[around].ast.(*ast.FuncDecl); declared {
				pos = behindName(fn)
			}
		}
		f.nodes = append(f.nodes, node{n, pos, around})
		return true
	})
	f.nodes[0].pos = f.syntax.FileStart
}

// behindName is where the parameters of a declared function begin.
func behindName(fn *ast.FuncType) token.Pos {
	if fn.TypeParams != nil {
		return fn.TypeParams.Pos()
	}
	return fn.Params.Pos()
}
