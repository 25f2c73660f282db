package defaultclient

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"net"
	"net/url"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/contexts"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.DefaultClient.Name,
	Doc:      rules.DefaultClient.Summary,
	URL:      rules.DefaultClient.URL(),
	Requires: []*analysis.Analyzer{bounds.Analyzer, calls.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	b := pass.ResultOf[bounds.Analyzer].(*bounds.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	client := b.Global("net/http", "DefaultClient")
	if replaced(pass) || client != nil && client.Bounded("Timeout") {
		return nil, nil
	}
	for _, c := range met.Calls {
		if c.Row.Does != knowledge.Requests || c.Fn.Pkg().Path() != "net/http" || c.Fn.Signature().Recv() != nil {
			continue
		}
		confidence, severity := rules.High, met.Severity(rules.DefaultClient)
		if call, ok := b.Call(c); ok && instead(call) {
			confidence = rules.Low
		}
		if len(c.Expr.Args) > 0 && loopback(pass.TypesInfo, c.Expr.Args[0]) {
			severity = rules.Note
		}
		out.Report(pass, verdict.Verdict{
			Rule: rules.DefaultClient, Confidence: confidence, Severity: severity, At: c.Expr,
			Message: fmt.Sprintf("http.%s goes through http.DefaultClient, which has no timeout, and takes no context: a server that never answers holds it for ever; use a client with a Timeout, or http.NewRequestWithContext with a deadline", c.Fn.Name()),
		})
	}
	if client == nil {
		return nil, nil
	}
	for _, s := range b.Sends(client) {
		if s.Ends != contexts.NoDeadline {
			continue
		}
		confidence := rules.High
		if fallback(b, s.Use.Call) || instead(s.Use.Call) {
			confidence = rules.Low // where no other client is given, if ever
		}
		out.Report(pass, verdict.Verdict{
			Rule: rules.DefaultClient, Confidence: confidence, Severity: met.Severity(rules.DefaultClient),
			At:      verdict.Position(s.Use.Call.Pos()),
			Message: fmt.Sprintf("http.DefaultClient has no timeout and this request carries no deadline (%s): a server that never answers holds it for ever; give the request a context with a deadline", s.Text),
		})
	}
	return nil, nil
}

// fallback reports whether the client of a call may be another one too.
func fallback(b *bounds.Result, call ssa.CallInstruction) bool {
	common := call.Common()
	client := common.Value
	if !common.IsInvoke() && len(common.Args) > 0 {
		client = common.Args[0]
	}
	objects, complete := b.Of(client)
	return !complete || len(objects) > 1
}

// instead reports whether a call is made where another client is missing.
func instead(call ssa.CallInstruction) bool {
	cond, ok := bounds.Choice(call).(*ssa.BinOp)
	return ok && (cond.Op == token.EQL || cond.Op == token.NEQ) && (calls.Named(cond.X.Type()) == "net/http.Client" || calls.Named(cond.Y.Type()) == "net/http.Client")
}

// replaced reports whether the package assigns http.DefaultClient, or its
// Timeout or Transport, anywhere.
func replaced(pass *analysis.Pass) bool {
	found := false
	for _, f := range pass.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			assign, ok := n.(*ast.AssignStmt)
			if !ok {
				return !found
			}
			for _, lhs := range assign.Lhs {
				found = found || isDefaultClient(pass.TypesInfo, lhs)
			}
			return !found
		})
	}
	return found
}

func isDefaultClient(info *types.Info, e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	if v, ok := info.Uses[sel.Sel].(*types.Var); ok && v.Pkg() != nil && v.Pkg().Path() == "net/http" && v.Name() == "DefaultClient" {
		return true
	}
	return isDefaultClient(info, sel.X)
}

// loopback reports whether the address is a constant on this machine.
func loopback(info *types.Info, e ast.Expr) bool {
	value := info.Types[e].Value
	if value == nil || value.Kind() != constant.String {
		return false
	}
	u, err := url.Parse(constant.StringVal(value))
	if err != nil {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
}
