package bareserver

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/edits"
)

// inside reports whether an address is by its name one that developers and
// operators open for themselves, for a while.
func inside(addr ast.Expr) bool {
	if addr == nil {
		return false
	}
	return forAWhile(types.ExprString(addr))
}

func forAWhile(name string) bool {
	for _, word := range []string{"debug", "pprof", "profil", "playground", "callback"} {
		if strings.Contains(strings.ToLower(name), word) {
			return true
		}
	}
	return false
}

// address is the Addr that the literal of a server at pos has, or nil.
func address(pass *analysis.Pass, pos token.Pos) ast.Expr {
	place, _ := edits.At(pass, pos, pos+1)
	for _, n := range place.Path {
		lit, ok := n.(*ast.CompositeLit)
		if !ok {
			continue
		}
		for _, elt := range lit.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				if key, ok := kv.Key.(*ast.Ident); ok && key.Name == "Addr" {
					return kv.Value
				}
			}
		}
		return nil
	}
	return nil
}

// viewed reports whether the function around a place opens a browser: what is
// served is for the person at this machine, until they close it.
func viewed(pass *analysis.Pass, pos token.Pos) bool {
	place, _ := edits.At(pass, pos, pos)
	for _, n := range place.Path {
		decl, ok := n.(*ast.FuncDecl)
		if !ok {
			continue
		}
		found := false
		ast.Inspect(decl, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			found = found || ok && strings.Contains(strings.ToLower(types.ExprString(call.Fun)), "browser")
			return !found
		})
		return found
	}
	return false
}

// silent is what a client does that holds a connection: one that sends nothing
// is held by a multiplexer before the server sees it.
func silent(pkg *types.Package, serve string) string {
	for _, imp := range pkg.Imports() {
		if imp.Path() == "github.com/soheilhy/cmux" && strings.HasPrefix(serve, "Serve") {
			return "sends half of its headers"
		}
	}
	return "connects and sends nothing"
}
