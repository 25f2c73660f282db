package inventory

import (
	"go/constant"
	"go/token"
	"slices"
	"strconv"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/durations"
	"github.com/timeoutlint/timeoutlint/passes/program"
)

// written is every value that the package gives to a field of its own.
type written struct {
	values []ssa.Value
	open   bool // it may be given others too
}

// writes collects the writes of unexported fields and of local variables whose
// address is taken; keys are *types.Var and *ssa.Alloc.
func writes(p *program.Package) map[any]*written {
	out := map[any]*written{}
	of := func(key any) *written {
		if out[key] == nil {
			out[key] = new(written)
		}
		return out[key]
	}
	for _, fn := range p.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				var key any
				switch v := instr.(type) {
				case *ssa.FieldAddr:
					if field := fieldOf(v.X.Type(), v.Field); field.Pkg() == p.SSA.Pkg && !field.Exported() {
						key = field
					}
				case *ssa.Alloc:
					key = v
				}
				if key == nil {
					continue
				}
				w := of(key)
				for _, ref := range *instr.(ssa.Value).Referrers() {
					switch ref := ref.(type) {
					case *ssa.Store:
						if ref.Addr == instr.(ssa.Value) {
							w.values = append(w.values, ref.Val)
						} else {
							w.open = true
						}
					case *ssa.UnOp, *ssa.DebugRef, *ssa.FieldAddr:
					default:
						w.open = true
					}
				}
			}
		}
	}
	return out
}

// folder follows one value to what it is or to where it comes from.
type folder struct {
	c     *collector
	depth int
}

const deepest = 8 // joins and calls followed

func (f *folder) deeper(do func()) {
	if f.depth < deepest {
		f.depth++
		do()
		f.depth--
	}
}

// fold is the value of v, through parameters whose every argument is in sight
// and fields that only this package writes.
func (f *folder) fold(v ssa.Value) durations.Value {
	return durations.Of(v, func(v ssa.Value) durations.Value {
		var out durations.Value
		f.deeper(func() {
			for i, x := range f.behind(v) {
				if d := f.fold(x); i == 0 {
					out = d
				} else {
					out = out.Join(d)
				}
			}
		})
		return out
	})
}

// behind lists all that v can be, where that is in sight.
func (f *folder) behind(v ssa.Value) []ssa.Value {
	switch v := v.(type) {
	case *ssa.Parameter:
		fn := v.Parent()
		if !f.c.program.Closed(fn) {
			return nil
		}
		var out []ssa.Value
		i := slices.Index(fn.Params, v)
		for _, call := range f.c.program.Calls[fn] {
			if args := call.Common().Args; i < len(args) {
				out = append(out, args[i])
			}
		}
		return out
	case *ssa.FreeVar:
		if made := f.c.program.Makes[v.Parent()]; made != nil {
			return []ssa.Value{made.Bindings[slices.Index(v.Parent().FreeVars, v)]}
		}
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return nil
		}
		var key any
		switch addr := v.X.(type) {
		case *ssa.FieldAddr:
			key = fieldOf(addr.X.Type(), addr.Field)
		case *ssa.Alloc:
			key = addr
		case *ssa.FreeVar: // a captured variable
			if bound := f.behind(addr); len(bound) == 1 {
				key = bound[0]
			}
		}
		if w := f.c.fields[key]; w != nil && !w.open {
			return w.values
		}
	case *ssa.Field:
		if w := f.c.fields[fieldOf(v.X.Type(), v.Field)]; w != nil && !w.open {
			return w.values
		}
	}
	return nil
}

// time is the time from now until the instant v; the zero time is 0.
func (f *folder) time(v ssa.Value) durations.Value {
	switch v := v.(type) {
	case *ssa.Const:
		return durations.Exactly(0)
	case *ssa.UnOp: // time.Time{}
		if alloc, ok := v.X.(*ssa.Alloc); ok && f.c.fields[alloc] != nil && len(f.c.fields[alloc].values) == 0 && !f.c.fields[alloc].open {
			return durations.Exactly(0)
		}
		if values := f.behind(v); len(values) == 1 {
			var out durations.Value
			f.deeper(func() { out = f.time(values[0]) })
			return out
		}
	case *ssa.Call:
		if obj := calledFunc(v); obj != nil && calls.FullName(obj) == "(time.Time).Add" {
			if now, ok := v.Call.Args[0].(*ssa.Call); ok && isNow(now) {
				return f.fold(v.Call.Args[1])
			}
		}
	}
	return durations.Unknown
}

func isNow(call *ssa.Call) bool {
	obj := calledFunc(call)
	return obj != nil && calls.FullName(obj) == "time.Now"
}

const most = 3 // sources named

// from names the places that v comes from, as a reader would look for them.
func (f *folder) from(v ssa.Value) []string {
	var out []string
	f.name(v, false, &out)
	if len(out) > most {
		out = append(out[:most], "…")
	}
	return out
}

func (f *folder) name(v ssa.Value, alternative bool, out *[]string) {
	say := func(text string) {
		if text != "" && !slices.Contains(*out, text) {
			*out = append(*out, text)
		}
	}
	if f.depth >= deepest {
		say("a long computation")
		return
	}
	f.depth++
	defer func() { f.depth-- }()
	if values := f.behind(v); len(values) > 0 {
		for _, x := range values {
			f.name(x, len(values) > 1, out)
		}
		return
	}
	switch v := v.(type) {
	case *ssa.Const:
		if d, ok := durations.Of(v, nil).Exact(); ok && alternative && d != 0 {
			say(durations.Short(time.Duration(d)))
		}
	case *ssa.Parameter:
		say("parameter " + v.Name() + " of " + functionName(v.Parent()))
	case *ssa.Convert:
		f.name(v.X, alternative, out)
	case *ssa.ChangeType:
		f.name(v.X, alternative, out)
	case *ssa.BinOp:
		f.name(v.X, false, out)
		f.name(v.Y, false, out)
	case *ssa.Phi:
		for _, e := range v.Edges {
			f.name(e, true, out)
		}
	case *ssa.Field:
		say(path(v))
	case *ssa.UnOp:
		f.named(v, alternative, out, say)
	case *ssa.Extract:
		f.name(v.Tuple, alternative, out)
	case *ssa.Call:
		f.called(v, alternative, out, say)
	case *ssa.Lookup, *ssa.Index:
		say("an element of a map or slice")
	}
}

// named is a load.
func (f *folder) named(v *ssa.UnOp, alternative bool, out *[]string, say func(string)) {
	if v.Op != token.MUL {
		f.name(v.X, alternative, out)
		return
	}
	switch addr := v.X.(type) {
	case *ssa.FieldAddr:
		say(path(v))
	case *ssa.Global:
		say("variable " + addr.Pkg.Pkg.Name() + "." + addr.Name())
	case *ssa.IndexAddr:
		say("an element of a map or slice")
	default: // a pointer: flag.Duration's
		before := len(*out)
		if load, ok := addr.(*ssa.UnOp); ok {
			if g, ok := load.X.(*ssa.Global); ok {
				if call := f.initial(g); call != nil {
					f.name(call, alternative, out)
					return
				}
			}
		}
		if f.name(addr, alternative, out); len(*out) == before {
			say("a pointer")
		}
	}
}

// initial is the call that a package variable is initialised with, or nil.
func (f *folder) initial(g *ssa.Global) ssa.Value {
	if g.Pkg != f.c.program.SSA {
		return nil
	}
	for _, b := range g.Pkg.Func("init").Blocks {
		for _, instr := range b.Instrs {
			if s, ok := instr.(*ssa.Store); ok && s.Addr == g {
				if call, ok := s.Val.(*ssa.Call); ok {
					return call
				}
			}
		}
	}
	return nil
}

// called names a call: a parser by what it parses, a flag by its name, a
// configuration library's getter by its key.
func (f *folder) called(v *ssa.Call, alternative bool, out *[]string, say func(string)) {
	obj := calledFunc(v)
	if obj == nil || obj.Pkg() == nil {
		say("a function value")
		return
	}
	full, args := calls.FullName(obj), v.Call.Args
	switch full {
	case "time.ParseDuration", "strconv.Atoi", "strconv.ParseInt", "strconv.ParseFloat", "(time.Time).Add", "time.Now", "strings.TrimSpace":
		for _, arg := range args {
			f.name(arg, alternative, out)
		}
		return
	case "os.Getenv", "os.LookupEnv":
		if key, ok := bounds.Text(args[0]); ok {
			say("environment variable " + key)
			return
		}
	case "flag.Duration", "flag.Int", "flag.String":
		if name, ok := bounds.Text(args[0]); ok {
			text := "flag -" + name
			if d, exact := durations.Of(args[1], nil).Exact(); exact && full == "flag.Duration" {
				text += " (default " + durations.Short(time.Duration(d)) + ")"
			}
			say(text)
			return
		}
	}
	key := ""
	for _, arg := range args {
		if c, ok := arg.(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.String {
			key = strconv.Quote(constant.StringVal(c.Value))
			break
		}
	}
	say(Short(full) + "(" + key + ")")
}

// path is a field with the exported fields that it is in:
// "config.Config.HTTP.Timeout".
func path(v ssa.Value) string {
	owner, names := "", ""
	for {
		var x ssa.Value
		var index int
		switch at := v.(type) {
		case *ssa.UnOp:
			v = at.X
			continue
		case *ssa.FieldAddr:
			x, index = at.X, at.Field
		case *ssa.Field:
			x, index = at.X, at.Field
		default:
			return owner + names
		}
		field := fieldOf(x.Type(), index)
		if names != "" && owner != "" && !field.Exported() {
			return owner + names
		}
		names = "." + field.Name() + names
		owner = Short(calls.Named(x.Type()))
		v = x
	}
}
