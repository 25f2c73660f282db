package verdict

import (
	"go/ast"
	"go/token"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/directives"
	"github.com/timeoutlint/timeoutlint/passes/settings"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Later is what decides about findings that are made when the package is no
// longer in sight, as when a whole module is joined. It holds no syntax.
type Later struct {
	Path    string          // of the package
	Files   map[string]bool // in which a finding may be shown, by absolute name
	Spans   []directives.Span
	Funcs   []Extent // in source order
	Command bool     // findings are notes here
	Said    []Said   // by file and line
}

// Said is what //line comments say of a stretch of lines, of which each is one
// further than the one before.
type Said struct {
	File     string // as it is, absolute
	From, To int
	As       string // the file that the lines are said to be of
	Line     int    // and the number that the first of them is said to have
}

// Shown is where a line is said to be; the line itself, if nothing is said of it.
func (l *Later) Shown(file string, line int) (string, int) {
	for _, s := range l.Said {
		if s.File == file && s.From <= line && line <= s.To {
			return s.As, s.Line + line - s.From
		}
	}
	return file, line
}

// Extent is the lines of a declared function.
type Extent struct {
	File     string
	From, To int
	Name     string // "T.Method" for a method
}

// LaterAnalyzer makes the package's Later.
var LaterAnalyzer = &analysis.Analyzer{
	Name:       "verdictlater",
	Doc:        "decides which findings of the whole module are shown",
	URL:        "https://github.com/timeoutlint/timeoutlint",
	Requires:   []*analysis.Analyzer{Analyzer, calls.Analyzer, directives.Analyzer, settings.Analyzer},
	ResultType: reflect.TypeFor[*Later](),
	Run: func(pass *analysis.Pass) (any, error) {
		r := pass.ResultOf[Analyzer].(*Reporter)
		out := &Later{Path: pass.Pkg.Path(), Files: map[string]bool{}, Command: pass.ResultOf[calls.Analyzer].(*calls.Result).Command,
			Spans: pass.ResultOf[directives.Analyzer].(*directives.Result).Spans(widened(), joined(), pass.ResultOf[settings.Analyzer].(*settings.Settings).Nolint)}
		for _, f := range pass.Files {
			out.Files[pass.Fset.PositionFor(f.FileStart, false).Filename] = r.Wanted(f.FileStart)
			out.Said = append(out.Said, said(pass.Fset, f)...)
			for _, decl := range f.Decls {
				if fn, ok := decl.(*ast.FuncDecl); ok {
					from, to := pass.Fset.PositionFor(fn.Pos(), false), pass.Fset.PositionFor(fn.End(), false)
					out.Funcs = append(out.Funcs, Extent{from.Filename, from.Line, to.Line, called(fn)})
				}
			}
		}
		return out, nil
	},
}

// said lists what //line comments say of a file's lines.
func said(fset *token.FileSet, f *ast.File) (out []Said) {
	if !slices.ContainsFunc(f.Comments, func(group *ast.CommentGroup) bool {
		return slices.ContainsFunc(group.List, func(c *ast.Comment) bool {
			return strings.HasPrefix(c.Text, "//line ") || strings.HasPrefix(c.Text, "/*line ")
		})
	}) {
		return nil
	}
	file := fset.File(f.FileStart)
	for line := 1; line <= file.LineCount(); line++ {
		end := token.Pos(file.Base() + file.Size())
		if line < file.LineCount() {
			end = file.LineStart(line+1) - 1
		}
		at := file.PositionFor(end, true) // behind a comment in the line
		if at.Filename == file.Name() && at.Line == line {
			continue
		}
		if n := len(out) - 1; n >= 0 && out[n].To == line-1 && out[n].As == at.Filename && out[n].Line+line-out[n].From == at.Line {
			out[n].To = line
			continue
		}
		out = append(out, Said{File: file.Name(), From: line, To: line, As: at.Filename, Line: at.Line})
	}
	return out
}

// joined are the names of the rules whose findings are made later.
func joined() []string {
	var names []string
	for _, r := range rules.Built() {
		if r.Joined() {
			names = append(names, r.Name)
		}
	}
	return names
}

// widened are these, and the rules of which only some findings are made later.
func widened() []string {
	names := joined()
	for _, r := range rules.Built() {
		if r.Widened() {
			names = append(names, r.Name)
		}
	}
	return names
}

// called is a function's name, with that of its receiver's type.
func called(fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return fn.Name.Name
	}
	t := fn.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name + "." + fn.Name.Name
		default:
			return fn.Name.Name
		}
	}
}
