package retries

import (
	"go/constant"
	"go/token"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
)

// said is what a condition comes to for one failure.
type said int

const (
	unsaid said = iota // it does not ask for the failure
	yes
	no
	hidden // it does, out of sight
)

func (s said) not() said {
	switch s {
	case yes:
		return no
	case no:
		return yes
	}
	return s
}

func sayIf(is bool) said {
	if is {
		return yes
	}
	return no
}

// truth is what a condition of the loop comes to after the failure.
func (w *passage) truth(cond ssa.Value) said {
	v := verdictOf{passage: w}
	return v.truth(cond, 0)
}

// verdictOf reads conditions: of the loop, where failing is nil, or of a
// predicate, of which some parameters are the error or the answer.
type verdictOf struct {
	*passage
	failing map[ssa.Value]bool
}

// about reports whether a value is the error, or the answer, of the failed call.
func (v *verdictOf) about(x ssa.Value) bool {
	s := search{v, map[ssa.Value]bool{}}
	return s.about(x)
}

// search is one look for the error. It asks nothing of a value twice: a variable
// may be given what was read from it.
type search struct {
	*verdictOf
	seen map[ssa.Value]bool
}

func (v search) about(x ssa.Value) bool {
	x = strip(x)
	if v.seen[x] {
		return false
	}
	v.seen[x] = true
	switch x := x.(type) {
	case *ssa.UnOp:
		if alloc, ok := x.X.(*ssa.Alloc); ok && (v.filled(alloc) || slices.ContainsFunc(stores(alloc), v.about)) {
			return true // errors.As(err, &target): target is the error, too
		}
	case *ssa.Extract:
		if as, ok := x.Tuple.(*ssa.TypeAssert); ok {
			return v.about(as.X)
		}
	}
	if v.failing == nil {
		return v.fails(x)
	}
	switch x := x.(type) {
	case *ssa.UnOp:
		return v.about(x.X)
	case *ssa.Phi:
		return slices.ContainsFunc(x.Edges, func(e ssa.Value) bool { return v.failing[e] })
	case *ssa.TypeAssert:
		return v.about(x.X)
	case *ssa.Call:
		return wraps(x) && errorArg(x.Common()) != nil && v.about(errorArg(x.Common())) || asked(x.Common()) != nil && v.about(asked(x.Common()))
	}
	return v.failing[x]
}

// filled reports whether a variable's address goes to errors.As.
func (v search) filled(alloc *ssa.Alloc) bool {
	for _, ref := range *alloc.Referrers() {
		if m, ok := ref.(*ssa.MakeInterface); ok {
			for _, use := range *m.Referrers() {
				if call, ok := use.(*ssa.Call); ok && calleeName(call.Common()) == "As" && errorArg(call.Common()) != nil {
					return v.about(errorArg(call.Common()))
				}
			}
		}
	}
	return false
}

func (v *verdictOf) truth(cond ssa.Value, depth int) said {
	cond = v.along(cond)
	switch c := cond.(type) {
	case *ssa.Const:
		if c.Value != nil && c.Value.Kind() == constant.Bool {
			return sayIf(constant.BoolVal(c.Value))
		}
	case *ssa.UnOp:
		if c.Op == token.NOT {
			return v.truth(c.X, depth).not()
		}
	case *ssa.BinOp:
		return v.compare(c)
	case *ssa.Extract:
		if as, ok := c.Tuple.(*ssa.TypeAssert); ok && isError(as.X.Type()) && v.about(as.X) {
			return sayIf(v.ofType(calls.Named(as.AssertedType)))
		}
		if call, ok := c.Tuple.(*ssa.Call); ok && qualified(call.Common()) == "errors.AsType" && v.about(call.Call.Args[0]) {
			return sayIf(v.ofType(calls.Named(call.Call.Signature().Results().At(0).Type())))
		}
	case *ssa.Call:
		return v.call(c, depth)
	}
	return unsaid
}

func (v *verdictOf) compare(c *ssa.BinOp) said {
	x, y, op := c.X, c.Y, c.Op
	if _, ok := x.(*ssa.Const); ok {
		x, y, op = y, x, mirror(op)
	}
	k, isConst := y.(*ssa.Const)
	equal := op == token.EQL
	if !equal && op != token.NEQ && (!isConst || k.Value == nil) {
		return unsaid
	}
	orient := func(is bool) said { return sayIf(is == equal) }
	switch {
	case isConst && k.Value == nil && isError(x.Type()):
		if call, ok := x.(*ssa.Call); ok && isContextQuestion(call.Common()) {
			return orient(true) // it has not ended
		}
		return orient(!v.about(x) || v.failure == Gateway)
	case isConst && k.Value == nil:
		if v.about(x) {
			return orient(v.failure != Gateway)
		}
		return unsaid
	case isError(x.Type()) && isError(y.Type()):
		if v.about(x) {
			return orient(v.named(y))
		}
		return unsaid
	case v.part(x) != "":
		// op.Op == "dial"; anything else is out of sight.
		if text := constText(y); v.part(x) == "Op" && text != "" {
			return orient(v.failure == LostConn && text != "dial")
		}
		return hidden
	case textOf(x) != nil && v.about(textOf(x)):
		return orient(false)
	}
	if call, ok := x.(*ssa.Call); ok && errorArg(call.Common()) != nil && v.about(errorArg(call.Common())) && qualified(call.Common()) != "google.golang.org/grpc/status.Code" {
		return hidden // class(err) == fatal
	}
	if !isConst || k.Value == nil || k.Value.Kind() != constant.Int {
		return unsaid
	}
	n, _ := constant.Int64Val(k.Value)
	of, code := status(x)
	switch {
	case of == nil:
		return unsaid
	case code && v.about(of) && v.failure != Gateway:
		return orient(v.code(n))
	case !code && v.about(of) && v.failure == Gateway:
		got := int64(502)
		if b, ok := strip(x).(*ssa.BinOp); ok && b.Op == token.QUO {
			got = 5
		}
		return sayIf(constant.Compare(constant.MakeInt64(got), op, constant.MakeInt64(n)))
	case !code && v.failing[of]:
		return sayIf(constant.Compare(constant.MakeInt64(502), op, constant.MakeInt64(n)))
	}
	return unsaid
}

// part is the field of the error that a value is, other than a status.
func (v *verdictOf) part(x ssa.Value) string {
	load, ok := strip(x).(*ssa.UnOp)
	if !ok {
		return ""
	}
	fa, ok := load.X.(*ssa.FieldAddr)
	if !ok || isStatus(fieldName(fa)) && calls.Named(deref(fa.X.Type())) == "net/http.Response" || !v.about(fa.X) {
		return ""
	}
	return fieldName(fa)
}

// code: of gRPC.
func (v *verdictOf) code(n int64) bool {
	switch v.failure {
	case TimedOut:
		return n == 4
	case LostConn:
		return n == 14
	}
	return false
}

func (v *verdictOf) call(c *ssa.Call, depth int) said {
	common := c.Common()
	arg := errorArg(common)
	name := qualified(common)
	switch {
	case name == "errors.Is" && v.about(arg):
		return sayIf(v.named(common.Args[1]))
	case name == "errors.As" && v.about(arg):
		return sayIf(v.ofType(calls.Named(deref(strip(common.Args[1]).Type()))))
	case name == "strings.Contains" || name == "strings.HasPrefix" || name == "strings.HasSuffix":
		of := textOf(common.Args[0])
		if of == nil {
			if low, ok := common.Args[0].(*ssa.Call); ok && len(low.Call.Args) == 1 {
				of = textOf(low.Call.Args[0]) // strings.ToLower(err.Error())
			}
		}
		if of != nil && v.about(of) {
			return sayIf(v.worded(constText(common.Args[1])))
		}
		return unsaid
	}
	given := arg != nil && v.about(arg)
	for _, a := range common.Args {
		given = given || v.about(a)
	}
	if !given {
		if s := statusArg(c); s == nil || !v.about(s) {
			return unsaid
		}
	}
	switch calleeName(common) {
	case "Timeout", "IsTimeout", "IsServerTimeout", "IsDeadlineExceeded":
		return sayIf(v.failure == TimedOut)
	case "Temporary":
		return sayIf(v.failure == TimedOut)
	case "IsConflict", "IsAlreadyExists", "IsNotFound", "IsInvalid", "IsTooManyRequests", "IsForbidden", "IsUnauthorized", "SafeToRetry", "IsNotExist", "IsExist", "IsPermission", "IsServiceUnavailable":
		return no
	}
	fn := common.StaticCallee()
	if fn == nil || depth > 3 || !returnsBool(common) {
		if returnsBool(common) {
			return hidden
		}
		return unsaid
	}
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	if len(fn.Blocks) == 0 {
		return hidden
	}
	inner := verdictOf{passage: v.passage, failing: map[ssa.Value]bool{}}
	for i, a := range common.Args {
		of, _ := status(a)
		if i < len(fn.Params) && (v.about(a) || of != nil && v.about(of)) {
			inner.failing[fn.Params[i]] = true
		}
	}
	return inner.body(fn, depth+1)
}

// function is what a predicate says that is handed to a helper.
func (v *verdictOf) function(fn *ssa.Function, depth int) said {
	for _, p := range fn.Params {
		v.failing[p] = isError(p.Type()) || calls.Named(deref(p.Type())) == "net/http.Response"
	}
	return v.body(fn, depth)
}

// body follows a predicate to what it returns; where it goes both ways they
// must agree.
func (v *verdictOf) body(fn *ssa.Function, depth int) said {
	steps := 0
	var follow func(b, from *ssa.BasicBlock) said
	follow = func(b, from *ssa.BasicBlock) said {
		if steps++; steps > 200 {
			return hidden
		}
		before := v.came[b]
		v.came[b] = from
		defer func() { v.came[b] = before }()
		switch last := b.Instrs[len(b.Instrs)-1].(type) {
		case *ssa.Jump:
			return follow(b.Succs[0], b)
		case *ssa.Return:
			if len(last.Results) != 1 {
				return hidden
			}
			if s := v.truth(last.Results[0], depth); s != unsaid {
				return s
			}
			return hidden
		case *ssa.If:
			switch v.truth(last.Cond, depth) {
			case yes:
				return follow(b.Succs[0], b)
			case no:
				return follow(b.Succs[1], b)
			case unsaid:
				a, other := follow(b.Succs[0], b), follow(b.Succs[1], b)
				if a == other {
					return a
				}
			}
		}
		return hidden
	}
	if len(fn.Blocks) == 0 {
		return hidden
	}
	return follow(fn.Blocks[0], nil)
}

// named reports whether an error of the failure is the sentinel.
func (v *verdictOf) named(sentinel ssa.Value) bool {
	if m, ok := sentinel.(*ssa.MakeInterface); ok && calls.Named(m.X.Type()) == "syscall.Errno" {
		n, _ := constInt(m.X)
		switch v.failure {
		case TimedOut:
			return n == 110 || n == 60 // ETIMEDOUT, of Linux and of the BSDs
		case LostConn:
			return n == 104 || n == 54 || n == 32 // ECONNRESET, EPIPE
		}
		return false
	}
	name := errorName(sentinel)
	switch v.failure {
	case TimedOut:
		return name == "context.DeadlineExceeded" || name == "os.ErrDeadlineExceeded"
	case LostConn:
		return slices.Contains([]string{"io.EOF", "io.ErrUnexpectedEOF", "net.ErrClosed", "database/sql/driver.ErrBadConn"}, name)
	}
	return false
}

// ofType reports whether an error of the failure is of the type.
func (v *verdictOf) ofType(name string) bool {
	switch strings.TrimPrefix(name, "*") {
	case "net.Error":
		return v.failure == TimedOut || v.failure == LostConn
	case "net.OpError":
		return v.failure == LostConn
	case "net/url.Error":
		return v.failure != Gateway
	}
	return false
}

var (
	timeoutWords = regexp.MustCompile(`(?i)time-?out|timed out|deadline`)
	lostWords    = regexp.MustCompile(`(?i)reset|\beof\b|broken pipe|bad connection|closed|going away`)
)

func (v *verdictOf) worded(text string) bool {
	switch v.failure {
	case TimedOut:
		return timeoutWords.MatchString(text)
	case LostConn:
		return lostWords.MatchString(text)
	}
	return false
}
