package bareserver

import (
	"fmt"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/places"
	"github.com/timeoutlint/timeoutlint/passes/settings"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.BareServer.Name,
	Doc:      rules.BareServer.Summary,
	URL:      rules.BareServer.URL(),
	Requires: []*analysis.Analyzer{bounds.Analyzer, calls.Analyzer, places.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	b := pass.ResultOf[bounds.Analyzer].(*bounds.Result)
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	for _, c := range met.Calls {
		if c.Row.Does != knowledge.Serves || !makesServer(c) {
			continue
		}
		severity := reach(b.Reaches(c.Expr))
		if call, ok := b.Call(c); ok && b.ForOperators(bounds.Argument(call, 1)) {
			severity = rules.Note
		}
		if len(c.Expr.Args) > 0 && strings.HasSuffix(types.ExprString(c.Expr.Fun), "ListenAndServe") && inside(c.Expr.Args[0]) || viewed(pass, c.Pos()) {
			severity = rules.Note
		}
		out.Report(pass, verdict.Verdict{
			Rule: rules.BareServer, Confidence: rules.High, Severity: severity, At: c.Expr,
			Message: fmt.Sprintf("%s serves without timeouts and cannot be shut down: a client that %s holds a connection for ever; make an http.Server with ReadHeaderTimeout", knowledge.Short(c.Row.Name), silent(pass.Pkg, c.Fn.Name())),
		})
	}
	for _, server := range b.Objects {
		if server.Type != "net/http.Server" || server.Bounded("ReadHeaderTimeout", "ReadTimeout") || toldAtItsMaker(pass, server) {
			continue
		}
		if how, confidence, severity := exposed(b, server); how != "" {
			if b.ForOperators(server.Handler()) || inside(address(pass, server.Pos)) || server.In != nil && forAWhile(server.In.Name()) || viewed(pass, server.Pos) {
				severity = rules.Note
			}
			out.Report(pass, verdict.Verdict{
				Rule: rules.BareServer, Confidence: confidence, Severity: severity, At: verdict.Position(server.Pos),
				Message: fmt.Sprintf("%s neither ReadHeaderTimeout nor ReadTimeout and %s: a client that %s holds a connection for ever; set ReadHeaderTimeout", subject(server), how, silent(pass.Pkg, "Serve")),
			})
		}
	}
	return nil, nil
}

// makesServer: the call makes an http.Server of its own, which nobody can give a
// limit: net/http's short forms, and those of frameworks.
func makesServer(c calls.Call) bool {
	if c.Fn.Signature().Recv() == nil {
		return c.Fn.Pkg().Path() == "net/http"
	}
	return c.Row.Instead == "(*net/http.Server).ListenAndServe" && !c.Row.By("arg") && !strings.HasSuffix(c.Fn.Name(), "Unix") && !strings.HasSuffix(c.Fn.Name(), "Fd")
}

// toldAtItsMaker reports whether another package of the module makes the
// server: that is where it is found.
func toldAtItsMaker(pass *analysis.Pass, server *bounds.Object) bool {
	if server.Kind != bounds.ByCall {
		return false
	}
	maker := server.Maker.Pkg()
	return maker != nil && maker != pass.Pkg && settings.Beside(pass, maker.Path())
}

func subject(server *bounds.Object) string {
	if server.Kind == bounds.ByCall {
		return fmt.Sprintf("the http.Server that %s returns has", knowledge.Short(server.Maker.FullName()))
	}
	return "http.Server has"
}

// exposed says how the server comes to serve, or nothing if it is not seen to.
func exposed(b *bounds.Result, server *bounds.Object) (how string, c rules.Confidence, s rules.Severity) {
	for _, u := range server.Uses {
		if u.Row == nil || u.Row.Does != knowledge.Serves || u.Arg != knowledge.Receiver {
			continue
		}
		near := b.Listens(u.Call)
		if u.Fn.Name() == "ListenAndServe" || u.Fn.Name() == "ListenAndServeTLS" {
			near = bounds.ReachUnknown
			for _, w := range server.Writes("Addr") {
				near = bounds.ReachOf("tcp", w.Value)
			}
		}
		confidence := rules.High
		if server.Kind != bounds.MadeHere {
			confidence = rules.Medium
		}
		if brief(server) {
			confidence = rules.Low
		}
		return "serves", confidence, reach(near)
	}
	if server.Kind == bounds.MadeHere && server.Left(bounds.ReturnedOut) && !server.Left(bounds.Passed, bounds.Stored) {
		return "is returned to callers that get no timeout", rules.Medium, rules.BareServer.Severity
	}
	return "", "", ""
}

// reach lowers a server that only this machine can reach.
func reach(r bounds.Reach) rules.Severity {
	if r == bounds.ReachLocal {
		return rules.Note
	}
	return rules.BareServer.Severity
}
