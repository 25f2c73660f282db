package budgets

import (
	"go/token"
	"path/filepath"

	"golang.org/x/tools/go/analysis"

	"github.com/timeoutlint/timeoutlint/passes/verdict"
	"github.com/timeoutlint/timeoutlint/passes/waits/tree"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Verdicts are the breaks of one rule, at places of the package. A break that
// is elsewhere is told where its entry is registered.
func (r *Result) Verdicts(pass *analysis.Pass, rule rules.Rule, severity rules.Severity) []verdict.Verdict {
	var out []verdict.Verdict
	for _, b := range r.Breaks {
		if b.Rule.Name != rule.Name {
			continue
		}
		pos := Pos(pass, b.Place)
		for _, other := range []tree.Place{b.Near, b.Door} {
			if !pos.IsValid() {
				pos = Pos(pass, other)
			}
		}
		if !pos.IsValid() {
			continue
		}
		v := verdict.Verdict{Rule: rule, Confidence: b.Confidence, Severity: severity, At: verdict.Position(pos), Message: b.Message}
		for _, s := range b.Path {
			if at := Pos(pass, s.Place); at.IsValid() && len(v.Path) < 6 {
				v.Path = append(v.Path, verdict.Step{Pos: at, Text: s.Text})
			}
		}
		out = append(out, v)
	}
	return out
}

// Pos is a place of the package under analysis, and no position for any other.
func Pos(pass *analysis.Pass, p tree.Place) token.Pos {
	for _, file := range pass.Files {
		tf := pass.Fset.File(file.FileStart)
		if pass.Pkg.Path()+"/"+filepath.Base(tf.Name()) != p.File || p.Line < 1 || p.Line > tf.LineCount() {
			continue
		}
		return tf.LineStart(p.Line) + token.Pos(max(p.Column-1, 0))
	}
	return token.NoPos
}
