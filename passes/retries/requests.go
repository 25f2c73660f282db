package retries

import (
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
)

// Request is an HTTP request that a loop sends once an attempt.
type Request struct {
	Sent    ssa.CallInstruction // Do, Post, RoundTrip
	Made    *ssa.Call           // http.NewRequest…; nil where Sent makes it
	Fresh   bool                // made anew for each attempt
	Method  string              // "" unless a constant
	URL     string              // the constant parts of it
	Body    ssa.Value           // nil: none
	Keyed   bool                // carries an idempotency key
	Touched bool                // handed to code that may add a key or renew the body
	Renewed bool                // its body is set or made again, here
}

// Place is where a message points: the call that sends it, or, where that is a
// helper that sends whatever it is given, the making of it.
func (r Request) Place() token.Pos {
	if r.Made != nil && !strings.Contains(qualified(r.Sent.Common()), "net/http.") {
		return r.Made.Pos()
	}
	return r.Sent.Pos()
}

// Requests are the HTTP requests sent in a loop, as far as they are made in
// sight.
func (r *Result) Requests(l *Loop) []Request {
	var out []Request
	r.inside(l, func(instr ssa.Instruction) {
		call, ok := instr.(*ssa.Call)
		if !ok {
			return
		}
		c := call.Common()
		if v := r.sent(c); v != nil {
			for _, made := range makers(v) {
				req := Request{Sent: call, Made: made, Fresh: l.Inside(made)}
				args := made.Call.Args
				if qualified(made.Common()) == "net/http.NewRequestWithContext" {
					args = args[1:]
				}
				req.Method, req.URL, req.Body = constText(args[0]), texts(args[1], 0), body(args[2])
				r.uses(made, &req)
				out = append(out, req)
			}
			return
		}
		switch qualified(c) {
		case "net/http.Post", "(*net/http.Client).Post":
			args := c.Args[len(c.Args)-3:]
			out = append(out, Request{Sent: call, Fresh: true, Method: "POST", URL: texts(args[0], 0), Body: body(args[2])})
		case "net/http.PostForm", "(*net/http.Client).PostForm":
			args := c.Args[len(c.Args)-2:]
			out = append(out, Request{Sent: call, Fresh: true, Method: "POST", URL: texts(args[0], 0)})
		}
	})
	return out
}

// inside visits what runs once an attempt: the loop's instructions and those
// of the literals made in it.
func (r *Result) inside(l *Loop, visit func(ssa.Instruction)) {
	l.each(visit)
	for _, anon := range l.Fn.AnonFuncs {
		if made := madeIn(anon); made != nil && l.blocks[made.Block()] {
			for _, b := range anon.Blocks {
				for _, instr := range b.Instrs {
					visit(instr)
				}
			}
		}
	}
}

// makers are the calls of NewRequest that a request may come from.
func makers(v ssa.Value) []*ssa.Call {
	made, _ := requestOrigins(v)
	return made
}

// requestOrigins are the calls of NewRequest and the parameters that a request, or
// what it is a copy of, may come from.
func requestOrigins(v ssa.Value) (out []*ssa.Call, given []*ssa.Parameter) {
	seen := map[ssa.Value]bool{}
	var visit func(v ssa.Value)
	visit = func(v ssa.Value) {
		if v == nil || seen[v] || len(seen) > 50 {
			return
		}
		seen[v] = true
		switch v := v.(type) {
		case *ssa.Parameter:
			given = append(given, v)
		case *ssa.Phi:
			for _, e := range v.Edges {
				visit(e)
			}
		case *ssa.Extract:
			visit(v.Tuple)
		case *ssa.UnOp:
			if v.Op == token.MUL {
				visit(v.X)
			}
		case *ssa.Alloc:
			for _, s := range stores(v) {
				visit(s)
			}
		case *ssa.FreeVar:
			if made, ok := madeIn(v.Parent()).(*ssa.MakeClosure); ok {
				for i, fv := range v.Parent().FreeVars {
					if fv == v {
						visit(made.Bindings[i])
					}
				}
			}
		case *ssa.Call:
			switch qualified(v.Common()) {
			case "net/http.NewRequest", "net/http.NewRequestWithContext":
				out = append(out, v)
			case "(*net/http.Request).WithContext", "(*net/http.Request).Clone":
				visit(v.Call.Args[0])
			}
		}
	}
	visit(v)
	return out, given
}

// KeyName matches the headers and fields that make a repeated request one.
var KeyName = regexp.MustCompile(`(?i)^(x-)?idempotency[-_]?key$|^client[-_]?(request[-_]?)?token$`)

// uses looks at what happens to a request between its making and the sending.
func (r *Result) uses(made ssa.Value, req *Request) {
	seen := map[ssa.Value]bool{}
	var visit, variable func(v ssa.Value)
	visit = func(v ssa.Value) {
		if seen[v] || v.Referrers() == nil || len(seen) > 50 {
			return
		}
		seen[v] = true
		for _, ref := range *v.Referrers() {
			switch ref := ref.(type) {
			case *ssa.Extract:
				if ref.Index == 0 {
					visit(ref)
				}
			case *ssa.Phi:
				visit(ref)
			case *ssa.Store:
				if alloc, ok := ref.Addr.(*ssa.Alloc); ok {
					variable(alloc)
				} else if ref.Val == v {
					req.Touched = true
				}
			case *ssa.FieldAddr:
				r.field(ref, req)
			case *ssa.MakeClosure:
				if at := slices.Index(ref.Bindings, v); at >= 0 {
					visit(ref.Fn.(*ssa.Function).FreeVars[at])
				}
			case *ssa.Call:
				switch name := qualified(ref.Common()); {
				case name == "(*net/http.Request).WithContext" || name == "(*net/http.Request).Clone":
					visit(ref)
				case r.sent(ref.Common()) == nil && !harmless(ref.Common()):
					req.Touched = true
				}
			}
		}
	}
	variable = func(at ssa.Value) {
		for _, ref := range *at.Referrers() {
			switch ref := ref.(type) {
			case *ssa.UnOp:
				visit(ref)
			case *ssa.MakeClosure:
				if i := slices.Index(ref.Bindings, at); i >= 0 {
					variable(ref.Fn.(*ssa.Function).FreeVars[i])
				}
			}
		}
	}
	visit(made)
}

func (r *Result) field(fa *ssa.FieldAddr, req *Request) {
	switch fieldName(fa) {
	case "Body", "GetBody":
		req.Renewed = true
	case "Header":
		for _, load := range *fa.Referrers() {
			u, ok := load.(*ssa.UnOp)
			if !ok {
				req.Touched = true // req.Header = headers
				continue
			}
			for _, ref := range *u.Referrers() {
				call, ok := ref.(*ssa.Call)
				if !ok {
					continue
				}
				switch qualified(call.Common()) {
				case "(net/http.Header).Set", "(net/http.Header).Add":
					key := constText(call.Call.Args[1])
					req.Keyed = req.Keyed || KeyName.MatchString(key)
					req.Touched = req.Touched || key == ""
				case "(net/http.Header).Get", "(net/http.Header).Del", "(net/http.Header).Values":
				default:
					req.Touched = true
				}
			}
		}
	}
}

// harmless: the standard library's own methods add no key and renew no body.
func harmless(c *ssa.CallCommon) bool {
	name := qualified(c)
	return strings.HasPrefix(name, "(*net/http.") || strings.HasPrefix(name, "(net/http.") || strings.HasPrefix(name, "fmt.") || strings.HasPrefix(name, "log.")
}

// body is the reader that a request is made of; of one that may be none, what
// it is otherwise.
func body(v ssa.Value) ssa.Value { return readers{}.of(v) }

// readers are the joins that were looked through: those of a loop lead back.
type readers map[*ssa.Phi]bool

func (seen readers) of(v ssa.Value) ssa.Value {
	if phi, ok := v.(*ssa.Phi); ok {
		if seen[phi] {
			return nil
		}
		seen[phi] = true
		for _, e := range phi.Edges {
			if some := seen.of(e); some != nil {
				return some
			}
		}
		return nil
	}
	if c, ok := v.(*ssa.Const); ok && c.Value == nil {
		return nil
	}
	if u, ok := v.(*ssa.UnOp); ok {
		if g, ok := u.X.(*ssa.Global); ok && g.Name() == "NoBody" {
			return nil
		}
	}
	if m, ok := v.(*ssa.MakeInterface); ok {
		if c, ok := m.X.(*ssa.Const); ok && c.Value == nil {
			return nil
		}
		return m.X
	}
	return v
}

// Rewinds reports whether net/http keeps a copy of a body of this type, in
// Request.GetBody.
func Rewinds(t types.Type) bool {
	switch calls.Named(t) {
	case "bytes.Buffer", "bytes.Reader", "strings.Reader":
		return true
	}
	return false
}

// Invariant reports whether a value is made before the loop.
func (l *Loop) Invariant(v ssa.Value) bool { return l.invariant(v, map[ssa.Value]bool{}) }

func (l *Loop) invariant(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return false // variables that are given each other's
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.Parameter, *ssa.FreeVar:
		return true
	case *ssa.ChangeInterface:
		return l.invariant(v.X, seen)
	case *ssa.UnOp:
		if alloc, ok := v.X.(*ssa.Alloc); ok && len(stores(alloc)) == 1 {
			return l.invariant(stores(alloc)[0], seen)
		}
		fv, ok := v.X.(*ssa.FreeVar)
		return ok && fv.Parent() == l.Fn && len(stores(fv)) == 0
	}
	instr, ok := v.(ssa.Instruction)
	return ok && instr.Block() != nil && !l.Inside(instr) && instr.Parent() == l.Fn
}

// Rewound reports whether something in the loop sets a reader back.
func (r *Result) Rewound(l *Loop, v ssa.Value) bool {
	found := false
	r.inside(l, func(instr ssa.Instruction) {
		call, ok := instr.(*ssa.Call)
		if !ok {
			return
		}
		switch calleeName(call.Common()) {
		case "Seek", "Reset", "Rewind":
			found = found || !strings.HasPrefix(qualified(call.Common()), "(*time.")
		}
	})
	return found
}

func constText(v ssa.Value) string {
	if c, ok := v.(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.String {
		return constant.StringVal(c.Value)
	}
	return ""
}

// texts are the constant parts of a text that is put together.
func texts(v ssa.Value, depth int) string {
	if depth > 6 {
		return ""
	}
	switch v := v.(type) {
	case *ssa.Const:
		return constText(v)
	case *ssa.BinOp:
		return texts(v.X, depth+1) + texts(v.Y, depth+1)
	case *ssa.Phi:
		out := ""
		for _, e := range v.Edges {
			out += texts(e, depth+1)
		}
		return out
	case *ssa.Call:
		out := ""
		for _, arg := range v.Call.Args {
			out += " " + texts(arg, depth+1)
		}
		return out
	case *ssa.UnOp:
		if fa, ok := v.X.(*ssa.FieldAddr); ok {
			return fieldName(fa)
		}
	}
	return ""
}
