package misuse

import (
	"go/ast"
	"go/constant"
	"go/token"
	"time"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/timeoutlint/timeoutlint/passes/calls"
)

// at is a place without a length.
type at struct{ pos token.Pos }

func (a at) Pos() token.Pos { return a.pos }
func (a at) End() token.Pos { return a.pos }

// serverDefault is the deadline of a request that brings none.
const serverDefault = 10 * time.Second

// ceilings finds policies that allow an attempt more than the package's server
// gives the whole request.
func (f *finder) ceilings(in *inspector.Inspector) {
	type written struct {
		at ast.Expr
		d  time.Duration
	}
	var given time.Duration
	var server token.Pos
	var policies []written
	serves := func(d time.Duration, pos token.Pos) {
		if d > given {
			given, server = d, pos
		}
	}
	in.Preorder([]ast.Node{(*ast.CallExpr)(nil), (*ast.CompositeLit)(nil)}, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.CallExpr:
			if fn := f.callee(n); fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == Companion && fn.Name() == "NewServer" && len(n.Args) == 2 {
				serves(serverDefault, n.Pos())
			}
		case *ast.CompositeLit:
			switch calls.Named(f.info.TypeOf(n)) {
			case Companion + ".ServerOptions":
				d := serverDefault
				if e := field(n, "Default"); e != nil {
					d = f.duration(e)
				}
				if d <= 0 {
					d = time.Hour // not known, or not told: nothing is above it
				}
				serves(d, n.Pos())
			case Companion + ".Policy":
				if e := field(n, "Ceiling"); e != nil {
					policies = append(policies, written{e, f.duration(e)})
				}
			}
		}
	})
	for _, p := range policies {
		if given > 0 && p.d > given {
			f.report(Finding{Kind: Ceiling, At: p.at, What: p.d.String(), Long: given.String(), Also: server})
		}
	}
}

func field(lit *ast.CompositeLit, name string) ast.Expr {
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok && id.Name == name {
				return kv.Value
			}
		}
	}
	return nil
}

func (f *finder) duration(e ast.Expr) time.Duration {
	v := f.info.Types[e].Value
	if v == nil {
		return 0
	}
	n, _ := constant.Int64Val(constant.ToInt(v))
	return time.Duration(n)
}
