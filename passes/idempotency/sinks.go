package idempotency

import (
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/retries"
)

// sink is what a call itself does outside of the process; known is false where
// it is not one of those that do.
func (s scope) sink(call ssa.CallInstruction) (acts []Act, known bool) {
	c := call.Common()
	fn := callee(c)
	if fn == nil {
		return nil, false
	}
	a := Act{Call: shown(fn), at: call, pos: call.Pos()}
	switch {
	case s.request(call, &a):
		if a.Request != 0 || len(a.Text) > 0 {
			return []Act{a}, true
		}
		for _, req := range s.requests(requestOf(c)) {
			one := a
			one.Text, one.URL, one.Request, one.Keyed = req.Method, req.URL, req.Param, req.Keyed || req.Touched
			acts = append(acts, one)
		}
		return acts, true
	case s.executes(call, fn, &a), s.inserts(call, fn, &a), s.creates(call, fn, &a):
		return []Act{a}, true
	case retries.RPC(c) && !s.hasBody(c):
		a.Kind, a.Harm, a.Keyed, a.Again = Remote, fn.Name(), retries.Recognized(c), s.r.channel(c)
		return []Act{a}, true
	}
	if row := s.r.calls.Row(fn); row != nil && row.Message {
		a.Kind, a.Harm, a.Keyed = Message, fn.Name(), retries.Recognized(c)
		return []Act{a}, true
	}
	return nil, false
}

func (s scope) hasBody(c *ssa.CallCommon) bool {
	fn := c.StaticCallee()
	return fn != nil && len(fn.Blocks) > 0
}

// shown is a function as a message names it: "sql.DB.ExecContext".
func shown(fn *types.Func) string {
	name := fn.Name()
	if recv := fn.Signature().Recv(); recv != nil {
		if full := calls.Named(recv.Type()); full != "" {
			name = full[strings.LastIndexByte(full, '.')+1:] + "." + name
		}
	}
	if fn.Pkg() == nil {
		return name
	}
	return fn.Pkg().Name() + "." + name
}

// posts are functions that send a POST to an address: where that is among the
// arguments.
var posts = map[string]int{
	"net/http.Post": 0, "net/http.PostForm": 0, "(*net/http.Client).Post": 0, "(*net/http.Client).PostForm": 0,
	"golang.org/x/net/context/ctxhttp.Post": 2, "golang.org/x/net/context/ctxhttp.PostForm": 2,
	"github.com/hashicorp/go-retryablehttp.Post": 0, "github.com/hashicorp/go-retryablehttp.PostForm": 0,
	"(*github.com/hashicorp/go-retryablehttp.Client).Post": 0, "(*github.com/hashicorp/go-retryablehttp.Client).PostForm": 0,
	"(*github.com/go-resty/resty/v2.Request).Post": 0, "(*resty.dev/v3.Request).Post": 0,
}

// request reads a call that sends an HTTP request, and leaves the act's text
// alone where the request is an argument.
func (s scope) request(call ssa.CallInstruction, a *Act) bool {
	c := call.Common()
	args := arguments(c)
	name := qualified(c)
	if at, ok := posts[name]; ok && at < len(args) {
		a.Kind, a.Text, a.URL = Post, []Text{lit("POST")}, s.texts(args[at])
		a.Keyed = s.chained(c)
		a.Again = s.r.client(s, call)
		return true
	}
	switch name {
	case "(*github.com/go-resty/resty/v2.Request).Patch", "(*resty.dev/v3.Request).Patch":
		a.Kind, a.Text, a.URL, a.Keyed = Post, []Text{lit("PATCH")}, s.texts(args[0]), s.chained(c)
		a.Again = s.r.client(s, call)
		return true
	case "(*github.com/go-resty/resty/v2.Request).Execute", "(*resty.dev/v3.Request).Execute":
		a.Kind, a.Text, a.URL, a.Keyed = Post, s.texts(args[0]), s.texts(args[1]), s.chained(c)
		a.Again = s.r.client(s, call)
		return true
	}
	if s.hasBody(c) || requestOf(c) == nil || !answers(c.Signature()) || s.r.imported(callee(c)) != nil {
		return false
	}
	a.Kind = Post
	a.Again = s.r.client(s, call)
	return true
}

// requestOf is the request among the arguments of a call.
func requestOf(c *ssa.CallCommon) ssa.Value {
	for _, arg := range arguments(c) {
		if isRequest(arg) {
			return arg
		}
	}
	return nil
}

func answers(sig *types.Signature) bool {
	for v := range sig.Results().Variables() {
		if calls.Named(deref(v.Type())) == "net/http.Response" {
			return true
		}
	}
	return false
}

// chained reports whether the builder that a request is sent by was given a key:
// client.R().SetHeader("Idempotency-Key", key).Post(url).
func (s scope) chained(c *ssa.CallCommon) bool {
	for _, link := range chain(c) {
		if len(s.keyCall(link)) > 0 {
			return true
		}
		if name := calleeName(link.Common()); name == "SetHeaders" || name == "SetHeaderMultiValues" {
			return true
		}
	}
	return false
}

// chain are the calls that a method's receiver comes from, the last one first.
func chain(c *ssa.CallCommon) []*ssa.Call {
	var out []*ssa.Call
	for range 30 {
		var recv ssa.Value
		switch {
		case c.IsInvoke():
			recv = c.Value
		case c.Signature().Recv() != nil && len(c.Args) > 0:
			recv = c.Args[0]
		default:
			return out
		}
		call, ok := single(recv).(*ssa.Call)
		if !ok {
			return out
		}
		out = append(out, call)
		c = call.Common()
	}
	return out
}

// single looks through a variable that is set once.
func single(v ssa.Value) ssa.Value {
	for range 4 {
		switch x := strip(v).(type) {
		case *ssa.UnOp:
			alloc, ok := x.X.(*ssa.Alloc)
			if !ok || len(stored(alloc)) != 1 {
				return x
			}
			v = stored(alloc)[0]
		case *ssa.Extract:
			return x.Tuple
		default:
			return x
		}
	}
	return v
}

func calleeName(c *ssa.CallCommon) string {
	if fn := callee(c); fn != nil {
		return fn.Name()
	}
	return ""
}

var executor = regexp.MustCompile(`^(Must|Named)?(Exec|Query|QueryRow|QueryRowx|Queryx|Get|Select|Raw|SQL|NamedQuery|NamedExec|MustExec)(Context|x|xContext|WithContext|One|Row)?$`)

// executes reads a call that runs a statement: of a database, of a transaction,
// or one that was prepared.
func (s scope) executes(call ssa.CallInstruction, fn *types.Func, a *Act) bool {
	c := call.Common()
	if !executor.MatchString(fn.Name()) || s.hasBody(c) {
		return false
	}
	args := arguments(c)
	at := slices.IndexFunc(args, func(v ssa.Value) bool {
		b, ok := v.Type().Underlying().(*types.Basic)
		return ok && b.Info()&types.IsString != 0
	})
	recv := ""
	if fn.Signature().Recv() != nil {
		recv = calls.Named(deref(fn.Signature().Recv().Type()))
	}
	if strings.HasSuffix(recv, "Tx") || strings.HasSuffix(recv, "Batch") {
		return false
	}
	a.Kind = Statement
	var given []ssa.Value
	switch {
	case strings.HasSuffix(recv, "Stmt"):
		prepared := s.prepared(c)
		if prepared == nil {
			return false
		}
		a.Text, given = prepared, args
	case at >= 0:
		if isOther(recv) {
			return false
		}
		a.Text, given = s.texts(args[at]), args[at+1:]
	default:
		return false
	}
	for _, v := range given {
		for _, part := range spread(v) {
			if !calls.IsContext(part.Type()) {
				a.Slots = append(a.Slots, s.origin(part))
			}
		}
	}
	return true
}

// isOther: Get and Select of something that has no statements.
func isOther(recv string) bool {
	return strings.HasPrefix(recv, "net/") || strings.HasPrefix(recv, "os/") || strings.HasPrefix(recv, "reflect.")
}

// prepared is the text that a statement was prepared of.
func (s scope) prepared(c *ssa.CallCommon) []Text {
	var out []Text
	for _, leaf := range s.r.program.Leaves(receiverAndArgs(c)[0]) {
		ext, ok := leaf.(*ssa.Extract)
		if !ok {
			continue
		}
		call, ok := ext.Tuple.(*ssa.Call)
		if !ok || !strings.HasPrefix(calleeName(call.Common()), "Prepare") {
			continue
		}
		if fn := callee(call.Common()); fn.Signature().Recv() != nil && strings.HasSuffix(calls.Named(deref(fn.Signature().Recv().Type())), "Tx") {
			return nil
		}
		for _, arg := range call.Call.Args {
			if b, ok := arg.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsString != 0 {
				out = append(out, s.r.scopeOf(call.Parent()).texts(arg)...)
			}
		}
	}
	return out
}
