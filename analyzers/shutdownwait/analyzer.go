package shutdownwait

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/timeoutlint/timeoutlint/passes/contexts"
	"github.com/timeoutlint/timeoutlint/passes/contexts/obligations"
	"github.com/timeoutlint/timeoutlint/passes/program"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.ShutdownWait.Name,
	Doc:      rules.ShutdownWait.Summary,
	URL:      rules.ShutdownWait.URL(),
	Requires: []*analysis.Analyzer{obligations.Analyzer, program.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	unbounded(pass, out)
	graceful(pass, out)
	for _, file := range pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BlockStmt:
				ended(pass, out, n.List)
			case *ast.CommClause:
				if s, ok := n.Comm.(*ast.ExprStmt); ok {
					ended(pass, out, append([]ast.Stmt{s}, n.Body...))
				}
			}
			return true
		})
	}
	return nil, nil
}

// unbounded: the context of the end never ends, once a function.
func unbounded(pass *analysis.Pass, out *verdict.Reporter) {
	needs := pass.ResultOf[obligations.Analyzer].(*obligations.Result)
	if len(needs.Needs) == 0 {
		return
	}
	p, _ := pass.ResultOf[program.Analyzer].(*program.Lazy).Build()
	told := map[*ssa.Function]bool{}
	for _, n := range needs.Needs {
		at := needs.Place(n)
		if !obligations.Stops(n.Row) || n.Origin.State != contexts.NoDeadline || !n.Alone || at == nil || told[n.Call.Parent()] {
			continue
		}
		told[n.Call.Parent()] = true
		meanwhile := ""
		if locked(p, n.Call) {
			meanwhile = "; a lock is held meanwhile"
		}
		out.Report(pass, verdict.Verdict{
			Rule: rules.ShutdownWait, Confidence: rules.Medium, At: at,
			Message: fmt.Sprintf("%s waits until the last request is answered, however long that takes: its context comes from %s and never gets a deadline; give it one with context.WithTimeout, and close the server after it%s",
				n.Sink, n.Origin.Text, meanwhile),
			Path: []verdict.Step{{Pos: n.Call.Pos(), Text: "waits for every request to end"}},
		})
	}
}

const (
	gracefully = "(*google.golang.org/grpc.Server).GracefulStop"
	hard       = "(*google.golang.org/grpc.Server).Stop"
)

// graceful: a gRPC server is stopped gracefully and in no other way.
func graceful(pass *analysis.Pass, out *verdict.Reporter) {
	for _, obj := range pass.TypesInfo.Uses {
		if fn, ok := obj.(*types.Func); ok && fn.FullName() == hard {
			return
		}
	}
	for _, file := range pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if fn, is := typeutil.Callee(pass.TypesInfo, callOr(call, ok)).(*types.Func); is && fn.FullName() == gracefully {
				out.Report(pass, verdict.Verdict{
					Rule: rules.ShutdownWait, Confidence: rules.Medium, At: call,
					Message: "grpc.Server.GracefulStop waits until every call and stream has ended, for ever if a client keeps one open, and nothing here stops the server in another way; call Stop when it takes too long",
				})
			}
			return true
		})
	}
}

func callOr(call *ast.CallExpr, ok bool) *ast.CallExpr {
	if !ok {
		return new(ast.CallExpr)
	}
	return call
}
