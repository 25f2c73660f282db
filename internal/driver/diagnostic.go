package driver

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/directives"
)

// Diagnostic is what an analyzer reported, with positions that stay valid
// when the syntax is gone.
type Diagnostic struct {
	Analyzer, Category, Message string
	Pos, End                    token.Position // End is not valid where the analyzer gave none
	Related                     []Related
	Fixes                       []Fix
	Function                    string // the function around it, "T.Method" for a method; or else the package's variable
	Source                      string // the line it is on
	Real                        Place
}

// Place is where something is in its file, where a //line comment says that it
// is elsewhere; the zero Place: none does.
type Place struct {
	File          string
	Line, EndLine int
}

// Related is another place that belongs to a diagnostic.
type Related struct {
	Pos     token.Position
	Message string
	Real    Place
}

// Fix is one way to change the code.
type Fix struct {
	Message string
	Edits   []Edit
}

// Edit replaces the bytes of a file between two positions.
type Edit struct {
	Pos, End token.Position
	NewText  []byte
	Of       [sha256.Size]byte // the file's content as it was analysed
}

// Directive is a suppression that is wrong or that suppressed nothing.
type Directive struct {
	Pos    token.Position
	Text   string
	Rules  []string // empty: every rule
	Wrong  string   // what is wrong with it or missing; empty: it is unused
	Mild   bool     // of another linter's dialect
	Source string   // the line it is on
	Real   Place
}

// resolve turns a diagnostic's positions into places in files.
func (r *run) resolve(n *node, s *syntax, a *analysis.Analyzer, d analysis.Diagnostic) Diagnostic {
	out := Diagnostic{
		Analyzer: a.Name,
		Category: d.Category,
		Message:  d.Message,
		Pos:      r.fset.Position(d.Pos),
		Function: enclosing(s.files, d.Pos),
		Real:     r.real(d.Pos, d.End),
	}
	if d.End.IsValid() {
		out.End = r.fset.Position(d.End)
	}
	out.Source = line(s.source, r.fset.PositionFor(d.Pos, false))
	for _, rel := range d.Related {
		if at, ok := r.place(n, s, rel.Pos); ok {
			out.Related = append(out.Related, Related{at, rel.Message, r.real(rel.Pos, token.NoPos)})
		}
	}
	for _, f := range d.SuggestedFixes {
		fix := Fix{Message: f.Message}
		for _, e := range f.TextEdits {
			end := e.End
			if !end.IsValid() {
				end = e.Pos
			}
			// Edits are of the file as it is, whatever a //line comment says.
			at := r.fset.PositionFor(e.Pos, false)
			fix.Edits = append(fix.Edits, Edit{at, r.fset.PositionFor(end, false), e.NewText, sha256.Sum256(s.source[at.Filename])})
		}
		out.Fixes = append(out.Fixes, fix)
	}
	return out
}

// place is a position that belongs to a diagnostic. Of another package of the
// project no more is known than the line, and of others nothing: their types
// may have been read from where neither is.
func (r *run) place(n *node, s *syntax, pos token.Pos) (token.Position, bool) {
	real := r.fset.PositionFor(pos, false)
	at := r.fset.Position(pos)
	if _, own := s.source[real.Filename]; own {
		return at, true
	}
	if r.files[real.Filename] == nil {
		return token.Position{}, false
	}
	n.out.elsewhere = append(n.out.elsewhere, r.lineOf(real))
	return token.Position{Filename: at.Filename, Line: at.Line, Column: 1}, true
}

// real is where the code from pos to end is, if a //line comment says something
// else. End need not be valid.
func (r *run) real(pos, end token.Pos) Place {
	at, said := r.fset.PositionFor(pos, false), r.fset.Position(pos)
	out := Place{File: at.Filename, Line: at.Line, EndLine: at.Line}
	if end.IsValid() {
		out.EndLine = r.fset.PositionFor(end, false).Line
	}
	if said.Filename == at.Filename && said.Line == at.Line {
		return Place{}
	}
	return out
}

// lineOf is the line at a place in a file of another package.
func (r *run) lineOf(at token.Position) lineElsewhere {
	out := lineElsewhere{File: at.Filename, Line: at.Line}
	src, err := r.readFile(at.Filename)
	if err != nil {
		return out
	}
	lines := bytes.SplitN(src, []byte("\n"), at.Line+1)
	if at.Line >= 1 && at.Line <= len(lines) {
		out.Text = string(lines[at.Line-1])
	}
	return out
}

// answers lists the directives that need an answer themselves, where findings
// are wanted at all. In a package in which an analyzer failed none is unused.
func (r *run) answers(s *syntax, list *directives.Result, wanted func(token.Pos) bool, complete bool) []Directive {
	var out []Directive
	about := list.Wrong()
	if complete {
		about = append(about, list.Unused(r.ran)...)
	}
	for _, d := range about {
		if wanted(d.Pos) {
			out = append(out, Directive{r.fset.Position(d.Pos), d.Text, d.Rules, cmp.Or(d.Wrong, d.Remark), d.Mild,
				line(s.source, r.fset.PositionFor(d.Pos, false)), r.real(d.Pos, token.NoPos)})
		}
	}
	return out
}

func sortDiagnostics(list []Diagnostic) {
	slices.SortStableFunc(list, func(a, b Diagnostic) int {
		return cmp.Or(
			strings.Compare(a.Pos.Filename, b.Pos.Filename),
			cmp.Compare(a.Pos.Line, b.Pos.Line),
			cmp.Compare(a.Pos.Column, b.Pos.Column),
			strings.Compare(a.Analyzer, b.Analyzer),
			strings.Compare(a.Message, b.Message))
	})
}

// enclosing names the function declaration around pos.
func enclosing(files []*ast.File, pos token.Pos) string {
	for _, file := range files {
		if pos < file.FileStart || pos > file.FileEnd {
			continue
		}
		decl, ok := last(file.Decls, pos)
		if fn, isFunc := decl.(*ast.FuncDecl); ok && isFunc {
			return functionName(fn)
		}
		if gen, isGen := decl.(*ast.GenDecl); ok && isGen && gen.Tok == token.VAR {
			if spec, ok := last(gen.Specs, pos); ok {
				return spec.(*ast.ValueSpec).Names[0].Name
			}
		}
	}
	return ""
}

// last is the one of a list of nodes, one behind the other, that pos is in.
func last[N ast.Node](nodes []N, pos token.Pos) (node N, ok bool) {
	i, found := slices.BinarySearchFunc(nodes, pos, func(n N, pos token.Pos) int { return cmp.Compare(n.Pos(), pos) })
	if !found {
		i--
	}
	if i < 0 || pos >= nodes[i].End() {
		return node, false
	}
	return nodes[i], true
}

func functionName(fn *ast.FuncDecl) string {
	if base := receiver(fn); base != "" {
		return base + "." + fn.Name.Name
	}
	return fn.Name.Name
}

// line is the text of the line at a position, without its end.
func line(source map[string][]byte, at token.Position) string {
	src := source[at.Filename]
	if at.Offset > len(src) {
		return ""
	}
	start := bytes.LastIndexByte(src[:at.Offset], '\n') + 1
	text, _, _ := bytes.Cut(src[start:], []byte("\n"))
	return strings.TrimSuffix(string(text), "\r")
}
