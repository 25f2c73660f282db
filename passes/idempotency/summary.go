package idempotency

import (
	"go/types"
	"regexp"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/retries"
)

var transactional = regexp.MustCompile(`^(Begin\w*|Transaction|(Run)?(In|With)\w*(Tx|Transaction)\w*|ExecuteTx|Transact\w*|Commit)$`)

// instruction adds what an instruction does.
func (s scope) instruction(d *Does, instr ssa.Instruction) {
	d.Keys = append(d.Keys, s.keys(instr)...)
	switch instr := instr.(type) {
	case *ssa.MakeClosure:
		s.literal(d, instr.Fn.(*ssa.Function), instr)
	case *ssa.Go:
	case ssa.CallInstruction:
		for _, arg := range instr.Common().Args {
			if fn, ok := strip(arg).(*ssa.Function); ok && fn.Parent() != nil {
				s.given(d, fn, instr)
			}
		}
		s.call(d, instr)
	}
}

// literal adds what a literal does that is handed to somebody, who may run it.
func (s scope) literal(d *Does, fn *ssa.Function, made *ssa.MakeClosure) {
	for _, ref := range *made.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Go:
			return
		case ssa.CallInstruction:
			if ref.Common().Value != ssa.Value(made) {
				s.given(d, fn, ref)
			}
			return
		case *ssa.ChangeType, *ssa.MakeInterface, *ssa.Store:
			for _, use := range uses(ref) {
				s.given(d, fn, use)
				return
			}
		}
	}
}

// uses are the calls that are handed a value, behind a conversion or in a list
// of arguments.
func uses(instr ssa.Instruction) []ssa.CallInstruction {
	v, ok := instr.(ssa.Value)
	if !ok {
		store := instr.(*ssa.Store)
		at, ok := store.Addr.(*ssa.IndexAddr)
		if !ok {
			return nil
		}
		v = at.X
	}
	var out []ssa.CallInstruction
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case ssa.CallInstruction:
			out = append(out, ref)
		case *ssa.Slice:
			for _, use := range *ref.Referrers() {
				if call, ok := use.(ssa.CallInstruction); ok {
					out = append(out, call)
				}
			}
		}
	}
	return out
}

// given adds what a function does that a call is handed: the call runs it, as
// far as anybody knows, unless it repeats it, which is told elsewhere.
func (s scope) given(d *Does, fn *ssa.Function, by ssa.CallInstruction) {
	if len(s.r.helped[by.Pos()]) > 0 || by.Parent() != s.self {
		return
	}
	inner := s.r.does(fn)
	if transactional.MatchString(calleeName(by.Common())) {
		inner = &Does{Keys: inner.Keys} // all of it or nothing
	}
	s.merge(d, inner, by, handed{literal: true, around: s.r.scopeOf(fn).root == s.root}, "")
}

func (s scope) call(d *Does, call ssa.CallInstruction) {
	c := call.Common()
	if v := sent(call); v != nil {
		s.encodes(d, call, v)
	}
	if transactional.MatchString(calleeName(c)) {
		d.InTx = true
	}
	if loops := s.r.helped[call.Pos()]; len(loops) > 0 {
		for _, l := range loops {
			s.helped(d, l, call)
		}
		return
	}
	if acts, known := s.sink(call); known {
		for _, a := range acts {
			s.add(d, a)
		}
		return
	}
	args := receiverAndArgs(c)
	found := false
	for _, fn := range s.r.retries.Callees(c) {
		found = true
		given := handed{values: args, literal: fn.Parent() != nil, around: s.r.scopeOf(fn).root == s.root}
		if len(args)+1 == len(fn.Params) {
			given.values = append([]ssa.Value{nil}, args...) // a method value: its receiver is out of sight
		}
		name := fn.Name()
		if fn.Parent() != nil {
			name = ""
		}
		s.merge(d, s.r.does(fn), call, given, name)
	}
	if !found {
		if inner := s.r.imported(callee(c)); inner != nil {
			s.merge(d, inner, call, handed{values: args}, callee(c).Name())
		}
	}
}

// encodes notes what becomes the body of a request: a value whose type has a
// field by which the other side knows it again, or a parameter.
func (s scope) encodes(d *Does, call ssa.CallInstruction, v ssa.Value) {
	inner := strip(v)
	if name := keyField(inner.Type()); name != "" {
		d.Keys = append(d.Keys, Key{Name: name, at: call, pos: call.Pos()})
		return
	}
	if p, ok := inner.(*ssa.Parameter); ok && types.IsInterface(p.Type()) {
		if at := s.param(p); at != 0 {
			d.Encodes = append(d.Encodes, Part{Param: at})
		}
	}
}

// merge adds what a callee does, in the terms of its caller.
func (s scope) merge(d, inner *Does, at ssa.CallInstruction, args handed, name string) {
	keyed := false
	for _, p := range inner.Encodes {
		arg, same := args.of(p.Param)
		switch {
		case same:
			d.Encodes = append(d.Encodes, p)
		case arg != nil:
			before := len(d.Keys)
			s.encodes(d, at, arg)
			keyed = keyed || len(d.Keys) > before
		}
	}
	for _, k := range inner.Keys {
		one := Key{Name: k.Name, From: s.handOn(k.From, at, args), at: at, pos: k.pos}
		if !one.pos.IsValid() {
			one.pos = at.Pos()
		}
		d.Keys = append(d.Keys, one)
	}
	d.InTx = d.InTx || inner.InTx && name == ""
	if inner.InTx && name != "" {
		inner = withoutStatements(inner)
	}
	for _, a := range inner.Acts {
		for _, one := range s.act(a, at, args, name) {
			one.Keyed = one.Keyed || keyed
			if one.Again != nil && s.r.decided(one) {
				one.pos = at.Pos()
				s.r.report(one, nil)
				continue
			}
			s.add(d, one)
		}
	}
}

// withoutStatements: what runs in a transaction is undone when it fails.
func withoutStatements(d *Does) *Does {
	out := *d
	out.Acts = nil
	for _, a := range d.Acts {
		if a.Kind != Statement {
			out.Acts = append(out.Acts, a)
		}
	}
	return &out
}

// add keeps what may do harm when it is done twice.
func (s scope) add(d *Does, a Act) {
	if len(d.Acts) >= mostActs || a.Kind == Post && a.method() == "" && !a.open() {
		return
	}
	if a.Again != nil && s.r.decided(a) {
		a.Keyed = a.Keyed || len(d.Keys) > 0
		s.r.report(a, nil)
		return
	}
	d.Acts = append(d.Acts, a)
}

// results notes the request, or the new value, that the function returns.
func (s scope) results(d *Does) {
	sig := s.self.Signature
	for _, p := range s.self.Params {
		if isRequest(p) {
			for _, req := range s.requests(p) {
				d.Touches = d.Touches || req.Touched
			}
		}
	}
	if sig.Results().Len() == 0 || s.self.Parent() != nil {
		return
	}
	for _, res := range results(s.self, 0) {
		switch {
		case isClient(res.Type()) && d.Client == nil:
			d.Client = s.r.repeats(res)
		case isRequest(res):
			d.Builds = append(d.Builds, s.requests(res)...)
		case isText(res.Type()) && d.Makes == nil:
			if o := s.origin(res); o.Fresh != "" {
				d.Makes = &o
			}
		}
	}
	if len(d.Builds) > mostTexts {
		d.Builds = nil
	}
}

func isClient(t types.Type) bool {
	switch calls.Named(deref(t)) {
	case "net/http.Client", "net/http.RoundTripper", "github.com/hashicorp/go-retryablehttp.Client":
		return true
	}
	return false
}

func isText(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// helped adds what a function does that the call has repeated.
func (s scope) helped(d *Does, l *retries.Loop, call ssa.CallInstruction) {
	inner := s.r.does(l.Fn)
	args := handed{literal: l.Fn.Parent() != nil, around: s.r.scopeOf(l.Fn).root == s.root}
	repeated := *inner
	repeated.Acts = nil
	for _, a := range inner.Acts {
		if a.Kind == Statement && inner.InTx {
			continue
		}
		again := s.r.again(inner, l, a)
		if again.Again != nil && s.r.decided(again) {
			s.r.report(again, l)
			continue
		}
		repeated.Acts = append(repeated.Acts, again)
	}
	s.r.renewed(inner, l)
	repeated.InTx = false
	s.merge(d, &repeated, call, args, "")
}
