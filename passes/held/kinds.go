package held

import (
	"go/ast"
	"go/types"
	"regexp"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// kindOf is what a declared function is for by itself.
func kindOf(fn *types.Func) rules.Consequence {
	sig := fn.Signature()
	if k := ofSignature(sig); k != "" {
		return k
	}
	name := fn.Name()
	if sig.Recv() == nil && (name == "main" && fn.Pkg().Name() == "main" || name == "init") {
		return rules.StartUp
	}
	if sig.Recv() != nil {
		recv := calls.Named(sig.Recv().Type())
		switch {
		case name == "Reconcile", name == "ProcessTask", name == "Collect" && sig.Params().Len() == 1, name == "Gather":
			return rules.Job
		case strings.HasSuffix(recv, "Resolver") && fn.Exported() && sig.Params().Len() > 0 && calls.IsContext(sig.Params().At(0).Type()):
			return rules.Request
		}
		if remote(fn) {
			return rules.Call
		}
	}
	if ending.MatchString(name) {
		return rules.Shutdown
	}
	return ""
}

var ending = regexp.MustCompile(`^(?i:close|stop|shutdown|cleanup|teardown|drain|quit|dispose)(?:All|Gracefully|Context|Now|Server|Conn\w*|Client\w*)?$`)

// ofSignature is what a function is for by what it is given.
func ofSignature(sig *types.Signature) rules.Consequence {
	if sig == nil {
		return ""
	}
	request, writer := false, false
	for v := range sig.Params().Variables() {
		switch t := calls.Named(v.Type()); {
		case t == "net/http.Request":
			request = true
		case t == "net/http.ResponseWriter":
			writer = true
		case t == "github.com/gin-gonic/gin.Context", t == "github.com/valyala/fasthttp.RequestCtx",
			strings.HasPrefix(t, "github.com/labstack/echo/") && strings.HasSuffix(t, ".Context"),
			strings.HasPrefix(t, "github.com/gofiber/fiber/") && strings.HasSuffix(t, ".Ctx"):
			return rules.Request
		case t == "github.com/nats-io/nats.go.Msg", strings.HasSuffix(t, "/jetstream.Msg"), t == "github.com/streadway/amqp.Delivery", t == "github.com/rabbitmq/amqp091-go.Delivery",
			t == "github.com/segmentio/kafka-go.Message", strings.HasSuffix(t, "sarama.ConsumerMessage"), strings.HasSuffix(t, "sarama.ConsumerGroupSession"),
			strings.HasSuffix(t, "/watermill/message.Message"), t == "cloud.google.com/go/pubsub.Message":
			return rules.Message
		case t == "connectrpc.com/connect.Request":
			return rules.Call
		case t == "github.com/hibiken/asynq.Task", strings.HasSuffix(t, "/river.Job"), strings.HasSuffix(t, "/reconcile.Request"):
			return rules.Job
		}
	}
	if request && writer {
		return rules.Request
	}
	return ""
}

// remote: the package of the request, which is generated, has a server interface
// with this method.
func remote(fn *types.Func) bool {
	sig := fn.Signature()
	if sig.Params().Len() != 2 || sig.Results().Len() != 2 || !calls.IsContext(sig.Params().At(0).Type()) {
		return false
	}
	ptr, ok := sig.Params().At(1).Type().(*types.Pointer)
	if !ok {
		return false
	}
	named, ok := types.Unalias(ptr.Elem()).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return false
	}
	scope := named.Obj().Pkg().Scope()
	for _, name := range scope.Names() {
		if !strings.HasSuffix(name, "Server") && !strings.HasSuffix(name, "Handler") {
			continue
		}
		if iface, ok := scope.Lookup(name).Type().Underlying().(*types.Interface); ok {
			for m := range iface.Methods() {
				if m.Name() == fn.Name() {
					return true
				}
			}
		}
	}
	return false
}

// Names of what functions are given to, and what they are run for there.
var (
	messages = regexp.MustCompile(`^(?:Queue)?(?:Subscribe|Consume|OnMessage|HandleMessage|AddHandler|AddNoPublisherHandler)`)
	jobs     = regexp.MustCompile(`^(?:AddFunc|AddJob|Every|Cron|Schedule|Do|NewTask|RegisterActivity|RegisterWorkflow)$`)
	rounds   = regexp.MustCompile(`^(?:Until|UntilWithContext|NonSlidingUntil|NonSlidingUntilWithContext|JitterUntil|JitterUntilWithContext|Forever)$`)
	starts   = regexp.MustCompile(`^(?:Go(?:[A-Z].*)?|.*Go|Submit|TryGo)$`)
	route    = regexp.MustCompile(`^(?:[A-Z]+ )?[a-z0-9.]*/`)
)

// given is how a function runs that a call is given, and what for.
func given(info *types.Info, fn *types.Func, call *ast.CallExpr) (How, rules.Consequence) {
	if fn == nil || fn.Pkg() == nil {
		return Hands, ""
	}
	path, name := fn.Pkg().Path(), fn.Name()
	first, _, _ := strings.Cut(path, "/")
	switch {
	case path == "sync" && strings.HasPrefix(fn.FullName(), "(*sync.Once)"), path == "sync" && strings.HasPrefix(name, "Once"), strings.HasSuffix(path, "/singleflight"):
		return Runs, rules.Lock
	case name == "AfterFunc":
		return Starts, ""
	case name == "RegisterOnShutdown", name == "Cleanup":
		return Hands, rules.Shutdown
	case starts.MatchString(name):
		return Joins, ""
	case rounds.MatchString(name) && strings.HasSuffix(path, "/wait"):
		return Runs, rules.Loop
	case messages.MatchString(name):
		return Hands, rules.Message
	case jobs.MatchString(name) && (clocked(fn) || strings.Contains(path, "sched") || strings.Contains(path, "temporal")):
		return Hands, rules.Job
	case routed(info, call):
		return Hands, rules.Request
	case !strings.Contains(first, ".") && path != "net/http":
		return Runs, "" // the standard library's: sort, walk, map
	case path == "net/http", strings.Contains(first, ".") && fn.Signature().Recv() != nil && !returns(info, call):
		return Hands, ""
	}
	return Runs, ""
}

// clocked: the function or its type is of something that is called cron.
func clocked(fn *types.Func) bool { return strings.Contains(strings.ToLower(fn.FullName()), "cron") }

// returns: the call has a result, which may be that of the function it is given.
func returns(info *types.Info, call *ast.CallExpr) bool {
	t := info.TypeOf(call)
	tuple, ok := t.(*types.Tuple)
	return t != nil && (!ok || tuple.Len() > 0)
}

// routed: one of the arguments is the path of a route.
func routed(info *types.Info, call *ast.CallExpr) bool {
	for _, arg := range call.Args[:min(2, len(call.Args))] {
		if lit, ok := ast.Unparen(arg).(*ast.BasicLit); ok && len(lit.Value) > 2 && route.MatchString(strings.Trim(lit.Value, "\"`")) {
			return true
		}
	}
	return false
}

// receiving are the calls that wait for a message.
func receiving(pass *analysis.Pass) map[ast.Node]bool {
	out := map[ast.Node]bool{}
	for _, c := range pass.ResultOf[calls.Analyzer].(*calls.Result).Calls {
		if c.Row.Does == knowledge.Receives {
			out[c.Expr] = true
		}
	}
	return out
}
