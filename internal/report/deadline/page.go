package deadline

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/timeoutlint/timeoutlint/internal/inventory"
	"github.com/timeoutlint/timeoutlint/internal/link"
	"github.com/timeoutlint/timeoutlint/internal/report"
	"github.com/timeoutlint/timeoutlint/internal/whatif"
	timeouts "github.com/timeoutlint/timeoutlint/passes/inventory"
	"github.com/timeoutlint/timeoutlint/passes/shown"
)

//go:embed page.html
var pageHTML string

//go:embed page.css
var pageCSS string

//go:embed page.js
var pageJS string

// pageView is what the page's template is given.
type pageView struct {
	CSS template.CSS
	JS  template.JS

	Module   string
	Figures  figures
	Findings []findingView
	Entries  []entryView
	Quiet    []string // entries that call nothing
	Graph    picture
	Reaches  []reachView
	Rows     []rowView
	Measured bool // a latency profile was given
	Avail    []availableView
	Each     string // the availability that is assumed
	WhatIf   *whatIfView
	Unseen   []link.Unknown
	Skipped  []string
}

type findingView struct {
	link.Break
	Entry, Anchor, At string
	Bad               bool // the budget does not hold
}

type entryView struct {
	link.Entry
	Anchor, At, Budget, Worst, Sum string
	Over                           bool // it does not end, or not in time
	Promises                       []string
	Timeline                       timeline
}

type reachView struct {
	reach
	Connect, Response, Pool, Attempts, Repeats []string
	Mostly                                     string
}

type rowView struct {
	At, Value, What, Where string
	inventory.Row
	Key      string // sorts by time; empty where it is unknown
	Endless  bool
	Measured string // what a latency profile says of it
	Misfit   bool
}

type availableView struct {
	available
	Product, Lost, Key string
}

type whatIfView struct {
	Question, Assumed string
	Others            int
	Outcomes          []outcomeView
}

// Baseline is where the times below a chart stand.
func (whatIfView) Baseline() float64 { return chartHeight - 3 }

type outcomeView struct {
	whatif.Outcome
	Bad, Good                                     bool
	Budget, Run, Usual, Crowd, Recovery, Forecast string
	Chart                                         chart
}

// Page prints everything as one HTML page that needs nothing else.
func (r Report) Page(w io.Writer) error {
	t, err := template.New("page").Funcs(template.FuncMap{
		"wait": wait, "amount": amount, "called": called, "details": details, "short": shortName, "times": times, "how": how, "plural": plural, "verb": verb, "way": way, "breaks": breaks, "holds": holds,
	}).Parse(pageHTML)
	if err != nil {
		return err
	}
	return t.Execute(w, shown.Deep(r).view())
}

func (r Report) view() pageView {
	v := pageView{
		CSS: template.CSS(pageCSS), JS: template.JS(pageJS), // ours, and not the user's
		Module: r.Tree.Module, Figures: r.figures(), Graph: layOut(condense(r.graph())), Unseen: r.Tree.Unknown,
		Each: percentText(r.Availability),
	}
	for i, e := range r.Tree.Entries {
		if len(e.Calls) == 0 && len(e.Breaks) == 0 {
			v.Quiet = append(v.Quiet, e.Name)
			continue
		}
		one := viewEntry(e, fmt.Sprintf("entry-%d", i+1))
		v.Entries = append(v.Entries, one)
		for _, b := range e.Breaks {
			v.Findings = append(v.Findings, findingView{b, e.Name, one.Anchor, place(b.Place), breaks(b)})
		}
	}
	slices.SortStableFunc(v.Findings, func(a, b findingView) int { // what breaks a budget comes first
		switch {
		case a.Bad == b.Bad:
			return 0
		case a.Bad:
			return -1
		}
		return 1
	})
	for _, d := range r.reaches() {
		v.Reaches = append(v.Reaches, reachView{
			reach: d, Mostly: number(d.Most),
			Connect:  d.distinct(func(c link.Call) string { return bound(c.Connect) }),
			Response: d.distinct(func(c link.Call) string { return bound(c.Response) }),
			Pool:     d.distinct(func(c link.Call) string { return bound(c.Pool) }),
			Attempts: d.distinct(func(c link.Call) string { return number(c.Attempts) }),
			Repeats:  d.distinct(repeats),
		})
	}
	v.Measured = len(r.Inventory.Fits) > 0
	for _, row := range r.Inventory.Rows {
		v.Rows = append(v.Rows, viewRow(row, r.Inventory.Fits))
	}
	for _, a := range r.availability() {
		one := availableView{available: a, Product: percentText(a.High), Lost: short(month(a.High)), Key: fmt.Sprint(a.Low)}
		if a.May > 0 {
			one.Product = percentText(a.Low) + " to " + one.Product
			one.Lost += " to " + short(month(a.Low))
		}
		v.Avail = append(v.Avail, one)
	}
	if r.WhatIf != nil {
		v.WhatIf = viewWhatIf(*r.WhatIf)
	}
	for _, s := range r.Inventory.Skipped {
		v.Skipped = append(v.Skipped, s.Package+": "+s.Reason)
	}
	return v
}

func viewEntry(e link.Entry, anchor string) entryView {
	one := entryView{
		Entry: e, Anchor: anchor, At: place(e.Place), Budget: budgetOf(e), Worst: wait(e.Worst), Sum: sum(e), Promises: promises(e), Timeline: draw(e),
	}
	if one.Sum == one.Worst {
		one.Sum = ""
	}
	if b, ok := e.Budget(); ok {
		one.Over = e.Worst.Unbounded || e.Worst.Lo > b.D
	}
	return one
}

func viewRow(row inventory.Row, fits []inventory.Fit) rowView {
	one := rowView{Row: row, At: fmt.Sprintf("%s:%d", row.File, row.Line), Value: report.Value(row), What: report.What(row)}
	switch row.Value.Kind {
	case timeouts.Never:
		one.Key, one.Endless = "1e300", true
	case timeouts.Exact, timeouts.Range:
		one.Key = fmt.Sprint(int64(row.Value.Hi))
	}
	for _, f := range fits {
		for _, j := range f.Judgements {
			if j.Row.File == row.File && j.Row.Line == row.Line && j.Row.Column == row.Column && j.Row.What == row.What {
				one.Measured, one.Misfit = join("; ", one.Measured, f.Name+": "+j.Text), one.Misfit || j.Verdict.Misfit()
			}
		}
	}
	return one
}

func viewWhatIf(a whatif.Answer) *whatIfView {
	v := &whatIfView{Question: question(a), Assumed: assumed(a.World), Others: a.Others}
	for _, o := range a.Entries {
		one := outcomeView{
			Outcome: o, Bad: o.Verdict == whatif.Breaks || o.Verdict == whatif.Hangs, Good: o.Verdict == whatif.Holds,
			Run: oneRun(o), Usual: usual(o), Crowd: crowd(o), Recovery: recovery(o, a.World), Forecast: formula(o, a.World), Chart: plot(o, a.World),
		}
		if o.Budget.Kind == link.Bounded {
			one.Budget = short(o.Budget.D)
		}
		v.Outcomes = append(v.Outcomes, one)
	}
	return v
}

// way is the functions between an entry and a call.
func way(c link.Call) string {
	var parts []string
	for i := 1; i < len(c.Path); i++ {
		parts = append(parts, join(" ", shortName(c.Path[i].Function), times(c.Path[i-1].Attempts)))
	}
	return strings.Join(parts, " → ")
}

// percentText prints a share with as many nines as it has.
func percentText(share float64) string {
	for digits := 1; digits < 6; digits++ {
		text := fmt.Sprintf("%.*f", digits, share*100)
		if text != "100."+strings.Repeat("0", digits) || share == 1 {
			return strings.TrimSuffix(strings.TrimRight(text, "0"), ".") + " %"
		}
	}
	return "100 %"
}

// condense joins the entries that call each of their dependencies once into
// one, where a picture of all of them would show nothing.
func condense(g graph) graph {
	const readable = 24
	plain := make([]bool, len(g.nodes))
	entries, n := 0, 0
	for i, node := range g.nodes {
		plain[i] = node.kind == entryNode && !node.broken
		if node.kind == entryNode {
			entries++
		}
	}
	for _, e := range g.edges {
		if !once(e.times) || g.nodes[e.to].kind == functionNode {
			plain[e.from] = false
		}
	}
	for _, p := range plain {
		if p {
			n++
		}
	}
	if entries <= readable || n < 2 {
		return g
	}
	out := graph{nodes: []graphNode{{kind: entryNode, name: plural(n, "other entry"), note: "one call each"}}}
	index := make([]int, len(g.nodes))
	for i, node := range g.nodes {
		if plain[i] {
			continue
		}
		index[i] = len(out.nodes)
		out.nodes = append(out.nodes, node)
	}
	for _, e := range g.edges {
		e.from, e.to = index[e.from], index[e.to]
		if !slices.Contains(out.edges, e) {
			out.edges = append(out.edges, e)
		}
	}
	return out
}
