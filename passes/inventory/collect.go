package inventory

import (
	"go/constant"
	"go/types"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/durations"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// aside are the knobs that carry a time and end no wait.
var aside = map[string]bool{
	"time.NewTicker":           true,
	"time.Tick":                true,
	"(*time.Ticker).Reset":     true,
	"net.Dialer.FallbackDelay": true,
}

// units are the knobs' units that are times, in nanoseconds.
var units = map[string]time.Duration{
	"": 1, "duration": 1, "us": time.Microsecond, "ms": time.Millisecond, "s": time.Second,
	"time": 1, "text": 1, "s|text": 1,
}

// store is the writing of a field that is a knob.
func (c *collector) store(fn *ssa.Function, s *ssa.Store) {
	addr, ok := s.Addr.(*ssa.FieldAddr)
	if !ok {
		return
	}
	if k, root := c.fieldKnob(addr); k != nil {
		c.knob(fn, s, k, s.Val, c.belongs(root))
	}
}

// fieldKnob is the knob of a field or of a field of fields, and the value that
// holds it.
func (c *collector) fieldKnob(addr *ssa.FieldAddr) (*knowledge.Knob, ssa.Value) {
	name := ""
	var found *knowledge.Knob
	var root ssa.Value
	for ok := true; ok; addr, ok = addr.X.(*ssa.FieldAddr) {
		field := fieldOf(addr.X.Type(), addr.Field)
		name = strings.TrimSuffix(field.Name()+"."+name, ".")
		root = addr.X
		owner := calls.Named(addr.X.Type())
		if field.Pkg() == nil || owner == "" || found != nil {
			continue
		}
		k := c.table.Knob(field.Pkg().Path(), owner+"."+name)
		if k != nil && k.Form == knowledge.Field && units[k.Unit] > 0 && !aside[k.FullName()] {
			found = k
		}
	}
	return found, root
}

// call is a call that takes a timeout or has one built in.
func (c *collector) call(fn *ssa.Function, call ssa.CallInstruction) {
	obj := calledFunc(call)
	if obj == nil || obj.Pkg() == nil {
		return
	}
	full := calls.FullName(obj)
	if full == companion+".New" {
		c.zeroPolicy(fn, call)
		return
	}
	if k := c.table.Knob(obj.Pkg().Path(), full); k != nil {
		arg := bounds.Argument(call, k.Arg)
		if arg != nil && units[k.Unit] > 0 && !aside[full] {
			c.knob(fn, call, k, arg, nil)
		}
		return
	}
	row := c.bounds.Row(obj)
	if row == nil || row.Does == knowledge.Sleeps {
		return
	}
	for _, b := range row.Bound {
		switch b.Kind() {
		case "arg":
			if arg := bounds.Argument(call, b.Arg()); arg != nil {
				c.knob(fn, call, &knowledge.Knob{Name: row.Name, Stage: stageOf[row.Does]}, arg, nil)
			}
			return
		case "const":
			c.add(fn, call.Pos(), Timeout{Stage: Stage(stageOf[row.Does]), Knob: row.Name, How: BuiltIn, Value: Value{Kind: Exact, Lo: b.Fixed(), Hi: b.Fixed()}})
			return
		}
	}
}

// stageOf is what a time given to a call bounds.
var stageOf = map[knowledge.Effect]knowledge.Stage{
	knowledge.Dials: knowledge.Connect, knowledge.Requests: knowledge.Total, knowledge.Queries: knowledge.Total,
	knowledge.Receives: knowledge.Read, knowledge.Writes: knowledge.Write, knowledge.Waits: knowledge.Total,
	knowledge.Acquires: knowledge.Acquire, knowledge.Runs: knowledge.Total, knowledge.Streams: knowledge.Total,
	knowledge.Serves: knowledge.Total, knowledge.Closes: knowledge.Shutdown,
}

// knob adds what an instruction sets a knob to.
func (c *collector) knob(fn *ssa.Function, instr ssa.Instruction, k *knowledge.Knob, v ssa.Value, names []string) {
	value, how := c.meaning(k, c.value(k, v))
	stage := stage(k)
	if call, ok := instr.(*ssa.Call); ok && stage == Context && shutsDown(call) {
		stage = Stage(knowledge.Shutdown)
	}
	c.add(fn, instr.Pos(), Timeout{Stage: stage, Knob: k.FullName(), Value: value, How: how, Dependencies: names})
}

// stage is the knob's, told apart where one word of knowledge stands for two.
func stage(k *knowledge.Knob) Stage {
	switch full := k.FullName(); {
	case strings.HasPrefix(full, "context."), full == companion+".WithAtMost", full == companion+".Detach":
		return Context
	case k.Owner == "time" || k.Owner == "(*time.Timer)":
		return Timer
	case strings.HasPrefix(full, companion+".") && k.Name == "Floor":
		return Floor
	case strings.HasPrefix(full, companion+".") && k.Name == "Reserve":
		return Reserve
	}
	return Stage(k.Stage)
}

// shutsDown reports whether a context is made for a call that ends something.
func shutsDown(call *ssa.Call) bool {
	for _, ref := range *call.Referrers() {
		ctx, ok := ref.(*ssa.Extract)
		if !ok || ctx.Index != 0 {
			continue
		}
		for _, use := range *ctx.Referrers() {
			if u, ok := use.(ssa.CallInstruction); ok {
				if obj := calledFunc(u); obj != nil && obj.Name() == "Shutdown" {
					return true
				}
			}
		}
	}
	return false
}

// meaning reads a zero and a negative value as the library does.
func (c *collector) meaning(k *knowledge.Knob, v Value) (Value, How) {
	if v.Kind != Exact || v.Lo > 0 {
		return v, Written
	}
	m := k.Zero
	if v.Lo < 0 {
		m = k.Negative
	}
	switch m {
	case knowledge.Infinite, knowledge.Unlimited:
		return Value{Kind: Never}, Written
	case knowledge.Disabled, knowledge.NoneAtAll:
		return Value{Kind: Off}, Written
	case knowledge.Inherited:
		return Value{Kind: Inherited}, Written
	case knowledge.Default:
		if d, err := time.ParseDuration(k.Default); err == nil {
			return Value{Kind: Exact, Lo: d, Hi: d}, Default
		}
		return Value{Kind: Unknown, From: []string{k.Default}}, Default
	}
	return v, Written
}

// waits are the stages whose limit is worth knowing where it is left alone.
var waits = map[Stage]bool{
	Stage(knowledge.Total): true, Stage(knowledge.Attempt): true, Stage(knowledge.Connect): true, Stage(knowledge.TLS): true,
	Stage(knowledge.Header): true, Stage(knowledge.Read): true, Stage(knowledge.Write): true, Stage(knowledge.Acquire): true,
	Stage(knowledge.Handling): true, Floor: true, Reserve: true,
}

// object adds the limits that a value has without being told.
func (c *collector) object(o *bounds.Object) {
	if o.Kind == bounds.External || len(o.Copies) > 0 {
		return
	}
	dot := strings.LastIndexByte(o.Type, '.')
	if dot < 0 {
		return
	}
	for _, lib := range c.table.Library(o.Type[:dot]) {
		for i := range lib.Knobs {
			k := &lib.Knobs[i]
			if k.Form == knowledge.Field && k.Owner == o.Type && !strings.Contains(k.Name, ".") && !aside[k.FullName()] {
				c.untold(o, k)
			}
		}
	}
}

func (c *collector) untold(o *bounds.Object, k *knowledge.Knob) {
	l := o.Limit(k.Name)
	t := Timeout{Stage: stage(k), Knob: k.FullName(), Dependencies: c.names[o]}
	switch {
	case o.Kind == bounds.ByCall:
		d, known := l.Value.Exact()
		if l.State < bounds.Set || !known || l.Pos.IsValid() || units[k.Unit] == 0 {
			return
		}
		t.How, t.Value = Preset, Value{Kind: Exact, Lo: time.Duration(d), Hi: time.Duration(d)}
	case l.State != bounds.Unset || !waits[t.Stage] || k.Unit == "time":
		return
	case k.FullName() == "net/http.Transport.DialContext":
		if c.bounds.Dial(o) != bounds.DialUnset {
			return
		}
		t.How, t.Value = Default, Value{Kind: Never}
	case units[k.Unit] == 0:
		return
	default:
		t.Value, _ = c.meaning(k, Value{Kind: Exact})
		if t.How = Default; t.Value.Kind == Exact && t.Value.Lo == 0 || t.Value.Kind == Unknown {
			return // it bounds nothing, or nobody read what it does
		}
	}
	c.add(o.In, o.Pos, t)
}

// calledFunc is the function or interface method that a call names, or nil.
func calledFunc(call ssa.CallInstruction) *types.Func {
	common := call.Common()
	if common.IsInvoke() {
		return common.Method
	}
	if callee := common.StaticCallee(); callee != nil {
		obj, _ := callee.Object().(*types.Func)
		return obj
	}
	return nil
}

// fieldOf is the field that index selects in t, the same for every instance of
// a generic type.
func fieldOf(t types.Type, index int) *types.Var {
	if ptr, ok := types.Unalias(t).Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	return t.Underlying().(*types.Struct).Field(index).Origin()
}

// value folds what is given to a knob into a time.
func (c *collector) value(k *knowledge.Knob, v ssa.Value) Value {
	f := &folder{c: c}
	var d durations.Value
	switch k.Unit {
	case "time":
		d = f.time(v)
	case "text", "s|text":
		if text, ok := v.(*ssa.Const); ok && text.Value != nil && text.Value.Kind() == constant.String {
			if parsed, err := time.ParseDuration(constant.StringVal(text.Value)); err == nil {
				d = durations.Exactly(int64(parsed))
			}
		}
	default:
		d = scale(f.fold(v), int64(units[k.Unit]))
	}
	switch n, exact := d.Exact(); {
	case exact:
		return Value{Kind: Exact, Lo: time.Duration(n), Hi: time.Duration(n)}
	case d.Known:
		return Value{Kind: Range, Lo: time.Duration(d.Lo), Hi: time.Duration(d.Hi)}
	}
	return Value{Kind: Unknown, From: f.from(v)}
}

func scale(v durations.Value, unit int64) durations.Value {
	if !v.Known || unit == 1 {
		return v
	}
	const most = int64(1) << 62
	if v.Lo < -most/unit || v.Hi > most/unit {
		return durations.Unknown
	}
	return durations.Value{Lo: v.Lo * unit, Hi: v.Hi * unit, Known: true}
}
