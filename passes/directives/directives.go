// Package directives reads what people wrote to answer a finding.
//
//	//timeoutlint:ignore RULE[,RULE…] reason [until YYYY-MM-DD]
//	//timeoutlint:bounded reason              (on a function: its waits are bounded in a way not seen)
//	//nolint:timeoutlint // reason            (also a rule's name, all, and a list)
//	//lint:ignore RULE reason
//
// A directive at the end of a line speaks for that line; one on a line of its
// own for what starts on the next line, to its end. The pass knows comments
// and positions; whether a directive was needed is known only when every rule
// has run (Result.Unused).
package directives

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"sync"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/rules"
)

// Directive is one suppression as written.
type Directive struct {
	Pos    token.Pos
	Text   string    // the comment
	Rules  []string  // rules it names; empty: every rule
	Reason string    // why
	Until  time.Time // the first day on which it no longer holds; zero: always
	Wrong  string    // what is wrong with it; a directive that is wrong suppresses nothing
	Remark string    // what is missing in one that holds all the same
	Mild   bool      // of another linter's dialect, which is that linter's to judge

	silent  bool // says too little of us to be called unused
	bounded bool
	file    string
	from    int // lines
	to      int
}

// Result is the directives of one package.
type Result struct {
	fset    *token.FileSet
	all     []*Directive
	bounded map[*types.Func]*Directive

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
	r := &Result{fset: pass.Fset, bounded: map[*types.Func]*Directive{}, used: map[*Directive]bool{}}
	now := time.Now()
	for _, file := range pass.Files {
		r.readFile(file, now)
	}
	r.readFunctions(pass)
	for _, d := range r.all {
		if d.bounded && d.Wrong == "" && d.to == 0 {
			d.Wrong = "timeoutlint:bounded belongs in the comment above a function"
		}
	}
	return r, nil
}

// Changes is the first day after now on which a directive no longer holds;
// zero if there is none.
func (r *Result) Changes(now time.Time) (first time.Time) {
	for _, d := range r.all {
		if d.Until.After(now) && (first.IsZero() || d.Until.Before(first)) {
			first = d.Until
		}
	}
	return first
}

func (r *Result) readFile(file *ast.File, now time.Time) {
	var list []*Directive
	groups := map[*Directive]*ast.CommentGroup{}
	for _, group := range file.Comments {
		for _, c := range group.List {
			if d := parse(c.Text, now); d != nil {
				d.Pos = c.Pos()
				at := r.fset.PositionFor(c.Pos(), false)
				d.file, d.from = at.Filename, at.Line
				list = append(list, d)
				groups[d] = group
			}
		}
	}
	if len(list) == 0 {
		return
	}
	lines := read(r.fset, file)
	for _, d := range list {
		if d.bounded {
			continue // for the function it belongs to
		}
		d.to = d.from
		if start := r.fset.PositionFor(groups[d].Pos(), false); !lines.code(start) {
			next := r.fset.PositionFor(groups[d].End(), false).Line + 1
			d.to = max(next, lines[next].last)
		}
	}
	r.all = append(r.all, list...)
}

// readFunctions gives each bounded directive its function.
func (r *Result) readFunctions(pass *analysis.Pass) {
	at := map[token.Pos]*Directive{}
	for _, d := range r.all {
		if d.bounded {
			at[d.Pos] = d
		}
	}
	if len(at) == 0 {
		return
	}
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || fn.Doc == nil {
				continue
			}
			for _, c := range fn.Doc.List {
				d := at[c.Pos()]
				if d == nil {
					continue
				}
				d.to = r.fset.PositionFor(fn.End(), false).Line
				if obj, _ := pass.TypesInfo.Defs[fn.Name].(*types.Func); obj != nil && d.Wrong == "" {
					r.bounded[obj] = d
					pass.ExportObjectFact(obj, &Bounded{Reason: d.Reason})
				}
			}
		}
	}
}

// Ignores reports whether a directive suppresses a finding of the rule at pos,
// and marks those that do as used. Without nolint it leaves those to
// golangci-lint that golangci-lint understands.
func (r *Result) Ignores(rule rules.Rule, pos token.Pos, nolint bool) bool {
	at := r.fset.PositionFor(pos, false)
	ignored := false
	for _, d := range r.all {
		if d.Wrong != "" || d.file != at.Filename || at.Line < d.from || at.Line > d.to {
			continue
		}
		if len(d.Rules) > 0 && !slices.Contains(d.Rules, rule.Name) {
			continue
		}
		if d.Mild && len(d.Rules) == 0 && !nolint {
			continue
		}
		r.use(d)
		ignored = true
	}
	return ignored
}

// Bounded reports whether somebody vouches for the waits of a function of this
// package, and marks the directive as used.
func (r *Result) Bounded(fn *types.Func) bool {
	d := r.bounded[fn]
	if d != nil {
		r.use(d)
	}
	return d != nil
}

// Vouched is Bounded for those that may not need to know: it does not mark the
// directive as used.
func (r *Result) Vouched(fn *types.Func) bool { return r.bounded[fn] != nil }

func (r *Result) use(d *Directive) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.used[d] = true
}

// Wrong lists the directives that say something that cannot be followed, or
// not all that they should.
func (r *Result) Wrong() []*Directive {
	return slices.DeleteFunc(slices.Clone(r.all), func(d *Directive) bool { return d.Wrong == "" && d.Remark == "" })
}

// Unused lists the directives that suppressed nothing so far. Rules not run
// cannot have used theirs: ask only for those in ran.
func (r *Result) Unused(ran func(rule string) bool) []*Directive {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(r.all), func(d *Directive) bool {
		return d.silent || d.Wrong != "" || d.Remark != "" || r.used[d] ||
			slices.ContainsFunc(d.Rules, func(rule string) bool { return !ran(rule) })
	})
}
