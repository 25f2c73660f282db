package earlycancel

import (
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
	"github.com/timeoutlint/timeoutlint/passes/program"
)

// unread reports whether a function returns an *http.Response and every caller,
// all of them in sight, looks at its head only and closes the body.
func unread(p *program.Package, fn *ssa.Function) bool {
	if !p.Closed(fn) || len(p.Calls[fn]) == 0 {
		return false
	}
	seen := false
	for _, call := range p.Calls[fn] {
		v, ok := call.(ssa.Value)
		if !ok {
			return false
		}
		results := []ssa.Value{v}
		for _, ref := range *v.Referrers() {
			if part, ok := ref.(*ssa.Extract); ok {
				results = append(results, part)
			}
		}
		for _, result := range results {
			if calls.Named(result.Type()) != "net/http.Response" {
				continue
			}
			seen = true
			if !headOnly(result) {
				return false
			}
		}
	}
	return seen
}

func headOnly(response ssa.Value) bool {
	for _, ref := range *response.Referrers() {
		switch ref := ref.(type) {
		case *ssa.FieldAddr:
			if ref.X == response && !closesOnly(ref) {
				return false
			}
		case *ssa.BinOp, *ssa.DebugRef:
		default:
			return false
		}
	}
	return true
}

// closesOnly: what is in a field is a plain value, or is closed and no more.
func closesOnly(field *ssa.FieldAddr) bool {
	for _, ref := range *field.Referrers() {
		load, ok := ref.(*ssa.UnOp)
		if !ok {
			return false
		}
		if calls.Named(load.Type()) != "io.ReadCloser" {
			continue
		}
		for _, use := range *load.Referrers() {
			call, ok := use.(ssa.CallInstruction)
			if !ok || !call.Common().IsInvoke() || call.Common().Method.Name() != "Close" {
				return false
			}
		}
	}
	return true
}
