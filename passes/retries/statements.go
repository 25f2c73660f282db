package retries

import (
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Executed is the constant statement that an attempt executes outside of a
// transaction, itself or through a helper of this package that is given it.
func (r *Result) Executed(a *Attempt) string {
	if text := executed(a.Call.Common()); text != "" {
		return text
	}
	fn := a.Call.Common().StaticCallee()
	if fn == nil || r.facts[fn] == nil {
		return ""
	}
	for _, call := range callsIn(fn) {
		if !executes(call.Common()) {
			continue
		}
		for i, p := range fn.Params {
			for _, arg := range call.Call.Args {
				if arg == ssa.Value(p) && i < len(a.Call.Common().Args) {
					if text := constText(a.Call.Common().Args[i]); text != "" {
						return text
					}
				}
			}
		}
	}
	return ""
}

func executes(c *ssa.CallCommon) bool {
	fn := callee(c)
	return fn != nil && strings.HasPrefix(fn.Name(), "Exec") && !strings.Contains(fn.FullName(), "Tx)")
}

func executed(c *ssa.CallCommon) string {
	if !executes(c) {
		return ""
	}
	for _, arg := range c.Args {
		if text := constText(arg); text != "" {
			return text
		}
	}
	return ""
}
