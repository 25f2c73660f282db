package waits

import (
	"go/types"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// clear are functions of others that wrap a handler and leave its context as
// it is, by the argument that is the handler.
var clear = map[string]int{
	"net/http.StripPrefix": 1, "net/http.MaxBytesHandler": 0, "net/http.AllowQuerySemicolons": 0,
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp.NewHandler": 0,
	"github.com/gorilla/handlers.LoggingHandler":                               1, "github.com/gorilla/handlers.CombinedLoggingHandler": 1,
	"github.com/gorilla/handlers.CompressHandler": 0, "github.com/gorilla/handlers.ProxyHeaders": 0,
	"golang.org/x/net/http2/h2c.NewHandler": 0,
}

// wrapper is what a function of a library that wraps handlers does, as a tree:
// a limit that it sets, or a context of which nothing is known.
func wrapper(fn *types.Func) *tree.Func {
	name := calls.FullName(fn)
	w, r := tree.Arg{}, tree.Ctx{Kind: tree.CtxParam, N: 1}
	switch knowledge.Family(name) {
	case "net/http.TimeoutHandler":
		return around(name, limited("http.TimeoutHandler", 0, 1, 1, r, w))
	case "github.com/go-chi/chi/middleware.Timeout":
		return around(name, around(name+"$1", limited("middleware.Timeout", 0, 1, 2, r, w)))
	case companion + ".Middleware": // its argument is then the deadline, see arguments
		return around(name, around(name+"$1", limited("budget.Middleware", 0, 1, 2, r, w)))
	case "github.com/labstack/echo/middleware.ContextTimeout":
		c := tree.Ctx{Kind: tree.CtxParam, N: 0}
		return around(name, around(name+"$1", limited("middleware.ContextTimeout", 0, 1, 2, c)))
	}
	if at, ok := clear[name]; ok {
		return around(name, through(name, at, 1, &r, w))
	}
	sig := fn.Signature()
	if sig.Results().Len() != 1 || !handles(sig.Results().At(0).Type()) {
		return nil
	}
	at := -1
	for i := range sig.Params().Len() {
		if handles(sig.Params().At(i).Type()) {
			if at >= 0 {
				return nil
			}
			at = i
		}
	}
	if at < 0 {
		return nil
	}
	if sig.Recv() != nil {
		at++
	}
	return around(name, through(name, at, 1, &tree.Ctx{}, w))
}

func handles(t types.Type) bool {
	switch calls.Named(t) {
	case "net/http.Handler", "net/http.HandlerFunc":
		return true
	}
	return false
}

// around is a function that returns a literal.
func around(name string, lit *tree.Func) *tree.Func {
	lit.Name = name + "$"
	return &tree.Func{Name: name, Short: name, Lits: []*tree.Func{lit}, Returns: []*tree.FuncVal{{Name: lit.Name}}}
}

// limited is func(w, r) { next(w, r with a deadline) }: next is parameter 0 of
// the function nextUp literals out, the time parameter time of the one timeUp
// out.
func limited(why string, next, nextUp, timeUp int, r tree.Ctx, before ...tree.Arg) *tree.Func {
	time := int64(0)
	if nextUp == timeUp {
		time = 1 // both are parameters of one function
	}
	return &tree.Func{Short: why, Body: []tree.Node{
		{Kind: tree.Deadline, N: -1, Ctx: &r, Num: &tree.Expr{Op: tree.Param, N: time, Up: timeUp}, Why: why},
		{Kind: tree.Call, Fn: &tree.FuncVal{IsPar: true, Param: next, Up: nextUp}, Args: append(before, tree.Arg{Ctx: &tree.Ctx{Kind: tree.CtxMade, N: -1}})},
	}}
}

func through(why string, next, up int, r *tree.Ctx, before ...tree.Arg) *tree.Func {
	return &tree.Func{Short: why, Body: []tree.Node{
		{Kind: tree.Call, Fn: &tree.FuncVal{IsPar: true, Param: next, Up: up}, Args: append(before, tree.Arg{Ctx: r})},
	}}
}

// Intercepted is the method that a gRPC interceptor makes of another: func(ctx,
// request) { interceptor(ctx, request, info, method) }.
func Intercepted(interceptor, method *tree.FuncVal) *tree.FuncVal {
	const name = "grpc.UnaryInterceptor"
	maker := around(name, &tree.Func{Short: name, Body: []tree.Node{{
		Kind: tree.Call, Fn: &tree.FuncVal{IsPar: true, Param: 1, Up: 1},
		Args: []tree.Arg{{Ctx: &tree.Ctx{Kind: tree.CtxParam}}, {}, {}, {Fn: &tree.FuncVal{IsPar: true, Up: 1}}},
	}}})
	return &tree.FuncVal{Made: &tree.Node{Kind: tree.Call, Inline: maker, Args: []tree.Arg{{Fn: method}, {Fn: interceptor}}}}
}
