package lockwait

import (
	"fmt"
	"go/token"
	"path/filepath"
	"regexp"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/contexts"
	"github.com/timeoutlint/timeoutlint/passes/contexts/obligations"
	"github.com/timeoutlint/timeoutlint/passes/drivers"
	"github.com/timeoutlint/timeoutlint/passes/held"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.LockWait.Name,
	Doc:      rules.LockWait.Summary,
	URL:      rules.LockWait.URL(),
	Requires: []*analysis.Analyzer{bounds.Analyzer, calls.Analyzer, drivers.Analyzer, held.Analyzer, obligations.Analyzer, verdict.Analyzer},
	Run:      run,
}

// wait is a call under a lock.
type wait struct {
	pos        token.Pos
	mutex      string
	what, long string
	confidence rules.Confidence
	path       []verdict.Step
}

func run(pass *analysis.Pass) (any, error) {
	out := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter)
	functions := pass.ResultOf[held.Analyzer].(*held.Result)
	places := functions.Places()
	locked := func(pos token.Pos) string {
		at := pass.Fset.PositionFor(pos, false)
		return places.Locked(at.Filename, held.Spot{Line: at.Line, Column: at.Column})
	}
	list := append(direct(pass, locked), reached(pass, locked)...)
	waits := map[string]bool{} // functions that wait under their lock
	for _, w := range list {
		waits[w.mutex+" "+function(pass, places, w.pos)] = true
	}
	told := map[string]bool{} // one report for a mutex in a function
	for _, w := range list {
		key := w.mutex + " " + function(pass, places, w.pos)
		if told[key] || purpose.MatchString(w.mutex[strings.LastIndexByte(w.mutex, '.')+1:]) {
			continue
		}
		var quick []held.Taker
		for _, t := range functions.Takers(w.mutex) {
			if !waits[w.mutex+" "+t.Func.Name] {
				quick = append(quick, t)
			}
		}
		if len(quick) == 0 && w.confidence != rules.High {
			continue // it lets one call run at a time
		}
		told[key] = true
		out.Report(pass, verdict.Verdict{
			Rule: rules.LockWait, Confidence: w.confidence, At: verdict.Position(w.pos),
			Message: fmt.Sprintf("%s is held while %s waits, %s: meanwhile %s; let it go before the call, or give the call a deadline",
				w.mutex, w.what, w.long, others(quick)),
			Path: w.path,
		})
	}
	return nil, nil
}

// others are who takes the mutex for a moment.
func others(quick []held.Taker) string {
	if len(quick) == 0 {
		return "nobody else can have it"
	}
	text := fmt.Sprintf("%s (%s:%d)", quick[0].Func.Short, filepath.Base(quick[0].Func.File), quick[0].At.Line)
	if len(quick) > 1 {
		text += fmt.Sprintf(" and %d more", len(quick)-1)
	}
	return text + " cannot have it"
}

// purpose are names of mutexes that let one call run at a time.
var purpose = regexp.MustCompile(`(?i)init|once|conn|write|send|req|call|refresh|load|fetch|open|dial|flush|serial|single`)

// function is the name of the function around a place.
func function(pass *analysis.Pass, functions held.Places, pos token.Pos) string {
	at := pass.Fset.PositionFor(pos, false)
	if f := functions.Around(at.Filename, held.Spot{Line: at.Line, Column: at.Column}); f != nil {
		return f.Name
	}
	return ""
}

// direct are the calls under a lock of which knowledge speaks, and that nothing ends
// but perhaps their caller's context.
func direct(pass *analysis.Pass, locked func(token.Pos) string) (out []wait) {
	b := pass.ResultOf[bounds.Analyzer].(*bounds.Result)
	light := pass.ResultOf[drivers.Analyzer].(*drivers.Result).Light()
	for _, c := range pass.ResultOf[calls.Analyzer].(*calls.Result).Calls {
		switch c.Row.Does {
		case knowledge.Requests, knowledge.Dials, knowledge.Runs:
		case knowledge.Queries:
			if light {
				continue
			}
		default:
			continue
		}
		mutex := locked(c.Pos())
		instr, ok := b.Call(c)
		if mutex == "" || !ok || c.Go || c.Defer || guarded(pass, c.Expr, mutex) {
			continue
		}
		w := wait{pos: c.Pos(), mutex: mutex, what: knowledge.Short(c.Row.Name), long: "for ever if there is no answer", confidence: rules.High}
		switch end := b.Ends(instr, c.Row); {
		case end.State == bounds.Never:
		case end.State == bounds.Perhaps && c.Row.CtxArg() >= 0:
			w.long, w.confidence = "for as long as its context lets it", rules.Medium
		default:
			continue
		}
		out = append(out, w)
	}
	return out
}

// reached are the calls of functions that wait with a context that never ends.
func reached(pass *analysis.Pass, locked func(token.Pos) string) (out []wait) {
	for _, n := range pass.ResultOf[obligations.Analyzer].(*obligations.Result).Needs {
		mutex := locked(n.Call.Pos())
		if n.Row != nil || mutex == "" || n.Origin.State != contexts.NoDeadline || !n.Alone {
			continue
		}
		out = append(out, wait{pos: n.Call.Pos(), mutex: mutex, what: strings.TrimSuffix(n.Reach(), ","), long: "for ever if there is no answer", confidence: rules.Medium,
			path: []verdict.Step{{Pos: n.Call.Pos(), Text: "leads to the wait"}}})
	}
	return out
}
