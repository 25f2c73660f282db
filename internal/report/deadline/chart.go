package deadline

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/timeoutlint/timeoutlint/internal/storm"
	"github.com/timeoutlint/timeoutlint/internal/whatif"
)

// The size of a chart, in pixels.
const (
	chartWidth, chartHeight = 380.0, 92.0
	chartFoot               = 16.0 // for the times below it
)

// chart is what piles up over time, and what is answered.
type chart struct {
	Width, Height, Foot float64
	Jobs                string // the path of the area
	Bars                []bar
	Trouble             float64 // its width
	Ticks               []mark  // At in pixels
	Top                 int
	Title               string
}

type bar struct{ X, Y, W, H float64 }

// plot draws the jobs that wait as an area and the answers as bars. The picture
// ends some time after everything is as before.
func plot(o whatif.Outcome, w storm.World) chart {
	end := w.Length
	if o.Calmed {
		end = min(end, max(2*w.Trouble, (w.Trouble+o.After)*5/4))
	}
	c := chart{Width: chartWidth, Height: chartHeight, Foot: chartHeight - chartFoot, Top: 1}
	x := func(at time.Duration) float64 { return math.Round(float64(at)/float64(end)*chartWidth*10) / 10 }
	for _, p := range o.Crowd.Series {
		if p.At <= end {
			c.Top = max(c.Top, p.Jobs)
		}
	}
	floor := chartHeight - chartFoot
	y := func(share float64) float64 { return math.Round((floor-share*(floor-4))*10) / 10 }

	var path strings.Builder
	fmt.Fprintf(&path, "M0 %g", floor)
	last := 0.0
	for _, p := range o.Crowd.Series {
		if p.At > end {
			break
		}
		last = x(p.At)
		fmt.Fprintf(&path, "L%g %g", last, y(float64(p.Jobs)/float64(c.Top)))
	}
	fmt.Fprintf(&path, "L%g %gZ", last, floor)
	c.Jobs = path.String()

	const bars = 40
	counts := make([]int, bars)
	most, before := 1, 0
	for _, p := range o.Crowd.Series {
		if p.At > end {
			break
		}
		i := min(int(float64(p.At)/float64(end)*bars), bars-1)
		counts[i] += p.OK - before
		before = p.OK
		most = max(most, counts[i])
	}
	for i, n := range counts {
		if n > 0 {
			top := y(float64(n) / float64(most))
			c.Bars = append(c.Bars, bar{math.Round(float64(i)*chartWidth/bars*10)/10 + 1, top, chartWidth/bars - 2, math.Round((floor-top)*10) / 10})
		}
	}
	c.Trouble = x(w.Trouble)
	step := round(end / 5)
	for at := time.Duration(0); at <= end; at += step {
		m := mark{At: x(at), Text: short(at)}
		if at == 0 {
			m.Text = "0"
		}
		if m.At > chartWidth-12 {
			m.Side = "last"
		}
		c.Ticks = append(c.Ticks, m)
	}
	c.Title = fmt.Sprintf("Over time: up to %d jobs at once at the dependency; %d operations answered", o.Crowd.Max, o.Crowd.OK)
	return c
}
