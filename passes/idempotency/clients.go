package idempotency

import (
	"go/constant"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/retries"
)

// client says how the client that a call is made on repeats it by itself; nil if
// it does not, or nobody in sight knows.
func (r *Result) client(s scope, call ssa.CallInstruction) *Again {
	c := call.Common()
	name := qualified(c)
	if name == "github.com/hashicorp/go-retryablehttp.Post" || name == "github.com/hashicorp/go-retryablehttp.PostForm" {
		return retryable(5)
	}
	fn := callee(c)
	if fn.Signature().Recv() == nil {
		return nil
	}
	recv := receiverAndArgs(c)[0]
	if strings.Contains(name, "resty") {
		return r.resty(c)
	}
	return r.repeats(recv)
}

func retryable(n int) *Again {
	return &Again{After: retries.AnyError, Times: times(n), By: "go-retryablehttp"}
}

func times(n int) string {
	if n <= 0 {
		return "again and again"
	}
	return strconv.Itoa(n) + " times"
}

// repeats says how a client or transport repeats by itself.
func (r *Result) repeats(v ssa.Value) *Again {
	for _, leaf := range r.program.Leaves(v) {
		if a := r.leaf(leaf); a != nil {
			return a
		}
	}
	for _, t := range r.program.Concrete(v) {
		if a := r.roundTripper(t); a != nil {
			return a
		}
	}
	return nil
}

func (r *Result) leaf(v ssa.Value) *Again {
	switch v := v.(type) {
	case *ssa.Alloc:
		switch calls.Named(deref(v.Type())) {
		case "net/http.Client":
			for _, transport := range fieldValues(v, "Transport") {
				if a := r.repeats(transport); a != nil {
					return a
				}
			}
		case "github.com/hashicorp/go-retryablehttp.RoundTripper":
			given := fieldValues(v, "Client")
			if len(given) == 0 {
				return retryable(5)
			}
			return r.repeats(given[0])
		}
		return r.roundTripper(v.Type())
	case *ssa.Call:
		c := v.Common()
		switch qualified(c) {
		case "github.com/hashicorp/go-retryablehttp.NewClient":
			return r.retryableClient(v)
		case "(*github.com/hashicorp/go-retryablehttp.Client).StandardClient":
			return r.repeats(c.Args[0])
		}
		if d := r.imported(callee(c)); d != nil && d.Client != nil {
			return d.Client
		}
	}
	return nil
}

// fieldValues are what a field of a struct, behind a pointer too, is set to.
func fieldValues(v ssa.Value, field string) []ssa.Value {
	return fieldSearch{field, map[ssa.Value]bool{}}.values(v)
}

// fieldSearch looks at each value once: variables may be given each other's.
type fieldSearch struct {
	field string
	seen  map[ssa.Value]bool
}

func (f fieldSearch) values(v ssa.Value) []ssa.Value {
	var out []ssa.Value
	if v.Referrers() == nil || f.seen[v] {
		return nil
	}
	f.seen[v] = true
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.FieldAddr:
			if fieldName(ref.X.Type(), ref.Field) == f.field {
				out = append(out, stored(ref)...)
			}
		case *ssa.Store:
			// c := retryablehttp.NewClient(); c.RetryMax = 3, where c is captured
			if alloc, ok := ref.Addr.(*ssa.Alloc); ok && ref.Val == v {
				for _, load := range *alloc.Referrers() {
					if load, ok := load.(*ssa.UnOp); ok {
						out = append(out, f.values(load)...)
					}
				}
			}
		}
	}
	return out
}

// retryableClient: four retries, after any error, unless told otherwise.
func (r *Result) retryableClient(made *ssa.Call) *Again {
	n := 5
	for _, v := range fieldValues(made, "RetryMax") {
		c, ok := v.(*ssa.Const)
		if !ok || c.Value == nil {
			n = 0
			continue
		}
		if n = int(c.Int64()) + 1; n == 1 {
			return nil
		}
	}
	for _, v := range fieldValues(made, "CheckRetry") {
		if fn, ok := strip(v).(*ssa.Function); !ok || fn.Pkg == nil || fn.Pkg.Pkg.Path() != "github.com/hashicorp/go-retryablehttp" {
			return nil // it picks, out of sight
		}
	}
	return retryable(n)
}

// roundTripper says how the RoundTrip of a type repeats what it is given.
func (r *Result) roundTripper(t types.Type) *Again {
	m, _, _ := types.LookupFieldOrMethod(t, true, r.pass.Pkg, "RoundTrip")
	fn, ok := m.(*types.Func)
	if !ok || fn.Pkg() == nil {
		return nil
	}
	d := r.imported(fn)
	if own := r.program.Decls[fn]; own != nil {
		d = r.does(own)
	}
	if d == nil {
		return nil
	}
	for _, a := range d.Acts {
		if a.Kind == Post && a.Again != nil && a.Request != 0 && !a.Keyed {
			again := *a.Again
			again.By = strings.TrimPrefix(shown(fn), fn.Pkg().Name()+".")
			return &again
		}
	}
	return nil
}

// resty: as often as it is told, after any error, unless a condition picks.
func (r *Result) resty(c *ssa.CallCommon) *Again {
	links := chain(c)
	if len(links) == 0 {
		return nil
	}
	var all []*ssa.Call
	all = append(all, links...)
	last := links[len(links)-1].Common()
	if last.Signature().Recv() != nil && len(last.Args) > 0 {
		for _, leaf := range r.program.Leaves(last.Args[0]) {
			if call, ok := leaf.(*ssa.Call); ok {
				all = append(all, call)
				all = append(all, chain(call.Common())...)
				all = append(all, setters(call)...)
			}
		}
	}
	for _, link := range links {
		all = append(all, setters(link)...)
	}
	n, unsafe, v3 := int64(0), false, strings.Contains(qualified(c), "resty.dev/v3")
	for _, link := range all {
		args := arguments(link.Common())
		switch calleeName(link.Common()) {
		case "SetRetryCount":
			if k, ok := args[0].(*ssa.Const); ok && k.Value != nil && k.Value.Kind() == constant.Int {
				n = max(n, k.Int64())
			}
		case "AddRetryCondition", "AddRetryConditions", "SetRetryConditions", "SetRetryDefaultConditions", "DisableRetryDefaultConditions":
			return nil
		case "SetRetryAllowNonIdempotent", "SetAllowNonIdempotentRetry":
			unsafe = true
		}
	}
	if n <= 0 || v3 && !unsafe {
		return nil
	}
	return &Again{After: retries.AnyError, Times: times(int(n) + 1), By: "resty"}
}

// setters are the methods that are called on what a call returns.
func setters(made *ssa.Call) []*ssa.Call {
	var out []*ssa.Call
	look := func(v ssa.Value) {
		for _, ref := range *v.Referrers() {
			if call, ok := ref.(*ssa.Call); ok && len(call.Call.Args) > 0 && call.Call.Args[0] == v {
				out = append(out, call)
			}
		}
	}
	look(made)
	for _, ref := range *made.Referrers() {
		if s, ok := ref.(*ssa.Store); ok && s.Val == ssa.Value(made) {
			if alloc, ok := s.Addr.(*ssa.Alloc); ok {
				for _, load := range *alloc.Referrers() {
					if load, ok := load.(*ssa.UnOp); ok {
						look(load)
					}
				}
			}
		}
	}
	return out
}
