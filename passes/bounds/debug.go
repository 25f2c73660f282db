package bounds

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/calls"
)

// ForOperators reports whether a handler, as given to a server or to
// http.ListenAndServe, answers nothing but profiles, metrics and health: a port
// that an operator opens and others do not reach. It must be seen to profile.
func (r *Result) ForOperators(handler ssa.Value) bool {
	mux := unwrap(handler)
	if mux == nil || isNil(mux) || isDefaultMux(mux) {
		return r.profiles() && r.patterns(nil, true)
	}
	return r.patterns(r.kernel(mux), false)
}

// kernel is the variable that a value is loaded from, also where a literal has
// captured it; any other value is its own kernel.
func (r *Result) kernel(v ssa.Value) ssa.Value {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return v
	}
	addr := load.X
	for {
		free, ok := addr.(*ssa.FreeVar)
		if !ok {
			return addr
		}
		made := r.Program.Makes[free.Parent()]
		if made == nil {
			return v
		}
		for i, fv := range free.Parent().FreeVars {
			if fv == free {
				addr = made.Bindings[i]
			}
		}
		if addr == free {
			return v
		}
	}
}

// Handler is what is written to a server's Handler, or nil.
func (o *Object) Handler() ssa.Value {
	writes := o.Writes("Handler")
	if len(writes) != 1 {
		return nil
	}
	return writes[0].Value
}

func (r *Result) profiles() bool {
	for _, imp := range r.Program.SSA.Pkg.Imports() {
		if imp.Path() == "net/http/pprof" {
			return true
		}
	}
	return false
}

// patterns reports whether everything that is registered with a mux is for
// operators; with a mux of its own, a profile must be among it.
func (r *Result) patterns(mux ssa.Value, global bool) bool {
	profiled := global
	for _, fn := range r.Program.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(ssa.CallInstruction)
				if !ok {
					continue
				}
				pattern, ok := r.registers(call, mux, global)
				if !ok {
					continue
				}
				if !forOperators(pattern) {
					return false
				}
				profiled = profiled || strings.HasPrefix(pattern, "/debug/pprof")
			}
		}
	}
	return profiled
}

// registers is the pattern that a call registers with the mux, or with the
// default one.
func (r *Result) registers(call ssa.CallInstruction, mux ssa.Value, global bool) (string, bool) {
	obj := calledFunc(call)
	if obj == nil {
		return "", false
	}
	args := call.Common().Args
	switch calls.FullName(obj) {
	case "net/http.Handle", "net/http.HandleFunc":
		if global {
			text, _ := Text(args[0])
			return text, true
		}
	case "(*net/http.ServeMux).Handle", "(*net/http.ServeMux).HandleFunc":
		if !global && r.kernel(args[0]) == mux {
			text, _ := Text(args[1])
			return text, true
		}
	}
	return "", false
}

func forOperators(pattern string) bool {
	for _, prefix := range []string{"/debug", "/metrics", "/health", "/ready", "/live"} {
		if strings.HasPrefix(pattern, prefix) {
			return true
		}
	}
	return false
}

func unwrap(v ssa.Value) ssa.Value {
	if made, ok := v.(*ssa.MakeInterface); ok {
		return made.X
	}
	return v
}

func isDefaultMux(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	g, ok := load.X.(*ssa.Global)
	return ok && g.Name() == "DefaultServeMux"
}
