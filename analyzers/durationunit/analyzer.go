package durationunit

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/durations"
	"github.com/timeoutlint/timeoutlint/passes/units"
	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Analyzer implements the rule.
var Analyzer = &analysis.Analyzer{
	Name:     rules.DurationUnit.Name,
	Doc:      rules.DurationUnit.Summary,
	URL:      rules.DurationUnit.URL(),
	Requires: []*analysis.Analyzer{units.Analyzer, verdict.Analyzer},
	Run:      run,
}

// A number from most on is taken for nanoseconds that somebody has counted.
const most = int64(time.Millisecond)

func run(pass *analysis.Pass) (any, error) {
	report := pass.ResultOf[verdict.Analyzer].(*verdict.Reporter).Report
	found := pass.ResultOf[units.Analyzer].(*units.Result)
	ratio := map[types.Object]bool{} // is given a plain 1 somewhere: 1×, 2×, 12× of something
	for _, n := range found.Numbers {
		ratio[n.Into] = ratio[n.Into] || n.Value == 1
	}
	for _, n := range found.Numbers {
		if n.Value < 1 || n.Value >= most {
			continue
		}
		report(pass, verdict.Verdict{
			Rule:       rules.DurationUnit,
			Confidence: confidence(pass, n, n.Into != nil && ratio[n.Into]),
			At:         n.Expr,
			Message:    number(pass, n),
		})
	}
	for _, c := range found.Conversions {
		if v, ok := conversion(pass, c); ok {
			report(pass, v)
		}
	}
	return nil, nil
}

// confidence: what a package outside the standard library does with its
// parameters and fields is not seen, and 1 is often meant.
func confidence(pass *analysis.Pass, n units.Number, ratio bool) rules.Confidence {
	switch {
	case n.Value == 1 || ratio && n.Kind == units.Field:
		return rules.Low
	case n.Into == nil || n.Into.Pkg() != pass.Pkg && !std(n.Into.Pkg()):
		return rules.Medium
	}
	return rules.High
}

func number(pass *analysis.Pass, n units.Number) string {
	text, short := types.ExprString(n.Expr), durations.Short(time.Duration(n.Value))
	if n.Kind != units.Sum {
		return fmt.Sprintf("%s is %s: %s has no unit, write it as %s or in the unit that is meant", n.Place.Name(pass.Pkg), short, text, suggestion(n.Expr))
	}
	if n.Whole != nil {
		return fmt.Sprintf("%s counts %s as %s: %s has no unit, write it as %s or in the unit that is meant", types.ExprString(n.Whole), text, short, text, suggestion(n.Expr))
	}
	return fmt.Sprintf("%s is changed by %s as %s: %s has no unit, write it as %s or in the unit that is meant", n.Into.Name(), text, short, text, suggestion(n.Expr))
}

// suggestion is the number with a unit: that of its name, or seconds.
func suggestion(e ast.Expr) string {
	text := types.ExprString(e)
	if _, ok := ast.Unparen(e).(*ast.BinaryExpr); ok {
		text = "(" + text + ")"
	}
	unit := units.OfName(text[strings.LastIndexByte(text, '.')+1:])
	if unit == 0 {
		unit = time.Second
	}
	return text + " * " + units.Name(unit)
}

// conversion judges time.Duration(x) by what the name of x says.
func conversion(pass *analysis.Pass, c units.Conversion) (verdict.Verdict, bool) {
	taken := units.Plural(c.Factor)
	if c.Unit == c.Factor || taken == "" {
		return verdict.Verdict{}, false // a product of several factors is somebody's calculation
	}
	text := types.ExprString(c.Arg)
	v := verdict.Verdict{
		Rule:       rules.DurationUnit,
		Fix:        multiply(pass, c),
		Confidence: rules.Medium,
		Severity:   rules.Warning,
		At:         c.Whole,
		Message: fmt.Sprintf("%s takes %s as %s although its name says %s: multiply by %s",
			types.ExprString(c.Whole), text, taken, units.Plural(c.Unit), units.Name(c.Unit)),
	}
	return v, true
}

// multiply is the fix: the unit that the name says. It is offered for whole
// numbers that nothing is multiplied with yet.
func multiply(pass *analysis.Pass, c units.Conversion) *analysis.SuggestedFix {
	sel, ok := c.Call.Fun.(*ast.SelectorExpr)
	basic, whole := pass.TypesInfo.TypeOf(c.Arg).Underlying().(*types.Basic)
	if !ok || !whole || basic.Info()&types.IsInteger == 0 || c.Whole != c.Call || !std(pass.TypesInfo.Uses[sel.Sel].Pkg()) {
		return nil
	}
	unit := types.ExprString(sel.X) + strings.TrimPrefix(units.Name(c.Unit), "time")
	return &analysis.SuggestedFix{
		Message:   "Multiply by " + unit,
		TextEdits: []analysis.TextEdit{{Pos: c.Call.End(), End: c.Call.End(), NewText: []byte(" * " + unit)}},
	}
}

// std reports whether a package is of the standard library, by its path.
func std(pkg *types.Package) bool {
	if pkg == nil {
		return false
	}
	first, _, _ := strings.Cut(pkg.Path(), "/")
	return !strings.Contains(first, ".")
}
