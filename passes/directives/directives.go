// Package directives reads what people wrote to answer a finding.
//
//	//timeoutlint:ignore RULE[,RULE…] [until YYYY-MM-DD] reason
//	//timeoutlint:bounded reason              (on a function: its waits are bounded in a way not seen)
//	//nolint:timeoutlint // reason            (also //nolint:all and a list of linters)
//	//lint:ignore RULE reason
//
// A directive speaks for its own line and the next one; above a declaration
// it speaks for the whole declaration. It needs a reason. The pass knows
// comments and positions; whether a directive was needed is known only when
// every rule has run (Result.Unused).
package directives

import (
	"go/ast"
	"go/token"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/tools/go/analysis"
)

// Directive is one suppression as written.
type Directive struct {
	Pos     token.Pos
	Text    string    // the comment
	Rules   []string  // rules it names; empty: every rule
	Reason  string    // why
	Until   time.Time // the first day on which it no longer holds; zero: always
	Wrong   string    // what is wrong with it; a directive that is wrong suppresses nothing
	foreign bool      // another linter's dialect: never reported as wrong or unused

	file     string
	from, to int // lines
}

// Result is the directives of one package.
type Result struct {
	fset *token.FileSet
	all  []*Directive

	mu   sync.Mutex
	used map[*Directive]bool
}

// Bounded says that a function's waits are bounded in a way that cannot be
// seen. It crosses packages.
type Bounded struct{ Reason string }

// AFact marks Bounded as a fact.
func (*Bounded) AFact() {}

func (b *Bounded) String() string { return "bounded: " + b.Reason }

// Analyzer finds the directives of a package.
var Analyzer = &analysis.Analyzer{
	Name:             "directives",
	Doc:              "comments that answer a finding",
	URL:              "https://github.com/timeoutlint/timeoutlint",
	ResultType:       reflect.TypeFor[*Result](),
	FactTypes:        []analysis.Fact{(*Bounded)(nil)},
	RunDespiteErrors: true,
	Run:              run,
}

func run(pass *analysis.Pass) (any, error) {
	r := &Result{fset: pass.Fset, used: map[*Directive]bool{}}
	for _, file := range pass.Files {
		r.readFile(file)
		for _, decl := range file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || fn.Doc == nil {
				continue
			}
			for _, c := range fn.Doc.List {
				reason, ok := strings.CutPrefix(c.Text, "//timeoutlint:bounded")
				if obj := pass.TypesInfo.Defs[fn.Name]; ok && obj != nil && strings.TrimSpace(reason) != "" {
					pass.ExportObjectFact(obj, &Bounded{Reason: strings.TrimSpace(reason)})
				}
			}
		}
	}
	return r, nil
}

func (r *Result) readFile(file *ast.File) {
	extents := declarations(r.fset, file)
	for _, group := range file.Comments {
		for _, c := range group.List {
			d := parse(c.Text)
			if d == nil {
				continue
			}
			d.Pos = c.Pos()
			at := r.fset.Position(c.Pos())
			d.file, d.from, d.to = at.Filename, at.Line, at.Line+1
			// Above a declaration, or in its documentation, it speaks for all of it.
			if end, ok := extents[r.fset.Position(group.End()).Line+1]; ok && alone(r.fset, file, c) {
				d.to = end
			}
			r.all = append(r.all, d)
		}
	}
}

// declarations maps the first line of each top-level declaration to its last.
func declarations(fset *token.FileSet, file *ast.File) map[int]int {
	extents := map[int]int{}
	for _, decl := range file.Decls {
		extents[fset.Position(decl.Pos()).Line] = fset.Position(decl.End()).Line
	}
	return extents
}

// alone reports whether the comment starts in the first column, as one above a
// top-level declaration does.
func alone(fset *token.FileSet, _ *ast.File, c *ast.Comment) bool {
	return fset.Position(c.Pos()).Column == 1
}

// Ignores reports whether a directive suppresses a finding of the rule at pos,
// and marks that directive as used.
func (r *Result) Ignores(rule string, pos token.Pos) bool {
	at := r.fset.Position(pos)
	for _, d := range r.all {
		if d.Wrong != "" || d.file != at.Filename || at.Line < d.from || at.Line > d.to {
			continue
		}
		if len(d.Rules) > 0 && !slices.Contains(d.Rules, rule) {
			continue
		}
		r.mu.Lock()
		r.used[d] = true
		r.mu.Unlock()
		return true
	}
	return false
}

// Wrong lists the directives that say something that cannot be followed.
func (r *Result) Wrong() []*Directive {
	return r.own(func(d *Directive) bool { return d.Wrong != "" })
}

// Unused lists the directives that suppressed nothing so far. Rules not run
// cannot have used theirs: ask only for those in ran.
func (r *Result) Unused(ran func(rule string) bool) []*Directive {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.own(func(d *Directive) bool {
		return d.Wrong == "" && !r.used[d] && !slices.ContainsFunc(d.Rules, func(rule string) bool { return !ran(rule) })
	})
}

func (r *Result) own(keep func(*Directive) bool) []*Directive {
	var out []*Directive
	for _, d := range r.all {
		if !d.foreign && keep(d) {
			out = append(out, d)
		}
	}
	return out
}
