package waits

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/bounds"
	"github.com/timeoutlint/timeoutlint/passes/calls"
)

// streams reports whether a function answers bit by bit, takes the connection
// over, or sets its own time to write: WriteTimeout is not its budget.
func streams(fn *ssa.Function) bool {
	for _, block := range fn.Blocks {
		for _, instr := range block.Instrs {
			switch instr := instr.(type) {
			case *ssa.TypeAssert:
				if name := calls.Named(instr.AssertedType); name == "net/http.Flusher" || name == "net/http.Hijacker" {
					return true
				}
			case ssa.CallInstruction:
				if obj := callee(instr.Common()); obj != nil && lasting(obj) {
					return true
				}
				for _, arg := range instr.Common().Args {
					if text, ok := bounds.Text(arg); ok && (strings.HasPrefix(text, "text/event-stream") || strings.HasPrefix(text, "multipart/x-mixed-replace")) {
						return true
					}
				}
			}
		}
	}
	return false
}

func lasting(obj *types.Func) bool {
	if obj.Pkg() == nil {
		return false
	}
	switch path := obj.Pkg().Path(); {
	case path == "net/http":
		full := calls.FullName(obj)
		return strings.HasPrefix(full, "(*net/http.ResponseController)") || strings.HasPrefix(full, "(net/http.Flusher)") || strings.HasPrefix(full, "(net/http.Hijacker)")
	case path == "net/http/httputil":
		return obj.Name() == "ServeHTTP"
	case strings.HasSuffix(path, "/websocket"):
		return true
	}
	switch obj.Name() {
	case "Flush", "SSEvent", "Stream", "Hijack":
		return strings.Contains(obj.Pkg().Path(), "gin") || strings.Contains(obj.Pkg().Path(), "echo")
	}
	return false
}
