package policies

import (
	"go/token"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/delays"
	"github.com/timeoutlint/timeoutlint/passes/durations"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// evaluation reads one policy.
type evaluation struct {
	r    *Result
	seen map[ssa.Value]bool
}

var open = Policy{Open: true}

const most = 120 // values that a policy is made of

// value is what a value says of the policy that it is, or is put on.
func (e *evaluation) value(v ssa.Value) Policy {
	if v == nil || e.seen[v] || len(e.seen) > most {
		return open
	}
	e.seen[v] = true
	defer delete(e.seen, v)
	switch v := v.(type) {
	case *ssa.Const:
		return Policy{}
	case *ssa.MakeInterface:
		return e.value(v.X)
	case *ssa.ChangeInterface:
		return e.value(v.X)
	case *ssa.ChangeType:
		return e.value(v.X)
	case *ssa.TypeAssert:
		return e.value(v.X)
	case *ssa.Extract:
		if v.Index == 0 {
			return e.value(v.Tuple)
		}
	case *ssa.Function:
		return e.function(v)
	case *ssa.MakeClosure:
		return e.function(v.Fn.(*ssa.Function))
	case *ssa.Call:
		return e.changed(v, e.call(v))
	case *ssa.Alloc:
		return e.literal(v)
	case *ssa.Phi:
		return e.any(v.Edges)
	case *ssa.FreeVar:
		return e.value(e.r.program.Binding(v))
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return e.changed(v, e.load(v.X))
		}
	case *ssa.Parameter:
		return e.parameter(v)
	}
	return open
}

// any is what holds of all of some values.
func (e *evaluation) any(values []ssa.Value) Policy {
	out, first := open, true
	for _, v := range values {
		if e.seen[v] {
			continue
		}
		p := e.value(v)
		if first {
			out, first = p, false
			continue
		}
		out = out.or(p)
	}
	return out
}

// function is a delay function: the library's own, or one of the user's.
func (e *evaluation) function(fn *ssa.Function) Policy {
	if row := e.r.row(nameOf(fn)); row != nil {
		return e.row(row, nil, nil)
	}
	p := Policy{Delay: knowledge.GivenDelay}
	if made := e.r.delays.Makes(fn); made != nil {
		switch made.Random {
		case delays.Jittered:
			p.Jitter = knowledge.Yes
		case delays.Fixed:
			p.Jitter = knowledge.No
		}
		if made.Exponential() {
			p.Delay = knowledge.Exponential
		} else if made.By != "" {
			p.Delay = knowledge.Growing
		}
	}
	return p
}

func (e *evaluation) call(v *ssa.Call) Policy {
	c := v.Common()
	name := named(c)
	if row := e.r.row(name); row != nil {
		return e.of(row, c)
	}
	fn := c.StaticCallee()
	if fn == nil || len(fn.Blocks) == 0 {
		return open
	}
	var returned []ssa.Value
	for _, b := range fn.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && len(ret.Results) > 0 {
			returned = append(returned, ret.Results[0])
		}
	}
	return e.any(returned)
}

// of is what a row says of a call.
func (e *evaluation) of(row *knowledge.Policy, c *ssa.CallCommon) Policy {
	return e.row(row, receiver(c), func(i int) ssa.Value { return argument(c, i) })
}

// row is what a row says, with what a call is made on and given; arg is nil where
// there is no call.
func (e *evaluation) row(row *knowledge.Policy, recv ssa.Value, arg func(int) ssa.Value) Policy {
	var p Policy
	given := func(b string) ssa.Value {
		n := knowledge.Bound(strings.TrimSuffix(b, "+1")).Arg()
		if n < 0 || arg == nil {
			return nil
		}
		return arg(n)
	}
	switch {
	case arg == nil:
	case row.From.Kind() == "recv":
		p = e.value(recv)
	case row.From != "":
		p = e.value(given(string(row.From)))
	}
	own := Policy{Delay: row.Delay, Picks: row.Picks}
	own.Attempts, own.Most = limit(row.Attempts, given(row.Attempts), row)
	var longest int64
	own.Elapsed, longest = limit(row.Elapsed, given(row.Elapsed), row)
	own.Longest = time.Duration(longest)
	switch v := given(row.Jitter); {
	case v != nil && !zero(v), row.Jitter == "yes":
		own.Jitter = knowledge.Yes
	case v != nil, row.Jitter == "no":
		own.Jitter = knowledge.No
	}
	if row.Ctx != "" {
		own.Ctx = given(string(row.Ctx))
	}
	p = p.with(own)
	if row.Options != "" && arg != nil {
		p = e.options(p, given(string(row.Options)), row.Jitter == "any")
	}
	return p
}

// options adds the values of a variadic argument.
func (e *evaluation) options(p Policy, list ssa.Value, anyJitter bool) Policy {
	values, all := elements(list)
	if !all {
		p.Open = true
		return p
	}
	jitter := knowledge.Tristate("")
	for _, v := range values {
		o := e.value(v)
		if o.Jitter == knowledge.Yes || jitter == "" {
			jitter = o.Jitter
		}
		p = p.with(o)
	}
	if anyJitter {
		p.Jitter = jitter
	}
	return p
}

// elements are the values of a variadic argument that is written out.
func elements(list ssa.Value) (out []ssa.Value, all bool) {
	if c, ok := list.(*ssa.Const); ok && c.IsNil() {
		return nil, true
	}
	slice, ok := list.(*ssa.Slice)
	if !ok {
		return nil, false
	}
	array, ok := slice.X.(*ssa.Alloc)
	if !ok {
		return nil, false
	}
	for _, ref := range *array.Referrers() {
		at, ok := ref.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		for _, use := range *at.Referrers() {
			if st, ok := use.(*ssa.Store); ok {
				out = append(out, st.Val)
			}
		}
	}
	return out, true
}

// limit reads a number: of attempts, or of a time.
func limit(text string, given ssa.Value, row *knowledge.Policy) (Limit, int64) {
	switch {
	case text == "":
		return NotKnown, 0
	case text == "unlimited":
		return None, 0
	case !strings.HasPrefix(text, "arg:"):
		return Some, number(text)
	case given == nil:
		return NotKnown, 0
	}
	n, ok := durations.Of(given, nil).Exact()
	switch {
	case !ok:
		return Some, 0
	case n == 0:
		return special(row.Zero)
	case n < 0:
		return special(row.Negative)
	case strings.HasSuffix(text, "+1"):
		n++
	}
	return Some, n
}

// special is what zero or a negative number stands for.
func special(m knowledge.Meaning) (Limit, int64) {
	switch m {
	case knowledge.Unlimited, knowledge.Infinite:
		return None, 0
	case knowledge.SingleTry:
		return Some, 1
	}
	return NotKnown, 0
}

func number(text string) int64 {
	if d, err := time.ParseDuration(text); err == nil {
		return int64(d)
	}
	n := int64(0)
	for _, digit := range text {
		n = n*10 + int64(digit-'0')
	}
	return n
}

func zero(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && (c.Value == nil || c.Value.ExactString() == "0")
}
