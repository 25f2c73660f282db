package main

import (
	"cmp"
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/timeoutlint/timeoutlint/internal/tsv"
)

// The outcomes of a side.
const (
	outFound  = "found"  // by a rule of the row, as a user sees it
	outNote   = "note"   // found, but lowered to a note
	outWeak   = "weak"   // found with low confidence, which is not shown
	outMissed = "missed" // not found
	outSilent = "silent" // nothing there, as it should be
	outStill  = "still"  // reported although it is fixed, or never was wrong
	outSkip   = "skip"   // not looked at
	outError  = "error"
)

// result is what a row came to.
type result struct {
	testCase
	beforeOut, afterOut string
	hit                 *found // what found it, or what is reported wrongly
	note                string
}

// verdict is pass or fail for a row that counts, and why it does not otherwise.
func (r result) verdict() string {
	switch {
	case r.beforeOut == outError || r.afterOut == outError:
		return "error"
	case r.beforeOut == outSkip:
		return "skip"
	case r.kind == "benign":
		if r.beforeOut == outSilent && r.afterOut != outStill {
			return "pass"
		}
		return "fail"
	case r.beforeOut == outFound && r.afterOut != outStill:
		return "pass"
	}
	return "fail"
}

// level says how a finding would reach its user.
func (l *linter) level(f found) string {
	switch {
	case f.Confidence == "low":
		return outWeak
	case l.loweredToNote(f):
		return outNote
	}
	return outFound
}

// brief is an error's start: what the go command says may be thousands of lines.
func brief(err error) string {
	const limit = 300
	text := err.Error()
	if len(text) <= limit {
		return text
	}
	return strings.ToValidUTF8(text[:limit], "") + " …"
}

// spot is a finding with what stays the same when lines move: the function
// around it and the text of its line.
type spot struct {
	found
	function, text string
}

func (s spot) key() string { return s.Rule + "\x00" + s.File + "\x00" + s.function + "\x00" + s.text }

// atBug reports whether a finding is at the place of a bug.
func (c testCase) atBug(s spot, function func(line int) string) bool {
	same := slices.ContainsFunc(c.before.place.lines, func(sp span) bool {
		name := function(sp.from)
		return name != "" && name == s.function
	})
	return s.File == c.before.place.file && (c.wholeFile || same || c.before.place.near(s.Line, c.beforeLines))
}

// atFix reports whether a finding is at the fixed lines, or one of those that
// were reported before.
func (c testCase) atFix(s spot, before []string) bool {
	return s.File == c.after.place.file && c.after.place.near(s.Line, c.afterLines) || slices.Contains(before, s.key())
}

// judgeBefore looks for the best finding at the place of a bug.
func judgeBefore(c testCase, l *linter, spots []spot, function func(line int) string) (string, []spot) {
	var at []spot
	for _, s := range spots {
		if slices.Contains(c.rules, s.Rule) && c.atBug(s, function) {
			at = append(at, s)
		}
	}
	if len(at) == 0 {
		return outMissed, nil
	}
	slices.SortStableFunc(at, func(a, b spot) int { return cmp.Compare(rank(l.level(a.found)), rank(l.level(b.found))) })
	return l.level(at[0].found), at
}

func rank(level string) int { return slices.Index([]string{outFound, outNote, outWeak}, level) }

// judgeAfter looks for what is still reported after the fix: at the fixed lines,
// or the same line of the same function as before.
func judgeAfter(c testCase, l *linter, before, spots []spot) (string, *spot) {
	var keys []string
	for _, s := range before {
		if l.level(s.found) != outWeak {
			keys = append(keys, s.key())
		}
	}
	for _, s := range spots {
		if slices.Contains(c.rules, s.Rule) && l.level(s.found) != outWeak && c.atFix(s, keys) {
			return outStill, &s
		}
	}
	return outSilent, nil
}

// judgeBenign looks for anything at all at the place, as a user would see it.
func judgeBenign(c testCase, l *linter, p place, tolerance int, spots []spot) (string, *spot) {
	for _, s := range spots {
		if s.File == p.file && p.near(s.Line, tolerance) && l.level(s.found) == outFound && l.rules[s.Rule].on {
			return outStill, &s
		}
	}
	return outSilent, nil
}

// score runs the binary on both sides of every case and prints the table.
func score(ctx context.Context, o options, l *linter, src source, w, summary, stderr io.Writer) error {
	cases, err := readCases(o)
	if err != nil {
		return err
	}
	if err := tsv.Write(w, "id", "kind", "group", "scope", "rules", "before", "after", "verdict", "rule", "place", "confidence", "severity", "note"); err != nil {
		return err
	}
	l.enableAll(cases)
	results := make([]result, len(cases))
	done := make([]chan struct{}, len(cases))
	for i := range done {
		done[i] = make(chan struct{})
	}
	go func() {
		places := make(chan struct{}, max(1, o.jobs))
		for i, c := range cases {
			places <- struct{}{}
			go func() {
				fmt.Fprintf(stderr, "%s\n", c.id)
				results[i] = scoreCase(ctx, c, l, src)
				<-places
				close(done[i])
			}()
		}
	}()
	for i := range cases { // in order, each as soon as it is known
		<-done[i]
		if ctx.Err() != nil {
			return ctx.Err()
		}
		r := results[i]
		rules, hit := strings.Join(r.rules, ","), found{}
		if r.hit != nil {
			hit = *r.hit
			hit.File = fmt.Sprintf("%s:%d", hit.File, hit.Line)
		}
		if err := tsv.Write(w, r.id, r.kind, r.group, r.scope, or(rules, "-"), r.beforeOut, r.afterOut, r.verdict(),
			or(hit.Rule, "-"), or(hit.File, "-"), or(hit.Confidence, "-"), or(hit.Severity, "-"), or(r.note, "-")); err != nil {
			return err
		}
	}
	return summarize(summary, results)
}

func or(text, instead string) string {
	if text == "" {
		return instead
	}
	return text
}

func scoreCase(ctx context.Context, c testCase, l *linter, src source) result {
	r := result{testCase: c, beforeOut: outSkip, afterOut: outSkip}
	switch {
	case c.kind != "benign" && c.rules == nil:
		r.note = "no rule is meant for it"
		return r
	case c.kind != "benign" && len(l.known(c.rules)) == 0:
		r.note = "the binary has none of its rules"
		return r
	case !c.before.loads:
		r.note = "before does not load: " + c.before.reason
		return r
	case c.after != nil && !c.after.loads:
		r.note = "after does not load: " + c.after.reason
		return r
	}
	flags := append([]string{"-confidence=low", "-notes"}, l.enable...)
	before, tree, err := spotsOf(ctx, l, src, c.before, nil, flags)
	if err != nil {
		r.beforeOut, r.note = outError, brief(err)
		return r
	}
	if c.kind == "benign" {
		var s *spot
		r.beforeOut, s = judgeBenign(c, l, c.before.place, c.beforeLines, before)
		r.keep(s)
	} else {
		file := filepath.Join(tree, filepath.FromSlash(c.before.place.file))
		var at []spot
		r.beforeOut, at = judgeBefore(c, l, before, newOutline(file).function)
		if len(at) > 0 {
			r.keep(&at[0])
		}
		before = at
	}
	if c.after == nil || c.skipAfter {
		return r
	}
	after, _, err := spotsOf(ctx, l, src, *c.after, &c.before, flags)
	if err != nil {
		r.afterOut, r.note = outError, brief(err)
		return r
	}
	var s *spot
	if c.kind == "benign" {
		r.afterOut, s = judgeBenign(c, l, c.after.place, c.afterLines, after)
	} else {
		r.afterOut, s = judgeAfter(c, l, before, after)
	}
	r.keep(s)
	return r
}

// keep shows the finding in the table; one that should not be there wins.
func (r *result) keep(s *spot) {
	if s != nil {
		r.hit = &s.found
		r.note = s.Message
	}
}

// spotsOf runs the binary on a side's package, and on the package that the
// other side was in where that is still there.
func spotsOf(ctx context.Context, l *linter, src source, s side, other *side, flags []string) ([]spot, string, error) {
	tree, err := src.tree(ctx, s.repo, s.commit)
	if err != nil {
		return nil, "", err
	}
	patterns := []string{s.pattern}
	if other != nil && other.pattern != s.pattern && other.dir == s.dir {
		if _, err := os.Stat(filepath.Join(tree, filepath.FromSlash(other.place.file))); err == nil {
			patterns = append(patterns, other.pattern)
		}
	}
	rep, err := l.run(ctx, request{tree: tree, dir: s.dir, mod: s.mod, patterns: patterns, flags: flags})
	if err != nil {
		return nil, tree, err
	}
	outlines := map[string]*outline{}
	var spots []spot
	for _, f := range rep.Findings {
		if outlines[f.File] == nil {
			outlines[f.File] = newOutline(filepath.Join(tree, filepath.FromSlash(f.File)))
		}
		o := outlines[f.File]
		spots = append(spots, spot{f, o.function(f.Line), o.text(f.Line)})
	}
	if len(rep.Skipped) > 0 {
		return spots, tree, fmt.Errorf("%s: %s", rep.Skipped[0].Package, rep.Skipped[0].Reason)
	}
	return spots, tree, nil
}

// outline is a file's functions and lines.
type outline struct {
	lines     []string
	functions []struct {
		name     string
		from, to int
	}
}

func newOutline(file string) *outline {
	o := &outline{}
	text, err := os.ReadFile(file)
	if err != nil {
		return o
	}
	o.lines = strings.Split(string(text), "\n")
	fset := token.NewFileSet()
	syntax, err := parser.ParseFile(fset, file, text, parser.SkipObjectResolution)
	if syntax == nil || err != nil {
		return o
	}
	for _, decl := range syntax.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if !ok {
			continue
		}
		name := fn.Name.Name
		if fn.Recv != nil && len(fn.Recv.List) == 1 {
			name = receiver(fn.Recv.List[0].Type) + "." + name
		}
		from, to := fset.PositionFor(fn.Pos(), false).Line, fset.PositionFor(fn.End(), false).Line
		o.functions = append(o.functions, struct {
			name     string
			from, to int
		}{name, from, to})
	}
	return o
}

func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// function is the name of the function around the line, empty outside of any.
func (o *outline) function(line int) string {
	for _, f := range o.functions {
		if f.from <= line && line <= f.to {
			return f.name
		}
	}
	return ""
}

func (o *outline) text(line int) string {
	if line < 1 || line > len(o.lines) {
		return ""
	}
	return strings.Join(strings.Fields(o.lines[line-1]), " ")
}
