package retryjitter

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/timeoutlint/timeoutlint/passes/edits"
	"github.com/timeoutlint/timeoutlint/passes/retries"
)

// fix waits a random part of the delay that is there: rand.N, which math/rand/v2
// has since Go 1.22.
func fix(pass *analysis.Pass, l *retries.Loop) *analysis.SuggestedFix {
	if l.Row != nil {
		return nil
	}
	pos := place(l)
	if receive, ok := l.Wait.Instr.(*ssa.UnOp); ok {
		if made := timer(receive.X); made != nil {
			pos = made.Pos()
		}
	}
	at, ok := edits.At(pass, pos, pos)
	if !ok || !at.Since("go1.22") {
		return nil
	}
	call := at.Call()
	if call == nil || len(call.Args) != 1 || types.TypeString(pass.TypesInfo.TypeOf(call.Args[0]), nil) != "time.Duration" {
		return nil
	}
	name, list, ok := at.Import("math/rand/v2", "rand", "randv2", "mathrand")
	if !ok {
		return nil
	}
	open, end := name+".N(", ")"
	if arg := call.Args[0]; !positive(pass.TypesInfo, l, arg) {
		if at.Means("max") != types.Universe.Lookup("max") {
			return nil
		}
		open, end = open+"max(", ", 1))" // rand.N cannot divide nothing
	}
	arg := call.Args[0]
	return &analysis.SuggestedFix{
		Message: "Wait a random part of the delay",
		TextEdits: append(list,
			analysis.TextEdit{Pos: arg.Pos(), End: arg.Pos(), NewText: []byte(open)},
			analysis.TextEdit{Pos: arg.End(), End: arg.End(), NewText: []byte(end)}),
	}
}

// positive: the delay is a constant, or begins with one and is known to stay
// within a time.Duration.
func positive(info *types.Info, l *retries.Loop, arg ast.Expr) bool {
	if v := info.Types[arg].Value; v != nil {
		return constant.Sign(v) > 0
	}
	longest, ok := l.Wait.Growth.Max.Exact()
	if !ok || longest <= 0 || longest == math.MaxInt64 {
		return false
	}
	if shift, ok := ast.Unparen(arg).(*ast.BinaryExpr); ok && shift.Op == token.SHL {
		v := info.Types[shift.X].Value
		return v != nil && constant.Sign(v) > 0
	}
	_, name := ast.Unparen(arg).(*ast.Ident)
	first, ok := l.Wait.Growth.First.Exact()
	return name && ok && first > 0
}
