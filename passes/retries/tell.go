package retries

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/contexts"
	"github.com/timeoutlint/timeoutlint/passes/durations"
	"github.com/timeoutlint/timeoutlint/passes/program"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// FullName is the function as rows name it, "" for a function value.
func (a *Attempt) FullName() string {
	if a.Fn == nil {
		return ""
	}
	return calls.FullName(a.Fn)
}

// Names reports whether anything in the loop names a variable of a package, as
// "sql.ErrNoRows".
func (l *Loop) Names(variable string) bool {
	found := false
	l.each(func(instr ssa.Instruction) {
		for _, op := range instr.Operands(nil) {
			g, ok := (*op).(*ssa.Global)
			found = found || ok && g.Pkg != nil && g.Pkg.Pkg.Name()+"."+g.Name() == variable
		}
	})
	return found
}

// In is the function that waits for the loop to end.
func (l *Loop) In() *ssa.Function {
	if l.Caller != nil {
		return l.Caller
	}
	return l.Fn
}

// Name is the call as a message names it: "sql.DB.Ping".
func (a *Attempt) Name() string {
	if a.Fn == nil {
		return "the call"
	}
	name := a.Fn.Name()
	if recv := a.Fn.Signature().Recv(); recv != nil {
		if full := calls.Named(recv.Type()); full != "" {
			name = full[strings.LastIndexByte(full, '.')+1:] + "." + name
		}
	}
	if a.Fn.Pkg() == nil {
		return name
	}
	return a.Fn.Pkg().Name() + "." + name
}

const deepest = 3 // calls between a repeated call and the network, before it counts as work of its own

// Remote reports whether the call leaves the process, by row or fact; sure is
// false where only its look says so.
func (a *Attempt) Remote() (remote, sure bool) {
	switch a.Effect {
	case knowledge.Dials, knowledge.Requests, knowledge.Queries, knowledge.Writes, knowledge.Streams:
		return (a.Kind == Known || a.Kind == Shaped) && a.depth <= deepest, a.Kind == Known
	}
	return false, false
}

// Given reports whether the call is given the context of the function, or none
// at all: one that is given another is meant to outlive it.
func (r *Result) Given(a *Attempt) bool {
	for _, arg := range a.Call.Common().Args {
		if !calls.IsContext(arg.Type()) {
			continue
		}
		switch contexts.Of(r.Program, arg).State {
		case contexts.Param, contexts.Request, contexts.Deadline:
			return true
		}
		return false
	}
	return true
}

// Accepts reports whether the call waits for the next connection or message.
func (a *Attempt) Accepts() bool {
	return a.Kind != Local && nextItem.MatchString(calleeName(a.Call.Common()))
}

// Item reports whether the call asks an iterator: what is behind it is seldom
// more than memory.
func (a *Attempt) Item() bool {
	return strings.HasPrefix(strings.ToLower(calleeName(a.Call.Common())), "next")
}

// Picks reports whether the errors that go back are particular ones, named by
// a sentinel or type, other than what says that it will pass.
func (l *Loop) Picks() bool {
	for _, name := range l.Filtered {
		if name != "net.Error" && !l.open[name] && !strings.Contains(name, "emporary") && l.goesBack(name) {
			return true
		}
	}
	return false
}

// Timed reports whether the loop gives its connection or call a deadline anew in
// each round, before the call, so that the call itself is the wait. What is done
// with an answer changes nothing for a failure.
func (l *Loop) Timed(a *Attempt) bool {
	timed := false
	l.each(func(instr ssa.Instruction) {
		call, ok := instr.(*ssa.Call)
		if !ok || program.Precedes(a.Call, call) {
			return
		}
		switch calleeName(call.Common()) {
		case "SetDeadline", "SetReadDeadline":
			timed = timed || !slices.Contains(l.sourcesOf(receiver(call.Common())), a.Call)
		case "WithTimeout", "WithDeadline", "WithTimeoutCause", "WithDeadlineCause":
			timed = timed || strings.HasPrefix(qualified(call.Common()), "context.")
		}
	})
	return timed
}

// receiver is what a method is called on; nil for a function.
func receiver(c *ssa.CallCommon) ssa.Value {
	switch {
	case c.IsInvoke():
		return c.Value
	case c.Signature().Recv() != nil && len(c.Args) > 0:
		return c.Args[0]
	}
	return nil
}

// Target reports whether the call goes to something picked anew in each
// round: another host, another connection.
func (l *Loop) Target(a *Attempt) bool {
	for _, other := range l.Calls {
		if other != a && other.Fn == a.Fn && l.target(other) {
			return true // on another branch
		}
	}
	return l.target(a)
}

func (l *Loop) target(a *Attempt) bool {
	for _, c := range a.Changes.Fresh {
		if !builder(c.Common()) {
			return true
		}
	}
	for _, arg := range a.Call.Common().Args {
		if _, _, carried := l.carried(arg); carried && calls.IsContext(arg.Type()) {
			return true // goes on under another context
		}
	}
	return false
}

// builder: makes an argument out of what it is given.
func builder(c *ssa.CallCommon) bool {
	name := qualified(c)
	for _, prefix := range []string{"net/http.New", "(*net/http.Request)", "(net/http.Header)", "fmt.", "strings.", "bytes.", "encoding/",
		"time.", "(time.", "context.", "net/url.", "(*net/url.", "strconv.", "(*strings.", "(*bytes.", "io.NopCloser", "errors."} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return same(c.StaticCallee(), 0)
}

// Times says how often a call is made: "3 times", "without a limit", "as often as
// its counter lets it", "again and again".
func (c Cap) Times() string {
	switch {
	case c.Kind == Endless:
		return "without a limit"
	case c.Attempts > 0:
		return fmt.Sprintf("%d times", c.Attempts)
	case c.Kind == Counter:
		return "as often as its counter lets it"
	}
	return "again and again"
}

// Transient reports whether the errors that go back are not picked, or picked
// only by what says that the other side is overloaded or away, or names the
// errors that do not go back.
func (l *Loop) Transient() bool {
	for _, name := range l.Filtered {
		if name == "context.DeadlineExceeded" && l.goesBack(name) {
			return false // it has waited
		}
		if l.open[name] {
			continue
		}
		switch name {
		case "context.Canceled", "context.DeadlineExceeded", "net.Error", "*net.Error", "429", "500", "502", "503", "504", "the helper":
		default:
			return false
		}
	}
	return true
}

// Total is the longest time that passes between the first and the last
// attempt, where all numbers are constants.
func (l *Loop) Total() (time.Duration, bool) {
	d, ok := l.Wait.Time.Exact()
	if l.Cap.Kind != Counter || l.Cap.Attempts < 2 || !ok || l.Wait.Growth.By != "" {
		return 0, false
	}
	return time.Duration(d) * time.Duration(l.Cap.Attempts-1), true
}

// Every says what is waited between attempts: "100ms", "a time that grows".
func (w Wait) Every() string {
	if d, ok := w.Time.Exact(); ok && w.Growth.By == "" && d > 0 {
		return durations.Short(time.Duration(d))
	}
	return ""
}
