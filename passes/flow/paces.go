package flow

import (
	"go/constant"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// paces reports whether a function has a text in which a setting is named that
// ends the statements of a database: part of a statement, of a connection's
// string, or the name of a parameter.
func paces(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			for _, op := range instr.Operands(nil) {
				c, ok := (*op).(*ssa.Const)
				if !ok || c.Value == nil || c.Value.Kind() != constant.String {
					continue
				}
				text := constant.StringVal(c.Value)
				for _, word := range knowledge.StatementLimits() {
					if strings.Contains(text, word) {
						return true
					}
				}
			}
		}
	}
	return false
}

// Paced reports whether a program that has a package, or the package itself and
// what it imports, sets a limit to the statements of a database.
func (w *World) Paced(path string) bool {
	if w.paced != nil {
		return w.paced[path]
	}
	w.paced = map[string]bool{}
	for _, p := range w.Packages {
		parts := w.Closure(p)
		for _, part := range parts {
			if !slices.ContainsFunc(part.Funcs, func(fn *Function) bool { return fn.Paces }) {
				continue
			}
			w.paced[p.Path] = true
			for _, other := range parts {
				w.paced[other.Path] = w.paced[other.Path] || p.Main
			}
			break
		}
	}
	return w.paced[path]
}

// Closure is a package and all that it imports, as far as they are in sight.
func (w *World) Closure(p *Package) []*Package {
	seen := map[*Package]bool{p: true}
	out := []*Package{p}
	for i := 0; i < len(out); i++ {
		for _, path := range out[i].Imports {
			if q := w.paths[path]; q != nil && !seen[q] {
				seen[q] = true
				out = append(out, q)
			}
		}
	}
	return out
}
