package deadline

import (
	"math"
	"time"

	"github.com/timeoutlint/timeoutlint/internal/link"
)

// timeline is an entry's calls drawn over time, in percent of its width.
type timeline struct {
	Lanes []lane
	Ticks []mark
	Limit *mark // the entry's budget
	Ends  *mark // when its context ends, where that is another time
}

// lane is one call.
type lane struct {
	Call   link.Call
	Inside bool // of another service's entry
	Pieces []piece
}

// piece is one stretch of time in a lane.
type piece struct {
	Class       string // own or clipped, and cut, endless, unseen
	Left, Width float64
	Title       string
}

// mark is one moment.
type mark struct {
	At   float64
	Text string
	Side string // "first" or "last" where the text would leave the axis
}

// span is a piece before the scale is known.
type span struct {
	from, to time.Duration
	endless  bool
	class    string
	title    string
}

// draw lays an entry's calls out one after the other, as the code makes them,
// those beside each other together. A clipped call ends with the context, and
// what its own ceiling would have left it is drawn as cut.
func draw(e link.Entry) timeline {
	ends := time.Duration(math.MaxInt64)
	if e.Cancel.Kind == link.Bounded {
		ends = e.Cancel.D
	}
	budget, bounded := e.Budget()
	longest := time.Duration(0)
	if bounded {
		longest = budget.D
	}
	if e.Cancel.Kind == link.Bounded {
		longest = max(longest, e.Cancel.D)
	}

	var t timeline
	var spans [][]span
	var cut time.Duration
	at, group, after := time.Duration(0), 0, time.Duration(0)
	var visit func(calls []link.Call, inside bool)
	visit = func(calls []link.Call, inside bool) {
		for _, c := range calls {
			if c.Parallel == 0 || c.Parallel != group {
				at, group = max(at, after), c.Parallel
			}
			begun := at
			list := stretches(c, at, ends)
			for _, s := range list {
				if s.class == "clipped cut" {
					cut = max(cut, s.to)
				} else if !s.endless {
					after, longest = max(after, s.to), max(longest, s.to)
				}
			}
			spans = append(spans, list)
			t.Lanes = append(t.Lanes, lane{Call: c, Inside: inside})
			if len(c.Calls) == 0 {
				continue
			}
			keptAt, keptGroup, keptAfter := at, group, after
			at, group, after = begun, 0, begun
			visit(c.Calls, true) // meanwhile, on the other side
			at, group, after = keptAt, keptGroup, keptAfter
		}
	}
	visit(e.Calls, false)

	longest = max(longest, min(cut, longest*8/5)) // a ceiling far beyond everything may leave the picture
	known := longest > 0
	if !known {
		longest = time.Second // there is nothing to scale by, and no axis
	}
	whole := float64(longest) * 1.06
	percent := func(d time.Duration) float64 { return math.Round(min(float64(d)/whole, 1)*10000) / 100 }
	for i, list := range spans {
		for _, s := range list {
			p := piece{Class: s.class, Left: percent(s.from), Title: s.title}
			switch {
			case s.endless:
				p.Class += " endless"
			case s.class == "unseen":
				p.Width = 6
			default:
				p.Width = math.Round((percent(s.to)-percent(s.from))*100) / 100
			}
			if !s.endless && p.Width == 0 && s.class == "clipped cut" {
				continue
			}
			t.Lanes[i].Pieces = append(t.Lanes[i].Pieces, p)
		}
	}
	if bounded {
		t.Limit = &mark{At: percent(budget.D), Text: "budget " + short(budget.D)}
		t.Limit.place(22)
	}
	if e.Cancel.Kind == link.Bounded && (!bounded || e.Cancel.D != budget.D) {
		t.Ends = &mark{At: percent(e.Cancel.D), Text: "context ends"}
	}
	if !known {
		return t
	}
	t.Ticks = ticks(time.Duration(whole), percent, t.Limit)
	return t
}

// stretches are what one call takes from a moment on.
func stretches(c link.Call, at, ends time.Duration) []span {
	w, class := c.All, "own"
	if c.Clipped {
		class = "clipped"
	}
	if c.Clipped && at >= ends {
		return []span{{from: at, to: at + w.Hi, class: "clipped cut", title: "not begun: the context has ended"}}
	}
	known, rest := w.Hi, ""
	switch {
	case w.Unbounded:
		known, rest = w.Lo, "endless"
	case len(w.Unknown) > 0:
		known, rest = w.Lo, "unseen"
	}
	var list []span
	stop := at + known
	if c.Clipped {
		stop = min(stop, ends)
	}
	if known > 0 || rest == "" {
		list = append(list, span{from: at, to: stop, class: class, title: class + ", at most " + wait(w)})
	}
	if c.Clipped && at+known > ends {
		return append(list, span{from: ends, to: at + known, class: "clipped cut", title: "its own ceiling, cut by the context"})
	}
	switch {
	case rest == "endless" && c.Clipped && ends != math.MaxInt64:
		list = append(list, span{from: stop, to: ends, class: class, title: "until the context ends"})
	case rest == "endless" && c.Clipped:
		list = append(list, span{from: stop, endless: true, class: class, title: "no deadline ends it"})
	case rest == "endless":
		list = append(list, span{from: stop, endless: true, class: class, title: "nothing ends it"})
	case rest == "unseen":
		list = append(list, span{from: stop, to: stop, class: "unseen", title: "how long could not be seen"})
	}
	return list
}

// place keeps a mark's text on the axis.
func (m *mark) place(room float64) {
	switch {
	case m.At < room/2:
		m.Side = "first"
	case m.At > 100-room/2:
		m.Side = "last"
	}
}

// ticks are about five round times, those left out that the limit's text would
// cover.
func ticks(whole time.Duration, percent func(time.Duration) float64, limit *mark) []mark {
	step := round(whole / 5)
	var list []mark
	for d := time.Duration(0); d <= whole; d += step {
		m := mark{At: percent(d), Text: short(d)}
		if d == 0 {
			m.Text = "0"
		}
		m.place(6)
		if limit != nil && covered(m, *limit) {
			m.Text = ""
		}
		list = append(list, m)
	}
	return list
}

// covered says whether the limit's text lies over a tick's.
func covered(m, limit mark) bool {
	from, to := limit.At-14, limit.At+14
	switch limit.Side {
	case "first":
		from, to = limit.At-4, limit.At+28
	case "last":
		from, to = limit.At-28, limit.At+4
	}
	return m.At > from && m.At < to
}

// round is the nearest time that is not below d and that a person would pick.
func round(d time.Duration) time.Duration {
	for unit := time.Microsecond; unit < 10*time.Second; unit *= 10 {
		for _, n := range []int{1, 2, 5} {
			if step := time.Duration(n) * unit; step >= d {
				return step
			}
		}
	}
	for _, step := range []time.Duration{time.Minute, 2 * time.Minute, 5 * time.Minute, 10 * time.Minute, 30 * time.Minute, time.Hour, 2 * time.Hour, 6 * time.Hour, 24 * time.Hour} {
		if step >= d {
			return step
		}
	}
	return (d + 24*time.Hour - 1) / (24 * time.Hour) * 24 * time.Hour
}
