package baredriver

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/breakers"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// place is where a finding on an object is reported.
func place(o *bounds.Object) analysis.Range { return verdict.Position(o.Pos) }

// dial judges a call that connects.
func (r rule) dial(c calls.Call) {
	switch c.Fn.Pkg().Path() {
	case "github.com/gorilla/websocket", "github.com/segmentio/kafka-go":
		r.dialer(c)
	case "github.com/gomodule/redigo/redis":
		r.redigo(c)
	case "github.com/go-ldap/ldap/v3":
		r.ldap(c)
	}
}

// dialer: the timeout is a field of the receiver.
func (r rule) dialer(c calls.Call) {
	call, ok := r.b.Call(c)
	if !ok || !c.Row.By("field") {
		return
	}
	end := r.b.Ends(call, c.Row)
	if end.State != bounds.Never {
		return
	}
	r.report(c, rules.High, false, fmt.Sprintf("%s has no limit (%s): a server that accepts and never answers the handshake holds it for ever; set the timeout of the Dialer, or give the context a deadline",
		short(c.Fn), end.Text))
}

// redigo: commands wait as long as DialReadTimeout says, which is for ever.
func (r rule) redigo(c calls.Call) {
	if c.Expr.Ellipsis.IsValid() || r.says("PubSubConn", "Receive", "ReceiveContext", "ReceiveWithTimeout", "DoContext", "DoWithTimeout") || !r.says("Do") {
		return
	}
	first := map[string]int{"Dial": 2, "DialURL": 1, "DialContext": 3, "DialURLContext": 2}[c.Fn.Name()]
	if first == 0 {
		return
	}
	for _, arg := range c.Expr.Args[min(first, len(c.Expr.Args)):] {
		option, ok := ast.Unparen(arg).(*ast.CallExpr)
		if !ok {
			return
		}
		fn, ok := typeutil.Callee(r.pass.TypesInfo, option).(*types.Func)
		if !ok || fn.Pkg() != c.Fn.Pkg() || fn.Name() == "DialReadTimeout" || fn.Name() == "DialNetDial" || fn.Name() == "DialContextFunc" {
			return
		}
	}
	r.report(c, rules.Medium, false, fmt.Sprintf("this %s has no DialReadTimeout, and Do waits as long as that says: a server that accepts and never answers holds each command for ever; add redis.DialReadTimeout and redis.DialWriteTimeout", short(c.Fn)))
}

// says reports whether the package names something of redigo.
func (r rule) says(names ...string) bool {
	for _, obj := range r.pass.TypesInfo.Uses {
		if obj.Pkg() == nil || obj.Pkg().Path() != "github.com/gomodule/redigo/redis" {
			continue
		}
		for _, name := range names {
			if obj.Name() == name {
				return true
			}
		}
	}
	return false
}

// ldap: what is asked over a connection has no limit until SetTimeout.
func (r rule) ldap(c calls.Call) {
	made, ok := r.b.Call(c)
	if !ok {
		return
	}
	var asked *use
	for _, fn := range r.b.Program.Funcs {
		for _, block := range fn.Blocks {
			for _, instr := range block.Instrs {
				call, ok := instr.(ssa.CallInstruction)
				if !ok {
					continue
				}
				if obj := breakers.Callee(call); obj != nil && obj.Name() == "SetTimeout" {
					return // on this one or on another
				}
			}
		}
	}
	for _, u := range r.uses(made) {
		if u.row.Does == knowledge.Requests && asked == nil {
			asked = &u
		}
	}
	if asked == nil || r.told[asked.call] {
		return
	}
	r.told[asked.call] = true
	r.report(c, rules.High, false, fmt.Sprintf("the connection of this %s never gets SetTimeout, and %s at %s waits for the answer: a directory that accepts and never answers holds it for ever; call SetTimeout on the connection",
		short(c.Fn), short(breakers.Callee(asked.call)), r.out.At(asked.call.Pos())))
}
