package directives

import "slices"

// Span is the lines for which a directive speaks, and the rules that it
// answers; no rules: every one.
type Span struct {
	File     string
	From, To int
	Line     int // of the directive itself
	Rules    []string
}

// Answers reports whether the span holds a line and speaks of the rule.
func (s Span) Answers(rule, file string, line int) bool {
	return s.File == file && s.From <= line && line <= s.To && (len(s.Rules) == 0 || slices.Contains(s.Rules, rule))
}

// Spans lists what answers any of the rules, for findings that are made when
// the package is no longer in sight. Directives that name one of those that are
// found only then count as used: whether they answer anything is not known yet.
// With nolint, those of other dialects that name no rule of ours count too.
func (r *Result) Spans(rules, later []string, nolint bool) []Span {
	var out []Span
	for _, d := range r.all {
		named := slices.ContainsFunc(d.Rules, func(rule string) bool { return slices.Contains(rules, rule) })
		switch {
		case d.Wrong != "", d.bounded, len(d.Rules) > 0 && !named, d.Mild && len(d.Rules) == 0 && !nolint:
			continue
		case slices.ContainsFunc(d.Rules, func(rule string) bool { return slices.Contains(later, rule) }):
			r.use(d)
		}
		out = append(out, Span{d.file, d.from, d.to, d.from, d.Rules})
	}
	return out
}
