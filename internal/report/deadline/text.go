package deadline

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/fatih/color"

	"github.com/timeoutlint/timeoutlint/internal/link"
	timeouts "github.com/timeoutlint/timeoutlint/passes/inventory"
	"github.com/timeoutlint/timeoutlint/passes/shown"
)

// narrowest is the width below which a tree is not drawn any narrower.
const narrowest = 60

// Text prints the tree for a screen of so many columns, what would happen if
// that was asked, a summary, and what was measured.
func (r Report) Text(w io.Writer, width int, colours bool) error {
	r = shown.Deep(r)
	t := newText(w, width, colours)
	quiet := 0
	for _, e := range r.Tree.Entries {
		if len(e.Calls) == 0 && len(e.Breaks) == 0 {
			quiet++
			continue
		}
		t.entry(e)
	}
	if r.WhatIf != nil {
		t.whatIf(*r.WhatIf)
	}
	t.summary(r, quiet)
	if len(r.Inventory.Fits) > 0 {
		fmt.Fprintln(t.out)
		if err := r.Inventory.Measured(t.out); err != nil {
			return err
		}
	}
	return t.out.Flush()
}

// text is a text being printed.
type text struct {
	ends  time.Duration // when the context of the entry that is printed ends; 0: it does not, or nobody knows
	out   *bufio.Writer
	width int

	name, dim, bad *color.Color
}

func newText(w io.Writer, width int, colours bool) *text {
	t := &text{
		out: bufio.NewWriter(w), width: max(width, narrowest),
		name: color.New(color.Bold), dim: color.New(color.Faint), bad: color.New(color.FgRed),
	}
	for _, c := range []*color.Color{t.name, t.dim, t.bad} {
		if colours {
			c.EnableColor()
		} else {
			c.DisableColor()
		}
	}
	return t
}

// entry prints one entry and what it calls.
func (t *text) entry(e link.Entry) {
	t.row("", e.Name, "", "budget "+budgetOf(e))
	t.note("  ", join(", ", string(e.Kind), e.Function, place(e.Place), routes(e)))
	t.ends = 0
	if e.Cancel.Kind == link.Bounded {
		t.ends = e.Cancel.D
	}
	for _, line := range promises(e) {
		t.note("  ", line)
	}
	t.below(tree(e.Calls), "  ")
	if !zero(e.Worst) {
		t.row("  ", "", "", "worst wait "+sum(e))
	}
	for _, b := range e.Breaks {
		mark, colour := "✗ ", t.bad
		if !breaks(b) {
			mark, colour = "! ", nil
		}
		t.fold("  ", mark+b.Rule+": "+b.Message, colour)
	}
	fmt.Fprintln(t.out)
}

// below prints what hangs below a node.
func (t *text) below(n *node, indent string) {
	n.walk(func(c link.Call, last bool) {
		t.call(c, indent, last)
	}, func(sub *node, last bool) {
		first, rest := branch(indent, last)
		t.chain(sub.steps, first, rest+"  ")
		t.below(sub, rest)
	})
}

// branch is how a line that hangs there begins, and how those below it do.
func branch(indent string, last bool) (first, rest string) {
	if last {
		return indent + "└─ ", indent + "   "
	}
	return indent + "├─ ", indent + "│  "
}

// chain prints functions on the way, folded at its arrows.
func (t *text) chain(steps []link.Step, first, rest string) {
	line, used := first, 0
	for i, s := range steps {
		word := join(" ", shortName(s.Function), times(s.Attempts))
		if i > 0 {
			word = "→ " + word
		}
		if used > 0 && columns(line)+1+columns(word) > t.width {
			fmt.Fprintln(t.out, line)
			line, used = rest, 0
		}
		if used > 0 {
			line += " "
		}
		line += word
		used++
	}
	fmt.Fprintln(t.out, line)
}

// call prints one call: what it is and how long it may take, then why.
func (t *text) call(c link.Call, indent string, last bool) {
	first, rest := branch(indent, last)
	all := wait(c.All)
	if c.Clipped && c.All.Unbounded && t.ends > 0 {
		all = "≤ " + short(t.ends)
	}
	right := fmt.Sprintf("%s  %7s %9s", amount(c), how(c), all)
	t.row(first, called(c), shortName(c.What), right)
	t.note(rest+"  ", details(c))
	if len(c.Calls) > 0 {
		t.below(tree(c.Calls), rest)
	}
}

// details are what there is to know of a call, in one line.
func details(c link.Call) string {
	attempts := ""
	if !once(c.Attempts) && !pause(c) {
		attempts = upTo(c.Attempts) + " attempts"
		if !c.Retry {
			attempts = "in a loop, ×" + number(c.Attempts)
		}
	}
	when := ""
	if c.Optional {
		when = "not on every way"
	}
	if c.Parallel > 0 {
		when = join(", ", when, "beside others")
	}
	arithmetic := c.Arithmetic
	if pause(c) {
		arithmetic = ""
	}
	unseen := ""
	if len(c.All.Unknown) > 0 {
		unseen = "not seen: " + strings.Join(c.All.Unknown, ", ")
	}
	return join("; ", place(c.Place), bounds(c), attempts, arithmetic, onTheWay(c), repeats(c), when, behind(c), others(c), unseen)
}

// row prints a line with something at its right edge. What does not fit goes
// to a line of its own.
func (t *text) row(indent, name, what, right string) {
	left := join("  ", name, what)
	gap := t.width - columns(indent) - columns(left) - columns(right)
	if gap < 2 && what != "" {
		what = clip(what, max(columns(what)-2+gap, 8))
		left = join("  ", name, what)
		gap = t.width - columns(indent) - columns(left) - columns(right)
	}
	shown := indent + t.name.Sprint(name) + strings.TrimPrefix(left, name)
	if gap < 2 {
		if left != "" {
			fmt.Fprintln(t.out, shown)
		}
		t.fold(indent+"  ", right, nil)
		return
	}
	fmt.Fprintln(t.out, shown+strings.Repeat(" ", gap)+right)
}

// note prints something less important.
func (t *text) note(indent, words string) { t.fold(indent, words, t.dim) }

// fold prints words over as many lines as they take, those after the first
// hanging behind a mark at its beginning.
func (t *text) fold(indent, words string, c *color.Color) {
	hang := ""
	if strings.HasPrefix(words, "✗ ") || strings.HasPrefix(words, "! ") {
		hang = "  "
	}
	line := ""
	flush := func() {
		if line == "" {
			return
		}
		if c != nil {
			line = c.Sprint(line)
		}
		fmt.Fprintln(t.out, indent+line)
		line = ""
		indent, hang = indent+hang, ""
	}
	for _, word := range strings.Fields(words) {
		if line != "" && columns(indent)+columns(line)+1+columns(word) > t.width {
			flush()
		}
		line = join(" ", line, word)
	}
	flush()
}

// columns is how wide a text is.
func columns(s string) int { return utf8.RuneCountInString(s) }

// clip cuts a text in its middle.
func clip(s string, width int) string {
	r := []rune(s)
	if len(r) <= width || width < 4 {
		return s
	}
	head := (width - 1) / 2
	return string(r[:head]) + "…" + string(r[len(r)-(width-1-head):])
}

// join joins the parts that are not empty.
func join(between string, parts ...string) string {
	var kept []string
	for _, p := range parts {
		if p != "" {
			kept = append(kept, p)
		}
	}
	return strings.Join(kept, between)
}

// shortName is a full name as a reader writes it: redis.Client.Get.
func shortName(s string) string { return timeouts.Short(s) }
