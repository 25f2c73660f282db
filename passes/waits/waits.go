// Package waits says of each function how long it may keep its caller waiting:
// its own waits, those that end with a context that it is given, and how often
// it calls what it depends on.
//
// It joins knowledge, bounds, contexts and retries into one tree a function
// (passes/waits/tree), which holds no syntax, and hands the trees of exported
// functions on as facts. It does not know what calls a function from outside
// (passes/entries) nor whether a wait is too long.
package waits

import (
	"fmt"
	"go/token"
	"go/types"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/contexts"
	"github.com/timeoutlint/timeoutlint/passes/directives"
	"github.com/timeoutlint/timeoutlint/passes/dsn"
	"github.com/timeoutlint/timeoutlint/passes/flow"
	"github.com/timeoutlint/timeoutlint/passes/program"
	"github.com/timeoutlint/timeoutlint/passes/retries"
	"github.com/timeoutlint/timeoutlint/passes/settings"
	"github.com/timeoutlint/timeoutlint/passes/tries"
	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Result is what one package's functions do to time. It holds no syntax, so
// that it can outlive the package's analysis.
type Result struct {
	Path    string
	Funcs   []*tree.Func // that may wait, or return a function; in source order
	Doors   []Door       // what the package registers for the world outside to call
	Servers []Server
	Opened  int      // databases that it opens
	Gin     bool     // it sets gin's Engine.ContextWithFallback
	Plain   int      // of these, with a string that is known and says nothing of time
	Routers []Router // of which something is known
	Mounts  []Mount
	Types   []Type   // concrete types with methods
	Asked   []Method // interface methods that the trees call
	Looked  bool     // at every function: those that are not in Funcs wait for nothing
	Why     string   // why nothing is known: "uses cgo"

	// Files are the names on this machine of the files that places speak of:
	// those are the import path, a slash and the bare name, the same everywhere.
	Files map[string]string
}

// Takes is the fact of a function that others may call: its tree, with all it
// calls carried along as far as that stays small.
type Takes struct{ Func tree.Func }

// AFact marks Takes as a fact.
func (*Takes) AFact() {}

func (t *Takes) String() string { return "takes " + strings.ReplaceAll(t.Func.String(), "\n", "; ") }

// Analyzer makes the trees of a package.
var Analyzer = &analysis.Analyzer{
	Name:       "waits",
	Doc:        "how long each function may keep its caller waiting",
	URL:        "https://github.com/timeoutlint/timeoutlint",
	Requires:   []*analysis.Analyzer{bounds.Analyzer, calls.Analyzer, contexts.Analyzer, directives.Analyzer, dsn.Analyzer, flow.Analyzer, program.Analyzer, retries.Analyzer, tries.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
	FactTypes:  []analysis.Fact{(*Takes)(nil)},
	Run:        run,
}

// maker is what the builders of one package share.
type maker struct {
	pass     *analysis.Pass
	program  *program.Package
	calls    *calls.Result
	bounds   *bounds.Result
	contexts *contexts.Result
	tries    *tries.Result
	said     *directives.Result
	again    map[ssa.CallInstruction]token.Pos // of the retry that makes the call again

	rows        map[string]knowledge.ContextRow
	following   *following
	ids         int
	deadlines   map[*ssa.Call]int
	fieldValues map[*types.Var]tree.Expr
	locals      map[*ssa.Alloc][]ssa.Value
	storesOf    map[types.Object][]ssa.Value // of what package budget makes
	operations  map[*ssa.Function]string     // what is given to one of package budget, and the name of the dependency
	repeats     map[*ssa.Function]bool       // of these, by an operation that is idempotent
	facts       map[*types.Func]*tree.Func
	funcs       map[string]*tree.Func
	waiting     map[string]bool // of funcs, those in which something may wait
	asked       map[string]Method
}

func run(pass *analysis.Pass) (any, error) {
	out := &Result{Path: pass.Pkg.Path(), Files: map[string]string{}}
	for _, file := range pass.Files {
		full := pass.Fset.PositionFor(file.FileStart, false).Filename
		out.Files[pass.Pkg.Path()+"/"+filepath.Base(full)] = full
	}
	if !settings.Own(pass) {
		return out, nil
	}
	m := &maker{
		pass:      pass,
		calls:     pass.ResultOf[calls.Analyzer].(*calls.Result),
		bounds:    pass.ResultOf[bounds.Analyzer].(*bounds.Result),
		contexts:  pass.ResultOf[contexts.Analyzer].(*contexts.Result),
		tries:     pass.ResultOf[tries.Analyzer].(*tries.Result),
		said:      pass.ResultOf[directives.Analyzer].(*directives.Result),
		again:     map[ssa.CallInstruction]token.Pos{},
		rows:      knowledge.ContextRows(),
		following: &following{flow: pass.ResultOf[flow.Analyzer].(*flow.Package)},
		deadlines: map[*ssa.Call]int{},
		facts:     map[*types.Func]*tree.Func{},
		funcs:     map[string]*tree.Func{},
		waiting:   map[string]bool{},
		asked:     map[string]Method{},
	}
	if m.program, out.Why = pass.ResultOf[program.Analyzer].(*program.Lazy).Build(); m.program == nil {
		return out, nil
	}
	for _, l := range pass.ResultOf[retries.Analyzer].(*retries.Result).Loops {
		if l.Class == retries.Retry && l.Confidence.AtLeast(rules.Medium) {
			for _, a := range l.Calls {
				m.again[a.Call] = l.Pos
				if made, ok := receiver(a.Call).(*ssa.Call); ok { // QueryRowContext(…).Scan(…)
					m.again[made] = l.Pos
				}
			}
		}
	}
	m.name()
	var all []*tree.Func
	for _, fn := range m.program.Funcs {
		if fn.Parent() == nil {
			all = append(all, m.make(fn))
		}
	}
	out.Funcs, out.Looked = m.prune(all), true
	out.Types, out.Asked = concrete(pass.Pkg), m.askedList()
	out.Opened, out.Plain = m.opened(pass.ResultOf[dsn.Analyzer].(*dsn.Result))
	out.Gin = m.fallsBack()
	m.doors(out)
	m.export()
	return out, nil
}

// name gives every deadline of the package its number.
func (m *maker) name() {
	for _, fn := range m.program.Funcs {
		b := builder{maker: m, fn: fn}
		for _, block := range fn.Blocks {
			for _, instr := range block.Instrs {
				if call, ok := instr.(*ssa.Call); ok && b.times(call) {
					m.ids++
					m.deadlines[call] = m.ids
				}
			}
		}
	}
}

// make builds the tree of a function and of the literals in it.
func (m *maker) make(fn *ssa.Function) *tree.Func {
	b := &builder{maker: m, fn: fn}
	out := &tree.Func{Name: name(fn), Short: short(fn), Place: m.place(fn.Pos())}
	out.Body = b.body()
	if obj, ok := fn.Object().(*types.Func); ok && busy(out.Body) && m.said.Bounded(obj) {
		out.Body = []tree.Node{{Kind: tree.Unseen, Why: out.Short + ": somebody vouches for it", Place: out.Place}}
	}
	out.Returns = b.returns()
	out.Streams, out.Client, out.Writes = streams(fn), client(fn), m.writes(fn, out.Body)
	for _, lit := range fn.AnonFuncs {
		out.Lits = append(out.Lits, m.make(lit))
	}
	m.funcs[out.Name] = out
	return out
}

func (m *maker) place(pos token.Pos) tree.Place {
	if !pos.IsValid() {
		return tree.Place{}
	}
	at := m.pass.Fset.PositionFor(pos, false)
	return tree.Place{File: m.pass.Pkg.Path() + "/" + filepath.Base(at.Filename), Line: at.Line, Column: at.Column}
}

// imported is the fact of a function of another package, or what is known of a
// library's wrapper of handlers; nil: nothing.
func (m *maker) imported(fn *types.Func) *tree.Func {
	fn = fn.Origin()
	if known, ok := m.facts[fn]; ok {
		return known
	}
	var fact Takes
	m.facts[fn] = wrapper(fn)
	if m.pass.ImportObjectFact(fn, &fact) {
		m.facts[fn] = &fact.Func
	}
	return m.facts[fn]
}

// prune leaves out the functions in which nothing may wait, and the calls of
// them.
func (m *maker) prune(all []*tree.Func) []*tree.Func {
	matters := map[string]bool{}
	for changed := true; changed; {
		changed = false
		for name, f := range m.funcs {
			if !m.waiting[name] && m.busy(f.Body, matters) {
				m.waiting[name], changed = true, true
			}
			if !matters[name] && (m.waiting[name] || f.Returns != nil) {
				matters[name], changed = true, true
			}
		}
	}
	var kept []*tree.Func
	var trim func(f *tree.Func)
	trim = func(f *tree.Func) {
		f.Body = m.trim(f.Body, matters)
		for _, lit := range f.Lits {
			trim(lit)
		}
	}
	for _, f := range all {
		trim(f)
		if matters[f.Name] || hasLits(f, matters) {
			kept = append(kept, f)
		}
	}
	return kept
}

func hasLits(f *tree.Func, matters map[string]bool) bool {
	for _, l := range f.Lits {
		if matters[l.Name] || hasLits(l, matters) {
			return true
		}
	}
	return false
}

// busy: something in the nodes waits, or calls what may.
func (m *maker) busy(nodes []tree.Node, matters map[string]bool) bool {
	for i := range nodes {
		n := &nodes[i]
		switch {
		case n.Kind == tree.Sink, n.Kind == tree.Unseen, n.Kind == tree.Call && m.relevant(n, matters):
			return true
		case m.busy(n.Kids, matters):
			return true
		}
	}
	return false
}

// relevant: a call of something that may wait.
func (m *maker) relevant(n *tree.Node, matters map[string]bool) bool {
	switch {
	case n.Iface != "", n.Inline != nil, n.Fn != nil && n.Fn.Made != nil, n.Fn != nil && n.Fn.IsPar:
		return true
	case n.Fn != nil:
		_, own := m.funcs[n.Fn.Name]
		return !own || matters[n.Fn.Name]
	}
	return slices.ContainsFunc(n.Names, func(name string) bool { return m.waiting[name] })
}

// trim leaves out the calls of nothing that matters; where there is none, the
// nodes are those that were given.
func (m *maker) trim(nodes []tree.Node, matters map[string]bool) []tree.Node {
	out, changed := nodes, false
	for i := range nodes {
		n, kept, same := m.trimmed(&nodes[i], matters)
		if !changed && !(kept && same) {
			out, changed = append(make([]tree.Node, 0, len(nodes)), nodes[:i]...), true
		}
		if changed && kept {
			out = append(out, n)
		}
	}
	return out
}

// trimmed is trim of one node: what is left of it, if anything is, and whether
// that is all of it.
func (m *maker) trimmed(n *tree.Node, matters map[string]bool) (out tree.Node, kept, same bool) {
	switch {
	case n.Kind == tree.Call && !m.relevant(n, matters):
		return out, false, false
	case n.Kind == tree.Seq:
		kids := m.trim(n.Kids, matters)
		if len(kids) == 0 {
			return out, false, false
		}
		out, same = *n, len(kids) == len(n.Kids) && &kids[0] == &n.Kids[0]
		out.Kids = kids
		return out, true, same
	}
	out, same = *n, true
	empty := true
	for i := range n.Kids {
		kid, kept, unchanged := m.trimmed(&n.Kids[i], matters)
		empty = empty && !kept
		if kept && unchanged || !kept && n.Kids[i].Kind == tree.Seq && len(n.Kids[i].Kids) == 0 {
			continue
		}
		if same {
			out.Kids, same = slices.Clone(n.Kids), false
		}
		if !kept {
			kid = tree.Node{Kind: tree.Seq} // its place says which side it is
		}
		out.Kids[i] = kid
	}
	return out, n.Kind != tree.Alt || !empty, same
}

// export hands on the trees of functions that others may call.
func (m *maker) export() {
	for obj, fn := range m.program.Decls {
		f := m.funcs[name(fn)]
		if f == nil || !obj.Exported() && obj.Signature().Recv() == nil || fn.Name() == "main" {
			continue
		}
		if small, ok := m.carry(f); ok {
			m.pass.ExportObjectFact(obj, &Takes{Func: *small})
		}
	}
}

const (
	mostCarried = 60 // nodes of a fact
	mostLevels  = 4  // calls within calls in it
)

// carry makes a copy that stands alone: what it calls in this package is in it.
func (m *maker) carry(f *tree.Func) (*tree.Func, bool) {
	if len(f.Body) == 0 && f.Returns == nil && f.Client == nil {
		return nil, false
	}
	left := mostCarried
	return m.inline(f, &left, mostLevels), true
}

func (m *maker) inline(f *tree.Func, left *int, levels int) *tree.Func {
	out := *f
	out.Body = m.inlined(f.Body, left, levels)
	out.Lits = nil
	for _, l := range f.Lits {
		if len(l.Body) > 0 || l.Returns != nil {
			out.Lits = append(out.Lits, m.inline(l, left, levels))
		}
	}
	return &out
}

func (m *maker) inlined(nodes []tree.Node, left *int, levels int) []tree.Node {
	var out []tree.Node
	for _, n := range nodes {
		*left--
		n.Kids = m.inlined(n.Kids, left, levels)
		if n.Kind == tree.Call && len(n.Names) == 1 && n.Inline == nil {
			own := m.funcs[n.Names[0]]
			if own == nil || len(own.Body) == 0 && own.Returns == nil {
				continue
			}
			if size := tree.Size(own.Body); levels == 0 || *left < size {
				n = tree.Node{Kind: tree.Unseen, Why: fmt.Sprintf("%s: too far away", own.Short), Place: n.Place}
			} else {
				n.Inline = m.inline(own, left, levels-1)
			}
		}
		out = append(out, n)
	}
	return out
}
