package bareexec

import (
	"go/types"

	"github.com/timeoutlint/timeoutlint/passes/calls"
)

// endures reports whether the package looks like part of a program that goes
// on: it takes contexts or requests, or has a method that is called again and
// again. Elsewhere a person may be waiting for the command, and can stop it.
func endures(pkg *types.Package) bool {
	scope := pkg.Scope()
	for _, name := range scope.Names() {
		switch obj := scope.Lookup(name).(type) {
		case *types.Func:
			if takesContext(obj.Signature()) {
				return true
			}
		case *types.TypeName:
			named, ok := obj.Type().(*types.Named)
			if !ok {
				continue
			}
			for m := range named.Methods() {
				if takesContext(m.Signature()) || periodic[m.Name()] {
					return true
				}
			}
		}
	}
	return false
}

var periodic = map[string]bool{
	"Check": true, "Collect": true, "Gather": true, "Poll": true, "Probe": true,
	"Reconcile": true, "Refresh": true, "Scrape": true, "ServeHTTP": true,
}

func takesContext(sig *types.Signature) bool {
	for p := range sig.Params().Variables() {
		if calls.IsContext(p.Type()) || calls.Named(p.Type()) == "net/http.Request" {
			return true
		}
	}
	return false
}
