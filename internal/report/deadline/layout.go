package deadline

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// The sizes of the picture of a graph, in pixels.
const (
	boxHeight, boxGap = 34.0, 12.0
	letter, letterSub = 6.7, 5.7 // about as wide as one letter is
	boxPad            = 22.0
	widestLabel       = 40 // letters
	columnGap         = 92.0
	margin            = 8.0
)

// picture is a graph with places for everything.
type picture struct {
	Width, Height float64
	Boxes         []box
	Lines         []line
	Left          int // entries that are left out
}

type box struct {
	X, Y, W, H float64
	Class      string
	Title, Sub string
	Full       string
}

type line struct {
	Path   string
	Hot    bool
	Times  string
	TX, TY float64 // of Times
	TW     float64
	Title  string
}

// layOut places a graph's nodes in columns, entries first and dependencies
// last, so that lines cross little.
func layOut(g graph) picture {
	across := 2
	for _, n := range g.nodes {
		if n.kind == functionNode {
			across = max(across, n.level+2)
		}
	}
	column := make([][]int, across)
	at := make([]int, len(g.nodes))
	for i, n := range g.nodes {
		switch n.kind {
		case functionNode:
			at[i] = n.level
		case dependencyNode:
			at[i] = across - 1
		}
		column[at[i]] = append(column[at[i]], i)
	}

	// Each column in the order of the middle of what leads to it, and back.
	row := make([]float64, len(g.nodes))
	number := func(list []int) {
		for i, n := range list {
			row[n] = (float64(i) + .5) / float64(len(list))
		}
	}
	for _, list := range column {
		number(list)
	}
	for sweep := range 8 {
		for c := range across {
			if sweep%2 == 1 {
				c = across - 1 - c
			}
			middle := map[int]float64{}
			for _, n := range column[c] {
				middle[n] = row[n]
				sum, count := 0.0, 0
				for _, e := range g.edges {
					other := -1
					if sweep%2 == 0 && e.to == n {
						other = e.from
					} else if sweep%2 == 1 && e.from == n {
						other = e.to
					}
					if other >= 0 {
						sum, count = sum+row[other], count+1
					}
				}
				if count > 0 {
					middle[n] = sum / float64(count)
				}
			}
			slices.SortStableFunc(column[c], func(a, b int) int { return compare(middle[a], middle[b]) })
			number(column[c])
		}
	}

	var p picture
	boxes := make([]box, len(g.nodes))
	tallest := 0
	for _, list := range column {
		tallest = max(tallest, len(list))
	}
	p.Height = 2*margin + float64(tallest)*(boxHeight+boxGap) - boxGap
	x := margin
	for _, list := range column {
		if len(list) == 0 {
			continue
		}
		width := 0.0
		for _, n := range list {
			boxes[n] = g.nodes[n].box()
			width = max(width, boxes[n].W)
		}
		step := (p.Height - 2*margin + boxGap) / float64(len(list))
		step = min(step, 2*(boxHeight+boxGap))
		top := (p.Height - step*float64(len(list)) + boxGap) / 2
		for i, n := range list {
			boxes[n].X, boxes[n].Y, boxes[n].W = x, top+float64(i)*step+(step-boxGap-boxHeight)/2, width
		}
		x += width + columnGap
	}
	p.Width = x - columnGap + margin
	p.Boxes = boxes
	for _, e := range g.edges {
		p.Lines = append(p.Lines, connect(boxes[e.from], boxes[e.to], e))
	}
	slices.SortStableFunc(p.Lines, func(a, b line) int { // what multiplies lies above
		if a.Hot == b.Hot {
			return 0
		} else if b.Hot {
			return -1
		}
		return 1
	})
	return p
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// box is a node's box, without its place.
func (n graphNode) box() box {
	b := box{H: boxHeight, Title: clip(n.name, widestLabel), Sub: n.note, Full: strings.Join(n.lines(), ", ")}
	b.W = max(float64(columns(b.Title))*letter, float64(columns(b.Sub))*letterSub) + boxPad
	switch {
	case n.kind == dependencyNode:
		b.Class = "dependency"
	case n.kind == entryNode && n.broken:
		b.Class = "entry-box broken"
	case n.kind == entryNode:
		b.Class = "entry-box"
	}
	return b
}

// Where the texts of a box stand.
func (b box) TextX() float64   { return b.X + boxPad/2 }
func (b box) MiddleY() float64 { return b.Y + b.H/2 + 4 }
func (b box) TitleY() float64  { return b.Y + 15 }
func (b box) SubY() float64    { return b.Y + 28 }

// Where a line says how often.
func (l line) BadgeX() float64 { return l.TX - l.TW/2 }
func (l line) BadgeY() float64 { return l.TY - 8.5 }
func (l line) TextY() float64  { return l.TY + 4 }

// connect draws a line from one box to another.
func connect(a, b box, e graphEdge) line {
	x1, y1, x2, y2 := a.X+a.W, a.Y+a.H/2, b.X, b.Y+b.H/2
	if x2 <= x1 { // another service's call leads back
		x2 = b.X + b.W
	}
	bend := max((x2-x1)/2, 24)
	l := line{
		Path:  fmt.Sprintf("M%.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1f", x1, y1, x1+bend, y1, x2-bend, y2, x2, y2),
		Hot:   !once(e.times),
		Times: times(e.times),
		Title: fmt.Sprintf("%s calls %s: %s", a.Full, b.Full, calls(e.times)),
	}
	l.TX, l.TY = math.Round(x1+(x2-x1)*.5), math.Round(y1+(y2-y1)*.5)
	l.TW = float64(max(columns(l.Times), 2))*7.5 + 10
	return l
}
