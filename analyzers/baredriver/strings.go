package baredriver

import (
	"fmt"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/dsn"
	"github.com/timeoutlint/timeoutlint/rules"
	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// opening judges a connection string and how what it opens is used.
func (r rule) opening(o dsn.Opening) {
	if len(o.Params) == 0 && !o.Known {
		return
	}
	call, ok := r.b.Call(calls.Call{Expr: o.Call})
	if !ok {
		return
	}
	local := o.Network != ""
	if off := r.open(o, true); len(off) > 0 && o.How == dsn.Reads {
		if !r.written(call, off) {
			r.report(o.At, rules.High, local, fmt.Sprintf("this URL sets %s to no limit: 0 is the default in the field of the same name, and none here; a server that never answers holds the caller for ever; leave it out, or give it a time", list(off)))
		}
		return
	}
	missing := r.open(o, false)
	if len(missing) == 0 || !o.Known || o.How == dsn.Reads {
		return
	}
	if o.Driver == "github.com/lib/pq" {
		r.postgres(o, call, local)
		return
	}
	how := ""
	switch {
	case o.Ctx >= 0:
		end := r.b.Ends(call, &knowledge.Call{Bound: []knowledge.Bound{knowledge.Bound("ctx:" + strconv.Itoa(o.Ctx))}})
		if end.State != bounds.Never {
			return
		}
		how = end.Text
	case o.How == dsn.Connects:
		how = fmt.Sprintf("%s connects without a context", short(o.Fn))
	default:
		u := never(r.uses(call))
		if u == nil {
			return
		}
		how = unended(r, *u)
	}
	r.report(o.At, rules.High, local, fmt.Sprintf("this connection string has no %s, and %s: a server that accepts and never answers holds it for ever; %s",
		list(missing), how, add(missing)))
}

// postgres: lib/pq looks at the context while it dials, not while it logs in.
func (r rule) postgres(o dsn.Opening, call ssa.CallInstruction, local bool) {
	confidence := rules.High
	if o.How == dsn.Opens && len(r.uses(call)) == 0 {
		confidence = rules.Medium // opened for others
	}
	r.report(o.At, confidence, local, "this connection string has no connect_timeout, and lib/pq does not look at the context while it logs in: a server or proxy that accepts and never answers holds the caller for ever, whatever its deadline, unless PGCONNECT_TIMEOUT is set; add connect_timeout=<seconds>")
}

// open are the parameters that leave a stage without a bound: those that are
// set so, or those that are not set at all.
func (r rule) open(o dsn.Opening, set bool) []string {
	var out []string
	for _, lib := range r.met.Table().Library(o.Driver) {
		for i := range lib.Knobs {
			k := &lib.Knobs[i]
			if k.Form != knowledge.DSN || k.Zero != knowledge.Infinite || k.Stage != knowledge.Connect && k.Stage != knowledge.Read && k.Stage != knowledge.Write {
				continue
			}
			value, there := o.Params[k.Name]
			switch {
			case there && off(value):
				out = append(out, k.Name)
			case !there && !set && k.Default == "0":
				out = append(out, k.Name)
			}
		}
	}
	return out
}

// written reports whether the function that reads a URL sets one of the options
// afterwards.
func (r rule) written(call ssa.CallInstruction, params []string) bool {
	for _, block := range call.Parent().Blocks {
		for _, instr := range block.Instrs {
			addr, ok := instr.(*ssa.FieldAddr)
			if !ok {
				continue
			}
			ptr, ok := types.Unalias(addr.X.Type()).Underlying().(*types.Pointer)
			if !ok {
				continue
			}
			if s, ok := ptr.Elem().Underlying().(*types.Struct); ok {
				name := strings.ToLower(s.Field(addr.Field).Name())
				for _, p := range params {
					if name == strings.ReplaceAll(p, "_", "") {
						return true
					}
				}
			}
		}
	}
	return false
}
