package entries

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/program"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// registration is a function by which something is run for messages, or by the
// clock.
type registration struct {
	kind    DoorKind
	name    int    // the argument that names it; -1: none does
	handler int    // the argument that runs
	method  string // of the handler, where it is a value with methods
}

// registrations are these functions, by full name without a major version, the
// receiver not counted as an argument.
var registrations = map[string]registration{
	"(*github.com/robfig/cron.Cron).AddFunc":                                     {ToCron, 0, 1, ""},
	"(*github.com/robfig/cron.Cron).AddJob":                                      {ToCron, 0, 1, "Run"},
	"(*github.com/robfig/cron.Cron).Schedule":                                    {ToCron, -1, 1, "Run"},
	"(*github.com/go-co-op/gocron.Scheduler).Do":                                 {ToCron, -1, 0, ""},
	"github.com/go-co-op/gocron.NewTask":                                         {ToCron, -1, 0, ""},
	"(*github.com/nats-io/nats.go.Conn).Subscribe":                               {ToConsumer, 0, 1, ""},
	"(*github.com/nats-io/nats.go.Conn).QueueSubscribe":                          {ToConsumer, 0, 2, ""},
	"(github.com/nats-io/nats.go.JetStream).Subscribe":                           {ToConsumer, 0, 1, ""},
	"(github.com/nats-io/nats.go.JetStream).QueueSubscribe":                      {ToConsumer, 0, 2, ""},
	"(github.com/nats-io/nats.go/jetstream.Consumer).Consume":                    {ToConsumer, -1, 0, ""},
	"(*github.com/hibiken/asynq.ServeMux).HandleFunc":                            {ToConsumer, 0, 1, ""},
	"(*github.com/hibiken/asynq.ServeMux).Handle":                                {ToConsumer, 0, 1, "ProcessTask"},
	"(*github.com/ThreeDotsLabs/watermill/message.Router).AddHandler":            {ToConsumer, 0, 5, ""},
	"(*github.com/ThreeDotsLabs/watermill/message.Router).AddNoPublisherHandler": {ToConsumer, 0, 3, ""},
	"(*github.com/ThreeDotsLabs/watermill/message.Router).AddConsumerHandler":    {ToConsumer, 0, 3, ""},
	"(*cloud.google.com/go/pubsub.Subscription).Receive":                         {ToConsumer, -1, 1, ""},
	"(*cloud.google.com/go/pubsub.Subscriber).Receive":                           {ToConsumer, -1, 1, ""},
	"(github.com/IBM/sarama.ConsumerGroup).Consume":                              {ToConsumer, -1, 2, "ConsumeClaim"},
	"(github.com/Shopify/sarama.ConsumerGroup).Consume":                          {ToConsumer, -1, 2, "ConsumeClaim"},
	"(*github.com/nsqio/go-nsq.Consumer).AddHandler":                             {ToConsumer, -1, 0, "HandleMessage"},
	"(*github.com/nsqio/go-nsq.Consumer).AddConcurrentHandlers":                  {ToConsumer, -1, 0, "HandleMessage"},
	"(sigs.k8s.io/controller-runtime/pkg/webhook.Server).Register":               {ToRPC, 0, 1, "Handle"},
	"(*sigs.k8s.io/controller-runtime/pkg/webhook.Server).Register":              {ToRPC, 0, 1, "Handle"},
	"github.com/aws/aws-lambda-go/lambda.Start":                                  {ToConsumer, -1, 0, ""},
	"github.com/aws/aws-lambda-go/lambda.StartWithOptions":                       {ToConsumer, -1, 0, ""},
	"github.com/aws/aws-lambda-go/lambda.StartHandlerFunc":                       {ToConsumer, -1, 0, ""},
}

// listens is the door that a registration of a consumer or of a cron job opens.
func listens(call ssa.CallInstruction, obj *types.Func, args []ssa.Value) (Door, bool) {
	r, ok := registrations[knowledge.Family(calls.FullName(obj))]
	if !ok || r.handler >= len(args) {
		return Door{}, false
	}
	door := Door{Kind: r.kind, Handler: wrapped(args[r.handler]), Call: call, Frame: First}
	if r.name >= 0 {
		door.Name = text(args[r.name])
	}
	made, isMade := door.Handler.(*ssa.MakeInterface)
	if isMade {
		door.Handler = made.X // of any, or of an interface with the method
	}
	if _, isFunc := door.Handler.Type().Underlying().(*types.Signature); isFunc || r.method == "" {
		return door, isFunc
	}
	found, _, _ := types.LookupFieldOrMethod(door.Handler.Type(), true, call.Parent().Pkg.Pkg, r.method)
	door.Method, ok = found.(*types.Func)
	return door, ok && !types.IsInterface(door.Handler.Type())
}

// taking are the functions that take a message, by their parameters, and that
// nobody registers: a loop calls them. What such a function itself calls with
// the message is behind the same door.
func taking(p *program.Package, known []Door) []Door {
	var out []Door
	for _, fn := range p.Funcs {
		if fn.Parent() != nil || direct(fn) != Consumer || p.Taken[fn] {
			continue
		}
		inner := slices.ContainsFunc(p.Calls[fn], func(c ssa.CallInstruction) bool { return c.Parent() != fn && takes(c.Parent()) })
		obj, ok := fn.Object().(*types.Func)
		if !ok || inner || slices.ContainsFunc(known, func(d Door) bool { return d.Method == obj || function(p, d.Handler) == fn }) {
			continue
		}
		d := Door{Kind: ToConsumer, Handler: fn, Frame: First}
		if obj.Signature().Recv() != nil {
			d.Method = obj
		}
		if list := p.Calls[fn]; len(list) == 1 {
			d.Caller = list[0]
		}
		out = append(out, d)
	}
	return out
}

// takes: a function, or one around it, takes a message.
func takes(fn *ssa.Function) bool {
	for ; fn != nil; fn = fn.Parent() {
		if direct(fn) == Consumer {
			return true
		}
	}
	return false
}

// unary are the interceptors that a gRPC server runs around its methods, where
// the options are listed in its making.
func unary(server *ssa.Call, args []ssa.Value) []Guest {
	var out []Guest
	for _, option := range spread(args) {
		call, ok := option.(*ssa.Call)
		if !ok || callee(call.Common()) == nil {
			continue
		}
		switch calls.FullName(callee(call.Common())) {
		case "google.golang.org/grpc.UnaryInterceptor", "google.golang.org/grpc.ChainUnaryInterceptor":
			out = append(out, around(server, spread(call.Call.Args), Unary)...)
		}
	}
	return out
}
