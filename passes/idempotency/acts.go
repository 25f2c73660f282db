package idempotency

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/retries"
	"github.com/timeoutlint/timeoutlint/passes/statements"
)

// Kind says where something is done.
type Kind string

// The kinds.
const (
	Post      Kind = "post"      // an HTTP request
	Statement Kind = "statement" // a database
	Remote    Kind = "remote"    // a method of a generated client
	Message   Kind = "message"   // a broker
	Object    Kind = "object"    // an object of a cluster
)

// Act is one thing that is done outside of the process.
type Act struct {
	Kind    Kind
	Call    string   // what is called, for messages: "sql.DB.ExecContext"
	Text    []Text   // the method of a request, the text of a statement
	URL     []Text   // of a request
	Harm    string   // what a second time does, where that does not depend on a text
	Request int      // the parameter that is the request
	Keyed   bool     // the other side knows it again, or may
	Slots   []Origin // what the placeholders of a statement are given
	Names   []string // functions on the way to it, the innermost first
	Again   *Again   // it is done again on the way

	at  ssa.Instruction // in the function that the act is told for
	pos token.Pos       // of the call itself; none in another package
}

// Again says how an act is repeated.
type Again struct {
	After retries.Failure
	Times string // "3 times"
	By    string // what repeats it, if it is not where the act is reported
	loop  token.Pos
}

// Does is the fact of a function: what a call of it does outside of the
// process, in terms of its parameters.
type Does struct {
	Acts    []Act
	Keys    []Key
	Encodes []Part    // parameters that become the body of a request
	Builds  []Request // its result, if that is a request
	Makes   *Origin   // its result, if that is another one each time
	Client  *Again    // its result, if that is a client that repeats by itself
	Touches bool      // gives a request to code out of sight that may add a key
	InTx    bool      // begins or ends a transaction
}

// AFact marks Does as a fact.
func (*Does) AFact() {}

func (d *Does) String() string {
	var parts []string
	for _, a := range d.Acts {
		text := string(a.Kind)
		if a.Again != nil {
			text += " again"
		}
		parts = append(parts, text)
	}
	if len(d.Builds) > 0 {
		parts = append(parts, "builds a request")
	}
	if d.Makes != nil && d.Makes.Fresh != "" {
		parts = append(parts, "makes a new one")
	}
	return strings.Join(parts, ", ")
}

func (d *Does) empty() bool {
	return len(d.Acts) == 0 && len(d.Keys) == 0 && len(d.Encodes) == 0 && len(d.Builds) == 0 && d.Makes == nil && d.Client == nil && !d.Touches && !d.InTx
}

// open reports whether a caller can still say what the act is.
func (a Act) open() bool {
	return a.Request != 0 || slices.ContainsFunc(a.Text, Text.open)
}

// method is the first of a request's methods that is not the same when it is
// sent twice; "" if there is none in sight.
func (a Act) method() string {
	for _, t := range a.Text {
		if text, whole := t.known(); whole && (text == "POST" || text == "PATCH") {
			return text
		}
	}
	return ""
}

// statement is the first of the act's statements that does harm when it runs
// twice; fresh tells whether an origin is another one in each attempt.
func (a Act) statement(fresh func(Origin) bool) (text, harm string) {
	for _, t := range a.Text {
		known, _ := t.known()
		for _, s := range statements.Parse(known) {
			harm := s.Harm(func(v statements.Value) bool {
				return v.Slot > 0 && v.Slot <= len(a.Slots) && fresh(a.Slots[v.Slot-1])
			})
			if harm != "" {
				return s.Text, harm
			}
		}
	}
	return "", ""
}

// put is a callee's act in the terms of its caller.
func (s scope) act(a Act, at ssa.Instruction, args handed, name string) []Act {
	out := a
	out.at = at
	if !out.pos.IsValid() || a.open() {
		out.pos = at.Pos() // whoever says what it is
	}
	out.Names = slices.Clip(a.Names)
	if name != "" {
		out.Names = append(out.Names, name)
	}
	out.Text, out.URL = s.allOf(a.Text, args), s.allOf(a.URL, args)
	out.Slots = nil
	for _, o := range a.Slots {
		out.Slots = append(out.Slots, s.handOn(o, at, args))
	}
	if a.Request == 0 {
		return []Act{out}
	}
	arg, same := args.of(a.Request)
	if same {
		return []Act{out}
	}
	if arg == nil || !isRequest(arg) {
		return nil
	}
	var all []Act
	for _, req := range s.requests(arg) {
		one := out
		one.Text, one.URL, one.Request = req.Method, req.URL, req.Param
		one.Keyed = a.Keyed || req.Keyed || req.Touched
		all = append(all, one)
	}
	return all
}

func (s scope) allOf(texts []Text, args handed) []Text {
	var out []Text
	for _, t := range texts {
		out = append(out, s.put(t, args)...)
	}
	if len(out) > mostTexts {
		return []Text{hole}
	}
	return out
}

// deepest is how many calls within each other an origin, or a text, is followed through.
const deepest = 4

// handOn is an origin of a callee in the terms of its caller: what is made anew
// there is made anew by the call.
func (s scope) handOn(o Origin, at ssa.Instruction, args handed) Origin {
	out := Origin{Fresh: o.Fresh, at: at, pos: o.pos}
	if out.Fresh == "" {
		out.at = nil
	} else if !out.pos.IsValid() {
		out.pos = at.Pos()
	}
	if s.r.deep >= deepest { // what calls itself hands on to itself
		return out
	}
	s.r.deep++
	defer func() { s.r.deep-- }()
	for _, p := range o.From {
		arg, same := args.of(p.Param)
		if same {
			out.From = append(out.From, p)
		}
		if arg == nil {
			continue
		}
		inner := s.of(arg, p.Field)
		if out.Fresh == "" && inner.Fresh != "" {
			out.Fresh, out.at, out.pos = inner.Fresh, inner.at, inner.pos
		}
		out.From = append(out.From, inner.From...)
	}
	return out
}

// plain is the fact without what means nothing in another package.
func (d *Does) plain() *Does {
	out := *d
	out.Acts = slices.Clone(d.Acts)
	for i, a := range out.Acts {
		a.at, a.pos = nil, token.NoPos
		if a.Again != nil {
			again := *a.Again
			again.loop = token.NoPos
			a.Again = &again
		}
		a.Slots = slices.Clone(a.Slots)
		for j, o := range a.Slots {
			a.Slots[j] = o.plain()
		}
		out.Acts[i] = a
	}
	out.Keys = nil
	for _, k := range d.Keys {
		out.Keys = append(out.Keys, Key{Name: k.Name, From: k.From.plain()})
	}
	if d.Client != nil {
		again := *d.Client
		again.loop = token.NoPos
		out.Client = &again
	}
	if d.Makes != nil {
		o := d.Makes.plain()
		out.Makes = &o
	}
	return &out
}

func (o Origin) plain() Origin { return Origin{Fresh: o.Fresh, From: o.From} }
