package resolve

import (
	"errors"
	"fmt"
	"go/types"
	"strings"
	"time"

	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// Library checks every row of a library and returns what does not hold.
func (load Load) Library(l *knowledge.Library) []error {
	var bad []error
	note := func(row string, err error) {
		if err != nil {
			bad = append(bad, fmt.Errorf("%s: %w", row, err))
		}
	}
	for i := range l.Calls {
		note(l.Calls[i].Name, load.call(&l.Calls[i]))
	}
	for i := range l.Globs {
		note(l.Globs[i].Type, load.glob(&l.Globs[i]))
	}
	for i := range l.Knobs {
		note(l.Knobs[i].FullName(), load.knob(&l.Knobs[i]))
	}
	for i := range l.Retries {
		note(l.Retries[i].Name, load.retry(&l.Retries[i]))
	}
	for i := range l.Flows {
		note(l.Flows[i].Name, load.flow(&l.Flows[i]))
	}
	for i := range l.Policies {
		note(l.Policies[i].Name, load.policy(&l.Policies[i]))
	}
	for _, name := range l.Exempt {
		_, err := load.Func(name)
		note(name, err)
	}
	return bad
}

func (load Load) call(c *knowledge.Call) error {
	fn, err := load.Func(c.Name)
	if err != nil {
		return err
	}
	errs := []error{load.bounds(fn, c.Bound)}
	if c.Needs != "" {
		errs = append(errs, load.bounds(fn, []knowledge.Bound{c.Needs}))
	}
	if c.Repeats != "" {
		if _, ok := param(fn, c.Repeats.Arg()).(*types.Signature); !ok {
			errs = append(errs, fmt.Errorf("repeats %s, which is no function", c.Repeats))
		}
	}
	if err := from(fn, string(c.Policy)); err != nil && c.Policy != "self" {
		errs = append(errs, err)
	}
	if c.Instead != "" {
		errs = append(errs, load.instead(fn, c.Instead))
	}
	if c.Does == "" {
		errs = append(errs, errors.New("does nothing"))
	}
	return errors.Join(errs...)
}

// instead accepts a FullName, or a bare name in the same type or package.
func (load Load) instead(fn *types.Func, name string) error {
	if strings.ContainsAny(name, "(./") {
		if _, err := load.Func(name); err == nil {
			return nil
		}
		_, err := load.Field(name)
		return err
	}
	if recv := fn.Signature().Recv(); recv != nil {
		obj, _, _ := types.LookupFieldOrMethod(recv.Type(), true, fn.Pkg(), name)
		if _, ok := obj.(*types.Func); ok {
			return nil
		}
	}
	if _, ok := fn.Pkg().Scope().Lookup(name).(*types.Func); ok {
		return nil
	}
	return fmt.Errorf("instead %s: not there", name)
}

func (load Load) bounds(fn *types.Func, bounds []knowledge.Bound) error {
	var errs []error
	for _, b := range bounds {
		if err := load.bound(fn, b); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", b, err))
		}
	}
	return errors.Join(errs...)
}

func (load Load) bound(fn *types.Func, b knowledge.Bound) error {
	switch b.Kind() {
	case "ctx":
		if t := paramType(fn, b.Arg()); t == nil || t.String() != "context.Context" {
			return fmt.Errorf("argument is %v", t)
		}
	case "arg":
		t := paramType(fn, b.Arg())
		if t == nil {
			return errors.New("no such argument")
		}
		if !isDuration(t) && !isTime(t) && !isBasic(t, types.IsInteger) {
			return fmt.Errorf("argument is %v", t)
		}
	case "field":
		_, err := load.Field(b.Name())
		return err
	case "setter", "builder":
		_, err := load.Func(b.Name())
		return err
	case "option":
		if _, err := load.Func(b.Name()); err == nil {
			return nil
		}
		_, err := load.Object(b.Name())
		return err
	case "const":
		if b.Fixed() <= 0 {
			return errors.New("not a duration")
		}
	case "reqctx":
		if fn.Signature().Params().Len() == 0 {
			return errors.New("no request argument")
		}
	case "dsn", "peer":
		if b.Name() == "" {
			return errors.New("says no name")
		}
	case "recvctx", "deadline", "chan":
	default:
		return errors.New("unknown kind of bound")
	}
	return nil
}

func (load Load) glob(g *knowledge.Glob) error {
	name := strings.Trim(g.Type, "(*)")
	obj, err := load.Object(name)
	if err != nil {
		return err
	}
	named, ok := types.Unalias(obj.Type()).(*types.Named)
	if !ok {
		return errors.New("not a named type")
	}
	if _, iface := named.Underlying().(*types.Interface); iface && strings.Contains(g.Type, "*") {
		return errors.New("a pointer to an interface")
	}
	n := 0
	for _, fn := range methods(named) {
		if !fn.Exported() || g.Leaves(fn.Name()) || !HasShape(fn, g.Shape) {
			continue
		}
		n++
		if err := load.bounds(fn, g.Bound); err != nil {
			return fmt.Errorf("%s: %w", fn.Name(), err)
		}
	}
	if n == 0 {
		return errors.New("selects no method")
	}
	return nil
}

func methods(named *types.Named) []*types.Func {
	var all []*types.Func
	for m := range named.Methods() {
		all = append(all, m)
	}
	if iface, ok := named.Underlying().(*types.Interface); ok {
		for m := range iface.ExplicitMethods() {
			all = append(all, m)
		}
	}
	return all
}

// HasShape reports whether a glob of the shape selects the method.
func HasShape(fn *types.Func, shape knowledge.Shape) bool {
	sig := fn.Signature()
	switch shape {
	case knowledge.CtxFirst:
		return sig.Params().Len() > 0 && sig.Params().At(0).Type().String() == "context.Context"
	case knowledge.ErrLast:
		n := sig.Results().Len()
		return n > 0 && sig.Results().At(n-1).Type().String() == "error"
	}
	return true
}

func (load Load) knob(k *knowledge.Knob) error {
	t, err := load.knobType(k)
	if err != nil || t == nil {
		return err
	}
	return unit(t, k)
}

// knobType is the type of the value that sets the knob, nil for what goes by text.
func (load Load) knobType(k *knowledge.Knob) (types.Type, error) {
	switch k.Form {
	case knowledge.DSN, knowledge.Env, knowledge.Key:
		return nil, nil
	case knowledge.Field:
		f, err := load.Field(k.FullName())
		if err != nil {
			return nil, err
		}
		return f.Type(), nil
	case knowledge.Variable, knowledge.TypeForm:
		obj, err := load.Object(k.FullName())
		if err != nil {
			return nil, err
		}
		return obj.Type(), nil
	}
	fn, err := load.Func(k.FullName())
	if err != nil {
		return nil, err
	}
	if k.Unit == "switch" {
		return nil, nil
	}
	t := paramType(fn, k.Arg)
	if t == nil {
		return nil, fmt.Errorf("no argument %d", k.Arg)
	}
	return t, nil
}

func unit(t types.Type, k *knowledge.Knob) error {
	ok := false
	switch k.Unit {
	case "":
		ok = isDuration(t)
	case "time":
		ok = isTime(t)
	case "count", "bytes", "s", "ms", "us":
		ok = isBasic(t, types.IsInteger) && !isDuration(t)
	case "rate", "ratio":
		ok = isBasic(t, types.IsFloat|types.IsInteger) && !isDuration(t)
	case "bool":
		ok = isBasic(t, types.IsBoolean)
	case "json":
		ok = isBasic(t, types.IsString)
	case "func":
		_, ok = t.Underlying().(*types.Signature)
	default:
		ok = t.String() == k.Unit
	}
	if !ok {
		return fmt.Errorf("unit %q does not fit %v", k.Unit, t)
	}
	return nil
}

func (load Load) retry(r *knowledge.Retry) error {
	switch r.Form {
	case knowledge.DSN, knowledge.Env, knowledge.Key:
		return nil
	case knowledge.Field:
		_, err := load.Field(r.Name)
		return err
	case knowledge.Variable, knowledge.TypeForm:
		_, err := load.Object(r.Name)
		return err
	}
	fn, err := load.Func(r.Name)
	if err != nil {
		return err
	}
	if r.Counts != knowledge.TotalTries && r.Counts != knowledge.ExtraTries {
		return nil
	}
	if t := paramType(fn, r.Arg); t == nil {
		return fmt.Errorf("no argument %d", r.Arg)
	}
	return nil
}

func (load Load) flow(f *knowledge.Flow) error {
	fn, err := load.Func(f.Name)
	if err != nil {
		obj, other := load.Object(f.Name)
		if v, ok := obj.(*types.Var); other == nil && ok && f.From == knowledge.NoSource {
			return keeps(v.Type(), f)
		}
		return err
	}
	sig := fn.Signature()
	if f.To >= sig.Results().Len() {
		return fmt.Errorf("no result %d", f.To)
	}
	switch {
	case f.From == knowledge.Receiver && sig.Recv() == nil:
		return errors.New("no receiver")
	case f.From >= sig.Params().Len():
		return fmt.Errorf("no argument %d", f.From)
	}
	if f.Through != "" {
		from := paramType(fn, f.From)
		if f.From == knowledge.Receiver {
			from = sig.Recv().Type()
		}
		if _, err := field(from, []string{f.Through}); err != nil {
			return err
		}
	}
	return keeps(sig.Results().At(f.To).Type(), f)
}

// keeps looks up the fields in the result where that is a struct.
func keeps(t types.Type, f *knowledge.Flow) error {
	names := append(append([]string{}, f.Keeps...), f.Drops...)
	for _, s := range f.Sets {
		names = append(names, s.Field)
		if _, err := time.ParseDuration(s.Value); err != nil {
			return err
		}
	}
	if _, ok := deref(t).Underlying().(*types.Struct); !ok {
		return nil
	}
	for _, name := range names {
		switch name {
		case "*", "ctx", "deadline", "cancel", "value":
			continue
		}
		if _, err := field(t, strings.Split(name, ".")[:1]); err != nil {
			return err
		}
	}
	return nil
}

func paramType(fn *types.Func, n int) types.Type {
	params := fn.Signature().Params()
	if n < 0 || n >= params.Len() {
		return nil
	}
	return types.Unalias(params.At(n).Type())
}

func param(fn *types.Func, n int) types.Type {
	t := paramType(fn, n)
	if t == nil {
		return nil
	}
	return t.Underlying()
}

func isDuration(t types.Type) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	return types.Unalias(t).String() == "time.Duration"
}

func isTime(t types.Type) bool { return types.Unalias(t).String() == "time.Time" }

func isBasic(t types.Type, info types.BasicInfo) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	b, ok := types.Unalias(t).Underlying().(*types.Basic)
	return ok && b.Info()&info != 0
}
