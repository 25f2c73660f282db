package docgen

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/timeoutlint/timeoutlint/rules/knowledge"
)

// grid is a Markdown table in the making.
type grid struct {
	head []string
	rows [][]string
}

func (g *grid) add(cells ...string) { g.rows = append(g.rows, cells) }

// markdown writes the table without the columns that say nothing.
func (g *grid) markdown() string {
	if len(g.rows) == 0 {
		return ""
	}
	said := func(column int) bool {
		return slices.ContainsFunc(g.rows, func(row []string) bool { return row[column] != "" && row[column] != dash })
	}
	var out strings.Builder
	line := func(cells []string) {
		for i, cell := range cells {
			if said(i) {
				out.WriteString("| " + strings.ReplaceAll(cell, "|", `\|`) + " ")
			}
		}
		out.WriteString("|\n")
	}
	line(g.head)
	rule := make([]string, len(g.head))
	for i := range rule {
		rule[i] = "---"
	}
	line(rule)
	for _, row := range g.rows {
		line(row)
	}
	return out.String()
}

// settings is the table of knobs, by what they bound.
func (n names) settings(knobs []knowledge.Knob) string {
	knobs = slices.Clone(knobs)
	slices.SortStableFunc(knobs, func(a, b knowledge.Knob) int {
		return cmp.Compare(slices.Index(stageOrder, a.Stage), slices.Index(stageOrder, b.Stage))
	})
	g := grid{head: []string{"bounds", "setting", "set as", "left alone", "0 means", "below 0", "versions", "note", "source"}}
	for i, k := range knobs {
		stage := stages[k.Stage]
		if i == 0 || knobs[i-1].Stage != k.Stage {
			stage = "**" + stage + "**"
		}
		g.add(stage, n.code(k.FullName()), setBy(k.Form, k.Arg, k.Unit), orDash(standard(k)), orDash(means(k, k.Zero)),
			orDash(means(k, k.Negative)), versions(k.Since, k.Until), k.Note, place([]string{k.Source}))
	}
	return g.markdown()
}

// attempts is the table of retry settings.
func (n names) attempts(retries []knowledge.Retry) string {
	g := grid{head: []string{"setting", "set as", "N counts", "left alone", "0 means", "below 0", "delay", "jitter", "ends with the context", "versions", "note", "source"}}
	for _, r := range retries {
		g.add(n.code(r.Name), forms[r.Form], orDash(countings[r.Counts]), orDash(tries(r)), orDash(meaning(r.Zero, r.Default)), orDash(meaning(r.Negative, r.Default)),
			orDash(r.Backoff), orDash(tristates[r.Jitter]), orDash(tristates[r.Ctx]), versions(r.Since, r.Until), r.Note, place([]string{r.Source}))
	}
	return g.markdown()
}

// tries is the default, with the calls it makes where that is another number.
func tries(r knowledge.Retry) string {
	n, err := strconv.Atoi(r.Default)
	if err != nil || r.Counts != knowledge.ExtraTries {
		return r.Default
	}
	if n == 0 && r.Zero == knowledge.Unlimited {
		return "0: unlimited"
	}
	return fmt.Sprintf("%d: %s", n, callsMade(n+1))
}

func callsMade(n int) string {
	if n == 1 {
		return "one call"
	}
	return strconv.Itoa(n) + " calls"
}

// blocking is a line of the table of calls: calls of which the same is known
// share one.
type blocking struct {
	shape                                string // of all the methods of the names, which are types
	names, sources                       []string
	does, ends, instead, versions, notes string
}

func (b *blocking) same(o blocking) bool {
	return b.shape == o.shape && b.does == o.does && b.ends == o.ends && b.instead == o.instead && b.versions == o.versions && b.notes == o.notes
}

// calls is the table of the calls that wait.
func (n names) calls(calls []knowledge.Call, globs []knowledge.Glob) string {
	var lines []blocking
	add := func(b blocking) {
		i := slices.IndexFunc(lines, func(l blocking) bool { return l.same(b) })
		if i < 0 {
			lines = append(lines, b)
			return
		}
		lines[i].names = append(lines[i].names, b.names...)
		lines[i].sources = append(lines[i].sources, b.sources...)
	}
	for _, c := range calls {
		var notes []string
		if c.When != "" && !strings.Contains(c.Note, "waits only") {
			notes = append(notes, "waits only with "+n.bound(c.When))
		}
		if c.Repeats != "" {
			notes = append(notes, "calls its "+ordinal(repeats(c))+" argument again and again")
		}
		if c.Message {
			notes = append(notes, "again after an error may be the message twice")
		}
		if c.Paced {
			notes = append(notes, "waits by itself before it gives the same error again")
		}
		if c.Note != "" {
			notes = append(notes, c.Note)
		}
		add(blocking{
			names: []string{n.code(c.Name)}, sources: []string{c.Source}, does: effects[c.Does], ends: n.ends(c.Bound, c.Needs, c.Does),
			instead: n.instead(c.Instead, c.Name), versions: versions(c.Since, c.Until), notes: strings.Join(notes, "; "),
		})
	}
	for _, g := range globs {
		add(blocking{
			shape: shapes[g.Shape], names: []string{n.methods(g)}, sources: []string{g.Source}, does: effects[g.Does], ends: n.ends(g.Bound, g.Needs, g.Does),
			versions: versions(g.Since, g.Until), notes: g.Note,
		})
	}
	g := grid{head: []string{"call", "does", "ends with", "use instead", "versions", "note", "source"}}
	for _, l := range lines {
		g.add(l.shape+strings.Join(l.names, ", "), l.does, l.ends, l.instead, l.versions, l.notes, place(l.sources))
	}
	return g.markdown()
}

func repeats(c knowledge.Call) int { return c.Repeats.Arg() }

var shapes = map[knowledge.Shape]string{
	knowledge.CtxFirst: "methods with a context of ",
	knowledge.ErrLast:  "methods that can fail of ",
	knowledge.AnyShape: "methods of ",
}

// methods names the type whose methods a glob speaks of.
func (n names) methods(g knowledge.Glob) string {
	text := n.code(strings.TrimSuffix(g.Type, ")"))
	if len(g.Except) > 0 {
		text += " (not `" + strings.Join(g.Except, "`, `") + "`)"
	}
	return text
}

// flows is the table of what constructors keep, drop and set.
func (n names) flows(flows []knowledge.Flow) string {
	g := grid{head: []string{"from", "keeps", "drops", "limits it starts with", "versions", "note", "source"}}
	for _, f := range flows {
		g.add(n.code(f.Name), kept(f), fields(f.Drops, of(f)), presets(f.Sets), versions(f.Since, f.Until), f.Note, place([]string{f.Source}))
	}
	return g.markdown()
}

func kept(f knowledge.Flow) string {
	if len(f.Keeps) == 1 && f.Keeps[0] == "*" {
		return "all limits" + of(f)
	}
	return fields(f.Keeps, of(f))
}

func of(f knowledge.Flow) string {
	switch f.From {
	case knowledge.Receiver:
		return " of its receiver"
	case knowledge.NoSource:
		return ""
	}
	return " of its " + ordinal(f.From) + " argument"
}

var carried = map[string]string{
	"ctx": "the context", "deadline": "the deadline", "cancel": "the cancellation", "value": "the values",
}

func fields(all []string, of string) string {
	var out []string
	for _, field := range all {
		word := carried[field]
		if word == "" {
			word = "`" + field + "`"
		}
		out = append(out, word)
	}
	if len(out) == 0 {
		return ""
	}
	return strings.Join(out, ", ") + of
}

func presets(sets []knowledge.Preset) string {
	var out []string
	for _, s := range sets {
		value := s.Value
		if value == "0" || value == "0s" {
			value = "none"
		}
		out = append(out, strings.Trim(fields([]string{s.Field}, ""), " ")+" "+value)
	}
	return strings.Join(out, ", ")
}

// place is where it was read; of several lines of one file the name stands once.
func place(sources []string) string {
	var out []string
	previous := ""
	for _, source := range sources {
		file, line, _ := strings.Cut(source, ":")
		if file == previous {
			out[len(out)-1] += ", " + line
			continue
		}
		previous = file
		out = append(out, source)
	}
	for i := range out {
		out[i] = "`" + out[i] + "`"
	}
	return strings.Join(out, ", ")
}

func orDash(text string) string {
	if text == "" {
		return dash
	}
	return text
}
