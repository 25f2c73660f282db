package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"text/tabwriter"
	"time"
)

// scenario is a state in which the tools start.
type scenario struct {
	name, about string
	own, build  bool // its own cache, the build cache: empty at the start of every run
	edits       bool
	rules       bool   // what rules cost: beside none
	text        string // what is appended to the file before each run; %d counts
}

var scenarios = []scenario{
	{name: "cold", about: "its own cache empty, the build cache warm", own: true},
	{name: "rules", about: "rules beside the driver with none, its own cache empty", own: true, rules: true},
	{name: "everything-cold", about: "no cache at all, modules downloaded", own: true, build: true},
	{name: "unchanged", about: "nothing changed since the last run"},
	{name: "type", about: "one file changed, with the types that it exports", edits: true, text: "\ntype Speed%d struct{ N int }\n"},
	{name: "api", about: "one file changed, with what else it exports", edits: true, text: "\nfunc Speed%d() int { return %[1]d }\n"},
	{name: "body", about: "one file changed, in what nobody else sees", edits: true, text: "\nfunc speed%d() int { return %[1]d }\n"},
}

func names() (out []string) {
	for _, s := range scenarios {
		out = append(out, s.name)
	}
	return out
}

// measure runs one scenario and prints it.
func (b *bench) measure(ctx context.Context, s scenario) error {
	tools := b.tools
	if s.rules {
		tools = b.own
	}
	if s.edits {
		src, err := os.ReadFile(b.edit)
		if err != nil {
			return err
		}
		defer func() { _ = os.WriteFile(b.edit, src, 0o600) }()
	}
	if !s.build { // a round that is not counted fills the caches
		for _, t := range tools {
			if _, err := b.once(ctx, t, b.env(t, s, "warm")); err != nil {
				return err
			}
		}
	}
	costs := make([][]cost, len(tools))
	for round := range b.rounds {
		for i, t := range tools {
			if s.edits { // anew for each: what one has had compiled is not there for the next
				if err := appendTo(b.edit, fmt.Sprintf(s.text, round*len(tools)+i)); err != nil {
					return err
				}
			}
			kept := "warm"
			if s.own || s.build {
				kept = fmt.Sprintf("round%d", round)
			}
			c, err := b.once(ctx, t.again(s, fmt.Sprintf("%s.%d", filepath.Base(b.work), round)), b.env(t, s, kept))
			if err != nil {
				return err
			}
			costs[i] = append(costs[i], c)
			if kept != "warm" {
				if err := os.RemoveAll(filepath.Join(b.work, kept)); err != nil {
					return err
				}
			}
		}
	}
	return b.print(s, tools, costs)
}

// env gives a tool caches of the name: its own, and where the scenario has no
// build cache, that.
func (b *bench) env(t tool, s scenario, kept string) []string {
	var env []string
	folder := func(variable string) {
		dir := filepath.Join(b.work, kept, variable)
		if os.MkdirAll(dir, 0o700) == nil {
			env = append(env, variable+"="+dir)
		}
	}
	if t.cache != "" {
		folder(t.cache)
	}
	if s.build {
		folder("GOCACHE")
	}
	return env
}

func appendTo(name, text string) error {
	f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	if _, err := f.WriteString(text); err != nil {
		_ = f.Close()
		return err
	}
	return f.Close()
}

func (b *bench) print(s scenario, tools []tool, costs [][]cost) error {
	fmt.Printf("%s: %s; medians of %d rounds\n", s.name, s.about, b.rounds)
	out := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(out, "\twall\tcpu\tpeak MB\t"+tools[0].name+" takes (wall)\t(cpu)\t")
	for i, t := range tools {
		m := compare(costs[0], costs[i])
		fmt.Fprintf(out, "%s\t%.2f s\t%.2f s\t%.0f\t× %.3f\t× %.3f\t\n", t.name, m.wall, m.cpu, m.peak, m.wallRatio, m.cpuRatio)
		if err := b.table.add(s, t, m, b.rounds); err != nil {
			return err
		}
	}
	fmt.Fprintln(out)
	return out.Flush()
}

// medians are those of a tool's rounds: seconds, megabytes, and what the first
// tool took in the same round as a share of it.
type medians struct{ wall, cpu, peak, wallRatio, cpuRatio float64 }

func compare(first, costs []cost) medians {
	of := func(f func(own, c cost) float64) float64 {
		var list []float64
		for round, c := range costs {
			list = append(list, f(first[round], c))
		}
		return median(list)
	}
	return medians{
		wall:      of(func(_, c cost) float64 { return c.wall.Seconds() }),
		cpu:       of(func(_, c cost) float64 { return c.cpu.Seconds() }),
		peak:      of(func(_, c cost) float64 { return float64(c.peak) / 1e6 }),
		wallRatio: of(func(own, c cost) float64 { return ratio(own.wall, c.wall) }),
		cpuRatio:  of(func(own, c cost) float64 { return ratio(own.cpu, c.cpu) }),
	}
}

func ratio(a, b time.Duration) float64 { return a.Seconds() / max(b.Seconds(), 0.001) }

func median(list []float64) float64 {
	slices.Sort(list)
	n := len(list)
	return (list[(n-1)/2] + list[n/2]) / 2
}
