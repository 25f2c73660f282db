package baredriver

import (
	"fmt"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/breakers"
	"github.com/timeoutlint/timeoutlint/rules"
)

// mysql: the configuration becomes a DSN or a connector, and that a pool.
func (r rule) mysql(o *bounds.Object) {
	var missing []string
	for _, field := range []string{"Timeout", "ReadTimeout", "WriteTimeout"} {
		if !o.Bounded(field) {
			missing = append(missing, field)
		}
	}
	if len(missing) == 0 || len(o.Writes("Params")) > 0 || o.Left(bounds.Passed, bounds.Stored, bounds.ReturnedOut) && o.Kind != bounds.MadeHere {
		return
	}
	var pools []ssa.CallInstruction
	for _, u := range o.Uses {
		if u.Fn == nil || u.Fn.Name() != "FormatDSN" && u.Fn.Name() != "NewConnector" {
			continue
		}
		if v, ok := u.Call.(ssa.Value); ok {
			pools = append(pools, given(v, 0)...)
		}
	}
	for _, pool := range pools {
		how, confidence := "", rules.High
		if obj := breakers.Callee(pool); obj != nil && obj.Pkg().Path() == "gorm.io/driver/mysql" || obj != nil && strings.HasSuffix(obj.Name(), "Connect") {
			how = fmt.Sprintf("%s at %s connects without a context", short(obj), r.out.At(pool.Pos()))
		} else if u := never(r.uses(pool)); u != nil {
			how = unended(r, *u)
		} else if len(missing) == 3 && len(r.uses(pool)) == 0 && offered(pool) {
			how, confidence = fmt.Sprintf("the pool made at %s is for others, who need not have a deadline", r.out.At(pool.Pos())), rules.Medium
		} else {
			continue
		}
		r.report(place(o), confidence, local(o), fmt.Sprintf("mysql.Config has no %s, and %s: a server that accepts and never answers holds it for ever; set %s, or give the calls a deadline",
			list(missing), how, strings.Join(missing, ", ")))
		return
	}
}

// offered: an exported function returns what a call makes.
func offered(call ssa.CallInstruction) bool {
	v, ok := call.(ssa.Value)
	if !ok || call.Parent().Object() == nil || !call.Parent().Object().Exported() {
		return false
	}
	for _, ref := range *v.Referrers() {
		if part, ok := ref.(*ssa.Extract); ok && part.Index == 0 {
			for _, use := range *part.Referrers() {
				if _, returned := use.(*ssa.Return); returned {
					return true
				}
			}
		}
		if _, returned := ref.(*ssa.Return); returned {
			return true
		}
	}
	return false
}

// given are the calls that a value, or a part of it, is an argument of.
func given(v ssa.Value, depth int) []ssa.CallInstruction {
	if depth > 4 || v.Referrers() == nil {
		return nil
	}
	var out []ssa.CallInstruction
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case ssa.CallInstruction:
			if obj := breakers.Callee(ref); obj != nil && obj.Pkg() != nil {
				out = append(out, ref)
			}
		case *ssa.Extract:
			if ref.Index == 0 {
				out = append(out, given(ref, depth+1)...)
			}
		case *ssa.MakeInterface:
			out = append(out, given(ref, depth+1)...)
		case *ssa.ChangeInterface:
			out = append(out, given(ref, depth+1)...)
		case *ssa.Phi:
			out = append(out, given(ref, depth+1)...)
		}
	}
	return out
}

// local: the address of a configuration is a constant on this machine.
func local(o *bounds.Object) bool {
	for _, w := range o.Writes("Addr") {
		if bounds.ReachOf("tcp", w.Value) == bounds.ReachLocal {
			return true
		}
	}
	for _, w := range o.Writes("Net") {
		if network, ok := bounds.Text(w.Value); ok && network == "unix" {
			return true
		}
	}
	return false
}
