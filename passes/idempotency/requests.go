package idempotency

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
)

// Request is an HTTP request as far as its making is in sight.
type Request struct {
	Method, URL []Text
	Keyed       bool // carries an idempotency key, set where the request is made
	Touched     bool // given to code out of sight that may add one
	Param       int  // it is the parameter, as a Part names it
}

// requests are what a value of type *http.Request, or of a library's own, may be.
func (s scope) requests(v ssa.Value) []Request {
	w := requestWalk{scope: s, seen: map[ssa.Value]bool{}}
	w.visit(v)
	return w.out
}

type requestWalk struct {
	scope
	seen map[ssa.Value]bool
	out  []Request
}

func (w *requestWalk) visit(v ssa.Value) {
	if v == nil || w.seen[v] || len(w.seen) > 50 {
		return
	}
	w.seen[v] = true
	switch v := v.(type) {
	case *ssa.Phi:
		for _, e := range v.Edges {
			w.visit(e)
		}
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok && v.Index == 0 {
			w.call(call)
		}
	case *ssa.Call:
		w.call(v)
	case *ssa.UnOp:
		w.visit(v.X)
	case *ssa.Alloc:
		for _, val := range stored(v) {
			w.visit(val)
		}
		w.literal(v)
	case *ssa.FreeVar:
		w.visit(w.r.program.Binding(v))
	case *ssa.Parameter:
		if p := w.param(v); p != 0 && isRequest(v) {
			req := Request{Param: p}
			w.uses(v, &req)
			w.out = append(w.out, req)
		}
	case *ssa.MakeInterface:
		w.visit(v.X)
	case *ssa.ChangeType:
		w.visit(v.X)
	}
}

func isRequest(v ssa.Value) bool {
	switch calls.Named(deref(v.Type())) {
	case "net/http.Request", "github.com/hashicorp/go-retryablehttp.Request":
		return true
	}
	return false
}

var requestMaker = regexp.MustCompile(`^(net/http|github\.com/hashicorp/go-retryablehttp|net/http/httptest)\.NewRequest(WithContext)?$`)

func (w *requestWalk) call(call *ssa.Call) {
	c := call.Common()
	name := qualified(c)
	switch {
	case requestMaker.MatchString(name):
		args := c.Args
		if calls.IsContext(args[0].Type()) {
			args = args[1:]
		}
		req := Request{Method: w.texts(args[0]), URL: w.texts(args[1])}
		w.uses(call, &req)
		w.out = append(w.out, req)
		return
	case name == "(*net/http.Request).WithContext", name == "(*net/http.Request).Clone", name == "(*github.com/hashicorp/go-retryablehttp.Request).WithContext":
		w.visit(c.Args[0])
		before := len(w.out)
		if before > 0 {
			w.uses(call, &w.out[before-1])
		}
		return
	case name == "github.com/hashicorp/go-retryablehttp.FromRequest":
		w.visit(c.Args[0])
		return
	}
	for _, built := range w.r.built(c) {
		args := handed{values: receiverAndArgs(c)}
		req := Request{Keyed: built.Keyed, Touched: built.Touched}
		if built.Param != 0 {
			if arg, _ := args.of(built.Param); arg != nil && isRequest(arg) {
				inner := requestWalk{scope: w.scope, seen: w.seen} // req = with(req) goes around
				inner.visit(arg)
				for _, one := range inner.out {
					one.Keyed, one.Touched = one.Keyed || built.Keyed, one.Touched || built.Touched
					w.out = append(w.out, one)
				}
			}
			continue
		}
		for _, t := range built.Method {
			req.Method = append(req.Method, w.put(t, args)...)
		}
		for _, t := range built.URL {
			req.URL = append(req.URL, w.put(t, args)...)
		}
		w.uses(call, &req)
		w.out = append(w.out, req)
	}
}

// literal: &http.Request{Method: "POST", URL: u}.
func (w *requestWalk) literal(alloc *ssa.Alloc) {
	if calls.Named(deref(alloc.Type())) != "net/http.Request" {
		return
	}
	req, named := Request{}, false
	for _, ref := range *alloc.Referrers() {
		if fa, ok := ref.(*ssa.FieldAddr); ok && fieldName(fa.X.Type(), fa.Field) == "Method" {
			for _, val := range stored(fa) {
				req.Method = append(req.Method, w.texts(val)...)
				named = true
			}
		}
	}
	if named {
		w.uses(alloc, &req)
		w.out = append(w.out, req)
	}
}

// uses looks at what happens to a request besides its being sent.
func (w *requestWalk) uses(made ssa.Value, req *Request) {
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
				if alloc, ok := ref.Addr.(*ssa.Alloc); ok && ref.Val == v {
					variable(alloc)
				}
			case *ssa.FieldAddr:
				w.field(ref, req)
			case *ssa.MakeClosure:
				if at := slices.Index(ref.Bindings, v); at >= 0 {
					visit(ref.Fn.(*ssa.Function).FreeVars[at])
				}
			case ssa.CallInstruction:
				w.handed(ref, v, req)
			}
		}
	}
	variable = func(at ssa.Value) {
		if seen[at] {
			return
		}
		seen[at] = true
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

// harmless are words in the names of functions that sign, trace or log a request
// and add no key to it.
var harmless = regexp.MustCompile(`(?i)auth|token|sign|trac|inject|log|dump|instrument|measure|metric|context|cookie|agent|accept|content|debug|record|send|do$|roundtrip|execute`)

func (w *requestWalk) handed(call ssa.CallInstruction, v ssa.Value, req *Request) {
	c := call.Common()
	name := qualified(c)
	if strings.HasPrefix(name, "(*net/http.") || strings.HasPrefix(name, "(net/http.") || strings.HasPrefix(name, "fmt.") || strings.HasPrefix(name, "log.") || strings.HasPrefix(name, "net/http") {
		return
	}
	callees := w.r.retries.Callees(c)
	for _, fn := range callees {
		for _, k := range w.r.does(fn).Keys {
			req.Keyed = req.Keyed || recognizes(k.Name)
		}
		if w.r.does(fn).Touches {
			req.Touched = true
		}
	}
	if len(callees) > 0 {
		return
	}
	if d := w.r.imported(callee(c)); d != nil {
		req.Keyed = req.Keyed || len(d.Keys) > 0
		req.Touched = req.Touched || d.Touches
		return
	}
	if fn := callee(c); fn == nil || !harmless.MatchString(fn.Name()) {
		req.Touched = true
	}
}

// field looks at what is set in a request: a header by its name, or all headers
// at once.
func (w *requestWalk) field(fa *ssa.FieldAddr, req *Request) {
	if fieldName(fa.X.Type(), fa.Field) != "Header" {
		return
	}
	for _, load := range *fa.Referrers() {
		u, ok := load.(*ssa.UnOp)
		if !ok {
			req.Touched = true // req.Header = headers
			continue
		}
		for _, ref := range *u.Referrers() {
			switch ref := ref.(type) {
			case *ssa.Call:
				switch qualified(ref.Common()) {
				case "(net/http.Header).Set", "(net/http.Header).Add":
					key := constText(ref.Call.Args[1])
					req.Keyed = req.Keyed || recognizes(key)
					req.Touched = req.Touched || key == "" && !w.known(ref.Call.Args[1])
				case "(net/http.Header).Get", "(net/http.Header).Del", "(net/http.Header).Values", "(net/http.Header).Clone":
				default:
					if fn := callee(ref.Common()); fn == nil || !harmless.MatchString(fn.Name()) {
						req.Touched = true
					}
				}
			case *ssa.MapUpdate:
				key := constText(ref.Key)
				req.Keyed = req.Keyed || recognizes(key)
				req.Touched = req.Touched || key == ""
			}
		}
	}
}

// known: the name of a header is a text in sight that is no key.
func (w *requestWalk) known(name ssa.Value) bool {
	for _, t := range w.texts(name) {
		text, whole := t.known()
		if !whole || recognizes(text) {
			return false
		}
	}
	return true
}
