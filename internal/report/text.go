package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/fatih/color"

	"github.com/timeoutlint/timeoutlint/internal/finding"
	"github.com/timeoutlint/timeoutlint/passes/shown"
	"github.com/timeoutlint/timeoutlint/rules"
)

// Lines prints one line a finding, for pipes: "file:line:col: rule: message".
func Lines(w io.Writer, r Report) error {
	out := bufio.NewWriter(w)
	for _, f := range r.fit() {
		fmt.Fprintf(out, "%s:%d:%d: %s: %s\n", f.File, f.Line, f.Column, f.Rule, told(f))
	}
	return out.Flush()
}

// told is the message of a finding with who in sight is held by it.
func told(f finding.Finding) string {
	switch f.Held.By {
	case "", rules.Unseen, rules.Others, rules.StartUp:
		return f.Message
	}
	return f.Message + "; " + f.Held.Text
}

// Screen prints findings for a reader: with the source line, the path to the
// wait, and in colours unless they are unwanted.
func Screen(w io.Writer, r Report, colours bool) error {
	out := bufio.NewWriter(w)
	p := newPalette(colours)
	for _, f := range r.fit() {
		fmt.Fprintf(out, "%s %s %s\n", p.place.Sprintf("%s:%d:%d:", f.File, f.Line, f.Column), p.severity(f.Severity).Sprint(f.Rule+":"), told(f))
		if f.Source != "" {
			source, caret := excerpt(f)
			fmt.Fprintf(out, "    %s\n    %s\n", source, p.severity(f.Severity).Sprint(caret))
		}
		for _, s := range f.Held.Way {
			fmt.Fprintf(out, "  ↳ %s %s\n", p.place.Sprintf("%s:%d:%d:", s.File, s.Line, s.Column), s.Text)
		}
		for _, s := range f.Path {
			fmt.Fprintf(out, "  → %s %s\n", p.place.Sprintf("%s:%d:%d:", s.File, s.Line, s.Column), s.Text)
		}
		if f.Fix != nil {
			fmt.Fprintf(out, "  %s %s\n", p.fix.Sprint("fix:"), f.Fix.Message)
		}
		fmt.Fprintln(out)
	}
	fmt.Fprintf(out, "%s in %s\n", count(len(r.Findings), "finding"), count(r.Packages, "package"))
	return out.Flush()
}

type palette struct{ place, err, warning, note, fix *color.Color }

func newPalette(colours bool) palette {
	p := palette{color.New(color.Bold), color.New(color.FgRed, color.Bold), color.New(color.FgYellow, color.Bold),
		color.New(color.FgCyan), color.New(color.FgGreen)}
	for _, c := range []*color.Color{p.place, p.err, p.warning, p.note, p.fix} {
		if colours {
			c.EnableColor()
		} else {
			c.DisableColor()
		}
	}
	return p
}

func (p palette) severity(s rules.Severity) *color.Color {
	switch s {
	case rules.Error:
		return p.err
	case rules.Note:
		return p.note
	}
	return p.warning
}

// excerpt is the source line without its indentation and the marks under it.
func excerpt(f finding.Finding) (source, marks string) {
	source = strings.TrimLeft(f.Source, " \t")
	indent := len(f.Source) - len(source)
	source = strings.TrimRight(source, " \t")
	start := min(max(f.Column-1-indent, 0), len(source))
	end := len(source)
	if f.EndLine == f.Line {
		end = min(max(f.EndColumn-1-indent, start), len(source))
	}
	before, marked, after := shown.Line(source[:start]), shown.Line(source[start:end]), shown.Line(source[end:])
	width := max(len([]rune(marked)), 1)
	if f.EndLine == 0 {
		width = 1
	}
	// A tab is as wide above as below; every other rune is one column.
	pad := strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, before)
	return before + marked + after, pad + "^" + strings.Repeat("~", width-1)
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
