package main

import (
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"text/template"
)

//go:embed chart.svg
var chartText string

// chart is what chart.svg is filled with; lengths are pixels.
type chart struct {
	Width, Height int
	Legend        []entry
	Panels        []panel
}

type entry struct {
	Name     string
	X, TextX int
}

// panel is one diagram, both scales logarithmic.
type panel struct {
	Title              string
	X, Y, W, H, Below  int
	XTicks, YTicks     []tick
	Lines              []curve
	xLow, xHigh        float64 // powers of ten
	yLow, yHigh        float64
	size, cost         func(measurement) float64
	sizeUnit, costUnit string
}

type tick struct {
	At, TextAt string
	Text       string
}

type curve struct {
	Class int // of the tool
	Dots  []dot
}

type dot struct{ X, Y, About string }

// drawn are the tools of the picture.
var drawn = []string{ours, "staticcheck", "golangci-lint", "nilaway"}

func draw(w io.Writer, all []measurement) error {
	c := chart{Width: 860, Height: 660}
	for i, name := range drawn {
		c.Legend = append(c.Legend, entry{name, 60 + 150*i, 70 + 150*i})
	}
	lines := func(m measurement) float64 { return float64(m.Lines) }
	packages := func(m measurement) float64 { return float64(m.Packages) }
	cpu := func(m measurement) float64 { return m.cpu }
	peak := func(m measurement) float64 { return m.peak }
	for _, p := range []panel{
		{Title: "processor time (s) by lines", X: 60, Y: 70, size: lines, cost: cpu, sizeUnit: "lines", costUnit: "s"},
		{Title: "processor time (s) by packages", X: 490, Y: 70, size: packages, cost: cpu, sizeUnit: "packages", costUnit: "s"},
		{Title: "peak memory (MB) by lines", X: 60, Y: 390, size: lines, cost: peak, sizeUnit: "lines", costUnit: "MB"},
		{Title: "peak memory (MB) by packages", X: 490, Y: 390, size: packages, cost: peak, sizeUnit: "packages", costUnit: "MB"},
	} {
		p.W, p.H, p.Below = 340, 220, 238
		p.fill(all)
		c.Panels = append(c.Panels, p)
	}
	t, err := template.New("chart").Parse(chartText)
	if err != nil {
		return err
	}
	return t.Execute(w, c)
}

// fill places what the tools took with their own cache empty.
func (p *panel) fill(all []measurement) {
	shown := slices.DeleteFunc(slices.Clone(all), func(m measurement) bool {
		return m.scenario != "cold" || !slices.Contains(drawn, m.tool) || p.size(m) <= 0 || p.cost(m) <= 0
	})
	slices.SortStableFunc(shown, func(a, b measurement) int { return cmp.Compare(p.size(a), p.size(b)) })
	p.xLow, p.xHigh = decades(shown, p.size)
	p.yLow, p.yHigh = decades(shown, p.cost)
	for e := p.xLow; e <= p.xHigh; e++ {
		p.XTicks = append(p.XTicks, tick{At: pixel(p.x(math.Pow(10, e))), Text: power(e)})
	}
	for e := p.yLow; e <= p.yHigh; e++ {
		at := p.y(math.Pow(10, e))
		p.YTicks = append(p.YTicks, tick{pixel(at), pixel(at + 4), power(e)})
	}
	for class, tool := range drawn {
		line := curve{Class: class}
		for _, m := range shown {
			if m.tool == tool {
				about := fmt.Sprintf("%s on %s: %v %s, %v %s", tool, m.Name, p.size(m), p.sizeUnit, p.cost(m), p.costUnit)
				line.Dots = append(line.Dots, dot{pixel(p.x(p.size(m))), pixel(p.y(p.cost(m))), about})
			}
		}
		if len(line.Dots) > 0 {
			p.Lines = append(p.Lines, line)
		}
	}
}

func (p *panel) x(size float64) float64 {
	return float64(p.W) * (math.Log10(size) - p.xLow) / (p.xHigh - p.xLow)
}

func (p *panel) y(cost float64) float64 {
	return float64(p.H) * (p.yHigh - math.Log10(cost)) / (p.yHigh - p.yLow)
}

// decades are the powers of ten around all values.
func decades(all []measurement, value func(measurement) float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, m := range all {
		low, high = min(low, math.Floor(math.Log10(value(m)))), max(high, math.Ceil(math.Log10(value(m))))
	}
	if len(all) == 0 {
		return 0, 1
	}
	return low, max(high, low+1)
}

func power(e float64) string {
	if e < 0 {
		return strconv.FormatFloat(math.Pow(10, e), 'f', int(-e), 64)
	}
	return thousands(int(math.Pow(10, e)))
}

func pixel(at float64) string { return strconv.FormatFloat(at, 'f', 1, 64) }
