package silenttimeout

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/settings"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.SilentTimeout.Name,
	Doc:      rules.SilentTimeout.Summary,
	URL:      rules.SilentTimeout.URL(),
	Requires: []*analysis.Analyzer{inspect.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	if !settings.Own(pass) {
		return nil, nil
	}
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	r := rule{pass: pass}
	report := func(at analysis.Range, message string) {
		out.Report(pass, verdict.Verdict{Rule: rules.SilentTimeout, Confidence: rules.Medium, At: at, Message: message})
	}
	in := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	nodes := []ast.Node{(*ast.IfStmt)(nil), (*ast.CommClause)(nil)}
	in.WithStack(nodes, func(n ast.Node, push bool, stack []ast.Node) bool {
		if !push || !out.Wanted(n.Pos()) {
			return true
		}
		switch n := n.(type) {
		case *ast.IfStmt:
			what := r.asks(n.Cond)
			if what == "" || n.Else != nil {
				return true
			}
			if sig := r.function(stack); sig != nil && r.silent(n.Body.List, sig) && !r.says(n) {
				report(n, "this takes "+what+" for success: the caller gets no error, and nobody hears that time ran out; return the error, or log it with the name of what was waited for")
			}
		case *ast.CommClause:
			if !r.after(n.Comm) {
				return true
			}
			if sig := r.function(stack); sig != nil && r.silent(n.Body, sig) && !r.says(n) {
				report(n, "when the time is over this returns no error: the caller takes it for success, and nobody hears that time ran out; return an error, or log it with the name of what was waited for")
			}
		}
		return true
	})
	return nil, nil
}

type rule struct{ pass *analysis.Pass }

// meant are the functions whose time is meant to run out.
var meant = regexp.MustCompile(`(?i)wait|sleep|poll|drain|stop|close|shut|pause|backoff|delay|flush|probe|ping|watch|try|linger|grace`)

// function is the signature of the function around the last of a stack, nil
// where time is meant to run out there.
func (r rule) function(stack []ast.Node) *types.Signature {
	name := ""
	var sig *types.Signature
	for i := len(stack) - 1; i >= 0; i-- {
		switch fn := stack[i].(type) {
		case *ast.FuncLit:
			if sig == nil {
				sig, _ = r.pass.TypesInfo.TypeOf(fn).(*types.Signature)
			}
		case *ast.FuncDecl:
			name = fn.Name.Name
			if sig == nil {
				if obj, ok := r.pass.TypesInfo.Defs[fn.Name].(*types.Func); ok {
					sig = obj.Signature()
				}
			}
		}
	}
	if meant.MatchString(name) {
		return nil
	}
	return sig
}

// asks names the timeout that a condition asks for, and for nothing else.
func (r rule) asks(cond ast.Expr) string {
	var target ast.Expr
	switch cond := ast.Unparen(cond).(type) {
	case *ast.CallExpr:
		if fn, ok := typeutil.Callee(r.pass.TypesInfo, cond).(*types.Func); ok && calls.FullName(fn) == "errors.Is" && len(cond.Args) == 2 {
			target = cond.Args[1]
		}
	case *ast.BinaryExpr:
		if cond.Op == token.EQL {
			target = cond.Y
		}
	}
	sel, ok := target.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	obj := r.pass.TypesInfo.Uses[sel.Sel]
	if obj == nil || obj.Pkg() == nil {
		return ""
	}
	switch name := obj.Pkg().Path() + "." + obj.Name(); name {
	case "context.DeadlineExceeded", "os.ErrDeadlineExceeded":
		return name
	}
	return ""
}
