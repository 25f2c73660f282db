package idempotency

import "golang.org/x/tools/go/ssa"

// client says how the client that a call is made on repeats it by itself; nil if
// it does not, or nobody knows.
func (r *Result) client(s scope, call ssa.CallInstruction) *Again { return nil }
