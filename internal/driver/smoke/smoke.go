// Package smoke has an analyzer that is easy to provoke, for the tests of the
// driver and of the command. It stands in for a rule of the catalogue and says
// nothing about time.
//
//	wait(), maybeWait(), perhapsWait()  a finding of high, medium, low confidence
//	explodeNow()                        the analyzer panics
//	explodeDeep()                       it panics in a package that it calls
//	giveUpNow()                         it leaves the function that calls it out
//	hang()                              it makes the file "hanging" and sleeps for a minute
//	pauseNow()                          it makes the file "paused" and waits until that is gone
//
// A function that calls one that waits is a fact, and a call of it in another
// package is a finding with a path.
package smoke

import (
	"go/ast"
	"go/types"
	"os"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/timeoutlint/timeoutlint/passes/leftout"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Waits says that a function waits.
type Waits struct{ Callee string }

// AFact marks Waits as a fact.
func (*Waits) AFact() {}

func (w *Waits) String() string { return "waits in " + w.Callee }

// Analyzer takes the place of bareclient.
var Analyzer = &analysis.Analyzer{
	Name:      rules.BareClient.Name,
	Doc:       "finds calls of functions that are called wait",
	Requires:  []*analysis.Analyzer{leftout.Analyzer, verdict.Analyzer},
	FactTypes: []analysis.Fact{(*Waits)(nil)},
	Run:       run,
}

func run(pass *analysis.Pass) (any, error) {
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || fn.Body == nil {
				continue
			}
			ast.Inspect(fn.Body, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok {
					visit(pass, fn, call)
				}
				return true
			})
		}
	}
	return nil, nil
}

func visit(pass *analysis.Pass, in *ast.FuncDecl, call *ast.CallExpr) {
	callee, _ := typeutil.Callee(pass.TypesInfo, call).(*types.Func)
	if callee == nil {
		return
	}
	callee = callee.Origin()
	confidence, path := rules.High, []verdict.Step(nil)
	fact := new(Waits)
	switch {
	case callee.Name() == "explodeNow":
		_ = call.Args[len(call.Args)]
	case callee.Name() == "explodeDeep":
		ast.Inspect((*ast.FuncDecl)(nil), func(ast.Node) bool { return true })
	case callee.Name() == "giveUpNow":
		pass.ResultOf[leftout.Analyzer].(*leftout.Result).Add(leftout.Item{Function: in.Name.Name, Rule: rules.BareClient.Name, Reason: "it is told to"})
		return
	case callee.Name() == "hang":
		_ = os.WriteFile("hanging", nil, 0o600)
		time.Sleep(time.Minute)
	case callee.Name() == "pauseNow":
		_ = os.WriteFile("paused", nil, 0o600)
		for range 1200 {
			if _, err := os.Stat("paused"); err != nil {
				return
			}
			time.Sleep(50 * time.Millisecond)
		}
		return
	case callee.Name() == "maybeWait":
		confidence = rules.Medium
	case callee.Name() == "perhapsWait":
		confidence = rules.Low
	case callee.Name() == "wait":
	case callee.Pkg() != pass.Pkg && pass.ImportObjectFact(callee, fact):
		path = []verdict.Step{{Pos: callee.Pos(), Text: strings.TrimPrefix(fact.String(), "waits ") + " it waits"}}
	default:
		return
	}
	pass.ExportObjectFact(pass.TypesInfo.Defs[in.Name], &Waits{callee.Name()})
	pass.ResultOf[verdict.Analyzer].(*verdict.Reporter).Report(pass, verdict.Verdict{
		Rule: rules.BareClient, Confidence: confidence, At: call, Path: path,
		Message: callee.Name() + " waits for ever",
		Fix: &analysis.SuggestedFix{Message: "Call " + callee.Name() + "Until", TextEdits: []analysis.TextEdit{
			{Pos: call.Lparen, End: call.Lparen, NewText: []byte("Until")}}},
	})
}
