package droppedctx

import (
	"fmt"
	"go/ast"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/contexts"
	"github.com/timeoutlint/timeoutlint/passes/contexts/obligations"
	"github.com/timeoutlint/timeoutlint/passes/places"
	"github.com/timeoutlint/timeoutlint/passes/program"
	"github.com/timeoutlint/timeoutlint/passes/scopes"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.DroppedCtx.Name,
	Doc:      rules.DroppedCtx.Summary,
	URL:      rules.DroppedCtx.URL(),
	Requires: []*analysis.Analyzer{calls.Analyzer, obligations.Analyzer, places.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	needs := pass.ResultOf[obligations.Analyzer].(*obligations.Result)
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	severity := met.Severity(rules.DroppedCtx)
	told := map[string]bool{}
	for _, n := range needs.Needs {
		if n.Origin.Root != contexts.Background && n.Origin.Root != contexts.TODO || n.Origin.Text == "http.NewRequest" || obligations.Stops(n.Row) || !out.Wanted(n.Call.Pos()) {
			continue
		}
		class, scope := needs.Class(n)
		at := needs.Place(n)
		if class != obligations.Dropped || at == nil {
			continue
		}
		key := fmt.Sprint(at.Pos())
		if told[key] {
			continue
		}
		told[key] = true
		v := verdict.Verdict{
			Rule:       rules.DroppedCtx,
			Confidence: rules.Medium,
			Severity:   severity,
			At:         at,
			Message:    message(n, scope),
			Path:       []verdict.Step{{Pos: at.Pos(), Text: "starts anew"}, {Pos: n.Call.Pos(), Text: "waits with it"}},
		}
		made, isValue := n.Call.(ssa.Value)
		switch {
		case isValue && program.Kept(made):
			v.Confidence = rules.Low // what is made outlives the caller, and may not end with it
		case changes(n.Call):
			v.Confidence = rules.Low // half a change may be worse than one that nobody waits for
		case n.Origin.State == contexts.Deadline && (n.Row == nil || !needs.Shadows(n, scope)):
			v.Confidence = rules.Low // it has an end, and may be meant
		case n.Origin.State == contexts.NoDeadline && n.Row != nil && scope.When == scopes.Now:
			v.Confidence = rules.High
		}
		if from := root(at); scope.Plain && from != nil {
			v.Fix = instead(pass, from, scope.Text)
		}
		out.Report(pass, v)
	}
	for _, c := range needs.Closures() {
		if !out.Wanted(c.At.Pos()) || told[fmt.Sprint(c.At.Pos())] {
			continue
		}
		out.Report(pass, verdict.Verdict{
			Rule:       rules.DroppedCtx,
			Confidence: rules.Medium,
			Severity:   severity,
			At:         c.At,
			Message:    fmt.Sprintf("%s is given %s and the function literal around it ignores its own %s, with the deadline that whoever runs it sets; use %[3]s", c.Callee, c.Given, c.Own),
			Path:       []verdict.Step{{Pos: c.Lit, Text: "the literal is given a context"}},
			Fix:        own(pass, c),
		})
	}
	return nil, nil
}

// changes reports whether a call is named after something that should be done
// whole or not at all.
func changes(call ssa.CallInstruction) bool {
	name := ""
	if common := call.Common(); common.IsInvoke() {
		name = common.Method.Name()
	} else if fn := common.StaticCallee(); fn != nil {
		name = fn.Name()
	}
	for _, verb := range []string{"Create", "Update", "Delete", "Remove", "Insert", "Put", "Save", "Commit", "Apply", "Patch"} {
		if strings.HasPrefix(name, verb) || strings.HasSuffix(name, verb) {
			return true
		}
	}
	return false
}

// root is the call of Background or TODO that the context in scope would
// replace: the place itself, or the parent of the deadline made there.
func root(at analysis.Range) ast.Expr {
	call, ok := at.(*ast.CallExpr)
	for ok {
		sel, isSel := call.Fun.(*ast.SelectorExpr)
		if isSel && (sel.Sel.Name == "Background" || sel.Sel.Name == "TODO") {
			return call
		}
		if !isSel || !strings.HasPrefix(sel.Sel.Name, "With") || len(call.Args) == 0 {
			return nil
		}
		call, ok = call.Args[0].(*ast.CallExpr)
	}
	return nil
}

func message(n obligations.Need, s scopes.Scope) string {
	root := "context.Background"
	if n.Origin.Root == contexts.TODO {
		root = "context.TODO"
	}
	if n.Origin.State == contexts.Deadline {
		return fmt.Sprintf("%s goes on when %s has given up: its deadline is made of %s although %s is in scope; derive it from %[4]s", n.Reach(), s.Giver, root, s.Text)
	}
	return fmt.Sprintf("%s is given %s although %s is in scope: it goes on when %s has given up; pass %[3]s", n.Reach(), root, s.Text, s.Giver)
}
