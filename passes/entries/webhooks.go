package entries

import (
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
)

const admission = "sigs.k8s.io/controller-runtime/pkg/webhook/admission.Webhook"

// wrapped is what a webhook of an operator's runs: the Handler of a literal; of
// anything else the value itself.
func wrapped(v ssa.Value) ssa.Value {
	made, ok := v.(*ssa.MakeInterface)
	if !ok {
		return v
	}
	hook, ok := made.X.(*ssa.Alloc)
	if !ok || calls.Named(hook.Type()) != admission {
		return v
	}
	for _, ref := range *hook.Referrers() {
		addr, ok := ref.(*ssa.FieldAddr)
		if !ok || fieldName(addr) != "Handler" {
			continue
		}
		for _, ref := range *addr.Referrers() {
			if s, ok := ref.(*ssa.Store); ok && s.Addr == addr {
				return s.Val
			}
		}
	}
	return v
}
