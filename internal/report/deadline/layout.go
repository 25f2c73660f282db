package deadline

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// The sizes of the picture of a graph, in pixels.
const (
	boxHeight, boxGap = 34.0, 12.0
	laneHeight        = 12.0     // of a line that passes a column
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
// last. A line that passes a column has a place of its own there, so that it
// does not seem to lead into a box.
func layOut(g graph) picture {
	l := newLayout(g)
	l.order()
	return l.place()
}

// layout is a graph being laid out. Slots are its nodes and, after them, the
// places where lines pass.
type layout struct {
	g       graph
	column  [][]int // slots by column, from top to bottom
	at      []int   // column by slot
	row     []float64
	near    [][2][]int // by slot: those it is joined to on its left and on its right
	through [][]int    // by edge: the slots that it passes
}

func newLayout(g graph) *layout {
	l := &layout{g: g, at: make([]int, len(g.nodes)), near: make([][2][]int, len(g.nodes)), through: make([][]int, len(g.edges))}
	across := 2
	for _, n := range g.nodes {
		if n.kind == functionNode {
			across = max(across, n.level+2)
		}
	}
	l.column = make([][]int, across)
	for i, n := range g.nodes {
		switch n.kind {
		case functionNode:
			l.at[i] = n.level
		case dependencyNode:
			l.at[i] = across - 1
		}
		l.column[l.at[i]] = append(l.column[l.at[i]], i)
	}
	for i, e := range g.edges {
		from := e.from
		for c := l.at[e.from] + 1; c < l.at[e.to]; c++ {
			slot := len(l.at)
			l.at, l.near = append(l.at, c), append(l.near, [2][]int{})
			l.column[c] = append(l.column[c], slot)
			l.join(from, slot)
			l.through[i] = append(l.through[i], slot)
			from = slot
		}
		l.join(from, e.to)
	}
	return l
}

func (l *layout) join(from, to int) {
	l.near[from][1] = append(l.near[from][1], to)
	l.near[to][0] = append(l.near[to][0], from)
}

// order sorts each column by the middle of what leads to it from the left, then
// from the right, and so on, so that lines cross little.
func (l *layout) order() {
	l.row = make([]float64, len(l.at))
	number := func(list []int) {
		for i, slot := range list {
			l.row[slot] = (float64(i) + .5) / float64(len(list))
		}
	}
	for _, list := range l.column {
		number(list)
	}
	middle := make([]float64, len(l.at))
	for sweep := range 8 {
		side := sweep % 2
		for c := range l.column {
			if side == 1 {
				c = len(l.column) - 1 - c
			}
			for _, slot := range l.column[c] {
				middle[slot] = l.row[slot]
				if near := l.near[slot][side]; len(near) > 0 {
					sum := 0.0
					for _, other := range near {
						sum += l.row[other]
					}
					middle[slot] = sum / float64(len(near))
				}
			}
			slices.SortStableFunc(l.column[c], func(a, b int) int { return cmp.Compare(middle[a], middle[b]) })
			number(l.column[c])
		}
	}
}

// place gives every slot its rectangle, and draws the lines.
func (l *layout) place() picture {
	boxes := make([]box, len(l.at))
	for i := range boxes {
		boxes[i].H = laneHeight
		if i < len(l.g.nodes) {
			boxes[i] = l.g.nodes[i].box()
		}
	}
	var p picture
	for _, list := range l.column {
		height := -boxGap
		for _, slot := range list {
			height += boxes[slot].H + boxGap
		}
		p.Height = max(p.Height, height+2*margin)
	}
	x := margin
	for _, list := range l.column {
		if len(list) == 0 {
			continue
		}
		width, height := 0.0, -boxGap
		for _, slot := range list {
			width, height = max(width, boxes[slot].W), height+boxes[slot].H+boxGap
		}
		spread := min((p.Height-2*margin-height)/float64(len(list)), 2*boxHeight)
		y := (p.Height - height - spread*float64(len(list)-1)) / 2
		for _, slot := range list {
			boxes[slot].X, boxes[slot].Y, boxes[slot].W = x, y, width
			y += boxes[slot].H + boxGap + spread
		}
		x += width + columnGap
	}
	p.Width = max(x-columnGap+margin, 2*margin)
	for i, e := range l.g.edges {
		way := []box{boxes[e.from]}
		for _, slot := range l.through[i] {
			way = append(way, boxes[slot])
		}
		p.Lines = append(p.Lines, connect(append(way, boxes[e.to]), e))
	}
	p.Boxes = boxes[:len(l.g.nodes)]
	slices.SortStableFunc(p.Lines, func(a, b line) int { // what multiplies lies above
		switch {
		case a.Hot == b.Hot:
			return 0
		case b.Hot:
			return -1
		}
		return 1
	})
	return p
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

// connect draws a line from the first box of a way to its last, straight
// through those between. How often stands on its first stretch.
func connect(way []box, e graphEdge) line {
	first, last := way[0], way[len(way)-1]
	l := line{
		Hot: !once(e.times), Times: times(e.times),
		Title: fmt.Sprintf("%s calls %s: %s", first.Full, last.Full, calls(e.times)),
	}
	var path strings.Builder
	x, y := first.X+first.W, first.Y+first.H/2
	fmt.Fprintf(&path, "M%.1f %.1f", x, y)
	for i, b := range way[1:] {
		toX, toY := b.X, b.Y+b.H/2
		if toX <= x { // another service's call leads back
			toX = b.X + b.W
		}
		bend := max((toX-x)/2, 24)
		fmt.Fprintf(&path, "C%.1f %.1f %.1f %.1f %.1f %.1f", x+bend, y, toX-bend, toY, toX, toY)
		if i == 0 {
			l.TX, l.TY = math.Round(x+(toX-x)*.5), math.Round(y+(toY-y)*.5)
		}
		x, y = toX, toY
		if i < len(way)-2 {
			x = b.X + b.W
			fmt.Fprintf(&path, "H%.1f", x)
		}
	}
	l.Path = path.String()
	l.TW = float64(max(columns(l.Times), 2))*7.5 + 10
	return l
}
