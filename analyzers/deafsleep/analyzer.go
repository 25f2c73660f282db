package deafsleep

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/contexts/turns"
	"github.com/timeoutlint/timeoutlint/passes/durations"
	"github.com/timeoutlint/timeoutlint/passes/scopes"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.DeafSleep.Name,
	Doc:      rules.DeafSleep.Summary,
	URL:      rules.DeafSleep.URL(),
	Requires: []*analysis.Analyzer{calls.Analyzer, scopes.Analyzer, verdict.Analyzer},
	Run:      run,
}

// Sleeps below blink are not worth a select, nor are those up to pause outside
// of a loop or in one that asks its context in each turn. Of those that are
// shorter than turn in a loop, or than long outside of one, most callers never
// hear.
const (
	blink = 500 * time.Millisecond
	pause = time.Second
	turn  = 2 * time.Second
	long  = 5 * time.Second
)

func run(pass *analysis.Pass) (any, error) {
	met := pass.ResultOf[calls.Analyzer].(*calls.Result)
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	severity := met.Severity(rules.DeafSleep)
	for _, call := range met.Calls {
		if call.Row.Name != "time.Sleep" || call.Defer || call.Go || len(call.Outer) == 0 || !out.Wanted(call.Pos()) {
			continue
		}
		known, d := length(pass.TypesInfo, call.Expr.Args[0])
		if known && d < blink || !known && strings.Contains(strings.ToLower(types.ExprString(call.Expr.Args[0])), "throttl") {
			continue
		}
		scope, ok := scopes.At(pass, call.Expr)
		around := turns.Of(pass.TypesInfo, scope.Path)
		if !ok {
			if scope.Text, ok = around.Context, around.Context != "" && scope.Path != nil; !ok {
				continue
			}
			scope.When, scope.Giver, scope.Plain, scope.Func = scopes.Now, "its owner", true, call.Outer[0]
		}
		if !known && around.Brief(pass.TypesInfo, call.Expr.Args[0], scope.Text) {
			continue
		}
		confidence, ok := judge(pass.TypesInfo, scope, around, known, d)
		if !ok {
			continue
		}
		switch {
		case !known && setting(pass.TypesInfo, call.Expr.Args[0]), // it may be nothing, or long in tests only
			short(pass.TypesInfo, around, call.Expr.Args[0]), random(pass.TypesInfo, scope, call.Expr.Args[0]),
			restarted(pass.TypesInfo, scope),
			apart(scope): // nobody waits for it
			confidence = rules.Low
		}
		v := verdict.Verdict{
			Rule:       rules.DeafSleep,
			Confidence: confidence,
			Length:     lasts(known, d),
			Severity:   severity,
			At:         call.Expr,
			About:      around.Pos,
			Message:    message(scope, around, known, d),
		}
		if scope.Plain {
			v.Fix = turns.Select(pass, scope.Path, scope.Text)
		}
		out.Report(pass, v)
	}
	return nil, nil
}

func judge(info *types.Info, s scopes.Scope, l turns.Loop, known bool, d time.Duration) (rules.Confidence, bool) {
	switch {
	case known && l.Asks && d <= pause:
		return "", false
	case !l.Turns && (!known || d < pause):
		return "", false
	case s.When == scopes.Now && known:
		return rules.High, true
	case s.When >= scopes.Closure:
		return rules.Medium, true
	case s.When == scopes.Goroutine:
		return rules.Low, usedBeside(info, s) // nobody waits for it
	}
	return "", false
}

// lasts is how long a sleep is; one of which that is not known is taken to be as
// most are.
func lasts(known bool, d time.Duration) rules.Length {
	if known && d >= time.Minute {
		return rules.Minutes
	}
	return rules.Brief
}

// usedBeside reports whether the goroutine around the sleep uses the context
// for anything: only then is it meant to end with it.
func usedBeside(info *types.Info, s scopes.Scope) bool {
	for _, n := range s.Path {
		if lit, ok := n.(*ast.FuncLit); ok {
			return turns.Mentions(info, lit.Body, s.Text)
		}
	}
	return false
}

func message(s scopes.Scope, l turns.Loop, known bool, d time.Duration) string {
	length, each := "time.Sleep", ""
	if known {
		length = "a sleep of " + durations.Short(d)
	}
	if l.Turns {
		each = ", in each turn of the loop"
	}
	if s.Giver == "its owner" {
		return fmt.Sprintf("%s goes on after %s has ended%s: the loop asks it, the sleep does not; select on a timer and %s.Done()", length, s.Text, each, s.Text)
	}
	if s.Request {
		return fmt.Sprintf("%s goes on when the request has been given up%s; select on a timer and %s.Done()", length, each, s.Text)
	}
	return fmt.Sprintf("%s goes on when %s has given up%s; select on a timer and %s.Done()", length, s.Giver, each, s.Text)
}
