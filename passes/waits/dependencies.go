package waits

import (
	"cmp"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/durations"
	"github.com/timeoutlint/timeoutlint/passes/program"
)

// dependency is the call of budget.New that made a dependency; nil: it is not in
// sight, or there are several.
func (b *builder) dependency(v ssa.Value, depth int) *ssa.Call {
	return b.from(v, companion+".New", depth)
}

// from is the only call of the function of that name that a value comes from.
func (m *maker) from(v ssa.Value, name string, depth int) *ssa.Call {
	if depth > 8 {
		return nil
	}
	switch v := v.(type) {
	case *ssa.Call:
		if obj := callee(v.Common()); obj != nil && calls.FullName(obj) == name {
			return v
		}
	case *ssa.Extract:
		if v.Index == 0 {
			return m.from(v.Tuple, name, depth)
		}
	case *ssa.FreeVar:
		if bound := m.program.Binding(v); bound != nil {
			return m.from(bound, name, depth+1)
		}
	case *ssa.UnOp:
		return m.kept(v.X, name, depth)
	case *ssa.Alloc, *ssa.Global:
		return m.kept(v, name, depth)
	case *ssa.Phi:
		return m.only(v.Edges, name, depth)
	}
	return nil
}

// storedAt is what is stored in a local variable; each is looked through once.
func (m *maker) storedAt(a *ssa.Alloc) []ssa.Value {
	out, ok := m.locals[a]
	if !ok {
		out = stored(a)
		if m.locals == nil {
			m.locals = map[*ssa.Alloc][]ssa.Value{}
		}
		m.locals[a] = out
	}
	return out
}

// kept is what a variable or a field holds: the only one that is ever stored
// there.
func (m *maker) kept(addr ssa.Value, name string, depth int) *ssa.Call {
	switch a := addr.(type) {
	case *ssa.Alloc:
		return m.only(m.storedAt(a), name, depth)
	case *ssa.FreeVar:
		if bound := m.program.Binding(a); bound != nil {
			return m.kept(bound, name, depth+1)
		}
	case *ssa.FieldAddr:
		return m.only(m.storedIn(program.FieldOf(a)), name, depth)
	case *ssa.Global:
		return m.only(m.storedIn(a.Object()), name, depth)
	}
	return nil
}

func (m *maker) only(values []ssa.Value, name string, depth int) (made *ssa.Call) {
	for _, v := range values {
		if isNil(v) {
			continue
		}
		one := m.from(v, name, depth+1)
		if one == nil || made != nil && made != one {
			return nil
		}
		made = one
	}
	return made
}

var traced = map[string]bool{companion + ".Dependency": true, "net/http.Client": true}

// storedIn is what the package stores in a field, of whatever value, or in a
// variable of its own, where that holds a dependency or a client.
func (m *maker) storedIn(field types.Object) []ssa.Value {
	if m.storesOf == nil {
		m.storesOf = map[types.Object][]ssa.Value{}
		for _, fn := range m.program.Funcs {
			for _, block := range fn.Blocks {
				for _, instr := range block.Instrs {
					s, ok := instr.(*ssa.Store)
					if !ok || !traced[calls.Named(s.Val.Type())] {
						continue
					}
					switch addr := s.Addr.(type) {
					case *ssa.FieldAddr:
						if f := program.FieldOf(addr); f != nil {
							m.storesOf[f] = append(m.storesOf[f], s.Val)
						}
					case *ssa.Global:
						m.storesOf[addr.Object()] = append(m.storesOf[addr.Object()], s.Val)
					}
				}
			}
		}
	}
	if field == nil {
		return nil
	}
	return m.storesOf[field]
}

// setting is a number in the policy of a dependency, or what it is where nothing
// is said; not ok: it could not be seen.
func (b *builder) setting(made *ssa.Call, field string, unsaid int64) (int64, bool) {
	if made == nil {
		return 0, false
	}
	return settingOf(bounds.Argument(made, 1), field, unsaid)
}

func settingOf(policy ssa.Value, field string, unsaid int64) (int64, bool) {
	if _, zero := policy.(*ssa.Const); zero {
		return unsaid, true
	}
	load, ok := policy.(*ssa.UnOp)
	if !ok {
		return 0, false
	}
	alloc, ok := load.X.(*ssa.Alloc)
	if !ok || len(stored(alloc)) > 0 {
		return 0, false
	}
	return settingIn(alloc, field, unsaid)
}

// settingIn reads a field of a struct that is built field by field.
func settingIn(made ssa.Value, field string, unsaid int64) (int64, bool) {
	value, ok := unsaid, true
	for _, ref := range *made.Referrers() {
		addr, isAddr := ref.(*ssa.FieldAddr)
		if !isAddr || program.FieldOf(addr) == nil || program.FieldOf(addr).Name() != field {
			continue
		}
		for _, use := range *addr.Referrers() {
			s, isStore := use.(*ssa.Store)
			if !isStore || s.Addr != addr {
				continue
			}
			n, exact := durations.Of(s.Val, nil).Exact()
			value, ok = cmp.Or(n, unsaid), ok && exact
		}
	}
	return value, ok
}

// retries is the number of attempts that a dependency's policy allows.
func (b *builder) retries(made *ssa.Call) (int64, bool) {
	if made == nil {
		return 0, false
	}
	policy := bounds.Argument(made, 1)
	if _, zero := policy.(*ssa.Const); zero {
		return budgetAttempts, true
	}
	load, ok := policy.(*ssa.UnOp)
	if !ok {
		return 0, false
	}
	alloc, ok := load.X.(*ssa.Alloc)
	if !ok || len(stored(alloc)) > 0 {
		return 0, false
	}
	for _, ref := range *alloc.Referrers() {
		addr, isAddr := ref.(*ssa.FieldAddr)
		if !isAddr || program.FieldOf(addr) == nil || program.FieldOf(addr).Name() != "Retry" {
			continue
		}
		for _, use := range *addr.Referrers() {
			if s, isStore := use.(*ssa.Store); isStore && s.Addr == addr {
				return settingOf(s.Val, "Attempts", budgetAttempts)
			}
		}
		return settingIn(addr, "Attempts", budgetAttempts)
	}
	return budgetAttempts, true
}

// nameOf is the name that a dependency is made with.
func nameOf(made *ssa.Call) string {
	if made == nil {
		return ""
	}
	name, _ := bounds.Text(bounds.Argument(made, 0))
	return name
}

// onlyElement is what a variadic argument of one value is.
func onlyElement(slice *ssa.Slice) (value ssa.Value) {
	array, ok := slice.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	for _, ref := range *array.Referrers() {
		addr, ok := ref.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		for _, use := range *addr.Referrers() {
			if s, ok := use.(*ssa.Store); ok && s.Addr == addr {
				if value != nil {
					return nil
				}
				value = s.Val
			}
		}
	}
	return value
}
