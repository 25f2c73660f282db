package bareexec

import (
	"fmt"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.BareExec.Name,
	Doc:      rules.BareExec.Summary,
	URL:      rules.BareExec.URL(),
	Requires: []*analysis.Analyzer{bounds.Analyzer, calls.Analyzer, verdict.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	b := pass.ResultOf[bounds.Analyzer].(*bounds.Result)
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	confidence := rules.Low
	if met.Serves || endures(pass.Pkg) {
		confidence = rules.Medium
	}
	for _, cmd := range b.Objects {
		if cmd.Type != "os/exec.Cmd" || cmd.Maker == nil || cmd.Maker.Name() != "Command" || !out.Wanted(cmd.Pos) {
			continue
		}
		ran, ok := runs(cmd)
		if !ok || supervised(cmd) || brief(cmd) || contextInScope(cmd.In) {
			continue
		}
		sure := confidence
		if words(cmd) || asksVersion(cmd) {
			sure = rules.Low
		}
		out.Report(pass, verdict.Verdict{
			Rule: rules.BareExec, Confidence: sure, Severity: met.Severity(rules.BareExec),
			At: verdict.Position(cmd.Pos), About: cmd.Pos,
			Message: fmt.Sprintf("%s is run by %s at %s with nothing to stop it: a process that hangs holds the caller for ever; use exec.CommandContext with a deadline, and WaitDelay",
				subject(cmd), ran.Fn.Name(), out.At(ran.Call.Pos())),
			Path: []verdict.Step{{Pos: cmd.Pos, Text: "made without a context"}, {Pos: ran.Call.Pos(), Text: "waits for it to end"}},
		})
	}
	return nil, nil
}

func subject(cmd *bounds.Object) string {
	if name, ok := bounds.Text(cmd.Call.Call.Args[0]); ok {
		return "the command " + name
	}
	return "the command"
}

// runs is the call that waits for the command to end.
func runs(cmd *bounds.Object) (bounds.Use, bool) {
	for _, u := range cmd.Uses {
		if u.Arg == knowledge.Receiver && u.Row != nil && u.Row.Does == knowledge.Runs && u.Fn.Name() != "Wait" {
			return u, true
		}
	}
	return piped(cmd)
}

// supervised: something else can end it, or it may be made to end out of sight.
func supervised(cmd *bounds.Object) bool {
	if cmd.Reads("Process") || cmd.Reads("Stdin") || len(cmd.Writes("Cancel")) > 0 {
		return true
	}
	for _, w := range cmd.Writes("Stdin") {
		if readsTerminal(w.Value) {
			return true
		}
	}
	return cmd.Left(bounds.Passed, bounds.Stored)
}

// readsTerminal: a command that a person talks to ends when the person says so.
func readsTerminal(v ssa.Value) bool {
	if made, ok := v.(*ssa.MakeInterface); ok {
		v = made.X
	}
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	g, ok := load.X.(*ssa.Global)
	return ok && g.Pkg.Pkg.Path() == "os" && g.Name() == "Stdin"
}

// contextInScope: the finding is ctxvariant's. A request has a context, too, which
// ends when the client leaves: no end for a command.
func contextInScope(fn *ssa.Function) bool {
	for ; fn != nil; fn = fn.Parent() {
		for p := range fn.Signature.Params().Variables() {
			if calls.IsContext(p.Type()) {
				return true
			}
		}
	}
	return false
}
