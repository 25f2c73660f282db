package deafctx

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/contexts"
	"github.com/timeoutlint/timeoutlint/passes/contexts/obligations"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.DeafCtx.Name,
	Doc:      rules.DeafCtx.Summary,
	URL:      rules.DeafCtx.URL(),
	Requires: []*analysis.Analyzer{calls.Analyzer, obligations.Analyzer, verdict.Analyzer},
	Run:      run,
}

// switches turn a framework's value into a context that ends.
var switches = map[string]bool{"ContextWithFallback": true, "SetUserContext": true, "SetContext": true}

func run(pass *analysis.Pass) (any, error) {
	needs := pass.ResultOf[obligations.Analyzer].(*obligations.Result)
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	var switched, looked bool
	told := map[token.Pos]bool{}
	for _, n := range needs.Needs {
		gin := n.Origin.Root == contexts.Gin
		if n.Origin.State != contexts.Request || !gin && n.Origin.Root != contexts.Fiber || !out.Wanted(n.Call.Pos()) {
			continue
		}
		if !looked {
			switched, looked = mentions(pass), true
		}
		arg := needs.Argument(n, func(t types.Type) bool {
			return calls.IsContext(t) || calls.Named(t) == "github.com/gin-gonic/gin.Context" || calls.Named(t) == "github.com/valyala/fasthttp.RequestCtx"
		})
		if switched || arg == nil || told[arg.Pos()] {
			continue
		}
		told[arg.Pos()] = true
		v := verdict.Verdict{
			Rule:       rules.DeafCtx,
			Confidence: rules.Medium,
			Severity:   met.Severity(rules.DeafCtx),
			At:         arg,
			Message: fmt.Sprintf("%s does not end when the client has gone: %s is no context that ends; set the request's context with a deadline and pass that",
				n.Reach(), n.Origin.Text),
		}
		switch name, ok := arg.(*ast.Ident); {
		case gin:
			v.Message = fmt.Sprintf("%s does not end when the client has gone: a *gin.Context never ends and has no deadline; pass %s.Request.Context()", n.Reach(), types.ExprString(arg))
			if ok && calls.Named(pass.TypesInfo.TypeOf(name)) == "github.com/gin-gonic/gin.Context" {
				v.Fix = &analysis.SuggestedFix{
					Message:   "Use the request's context",
					TextEdits: []analysis.TextEdit{{Pos: name.End(), End: name.End(), NewText: []byte(".Request.Context()")}},
				}
			}
		case n.Origin.Text == "fiber's UserContext":
			v.Confidence = rules.Low // a middleware may have set it
		}
		out.Report(pass, v)
	}
	return nil, nil
}

// mentions reports whether the package speaks of a switch at all.
func mentions(pass *analysis.Pass) bool {
	found := false
	for _, file := range pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && switches[id.Name] {
				found = true
			}
			return !found
		})
	}
	return found
}
