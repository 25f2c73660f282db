package waits

import (
	"fmt"
	"go/types"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/retries"
	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// limit is a wait's own limit: nil where nothing but a context ends it, opaque
// where that could not be seen.
func (b *builder) limit(call ssa.CallInstruction, row *knowledge.Call) (*tree.Expr, tree.Limit) {
	var least *tree.Expr
	var from tree.Limit
	unseen := false
	for _, bound := range row.Bound {
		var e *tree.Expr
		var l tree.Limit
		switch bound.Kind() {
		case "ctx", "reqctx", "recvctx", "none", "peer":
			continue
		case "deadline":
			if undated(call) {
				continue
			}
		case "builder":
			if _, seen := b.carried(call, row); seen {
				continue
			}
		case "const":
			if d := bound.Fixed(); d > 0 {
				x := tree.Num(int64(d))
				e, l = &x, tree.Limit{Kind: "bounded", Nanos: int64(d), From: "built in"}
			}
		case "arg":
			if arg := bounds.Argument(call, bound.Arg()); arg != nil && number(arg.Type()) {
				if x := b.expr(arg); x.Op == tree.Const && x.N <= 0 {
					continue // no limit
				} else if x.Op != tree.Opaque {
					e, l = &x, tree.Limit{Kind: "bounded", From: "its argument", Place: b.place(arg.Pos())}
				}
			}
		case "field":
			var none bool
			if e, l, none = b.knob(call, bound.Name()); none {
				continue
			}
		}
		switch {
		case e == nil:
			unseen = true
		case least == nil:
			least, from = e, l
		default:
			x := operation(tree.Min, *least, *e)
			least = &x
		}
	}
	switch {
	case least == nil && !unseen && others(row) != "":
		return &tree.Expr{}, tree.Limit{Kind: "unknown", From: others(row)}
	case least == nil && !unseen:
		return nil, tree.Limit{Kind: "none"}
	case least == nil:
		return &tree.Expr{}, tree.Limit{Kind: "unknown"}
	case unseen: // it may be less
		return &tree.Expr{Op: tree.Between, Args: []tree.Expr{tree.Num(0), *least}}, from
	}
	if v := least.Eval(nil); v.Known {
		from.Nanos = v.Hi
	}
	return least, from
}

// knob is the value of a field of the receiver or an argument; none: it is
// certainly not set.
func (b *builder) knob(call ssa.CallInstruction, knob string) (e *tree.Expr, l tree.Limit, none bool) {
	dot := strings.LastIndexByte(knob, '.')
	owner, field := knob[:dot], knob[dot+1:]
	common := call.Common()
	values := common.Args
	if common.IsInvoke() {
		values = append([]ssa.Value{common.Value}, values...)
	}
	for _, v := range values {
		if calls.Named(v.Type()) != owner {
			continue
		}
		if owner == "net/http.Client" && field == "Timeout" {
			return b.timeout(v)
		}
		return b.knobOf(v, owner, field)
	}
	return nil, l, false
}

// timeout is the Timeout of an HTTP client; of a parameter, whatever the caller
// says.
func (b *builder) timeout(v ssa.Value) (e *tree.Expr, l tree.Limit, none bool) {
	if p, ok := v.(*ssa.Parameter); ok && p.Parent() == b.fn {
		return &tree.Expr{Op: tree.Param, N: int64(index(p))}, tree.Limit{Kind: "bounded", From: "http.Client.Timeout"}, false
	}
	if e, l, ok := b.told(v); ok {
		return e, l, false
	}
	return b.knobOf(v, "net/http.Client", "Timeout")
}

func (b *builder) knobOf(v ssa.Value, owner, field string) (e *tree.Expr, l tree.Limit, none bool) {
	objects, complete := b.bounds.Of(v)
	if !complete {
		return nil, l, false
	}
	var lo, hi int64
	bounded, free := 0, 0
	for _, o := range objects {
		if o.Kind == bounds.InStruct && o.Left(bounds.ReturnedOut, bounds.Passed, bounds.Stored) || o.Left(bounds.Passed) && o.Limit(field).State != bounds.Set {
			return nil, l, false
		}
		switch limit := o.Limit(field); limit.State {
		case bounds.Set:
			if !limit.Value.Known || limit.Value.Lo <= 0 {
				return nil, l, false
			}
			if bounded == 0 || limit.Value.Lo < lo {
				lo = limit.Value.Lo
			}
			hi = max(hi, limit.Value.Hi)
			bounded++
			l = tree.Limit{Kind: "bounded", Nanos: limit.Value.Hi, From: knowledge.Short(owner) + "." + field, Place: b.place(limit.Pos)}
			if !limit.Pos.IsValid() {
				l.Place = b.place(o.Pos)
			}
		case bounds.Unset, bounds.Zeroed:
			if !b.plain(o, owner) {
				return nil, l, false
			}
			free++
		default:
			return nil, l, false
		}
	}
	switch {
	case bounded == 0:
		return nil, l, true
	case free > 0:
		return nil, l, false
	case lo == hi:
		x := tree.Num(lo)
		return &x, l, false
	}
	return &tree.Expr{Op: tree.Between, Args: []tree.Expr{tree.Num(lo), tree.Num(hi)}}, l, false
}

// plain: nothing else that this value carries could end the wait either.
func (b *builder) plain(o *bounds.Object, owner string) bool {
	if owner != "net/http.Client" {
		return true
	}
	rt := b.bounds.Transport(o)
	if rt.Opaque || rt.FromParam {
		return false
	}
	for _, t := range rt.Transports {
		if t.Bounded("ResponseHeaderTimeout") || b.bounds.Dial(t) == bounds.DialWatched {
			return false
		}
	}
	return true
}

// repeats: a client that makes several attempts by itself, as many as a field
// of it says.
func (b *builder) repeats(call ssa.CallInstruction, w *tree.Wait) {
	common := call.Common()
	if common.IsInvoke() || len(common.Args) == 0 {
		return
	}
	owner := calls.Named(common.Args[0].Type())
	named := owner
	if i := strings.LastIndexByte(owner, '.'); i > 0 {
		owner = owner[:i]
	}
	for _, lib := range b.calls.Table().Library(owner) {
		for _, r := range lib.Retries {
			field, ok := strings.CutPrefix(r.Name, named+".")
			if !ok || r.Counts != knowledge.ExtraTries && r.Counts != knowledge.TotalTries || strings.Contains(field, ".") {
				continue
			}
			n, ok := b.number(common.Args[0], field, r.Default)
			if !ok {
				continue
			}
			if r.Counts == knowledge.ExtraTries {
				n++
			}
			if n > 1 {
				e := tree.Num(n)
				w.Tries, w.TriesFrom = &e, knowledge.Short(r.Name)
			}
		}
	}
}

// number is what a field that counts is set to, or its default.
func (b *builder) number(v ssa.Value, field, usual string) (int64, bool) {
	objects, complete := b.bounds.Of(v)
	if !complete {
		return 0, false
	}
	out, found := int64(0), false
	for _, o := range objects {
		var n int64
		switch l := o.Limit(field); l.State {
		case bounds.Set:
			exact, ok := l.Value.Exact()
			if !ok {
				return 0, false
			}
			n = exact
		case bounds.Zeroed:
			n = 0
		default:
			if _, err := fmt.Sscan(usual, &n); err != nil || o.Left(bounds.Passed) {
				return 0, false
			}
		}
		if found && n != out {
			return 0, false
		}
		out, found = n, true
	}
	return out, found
}

// idempotent says whether making the call twice is like making it once.
func (b *builder) idempotent(call ssa.CallInstruction, obj *types.Func, w *tree.Wait) {
	if w.Idempotent != "" {
		return
	}
	w.Idempotent = "unknown"
	set := func(answer, why string) { w.Idempotent, w.Reason = answer, why }
	switch name := obj.Name(); {
	case strings.HasPrefix(w.What, "http.") && (name == "Get" || name == "Head"):
		set("yes", strings.ToUpper(name))
	case strings.HasPrefix(w.What, "http.") && (name == "Post" || name == "PostForm"):
		set("no", "POST")
	case w.What == "http.Client.Do":
		method, key, tells := b.request(call)
		w.Tells = tells
		switch method {
		case "GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE":
			set("yes", method)
		case "POST", "PATCH":
			if key {
				set("yes", "Idempotency-Key")
			} else {
				set("no", method)
			}
		}
	case strings.HasPrefix(w.What, "gorm.DB."):
		set(b.ormRepeatable(call, name))
	case strings.HasPrefix(name, "Prepare") && (strings.HasPrefix(w.What, "sql.") || strings.HasPrefix(w.What, "sqlx.")):
		set("yes", "prepares only")
	case strings.HasPrefix(w.What, "sql."), strings.HasPrefix(w.What, "sqlx."):
		if args := call.Common().Args; len(args) > 0 && strings.HasSuffix(calls.Named(args[0].Type()), "Stmt") {
			if text := prepared(args[0]); text != nil {
				set(b.statement(text))
			}
			return
		}
		for _, arg := range call.Common().Args {
			if text(arg.Type()) {
				set(b.statement(arg))
				return
			}
		}
		if name == "PingContext" || name == "Ping" {
			set("yes", "ping")
		}
	}
}

// request is the constant method of the request that a call sends, whether its
// function gives it an idempotency key, and whether it may say how much time is
// left.
func (b *builder) request(call ssa.CallInstruction) (method string, key, tells bool) {
	for _, arg := range call.Common().Args {
		if calls.Named(arg.Type()) != "net/http.Request" {
			continue
		}
		if method, ok := written(arg, call); ok {
			return method, b.sets(b.fn, retries.KeyName), true
		}
		objects, complete := b.bounds.Of(arg)
		if !complete {
			return "", false, true
		}
		key, tells = true, true
		for _, o := range objects {
			if o.Call == nil || o.Maker == nil {
				return "", false, true
			}
			at := 0
			if o.Maker.Name() == "NewRequestWithContext" {
				at = 1
			}
			text, ok := bounds.Text(bounds.Argument(o.Call, at))
			if !ok || method != "" && method != text {
				return "", false, true
			}
			if method = text; method == "" {
				method = "GET"
			}
			key = key && b.sets(o.In, retries.KeyName)
			tells = tells && b.sets(o.In, timeHeader)
		}
	}
	return method, key && method != "", tells
}

// timeHeader matches the headers that say how much time is left.
var timeHeader = regexp.MustCompile(`(?i)timeout|deadline|budget|ttl`)

// sets: the function sets a header of such a name.
func (b *builder) sets(fn *ssa.Function, name *regexp.Regexp) bool {
	if fn == nil {
		return false
	}
	for _, block := range fn.Blocks {
		for _, instr := range block.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || callee(call.Common()) == nil || callee(call.Common()).Name() != "Set" && callee(call.Common()).Name() != "Add" {
				continue
			}
			for _, arg := range call.Call.Args {
				if text, ok := bounds.Text(arg); ok && name.MatchString(text) {
					return true
				}
			}
		}
	}
	return false
}
