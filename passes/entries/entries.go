// Package entries tells on whose behalf a function runs: a request, a message,
// a loop in the background, or nobody yet, as at start-up.
//
// It knows signatures, names, go statements, tickers and the calls within one
// package. It does not know servers and routes of other packages: a function
// that nobody here calls is Unknown.
package entries

import (
	"go/token"
	"go/types"
	"reflect"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/program"
)

// Kind is on whose behalf code runs; where it is more than one, the last.
type Kind int

// The kinds, by how much a wait without an end hurts.
const (
	Unknown  Kind = iota // others call it
	StartUp              // main, init, constructors, migrations: a person or a supervisor watches
	Stopping             // close and shutdown
	Loop                 // a loop in the background
	Consumer             // takes messages
	RPC                  // answers a remote call
	Handler              // answers a request
)

// String is the kind as a message names it.
func (k Kind) String() string {
	return [...]string{"", "start-up", "shutdown", "background loop", "consumer", "remote call", "request"}[k]
}

// Result answers for the functions of one package.
type Result struct {
	lazy *program.Lazy
	mu   sync.Mutex // rules ask at the same time
	memo map[*ssa.Function]Kind
	bare map[*ssa.Function]token.Pos
}

// Analyzer offers the kinds to whoever requires it.
var Analyzer = &analysis.Analyzer{
	Name:       "entries",
	Doc:        "on whose behalf functions run",
	URL:        "https://github.com/timeoutlint/timeoutlint",
	Requires:   []*analysis.Analyzer{program.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
	Run: func(pass *analysis.Pass) (any, error) {
		return &Result{lazy: pass.ResultOf[program.Analyzer].(*program.Lazy), memo: map[*ssa.Function]Kind{}}, nil
	},
}

// Of is on whose behalf an instruction runs.
func (r *Result) Of(instr ssa.Instruction) Kind {
	p, _ := r.lazy.Build()
	if p == nil {
		return Unknown
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	k := r.function(p, instr.Parent(), 0)
	if paced(instr) {
		k = max(k, Loop)
	}
	return k
}

// For is on whose behalf a function is called, however often.
func (r *Result) For(fn *ssa.Function) Kind {
	p, _ := r.lazy.Build()
	if p == nil {
		return Unknown
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.function(p, fn, 0)
}

const deepest = 8 // calls between an entry and what runs for it

func (r *Result) function(p *program.Package, fn *ssa.Function, depth int) Kind {
	if k, ok := r.memo[fn]; ok {
		return k
	}
	k := direct(fn)
	r.memo[fn] = k
	if depth > deepest {
		return k
	}
	up, goes := Unknown, false
	for _, call := range p.Calls[fn] {
		from := r.function(p, call.Parent(), depth+1)
		if paced(call) {
			from = max(from, Loop)
		}
		if _, ok := call.(*ssa.Go); ok {
			from, goes = apart(fn, call.Parent(), from), true
		}
		up = max(up, from)
	}
	if fn.Parent() != nil && k == Unknown {
		from := r.function(p, fn.Parent(), depth+1)
		if goes || started(p, fn) {
			from = apart(fn, fn.Parent(), from)
		}
		up = max(up, from)
	}
	if k == Unknown || up > k && k != Handler && k != RPC {
		k = max(k, up)
	}
	if depth == 0 || k > Stopping {
		r.memo[fn] = k
	} else {
		delete(r.memo, fn)
	}
	return k
}

// direct is what a function's own signature and name say.
func direct(fn *ssa.Function) Kind {
	sig := fn.Signature
	for i := range sig.Params().Len() {
		switch t := calls.Named(sig.Params().At(i).Type()); {
		case t == "net/http.Request" && writes(sig), t == "github.com/gin-gonic/gin.Context",
			strings.HasPrefix(t, "github.com/labstack/echo/") && strings.HasSuffix(t, ".Context"),
			strings.HasPrefix(t, "github.com/gofiber/fiber/") && strings.HasSuffix(t, ".Ctx"),
			t == "github.com/valyala/fasthttp.RequestCtx":
			return Handler
		case t == "github.com/nats-io/nats.go.Msg", t == "github.com/streadway/amqp.Delivery", t == "github.com/rabbitmq/amqp091-go.Delivery",
			t == "github.com/segmentio/kafka-go.Message", strings.HasSuffix(t, "sarama.ConsumerMessage"), strings.HasSuffix(t, "sarama.ConsumerGroupSession"):
			return Consumer
		}
	}
	if rpc(fn) {
		return RPC
	}
	return byName(fn)
}

// writes: an incoming request comes with the writer of its answer.
func writes(sig *types.Signature) bool {
	for i := range sig.Params().Len() {
		if calls.Named(sig.Params().At(i).Type()) == "net/http.ResponseWriter" {
			return true
		}
	}
	return false
}

// rpc: the generated package of the request has a server interface with this
// method.
func rpc(fn *ssa.Function) bool {
	sig := fn.Signature
	if sig.Recv() == nil || sig.Params().Len() != 2 || sig.Results().Len() != 2 || !calls.IsContext(sig.Params().At(0).Type()) {
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

// periodic are methods that somebody calls again and again, by the names that
// agents, exporters and controllers have for them.
var periodic = map[string]bool{"Collect": true, "Gather": true, "Reconcile": true, "Scrape": true}

func byName(fn *ssa.Function) Kind {
	if fn.Parent() != nil {
		return Unknown
	}
	name := strings.ToLower(fn.Name())
	if name == "main" || name == "init" || strings.HasPrefix(name, "init#") {
		return StartUp
	}
	if fn.Signature.Recv() != nil && periodic[fn.Name()] {
		return Loop
	}
	for _, word := range []string{"new", "open", "connect", "init", "setup", "migrate", "must", "bootstrap", "start", "load", "create", "ensure", "prepare", "install", "provide", "build", "dial", "seed", "up0", "down0", "configure"} {
		if strings.HasPrefix(name, word) && (fn.Signature.Recv() == nil || word != "create" && word != "load" && word != "ensure" && word != "build" && word != "prepare") {
			return StartUp
		}
	}
	for _, word := range []string{"close", "stop", "shutdown", "cleanup", "teardown", "drain", "quit", "dispose"} {
		if strings.HasPrefix(name, word) {
			return Stopping
		}
	}
	if strings.Contains(name, "migrat") || fn.Pkg != nil && strings.HasPrefix(fn.Pkg.Pkg.Name(), "migrat") {
		return StartUp
	}
	return Unknown
}
