package idempotency

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/retries"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
)

// repeat marks what a loop does again, and reports what is known by now.
func (r *Result) repeat(d *Does, l *retries.Loop) {
	var kept []Act
	for _, a := range d.Acts {
		if l.Inside(a.at) && !(a.Kind == Statement && d.InTx) {
			a = r.again(d, l, a)
			if a.Again != nil && r.decided(a) {
				r.report(a, l)
				continue
			}
		}
		kept = append(kept, a)
	}
	d.Acts = kept
	r.renewed(d, l)
}

// again says that an act of an attempt is done again, if a failure of unknown
// outcome leads to the next attempt.
func (r *Result) again(d *Does, l *retries.Loop, a Act) Act {
	call, ok := a.at.(ssa.CallInstruction)
	if !ok || a.Again != nil {
		return a
	}
	after := r.retries.After(l, call)
	if after == "" || a.Kind == Post && r.picksMethod(l) {
		return a
	}
	a.Keyed = a.Keyed || len(d.Keys) > 0 // one that is made anew is retrykey's
	a.Slots = slices.Clone(a.Slots)
	for i, o := range a.Slots {
		if o.Fresh != "" && (o.at == nil || !l.Inside(o.at)) {
			a.Slots[i].Fresh = "" // made once, before the attempts
		}
	}
	a.Again = &Again{After: after, Times: l.Cap.Times(), By: l.Fn.Name(), loop: l.Pos}
	return a
}

// anew reports whether a key is another one in each attempt of a loop.
func (r *Result) anew(k Key, l *retries.Loop) bool {
	return k.From.Fresh != "" && k.From.at != nil && l.Inside(k.From.at) && l.Inside(k.at)
}

// renewed notes the keys that are made anew for each attempt.
func (r *Result) renewed(d *Does, l *retries.Loop) {
	unsure := slices.ContainsFunc(l.Calls, func(a *retries.Attempt) bool { return r.retries.After(l, a.Call) != "" })
	for _, k := range d.Keys {
		made := k.From.pos
		if slices.ContainsFunc(r.Renewed, func(old Renewed) bool { return old.Made == made }) {
			continue
		}
		if unsure && keyName.MatchString(k.Name) && r.anew(k, l) {
			r.Renewed = append(r.Renewed, Renewed{Key: k, Made: made, Loop: l})
		}
	}
}

// decided reports whether it is known what is done, so that callers have nothing
// to add.
func (r *Result) decided(a Act) bool {
	switch a.Kind {
	case Post:
		return a.method() != ""
	case Statement:
		if a.Harm != "" {
			return true
		}
		_, harm := a.statement(func(o Origin) bool { return o.Fresh != "" })
		return harm != ""
	}
	return true
}

// report keeps an act that is done again and that nothing makes harmless.
func (r *Result) report(a Act, l *retries.Loop) {
	if a.Keyed || a.Kind == Object && len(a.Slots) > 0 && a.Slots[0].Fresh == "" {
		return // under a name of its own the second is refused
	}
	if a.at != nil {
		root := r.scopeOf(a.at.Parent()).root
		a.Names = append(slices.Clip(a.Names), root.Name())
	}
	for _, old := range r.Repeats {
		if old.Pos == a.pos && old.Act.Kind == a.Kind {
			return
		}
	}
	r.Repeats = append(r.Repeats, Repeat{Act: a, Pos: a.pos, Loop: l})
}

// Twice is what happens twice, and the statement, if it is one.
func (a Act) Twice() (text, harm string) {
	if a.Harm != "" {
		return "", a.Harm
	}
	return a.statement(func(o Origin) bool { return o.Fresh != "" })
}

// Method of a request.
func (a Act) Method() string { return a.method() }

// picksMethod reports whether the function of a loop asks for the method of the
// request before it repeats it, or for a key that it carries.
func (r *Result) picksMethod(l *retries.Loop) bool {
	for _, b := range l.Fn.Blocks {
		test, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || !r.asksMethod(test.Cond, 0) {
			continue
		}
		if !l.Inside(test) {
			return true
		}
		for _, s := range b.Succs {
			if !l.Inside(s.Instrs[0]) {
				return true
			}
			if _, returns := s.Instrs[len(s.Instrs)-1].(*ssa.Return); returns {
				return true
			}
		}
	}
	return false
}

var methods = []string{"GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE", "POST", "PATCH"}

// asksMethod reports whether a condition is about the method of a request.
func (r *Result) asksMethod(v ssa.Value, depth int) bool {
	if depth > 4 {
		return false
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		if fa, ok := v.X.(*ssa.FieldAddr); ok && v.Op == token.MUL {
			name := fieldName(fa.X.Type(), fa.Field)
			return name == "Method"
		}
		return r.asksMethod(v.X, depth+1)
	case *ssa.BinOp:
		return slices.Contains(methods, constText(v.Y)) || slices.Contains(methods, constText(v.X)) || r.asksMethod(v.X, depth+1) || r.asksMethod(v.Y, depth+1)
	case *ssa.Phi:
		return slices.ContainsFunc(v.Edges, func(e ssa.Value) bool { return e != ssa.Value(v) && r.asksMethod(e, depth+1) })
	case *ssa.Extract:
		return r.asksMethod(v.Tuple, depth+1)
	case *ssa.Lookup:
		return r.asksMethod(v.Index, depth+1)
	case *ssa.Call:
		if !boolean(v.Call.Signature().Results()) {
			return false
		}
		for _, arg := range v.Call.Args {
			if isRequest(arg) || r.asksMethod(arg, depth+1) {
				return true
			}
			if p, ok := arg.(*ssa.Parameter); ok && p.Name() == "method" {
				return true
			}
		}
	}
	return false
}

// By says what repeats it, where that is not in sight of the place; "" otherwise.
func (r Repeat) By() string {
	if r.Loop != nil || r.Act.Again.By == "" {
		return ""
	}
	return " by " + r.Act.Again.By
}

// Path leads from the place to what repeats it.
func (r Repeat) Path() []verdict.Step {
	switch {
	case r.Loop != nil:
		return []verdict.Step{{Pos: r.Loop.Pos, Text: "repeats it"}}
	case r.Act.Again.loop.IsValid():
		return []verdict.Step{{Pos: r.Act.Again.loop, Text: "repeats it"}}
	}
	return nil
}
