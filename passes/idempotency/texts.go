package idempotency

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/statements"
)

// Part is a piece of a text: known, a parameter of the function that has the
// text (or a field of one), or, with none of these, not known.
type Part struct {
	Lit   string
	Param int    // 1 more than the place of the parameter, the receiver first; below zero: of the literal itself
	Field string // of that parameter
}

// Text is what a text is put together of, in order.
type Text []Part

// known joins the pieces; whole is false where one is not known, which is then a
// Hole.
func (t Text) known() (text string, whole bool) {
	var b strings.Builder
	whole = true
	for _, p := range t {
		if p.Lit == "" && (p.Param != 0 || p.Field == "") {
			b.WriteString(statements.Hole)
			whole = false
			continue
		}
		b.WriteString(p.Lit)
	}
	return b.String(), whole
}

// open reports whether a caller can say more.
func (t Text) open() bool {
	return slices.ContainsFunc(t, func(p Part) bool { return p.Param != 0 })
}

func lit(s string) Text { return Text{{Lit: s}} }

var hole = Text{{}}

const mostTexts = 6 // beyond that a text is not known

// scope is the function in whose terms a value is told.
type scope struct {
	r    *Result
	self *ssa.Function // the function, or literal, that is summarized
	root *ssa.Function // the declared function around it
}

func (r *Result) scopeOf(fn *ssa.Function) scope {
	root := fn
	for root.Parent() != nil {
		root = root.Parent()
	}
	return scope{r, fn, root}
}

// param is a parameter as a Part names it; 0 if it cannot be named.
func (s scope) param(p *ssa.Parameter) int {
	i := slices.Index(p.Parent().Params, p) + 1
	switch p.Parent() {
	case s.root:
		return i
	case s.self:
		return -i
	}
	return 0
}

// texts are what a text may be.
func (s scope) texts(v ssa.Value) []Text {
	w := textWalk{scope: s, seen: map[ssa.Value]bool{}}
	out := w.visit(v, 0)
	if len(out) > mostTexts {
		return []Text{hole}
	}
	return out
}

type textWalk struct {
	scope
	seen map[ssa.Value]bool
}

func (w *textWalk) visit(v ssa.Value, depth int) []Text {
	if v == nil || depth > 12 || w.seen[v] {
		return []Text{hole}
	}
	w.seen[v] = true
	defer delete(w.seen, v)
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value != nil && v.Value.Kind() == constant.String {
			return []Text{lit(constant.StringVal(v.Value))}
		}
		return []Text{hole}
	case *ssa.BinOp:
		if v.Op == token.ADD {
			return both(w.visit(v.X, depth+1), w.visit(v.Y, depth+1))
		}
	case *ssa.Phi:
		var out []Text
		for _, e := range v.Edges {
			if !w.seen[e] {
				out = append(out, w.visit(e, depth+1)...)
			}
		}
		return out
	case *ssa.ChangeType:
		return w.visit(v.X, depth+1)
	case *ssa.Convert:
		return w.visit(v.X, depth+1)
	case *ssa.MakeInterface:
		return w.visit(v.X, depth+1)
	case *ssa.Parameter:
		if p := w.param(v); p != 0 {
			return []Text{{{Param: p}}}
		}
	case *ssa.Field:
		return w.field(v.X, v.Field, depth)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return w.memory(v.X, depth)
		}
	case *ssa.FreeVar:
		return w.visit(w.r.program.Binding(v), depth+1)
	case *ssa.Call:
		return w.call(v, depth)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok && v.Index == 0 {
			return w.call(call, depth)
		}
	}
	return []Text{hole}
}

func (w *textWalk) all(values []ssa.Value, depth int) []Text {
	if len(values) == 0 || len(values) > mostTexts {
		return []Text{hole}
	}
	var out []Text
	for _, v := range values {
		out = append(out, w.visit(v, depth+1)...)
	}
	return out
}

func (w *textWalk) memory(addr ssa.Value, depth int) []Text {
	switch a := addr.(type) {
	case *ssa.Alloc:
		return w.all(stored(a), depth)
	case *ssa.FreeVar:
		if bound := w.r.program.Binding(a); bound != nil {
			return w.memory(bound, depth+1)
		}
	case *ssa.Global:
		var values []ssa.Value
		for _, s := range w.r.program.Stores(a) {
			values = append(values, s.Val)
		}
		return w.all(values, depth)
	case *ssa.FieldAddr:
		return w.field(a.X, a.Field, depth)
	}
	return []Text{hole}
}

// field is what a field of a struct is: of a literal here what it is given, of a
// parameter that, of anything else what this package puts into the field.
func (w *textWalk) field(of ssa.Value, i int, depth int) []Text {
	s, ok := deref(of.Type()).Underlying().(*types.Struct)
	if !ok {
		return []Text{hole}
	}
	base, p := w.base(of)
	switch {
	case p != nil:
		if at := w.param(p); at != 0 {
			return []Text{{{Param: at, Field: s.Field(i).Name()}}}
		}
	case base != nil:
		if values := slot(base, i); len(values) > 0 {
			return w.all(values, depth)
		}
	}
	var values []ssa.Value
	for _, addr := range w.r.program.Addressed(s.Field(i).Origin()) {
		values = append(values, stored(addr)...)
	}
	return w.all(values, depth)
}

// base is the struct literal, or the parameter, that a struct or a pointer to
// one is.
func (s scope) base(v ssa.Value) (*ssa.Alloc, *ssa.Parameter) {
	for range 8 {
		switch x := v.(type) {
		case *ssa.Parameter:
			return nil, x
		case *ssa.UnOp:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.FreeVar:
			v = s.r.program.Binding(x)
		case *ssa.Alloc:
			values := stored(x)
			if len(values) != 1 {
				return x, nil
			}
			v = values[0]
			if load, ok := v.(*ssa.UnOp); ok && load.X == ssa.Value(x) {
				return x, nil
			}
		default:
			return nil, nil
		}
	}
	return nil, nil
}

// call is what a function returns: one of those that put texts together, or one
// of this package.
func (w *textWalk) call(call *ssa.Call, depth int) []Text {
	c := call.Common()
	args := c.Args
	switch qualified(c) {
	case "fmt.Sprintf":
		return w.format(args, depth)
	case "fmt.Sprint", "strings.Join", "path.Join", "net/url.JoinPath":
		out := []Text{nil}
		for _, arg := range args {
			for _, part := range spread(arg) {
				out = both(out, both([]Text{lit("/")}, w.visit(part, depth+1)))
			}
		}
		return out
	case "strings.TrimSpace", "strings.ToUpper", "strings.ToLower", "strings.Replace", "strings.ReplaceAll", "strings.TrimSuffix", "strings.TrimPrefix", "strings.TrimRight",
		"(*github.com/jmoiron/sqlx.DB).Rebind", "github.com/jmoiron/sqlx.Rebind", "(*github.com/jmoiron/sqlx.Tx).Rebind":
		for _, arg := range args {
			if b, ok := arg.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsString != 0 {
				return w.visit(arg, depth+1)
			}
		}
	}
	fn := c.StaticCallee()
	if fn == nil || fn.Parent() != nil {
		return []Text{hole}
	}
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	if len(fn.Blocks) == 0 || depth > 4 {
		return []Text{hole}
	}
	inner := textWalk{scope: w.r.scopeOf(fn), seen: w.seen}
	var out []Text
	for _, res := range results(fn, 0) {
		for _, t := range inner.visit(res, depth+3) {
			out = append(out, w.put(t, handed{values: args})...)
		}
	}
	if len(out) == 0 || len(out) > mostTexts {
		return []Text{hole}
	}
	return out
}

// format puts the arguments of a Sprintf into its format.
func (w *textWalk) format(args []ssa.Value, depth int) []Text {
	var parts []ssa.Value
	if len(args) > 1 {
		parts = spread(args[1])
	}
	var out []Text
	for _, f := range w.visit(args[0], depth+1) {
		format, whole := f.known()
		if !whole {
			return []Text{hole}
		}
		made, n := []Text{nil}, 0
		for {
			before, after, found := strings.Cut(format, "%")
			made = both(made, []Text{lit(before)})
			if !found {
				break
			}
			end := strings.IndexFunc(after, func(r rune) bool { return r == '%' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' })
			if end < 0 {
				break
			}
			switch {
			case after[end] == '%':
				made = both(made, []Text{lit("%")})
			case n < len(parts):
				made = both(made, w.visit(parts[n], depth+1))
				n++
			default:
				made = both(made, []Text{hole})
			}
			format = after[end+1:]
		}
		out = append(out, made...)
	}
	return out
}

// put is a callee's text in the terms of its caller. What is made of itself, as
// s = f(s) in a loop, is followed through a few calls and not known beyond.
func (s scope) put(t Text, args handed) []Text {
	if !t.open() {
		return []Text{t}
	}
	if s.r.deep >= deepest {
		return []Text{hole}
	}
	s.r.deep++
	defer func() { s.r.deep-- }()
	out := []Text{nil}
	for _, p := range t {
		arg, same := args.of(p.Param)
		switch {
		case p.Param == 0 || same:
			out = both(out, []Text{{p}})
		case arg == nil:
			out = both(out, []Text{hole})
		case p.Field == "":
			out = both(out, s.texts(arg))
		default:
			out = both(out, s.fieldOf(arg, p.Field))
		}
	}
	return out
}

// handed is what a function is given where it is called.
type handed struct {
	values  []ssa.Value // by parameter, the receiver first; nil where one is not in sight
	literal bool        // it is a literal: parameters of the function around it are its own, too
	around  bool        // and that function is the caller's
}

// of is the argument of a parameter as a Part names it; same where the name means
// the same to the caller.
func (h handed) of(param int) (arg ssa.Value, same bool) {
	switch {
	case h.literal && param > 0:
		return nil, h.around
	case param < 0:
		param = -param
	}
	if param == 0 || param > len(h.values) {
		return nil, false
	}
	return h.values[param-1], false
}

// fieldOf is what a field of a struct, or of what a pointer points to, is.
func (s scope) fieldOf(v ssa.Value, name string) []Text {
	st, ok := deref(v.Type()).Underlying().(*types.Struct)
	if !ok {
		return []Text{hole}
	}
	for i := range st.NumFields() {
		if st.Field(i).Name() == name {
			w := textWalk{scope: s, seen: map[ssa.Value]bool{}}
			if out := w.field(v, i, 0); len(out) <= mostTexts {
				return out
			}
		}
	}
	return []Text{hole}
}

// both puts each text of one after each of another.
func both(a, b []Text) []Text {
	if len(a)*len(b) > 2*mostTexts {
		return []Text{hole}
	}
	var out []Text
	for _, x := range a {
		for _, y := range b {
			out = append(out, append(slices.Clip(x), y...))
		}
	}
	return out
}
