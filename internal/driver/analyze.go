package driver

import (
	"cmp"
	"fmt"
	"go/types"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/directives"
	"github.com/timeoutlint/timeoutlint/passes/leftout"
	"github.com/timeoutlint/timeoutlint/passes/program"
	"github.com/timeoutlint/timeoutlint/passes/settings"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
)

// plan is the analyzers of a run, each after what it requires.
type plan struct {
	asked []*analysis.Analyzer // whose diagnostics count
	kept  []*analysis.Analyzer // whose results do
	all   []*analysis.Analyzer // to run where findings are wanted
	facts []*analysis.Analyzer // to run where only facts are
}

func newPlan(asked, kept []*analysis.Analyzer) (*plan, error) {
	asked = verdict.InOrder(asked)
	roots := slices.Concat(asked, kept)
	if err := analysis.Validate(roots); err != nil {
		return nil, err
	}
	p := &plan{asked: asked, kept: kept, all: required(append(roots, leftout.Analyzer, verdict.Analyzer))}
	var exporters []*analysis.Analyzer
	for _, a := range p.all {
		if len(a.FactTypes) > 0 {
			exporters = append(exporters, a)
		}
	}
	p.facts = required(exporters)
	return p, nil
}

// required lists the analyzers and all they require, each once, requirements first.
func required(analyzers []*analysis.Analyzer) []*analysis.Analyzer {
	var out []*analysis.Analyzer
	var add func(a *analysis.Analyzer)
	add = func(a *analysis.Analyzer) {
		if slices.Contains(out, a) {
			return
		}
		for _, req := range a.Requires {
			add(req)
		}
		out = append(out, a)
	}
	for _, a := range analyzers {
		add(a)
	}
	return out
}

func (p *plan) roots(name string) bool {
	return slices.ContainsFunc(p.asked, func(a *analysis.Analyzer) bool { return a.Name == name })
}

// analyze runs the analyzers on one package.
func (r *run) analyze(n *node, s *syntax) {
	analyzers := r.plan.facts
	if n.wanted {
		analyzers = r.plan.all
	}
	results := map[*analysis.Analyzer]any{settings.Analyzer: r.opts.Settings}
	found := map[*analysis.Analyzer][]analysis.Diagnostic{}
	for _, a := range analyzers {
		if a == settings.Analyzer {
			continue // has its result
		}
		if missing := firstMissing(results, a.Requires); missing != nil {
			if slices.Contains(r.plan.asked, a) { // of a pass, whoever asked for it says so
				n.out.leftOut = append(n.out.leftOut, leftout.Item{Rule: a.Name, Reason: "it needs " + culprit(results, missing).Name + ", which crashed"})
			}
			continue
		}
		result, err := r.runOne(n, s, a, results, found)
		if err != nil {
			n.out.crashes = append(n.out.crashes, Crash{n.id, a.Name, err.Error()})
			continue
		}
		results[a] = result
	}
	n.out.analyzed = true
	n.facts.seal(n.types)
	if out, ok := results[leftout.Analyzer].(*leftout.Result); ok {
		n.out.leftOut = append(n.out.leftOut, out.Items()...)
	}
	if lazy, ok := results[program.Analyzer].(*program.Lazy); ok {
		n.out.bodies = lazy.Built()
	}
	if !n.wanted {
		return
	}
	for _, a := range r.plan.asked {
		for _, d := range found[a] {
			n.out.diagnostics = append(n.out.diagnostics, r.resolve(n, s, a, d))
		}
	}
	sortDiagnostics(n.out.diagnostics)
	for _, a := range r.plan.kept {
		n.out.results = append(n.out.results, results[a])
	}
	list, read := results[directives.Analyzer].(*directives.Result)
	if reporter, ok := results[verdict.Analyzer].(*verdict.Reporter); ok && read {
		n.out.directives = r.answers(s, list, reporter.Wanted, hasAll(results, r.plan.asked))
		n.out.expires = list.Changes(time.Now())
	}
}

// glimpse runs on a package that does not type-check those of the kept analyzers
// that can do with that, if all of it was parsed. What they say is not counted.
func (r *run) glimpse(n *node, s *syntax) {
	if !n.wanted || s.broken || len(s.wrong) == 0 {
		return
	}
	results := map[*analysis.Analyzer]any{settings.Analyzer: r.opts.Settings}
	for _, a := range required(slices.DeleteFunc(slices.Clone(r.plan.kept), func(a *analysis.Analyzer) bool { return !a.RunDespiteErrors })) {
		if a == settings.Analyzer || !a.RunDespiteErrors || !hasAll(results, a.Requires) {
			continue
		}
		if result, err := r.runOne(n, s, a, results, map[*analysis.Analyzer][]analysis.Diagnostic{}); err == nil {
			results[a] = result
		}
	}
	for _, a := range r.plan.kept {
		n.out.results = append(n.out.results, results[a])
	}
}

func hasAll(results map[*analysis.Analyzer]any, analyzers []*analysis.Analyzer) bool {
	return firstMissing(results, analyzers) == nil
}

// firstMissing is the first of the analyzers that has no result, or nil.
func firstMissing(results map[*analysis.Analyzer]any, analyzers []*analysis.Analyzer) *analysis.Analyzer {
	for _, a := range analyzers {
		if _, ok := results[a]; !ok {
			return a
		}
	}
	return nil
}

// culprit is the analyzer that failed, for whose sake another has no result.
func culprit(results map[*analysis.Analyzer]any, a *analysis.Analyzer) *analysis.Analyzer {
	for missing := a; missing != nil; missing = firstMissing(results, missing.Requires) {
		a = missing
	}
	return a
}

// runOne runs one analyzer; a panic is an error like any other.
func (r *run) runOne(n *node, s *syntax, a *analysis.Analyzer, results map[*analysis.Analyzer]any, found map[*analysis.Analyzer][]analysis.Diagnostic) (result any, err error) {
	defer func() {
		if p := recover(); p != nil {
			result, err = nil, fmt.Errorf("panic: %s%s", oneLine(fmt.Sprint(p)), PanicPlace(debug.Stack()))
		}
	}()
	var misuse error
	kinds := map[reflect.Type]bool{}
	for _, fact := range a.FactTypes {
		kinds[reflect.TypeOf(fact)] = true
	}
	pass := &analysis.Pass{
		Analyzer:     a,
		Fset:         r.fset,
		Files:        s.files,
		OtherFiles:   n.absAll(n.CFiles, n.CXXFiles, n.HFiles, n.SFiles, n.OtherFiles),
		IgnoredFiles: n.absAll(n.IgnoredGoFiles, n.IgnoredOtherFiles),
		Pkg:          n.types,
		TypesInfo:    s.info,
		TypeErrors:   s.wrong,
		TypesSizes:   r.sizes,
		Module:       n.passModule(),
		ResultOf:     map[*analysis.Analyzer]any{},
		ReadFile:     r.readFile,
		Report:       func(d analysis.Diagnostic) { found[a] = append(found[a], d) },

		ImportObjectFact: func(obj types.Object, fact analysis.Fact) bool {
			facts := r.factsOf(n, obj.Pkg())
			return facts != nil && facts.importObject(obj, fact)
		},
		ImportPackageFact: func(pkg *types.Package, fact analysis.Fact) bool {
			facts := r.factsOf(n, pkg)
			return facts != nil && facts.importPackage(fact)
		},
		ExportObjectFact: func(obj types.Object, fact analysis.Fact) {
			if obj == nil || obj.Pkg() != n.types {
				misuse = fmt.Errorf("it exports a fact about %v, which is not of this package", obj)
				return
			}
			n.facts.exportObject(obj, fact)
		},
		ExportPackageFact: n.facts.exportPackage,
		AllObjectFacts: func() []analysis.ObjectFact {
			var out []analysis.ObjectFact
			for _, dep := range r.belowWhole(n) {
				out = append(out, dep.facts.objectFacts(kinds)...)
			}
			return out
		},
		AllPackageFacts: func() []analysis.PackageFact {
			var out []analysis.PackageFact
			for _, dep := range r.belowWhole(n) {
				out = append(out, dep.facts.packageFacts(dep.types, kinds)...)
			}
			return out
		},
	}
	for _, req := range a.Requires {
		pass.ResultOf[req] = results[req]
	}
	result, err = a.Run(pass)
	if err == nil && a.ResultType != nil && reflect.TypeOf(result) != a.ResultType {
		err = fmt.Errorf("its result is a %T, not a %v", result, a.ResultType)
	}
	return result, cmp.Or(err, misuse)
}

// factsOf is the facts about a package as n's analyzers may see them.
func (r *run) factsOf(n *node, pkg *types.Package) *factSet {
	if pkg == n.types {
		return &n.facts
	}
	if owner := r.owner(pkg); owner != nil {
		return &owner.facts
	}
	return nil
}

// belowWhole is below for an analyzer that wants to know all of it. What it
// makes of that is not kept: it may depend on more than the package's key.
func (r *run) belowWhole(n *node) []*node {
	n.unkept = true
	out := n.below()
	for _, dep := range out {
		if dep.record != nil && dep.types == nil {
			r.needsAll.Store(true)
		}
	}
	return out
}

// below lists n and the project packages it imports, directly or not, by ID.
func (n *node) below() []*node {
	seen := map[*node]bool{}
	var out []*node
	var add func(n *node)
	add = func(n *node) {
		if seen[n] || !n.project {
			return
		}
		seen[n] = true
		out = append(out, n)
		for _, dep := range n.deps {
			add(dep)
		}
	}
	add(n)
	slices.SortFunc(out, func(a, b *node) int { return strings.Compare(a.id, b.id) })
	return out
}

// passModule is the module an analyzer sees. The standard library has none
// until somebody asks for its packages by name: then it is what is worked on.
func (n *node) passModule() *analysis.Module {
	if n.Module == nil && n.Standard {
		return &analysis.Module{Path: "std", Main: true}
	}
	m := passModule(n.Module)
	if n.house {
		m.Version = "" // that is how analyzers tell whose code it is
	}
	return m
}

func passModule(m *module) *analysis.Module {
	if m == nil {
		return nil
	}
	return &analysis.Module{Path: m.Path, Version: m.Version, Replace: passModule(m.Replace), Time: m.Time,
		Main: m.Main, Indirect: m.Indirect, Dir: m.Dir, GoMod: m.GoMod, GoVersion: m.GoVersion}
}

// PanicPlace is where the code panicked, for a crash told in one line: the
// function and line, and those of ours that called it if it is not ours. It is
// made of the stack of whoever recovers, and empty where nothing panicked.
func PanicPlace(stack []byte) string {
	_, after, ok := strings.Cut(string(stack), "\npanic(")
	if !ok {
		return ""
	}
	const ours = "github.com/timeoutlint/timeoutlint/"
	out := ""
	lines := strings.Split(after, "\n")
	for i := 2; i+1 < len(lines); i += 2 {
		function, own := strings.CutPrefix(lines[i], ours)
		if strings.HasPrefix(function, "runtime.") || !own && out != "" {
			continue
		}
		if own && out != "" && strings.HasPrefix(function, "internal/driver.") {
			return out // the analyzer is not ours
		}
		if j := strings.LastIndexByte(function, '('); j > 0 {
			function = function[:j]
		}
		place, _, _ := strings.Cut(strings.TrimSpace(lines[i+1]), " +0x")
		place = function + " (" + place[strings.LastIndexByte(place, '/')+1:] + ")"
		switch {
		case out != "":
			return out + ", which " + place + " called"
		case own:
			return " in " + place
		}
		out = " in " + place
	}
	return out
}
