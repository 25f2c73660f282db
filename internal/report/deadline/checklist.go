package deadline

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/timeoutlint/timeoutlint/internal/link"
	"github.com/timeoutlint/timeoutlint/passes/shown"
)

// Checklist prints a review checklist in Markdown: what is open first, then
// each dependency with what is known of it, to be ticked off.
func (r Report) Checklist(w io.Writer) error {
	r = shown.Deep(r)
	out := bufio.NewWriter(w)
	title := "Review of waits"
	if r.Tree.Module != "" {
		title += ": " + markdown(r.Tree.Module)
	}
	fmt.Fprintf(out, "# %s\n\nWhat the code says of each dependency. Tick what is meant to be so, answer what is open.\n", title)

	reaches := r.reaches()
	fmt.Fprint(out, "\n## Open questions\n\n")
	open := r.questions(reaches)
	for _, q := range open {
		fmt.Fprintf(out, "- [ ] %s\n", q)
	}
	if len(open) == 0 {
		fmt.Fprintln(out, "None that the code raises.")
	}
	if len(reaches) > 0 {
		fmt.Fprint(out, "\n## Dependencies\n")
	}
	for _, d := range reaches {
		fmt.Fprintf(out, "\n### %s\n\nCalled by %s.\n", markdown(d.Name), entriesText(d.Entries))
		for _, s := range d.Sites {
			fmt.Fprintf(out, "\n%s at %s\n\n", code(shortName(s.What)), code(place(s.Place)))
			for _, line := range s.checks() {
				fmt.Fprintf(out, "- [ ] %s\n", line)
			}
		}
	}
	fmt.Fprint(out, "\n## For all of them\n\n"+
		"- [ ] Each timeout is logged with the dependency's name and the time that was left, and counted.\n"+
		"- [ ] Somebody is told when that count grows, not only when it jumps.\n"+
		"- [ ] Each dependency has been slow, and down, in a test (`timeoutlint budgets -slow NAME=250ms`, `-down NAME`).\n")
	return out.Flush()
}

// questions are what somebody has to answer, the gravest first.
func (r Report) questions(reaches []reach) []string {
	var out []string
	for _, e := range r.Tree.Entries {
		for _, b := range e.Breaks {
			out = append(out, fmt.Sprintf("**%s**: %s: %s%s", markdown(e.Name), b.Rule, markdown(b.Message), atPlace(b.Place)))
		}
	}
	ask := func(list *[]string, name, question string, p link.Place) {
		q := fmt.Sprintf("**%s**: %s%s", markdown(name), question, atPlace(p))
		if !slices.Contains(*list, q) {
			*list = append(*list, q)
		}
	}
	var endless, twice, unseen []string
	for _, d := range reaches {
		for _, s := range d.Sites {
			for _, b := range stages(s.Call) {
				switch {
				case b.Bound.Kind == link.Unbounded && s.endless(b.Name):
					ask(&endless, d.Name, fmt.Sprintf("%s ends %s: how long is it worth waiting for?", s.nothing(), stageText(b.Name)), s.Place)
				case b.Bound.Kind == link.Unseen:
					ask(&unseen, d.Name, fmt.Sprintf("the bound of %s could not be seen%s: what is it in production?", stageText(b.Name), reason(b.Bound)), s.Place)
				}
			}
			if s.Idempotent == link.No && repeated(s.Call) {
				ask(&twice, d.Name, fmt.Sprintf("%s may be repeated, %s for one run: what keeps it from acting twice?", markdown(repeats(s.Call)), calls(s.Total)), s.Place)
			}
		}
	}
	out = append(append(append(out, endless...), twice...), unseen...)
	for _, e := range r.Tree.Entries {
		if _, ok := e.Budget(); !ok && len(e.Calls) > 0 && (e.Kind == link.Handler || e.Kind == link.RPC) {
			ask(&out, e.Name, "no budget is known: how long does its caller wait?", e.Place)
		}
	}
	return out
}

// endless says whether a stage without a bound of its own is not ended by the
// context of the entries either.
func (s site) endless(stage string) bool {
	if !s.Clipped {
		return true
	}
	return slices.ContainsFunc(s.Entries, func(e link.Entry) bool { return e.Cancel.Kind == link.Unbounded })
}

// nothing is what ends an endless stage: a context without a deadline may still
// be cancelled, by a signal or when the client leaves.
func (s site) nothing() string {
	if s.Clipped {
		return "no deadline"
	}
	return "nothing"
}

// repeated says whether a failure may make a call happen again.
func repeated(c link.Call) bool {
	return c.Retry || slices.ContainsFunc(c.Path, func(step link.Step) bool { return step.Retry })
}

// checks are what is known of one place that calls.
func (s site) checks() []string {
	var out []string
	for _, b := range stages(s.Call) {
		line := b.Name + ": " + bound(b.Bound)
		if from := origin(b.Bound); from != "" && b.Bound.Kind != link.Inherited {
			line += " (" + code(from) + ")"
		}
		out = append(out, line)
	}
	attempts := "attempts: " + upTo(s.Attempts)
	if s.Pause.Base > 0 {
		attempts += ", " + pauseText(s.Pause)
	}
	if s.Arithmetic != "" {
		attempts += "; " + markdown(s.Arithmetic)
	}
	if most(s.Total) > most(s.Attempts) {
		attempts += "; " + calls(s.Total) + " along the whole path"
	}
	out = append(out, attempts)
	if text := repeats(s.Call); text != "" {
		out = append(out, "repeating it: "+markdown(text))
	} else {
		out = append(out, "repeating it: could not be seen")
	}
	return append(out, "when the timeout fires: "+s.fires()+"; the caller then gets …")
}

// fires says what becomes of an entry when a call runs into its timeout.
func (s site) fires() string {
	var parts []string
	switch {
	case s.Response.Kind == link.Unbounded && s.endless("response"):
		return "there is none for the response"
	case s.Attempts.Endless:
		parts = append(parts, "it is tried again, without end")
	case s.Retry && s.Attempts.Hi > 1:
		parts = append(parts, fmt.Sprintf("it is tried again, %s attempts in all", upTo(s.Attempts)))
	case s.MayRepeat:
		parts = append(parts, "whether it is tried again could not be seen")
	default:
		parts = append(parts, "it is not tried again here")
	}
	for _, e := range s.Entries {
		b, ok := e.Budget()
		switch {
		case !ok:
		case s.Clipped && e.Cancel.Kind == link.Bounded:
			parts = append(parts, fmt.Sprintf("it ends with %s, after %s", markdown(e.Name), short(e.Cancel.D)))
		case s.All.Unbounded, s.All.Lo > b.D:
			parts = append(parts, fmt.Sprintf("%s has stopped waiting after %s", markdown(e.Name), short(b.D)))
		case len(s.All.Unknown) == 0:
			parts = append(parts, fmt.Sprintf("%s of the %s of %s are left", short(b.D-min(s.All.Hi, b.D)), short(b.D), markdown(e.Name)))
		}
		if len(parts) > 3 {
			parts = append(parts, fmt.Sprintf("and so on, for %s", plural(len(s.Entries), "entry")))
			break
		}
	}
	return strings.Join(parts, "; ")
}

// pauseText says how long the pause between attempts is.
func pauseText(p link.Pause) string {
	text := short(p.Base) + " between them"
	if p.Factor > 1 {
		text = fmt.Sprintf("%s between them, then %g times as long each time", short(p.Base), p.Factor)
	}
	if p.Cap > 0 {
		text += ", at most " + short(p.Cap)
	}
	if p.Jitter == 0 {
		text += ", without jitter"
	}
	return text
}

func stageText(name string) string {
	switch name {
	case "connect":
		return "connecting"
	case "pool":
		return "the wait for a free place in the pool"
	}
	return "the wait for the response"
}

func reason(b link.Bound) string {
	if b.From == "" {
		return ""
	}
	return " (" + code(b.From) + ")"
}

func atPlace(p link.Place) string {
	if p.File == "" {
		return ""
	}
	return " (" + code(place(p)) + ")"
}

// entriesText names the entries that call, and no more than a reader can use.
func entriesText(names []string) string {
	const most = 6
	var out []string
	for i, n := range names {
		if i == most {
			return strings.Join(out, ", ") + fmt.Sprintf(" and %d more", len(names)-most)
		}
		out = append(out, markdown(n))
	}
	return strings.Join(out, ", ")
}

// markdown is text that Markdown leaves as it is.
func markdown(s string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "`", "\\`", "&", "&amp;", "<", "&lt;", "[", `\[`, "]", `\]`, "|", `\|`,
		"#", `\#`, "~", `\~`, "\n", " ").Replace(s)
}

// code is text in a code span, whose marks are longer than any in the text.
func code(s string) string {
	marks := "`"
	for strings.Contains(s, marks) {
		marks += "`"
	}
	if len(marks) > 1 {
		s = " " + s + " "
	}
	return marks + s + marks
}
