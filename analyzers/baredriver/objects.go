package baredriver

import (
	"fmt"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/breakers"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// object judges a driver's configuration made in the package.
func (r rule) object(o *bounds.Object) {
	if o.Kind == bounds.External || o.Kind == bounds.InStruct {
		return
	}
	switch o.Type {
	case "github.com/go-sql-driver/mysql.Config":
		r.mysql(o)
	case "go.etcd.io/etcd/client/v3.Config":
		r.etcd(o)
	case "github.com/fluent/fluent-logger-golang/fluent.Config":
		r.fluent(o)
	case "github.com/segmentio/kafka-go.Dialer":
		r.kafka(o)
	case "github.com/redis/go-redis/v9.Options", "github.com/redis/go-redis/v9.ClusterOptions", "github.com/redis/go-redis/v9.UniversalOptions", "github.com/go-redis/redis/v8.Options":
		r.redis(o)
	}
}

// etcd: New waits only to log in, or where it is told to.
func (r rule) etcd(o *bounds.Object) {
	if o.Bounded("DialTimeout", "Context") || len(o.Copies) > 0 || o.Left(bounds.Stored, bounds.Passed) {
		return
	}
	var made ssa.CallInstruction
	for _, u := range o.Uses {
		if u.Fn != nil && u.Fn.Name() == "New" && u.Arg == 0 {
			made = u.Call
		}
	}
	if made == nil {
		return
	}
	why := ""
	confidence := rules.High
	if o.Bounded("Username") && o.Bounded("Password") {
		if why = "waits for a token"; !constant(o, "Username") {
			confidence, why = rules.Medium, "waits for a token where there is a name to log in with"
		}
	}
	knob := r.met.Table().Knob("go.etcd.io/etcd/client/v3", "go.etcd.io/etcd/client/v3.Config.DialTimeout")
	if knob != nil && knob.Stage == knowledge.Connect && blocks(made.Parent()) {
		confidence, why = rules.High, "waits until it is connected (WithBlock)"
	}
	if why != "" && !r.told[made] {
		r.told[made] = true
		r.report(place(o), confidence, false, fmt.Sprintf("clientv3.Config has no DialTimeout, and New at %s %s: with no member that answers it waits for ever; set DialTimeout", r.out.At(made.Pos()), why))
	}
}

// constant: the field is given a constant that is not empty.
func constant(o *bounds.Object, field string) bool {
	for _, w := range o.Writes(field) {
		if text, ok := bounds.Text(w.Value); !ok || text == "" {
			return false
		}
	}
	return true
}

func blocks(fn *ssa.Function) bool {
	for _, block := range fn.Blocks {
		for _, instr := range block.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok {
				if obj := breakers.Callee(call); obj != nil && calls.FullName(obj) == "google.golang.org/grpc.WithBlock" {
					return true
				}
			}
		}
	}
	return false
}

// redis: a limit that is turned off, and commands that are to be answered.
func (r rule) redis(o *bounds.Object) {
	if o.Bounded("ContextTimeoutEnabled") || r.lasts(o.Type) {
		return
	}
	path := o.Type[:strings.LastIndexByte(o.Type, '.')]
	for _, field := range []string{"ReadTimeout", "DialTimeout"} {
		l := o.Limit(field)
		n, exact := l.Value.Exact()
		knob := r.met.Table().Knob(path, o.Type+"."+field)
		if !exact || n != -1 || knob == nil || knob.Negative != knowledge.Infinite {
			continue
		}
		for _, u := range o.Uses {
			if u.Fn != nil && strings.HasPrefix(u.Fn.Name(), "New") {
				r.report(place(o), rules.Medium, local(o), fmt.Sprintf("%s has a %s of -1, which is none: a server that accepts and never answers holds each command for ever, and a deadline of its context is not looked at without ContextTimeoutEnabled; leave it at the default of %s, or set a time",
					"redis"+o.Type[strings.LastIndexByte(o.Type, '.'):], field, knob.Default))
				return
			}
		}
	}
}

// lasts reports whether the package subscribes or blocks on purpose, for which
// a read without a limit is right.
func (r rule) lasts(typ string) bool {
	path := typ[:strings.LastIndexByte(typ, '.')]
	for _, c := range r.met.Calls {
		if c.Fn.Pkg().Path() == path && (c.Row.Does == knowledge.Receives || c.Row.Does == knowledge.Streams) {
			return true
		}
	}
	for _, obj := range r.pass.TypesInfo.Uses {
		if fn, ok := obj.(*types.Func); ok && fn.Pkg() != nil && fn.Pkg().Path() == path && strings.Contains(fn.Name(), "Subscribe") {
			return true
		}
	}
	return false
}
