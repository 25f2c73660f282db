package flow

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Wait is a call that a row says may wait, with what could end it.
type Wait struct {
	Func     string // that makes the call
	Call     int    // which of its calls
	Row      string // the row's name
	What     string // for people: "http.Client.Do"
	Does     string // knowledge.Effect
	Bounds   []string
	Context  Set       // the context it is given; nil: none
	Request  Set       // the *http.Request it is given; nil: none
	Carriers []Carrier // what its other limits are set on
	Receiver Set       // nil for a function
	Repeats  []Repeat  // what may be told to make it again by itself
	Place    Place
}

// Repeat is a method of a client that says how often its calls are made again.
type Repeat struct {
	Setter string
	Arg    int  // without the receiver
	Extra  bool // the first attempt is not counted
}

// Carrier is a value on which a limit of a wait is set.
type Carrier struct {
	Owner string // "net/http.Client"
	Field string // "Timeout"
	Set   Set
}

// waiting are the effects that keep a caller waiting.
var waiting = map[knowledge.Effect]bool{
	knowledge.Dials: true, knowledge.Requests: true, knowledge.Queries: true, knowledge.Runs: true,
	knowledge.Receives: true, knowledge.Acquires: true, knowledge.Waits: true, knowledge.Writes: true, knowledge.Sleeps: true,
}

// wait records a call of which a row says that it waits.
func (f *function) wait(call ssa.CallInstruction, n int, s CallSite) {
	obj := called(call.Common())
	if obj == nil {
		return
	}
	row := f.met.Row(obj)
	if row == nil || !waiting[row.Does] {
		return
	}
	w := Wait{Func: f.out.Key, Call: n, Row: row.Name, What: knowledge.Short(row.Name), Does: string(row.Does), Place: s.Place}
	args := arguments(call.Common())
	skip := 0
	if obj.Signature().Recv() != nil {
		skip = 1
		if len(s.Args) > 0 {
			w.Receiver = s.Args[0]
		}
	}
	for i, arg := range args {
		if calls.Named(arg.Type()) == "net/http.Request" && (i > 0 || skip == 0) {
			w.Request = s.Args[i]
		}
	}
	for _, bound := range row.Bound {
		w.Bounds = append(w.Bounds, string(bound))
		switch bound.Kind() {
		case "ctx":
			if i := bound.Arg() + skip; i >= 0 && i < len(args) && calls.IsContext(args[i].Type()) {
				w.Context = s.Args[i]
			}
		case "field":
			dot := strings.LastIndexByte(bound.Name(), '.')
			owner, field := bound.Name()[:dot], bound.Name()[dot+1:]
			for i, arg := range args {
				if calls.Named(arg.Type()) == owner {
					w.Carriers = append(w.Carriers, Carrier{Owner: owner, Field: field, Set: s.Args[i]})
					break
				}
			}
		}
	}
	for _, lib := range f.met.Table().Library(obj.Pkg().Path()) {
		for _, r := range lib.Retries {
			if r.Form == knowledge.Method && (r.Counts == knowledge.ExtraTries || r.Counts == knowledge.TotalTries) {
				w.Repeats = append(w.Repeats, Repeat{Setter: r.Name, Arg: r.Arg, Extra: r.Counts == knowledge.ExtraTries})
			}
		}
	}
	f.builder.out.Waits = append(f.builder.out.Waits, w)
}

// called is the function or the interface's method that a call names.
func called(c *ssa.CallCommon) *types.Func {
	if c.IsInvoke() {
		return c.Method
	}
	if fn := c.StaticCallee(); fn != nil {
		if fn.Origin() != nil {
			fn = fn.Origin()
		}
		if obj, ok := fn.Object().(*types.Func); ok {
			return obj
		}
	}
	return nil
}
