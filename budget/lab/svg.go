package main

import (
	"fmt"
	"html"
	"io"
	"strings"
	"time"

	"github.com/timeoutlint/timeoutlint/budget/lab/bench"
)

// The drawing: one panel a variant, two columns, the queue as an area and the
// successes of each quarter of a second as bars, both from the panel's floor.
const (
	panelWidth, panelHeight = 460, 190
	plotLeft, plotTop       = 44, 40
	plotWidth, plotHeight   = 370, 120
	columns                 = 2
	barEvery                = 250 * time.Millisecond
)

const style = `<style>
text{font:12px system-ui,sans-serif;fill:#222}.t{font-weight:600}.s{fill:#666;font-size:11px}
.q{fill:#d9480f;fill-opacity:.25;stroke:#d9480f;stroke-width:1.5}.o{fill:#2b8a3e;fill-opacity:.8}.x{stroke:#999}.d{fill:#000;fill-opacity:.05}
.end{text-anchor:end}.mid{text-anchor:middle}.qt{fill:#d9480f}.ot{fill:#2b8a3e}
</style>`

// writeSVG draws every variant's queue and successes over time, all panels to
// the same two scales, so that they can be compared.
func writeSVG(w io.Writer, s bench.Stand, variants []bench.Variant, results []bench.Result) error {
	queueMax, okMax := 1, 1
	bars := make([][]int, len(results))
	for i, r := range results {
		bars[i] = successes(r.Series)
		for _, n := range bars[i] {
			okMax = max(okMax, n)
		}
		for _, p := range r.Series {
			queueMax = max(queueMax, p.InFlight)
		}
	}

	rows := (len(variants) + columns - 1) / columns
	width, height := columns*panelWidth, rows*panelHeight+30
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d">`+"\n%s\n", width, height, width, height, style)
	fmt.Fprintf(&b, "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", width, height)
	fmt.Fprintf(&b, "<text x=\"%d\" y=\"18\"><tspan class=\"qt\">area, left: jobs accepted and not ended</tspan> · <tspan class=\"ot\">bars, right: operations answered in %v</tspan> · grey: the trouble</text>\n", plotLeft, barEvery)
	for i, v := range variants {
		p := panel{
			stand: s, x: float64(i % columns * panelWidth), y: float64(i/columns*panelHeight + 24),
			queueMax: float64(queueMax), okMax: float64(okMax),
		}
		p.draw(&b, v, results[i], bars[i])
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// successes counts the answers between one bar's start and the next one's.
func successes(series []bench.Point) []int {
	var bars []int
	before := 0
	for _, p := range series {
		if p.At > 0 && p.At%barEvery == 0 {
			bars = append(bars, p.OK-before)
			before = p.OK
		}
	}
	return bars
}

type panel struct {
	stand           bench.Stand
	x, y            float64 // of its upper left corner
	queueMax, okMax float64
}

func (p panel) at(d time.Duration) float64 {
	return p.x + plotLeft + plotWidth*float64(d)/float64(p.stand.Length)
}

func (p panel) height(value, top float64) float64 { return plotHeight * value / top }

func (p panel) draw(b *strings.Builder, v bench.Variant, r bench.Result, bars []int) {
	floor := p.y + plotTop + plotHeight
	right := p.x + plotLeft + plotWidth
	fmt.Fprintf(b, "<g><text class=\"t\" x=\"%.0f\" y=\"%.0f\">%s: %s</text>", p.x+plotLeft, p.y+18, html.EscapeString(v.Name), html.EscapeString(v.What))
	fmt.Fprintf(b, "<text class=\"s\" x=\"%.0f\" y=\"%.0f\">%d ok, %d failed, %d left</text>\n", p.x+plotLeft, p.y+33, r.OK, r.Failed, r.Unfinished)
	fmt.Fprintf(b, "<rect class=\"d\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\"/>\n", p.at(0), p.y+plotTop, p.at(p.stand.Trouble)-p.at(0), plotHeight)
	for i, n := range bars {
		h := p.height(float64(n), p.okMax)
		x := p.at(time.Duration(i) * barEvery)
		fmt.Fprintf(b, "<rect class=\"o\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>", x+1, floor-h, p.at(barEvery)-p.at(0)-2, h)
	}
	fmt.Fprintf(b, "\n<path class=\"q\" d=\"M%.1f %.1f", p.at(0), floor)
	for _, point := range r.Series {
		fmt.Fprintf(b, "L%.1f %.1f", p.at(point.At), floor-p.height(float64(point.InFlight), p.queueMax))
	}
	fmt.Fprintf(b, "L%.1f %.1fZ\"/>\n", right, floor)
	fmt.Fprintf(b, "<path class=\"x\" d=\"M%.1f %.1fH%.1f\"/>", p.at(0), floor, right)
	for sec := time.Duration(0); sec <= p.stand.Length; sec += time.Second {
		fmt.Fprintf(b, "<text class=\"s mid\" x=\"%.1f\" y=\"%.1f\">%.0f s</text>", p.at(sec), floor+15, sec.Seconds())
	}
	fmt.Fprintf(b, "\n<text class=\"s end qt\" x=\"%.1f\" y=\"%.1f\">%.0f</text>", p.at(0)-4, p.y+plotTop+8, p.queueMax)
	fmt.Fprintf(b, "<text class=\"s ot\" x=\"%.1f\" y=\"%.1f\">%.0f</text></g>\n", right+4, p.y+plotTop+8, p.okMax)
}
