package idempotency

import (
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Origin says what a value is made of, as far as it matters when it is made
// again: whether it is another one then.
type Origin struct {
	Fresh string // what makes a new one each time it runs: "uuid.NewString"; "" if nothing in sight does
	From  []Part // parameters that it is made of

	at  ssa.Instruction // where that runs, in the function that the origin is told for
	pos token.Pos       // of it; none in another package
}

// origin follows a value to what it is made of.
func (s scope) origin(v ssa.Value) Origin {
	w := originWalk{scope: s, seen: map[ssa.Value]bool{}}
	w.visit(v, 0)
	return w.out
}

type originWalk struct {
	scope
	seen map[ssa.Value]bool
	out  Origin
}

func (w *originWalk) fresh(name string, at ssa.Instruction, pos token.Pos) {
	if w.out.Fresh == "" {
		w.out.Fresh, w.out.at, w.out.pos = name, at, pos
	}
}

func (w *originWalk) visit(v ssa.Value, depth int) {
	if v == nil || depth > 12 || w.seen[v] || len(w.seen) > 200 {
		return
	}
	w.seen[v] = true
	switch v := v.(type) {
	case *ssa.Parameter:
		if p := w.param(v); p != 0 {
			w.out.From = append(w.out.From, Part{Param: p})
		}
	case *ssa.Phi:
		w.phi(v, depth)
	case *ssa.FreeVar:
		w.visit(w.r.program.Binding(v), depth+1)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			w.memory(v.X, depth)
		} else {
			w.visit(v.X, depth+1)
		}
	case *ssa.Field:
		w.field(v.X, v.Field, depth)
	case *ssa.Alloc:
		w.filled(v, depth)
	case *ssa.MakeSlice:
		w.filled(v, depth)
	case *ssa.Call:
		w.call(v, 0, depth)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			w.call(call, v.Index, depth)
		}
	case *ssa.Global, *ssa.Const, *ssa.Function, *ssa.MakeClosure:
	case ssa.Instruction:
		for _, op := range v.Operands(nil) {
			if *op != nil {
				w.visit(*op, depth+1)
			}
		}
	}
}

// phi is fresh only where all it may be is: "if key == "" { key = new() }" makes
// one, once.
func (w *originWalk) phi(phi *ssa.Phi, depth int) {
	all, joined := true, Origin{}
	for _, e := range phi.Edges {
		if e == ssa.Value(phi) {
			continue
		}
		one := originWalk{scope: w.scope, seen: w.seen}
		one.visit(e, depth+1)
		all = all && one.out.Fresh != ""
		joined.From = append(joined.From, one.out.From...)
		if joined.Fresh == "" {
			joined.Fresh, joined.at, joined.pos = one.out.Fresh, one.out.at, one.out.pos
		}
	}
	if all {
		w.fresh(joined.Fresh, joined.at, joined.pos)
	}
	w.out.From = append(w.out.From, joined.From...)
}

func (w *originWalk) memory(addr ssa.Value, depth int) {
	switch a := addr.(type) {
	case *ssa.Alloc:
		values := stored(a)
		if len(values) > 1 {
			return // of several, one may be older than the attempt
		}
		w.filled(a, depth)
	case *ssa.FreeVar:
		if bound := w.r.program.Binding(a); bound != nil {
			w.memory(bound, depth+1)
		}
	case *ssa.FieldAddr:
		w.field(a.X, a.Field, depth)
	case *ssa.IndexAddr:
		w.visit(a.X, depth+1)
	}
}

func (w *originWalk) field(of ssa.Value, i, depth int) {
	base, p := w.base(of)
	switch {
	case p != nil:
		if at := w.param(p); at != 0 {
			w.out.From = append(w.out.From, Part{Param: at, Field: fieldName(of.Type(), i)})
		}
	case base != nil:
		for _, val := range slot(base, i) {
			w.visit(val, depth+1)
		}
	}
}

// filled is what a variable, or a buffer, holds: what is stored, and what is
// read into it of a random source.
func (w *originWalk) filled(v ssa.Value, depth int) {
	for _, val := range stored(v) {
		w.visit(val, depth+1)
	}
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.IndexAddr:
			for _, val := range stored(ref) {
				w.visit(val, depth+1)
			}
		case *ssa.Slice:
			for _, use := range *ref.Referrers() {
				w.random(use)
			}
		default:
			w.random(ref)
		}
	}
}

func (w *originWalk) random(use ssa.Instruction) {
	call, ok := use.(*ssa.Call)
	if !ok {
		return
	}
	switch name := qualified(call.Common()); name {
	case "crypto/rand.Read", "math/rand.Read", "io.ReadFull":
		if name == "io.ReadFull" {
			load, ok := strip(call.Call.Args[0]).(*ssa.UnOp)
			if !ok {
				return
			}
			if g, ok := load.X.(*ssa.Global); !ok || g.Name() != "Reader" {
				return
			}
		}
		w.fresh("rand.Read", call, call.Pos())
	}
}

func (w *originWalk) call(call *ssa.Call, i, depth int) {
	c := call.Common()
	if name := generator(c); name != "" {
		w.fresh(name, call, call.Pos())
		return
	}
	args := receiverAndArgs(c)
	fn := c.StaticCallee()
	if fn != nil && fn.Origin() != nil {
		fn = fn.Origin()
	}
	switch {
	case fn != nil && fn.Parent() == nil && len(fn.Blocks) > 0 && depth < 6:
		inner := originWalk{scope: w.r.scopeOf(fn), seen: w.seen}
		for _, res := range results(fn, i) {
			inner.visit(res, depth+3)
		}
		w.put(inner.out, call, args)
		return
	case fn != nil && i == 0:
		if d := w.r.imported(callee(c)); d != nil && d.Makes != nil {
			w.put(*d.Makes, call, args)
			return
		}
	}
	for _, arg := range args {
		w.visit(arg, depth+1)
	}
}

// put takes over what a callee makes, in the terms of the caller.
func (w *originWalk) put(o Origin, call *ssa.Call, args []ssa.Value) {
	o.pos = call.Pos() // that is where this function has it made
	o = w.handOn(o, call, handed{values: args})
	if o.Fresh != "" {
		w.fresh(o.Fresh, o.at, o.pos)
	}
	w.out.From = append(w.out.From, o.From...)
}

// of is the origin of a value, or of one of its fields.
func (s scope) of(v ssa.Value, field string) Origin {
	if field == "" {
		return s.origin(v)
	}
	w := originWalk{scope: s, seen: map[ssa.Value]bool{}}
	if st, ok := deref(v.Type()).Underlying().(*types.Struct); ok {
		for i := range st.NumFields() {
			if st.Field(i).Name() == field {
				w.field(v, i, 0)
			}
		}
	}
	return w.out
}

var (
	idPackage = regexp.MustCompile(`(?i)(^|[/.-])(go-?)?(uuid|guid|ulid|ksuid|xid|nanoid|shortuuid|shortid|cuid|snowflake|sonyflake|typeid)([/.-]|v\d|$)`)
	idMaker   = regexp.MustCompile(`^(New|Make|Generate|Next|Random|Create)(ID|Id|UUID|Uuid|ULID|GUID|KSUID|Key|Token|Nonce|IdempotencyKey|RequestID|String|V4|V7|V1|Random|Unique)?(String)?$`)
	ownMaker  = regexp.MustCompile(`(?i)^(new|make|gen|generate|next|random)_?(uuid|ulid|guid|ksuid|id|key|token|nonce|idempotencykey|requestid|uniqueid|randomstring|string)(string)?$`)
	settled   = regexp.MustCompile(`SHA1|MD5|V3|V5|NewHash|Parse|From|Must$`)
)

// generator is the name of a function that never returns the same twice, "" if
// it is none.
func generator(c *ssa.CallCommon) string {
	fn := callee(c)
	if fn == nil || fn.Pkg() == nil {
		return ""
	}
	path, name := fn.Pkg().Path(), fn.Name()
	short := fn.Pkg().Name() + "." + name
	switch path {
	case "time":
		if name == "Now" {
			return short
		}
		return ""
	case "crypto/rand", "math/rand", "math/rand/v2":
		if name != "Read" && !strings.HasPrefix(name, "New") {
			return short
		}
		return ""
	}
	if settled.MatchString(name) {
		return ""
	}
	if idPackage.MatchString(path) && (idMaker.MatchString(name) || name == "New" || name == "Make" || name == "MustNew" || name == "ID" || name == "Must") {
		return short
	}
	if c.IsInvoke() && ownMaker.MatchString(name) && fn.Signature().Params().Len() <= 1 {
		return short
	}
	if !c.IsInvoke() && c.StaticCallee() != nil && len(c.StaticCallee().Blocks) == 0 && ownMaker.MatchString(name) && slices.Contains([]int{0, 1}, fn.Signature().Params().Len()) {
		return short
	}
	return ""
}

func strip(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.Convert:
			v = x.X
		default:
			return v
		}
	}
}
