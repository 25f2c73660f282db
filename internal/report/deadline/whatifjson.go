package deadline

import (
	"github.com/timeoutlint/timeoutlint/internal/link"
	"github.com/timeoutlint/timeoutlint/internal/storm"
	"github.com/timeoutlint/timeoutlint/internal/whatif"
)

type jsonWhatIf struct {
	Dependency string        `json:"dependency"`
	Slow       float64       `json:"slow_ms,omitempty"`
	Down       bool          `json:"down,omitempty"`
	Assumed    jsonAssumed   `json:"assumed"`
	Outcomes   []jsonOutcome `json:"outcomes"`
	Others     int           `json:"others"`
}

type jsonAssumed struct {
	Clients   int     `json:"clients,omitempty"`
	Pause     float64 `json:"pause_ms,omitempty"`
	Rate      float64 `json:"rate,omitempty"`
	Workers   int     `json:"workers"`
	Queue     int     `json:"queue,omitempty"`
	Fast      float64 `json:"fast_ms"`
	Trouble   float64 `json:"trouble_ms"`
	Length    float64 `json:"length_ms"`
	Overshoot float64 `json:"overshoot_ms"`
	Seed      uint64  `json:"seed"`
}

type jsonOutcome struct {
	Entry    string         `json:"entry"`
	Place    link.Place     `json:"place"`
	Budget   float64        `json:"budget_ms,omitempty"`
	Verdict  whatif.Verdict `json:"verdict"`
	Sites    []jsonSite     `json:"sites"`
	Usual    jsonRun        `json:"usual"`
	Once     jsonRun        `json:"once"`
	Calm     jsonCrowd      `json:"calm"`
	Crowd    jsonCrowd      `json:"crowd"`
	Forecast jsonStorm      `json:"forecast"`
	After    *float64       `json:"recovers_after_ms,omitempty"`
	Unseen   []string       `json:"taken_for_none,omitempty"`
}

type jsonSite struct {
	What     string     `json:"what"`
	Place    link.Place `json:"place"`
	Attempts jsonCount  `json:"attempts"`
	Timeout  float64    `json:"timeout_ms,omitempty"`
	Own      bool       `json:"own"`
}

type jsonRun struct {
	Calls int      `json:"calls"`
	Took  *float64 `json:"took_ms,omitempty"`
	OK    bool     `json:"ok"`
}

type jsonCrowd struct {
	Operations int         `json:"operations"`
	OK         int         `json:"ok"`
	Failed     int         `json:"failed"`
	Waiting    int         `json:"waiting"`
	Calls      int         `json:"calls"`
	Timeouts   int         `json:"timeouts"`
	Refused    int         `json:"refused"`
	Processed  int         `json:"processed"`
	Wasted     int         `json:"wasted"`
	Max        int         `json:"max_jobs"`
	Left       int         `json:"jobs_left"`
	Longest    float64     `json:"longest_ms"`
	Series     []jsonPoint `json:"series,omitempty"`
	Cut        bool        `json:"cut,omitempty"`
}

type jsonPoint struct {
	At   float64 `json:"at_ms"`
	Jobs int     `json:"jobs"`
	OK   int     `json:"ok"`
}

type jsonStorm struct {
	Load    float64  `json:"load"`
	Slow    float64  `json:"served_in_trouble"`
	Fast    float64  `json:"served_after"`
	Backlog float64  `json:"backlog"`
	Drains  bool     `json:"drains"`
	After   *float64 `json:"drained_after_ms,omitempty"`
}

func whatIfJSON(a whatif.Answer) *jsonWhatIf {
	w := a.World
	out := &jsonWhatIf{
		Dependency: a.Dependency, Slow: millis(a.Slow), Down: a.Down, Outcomes: []jsonOutcome{}, Others: a.Others,
		Assumed: jsonAssumed{w.Clients, millis(w.Pause), w.Rate, w.Workers, w.Queue, millis(w.Fast), millis(w.Trouble), millis(w.Length), millis(w.Overshoot), w.Seed},
	}
	if w.Rate > 0 {
		out.Assumed.Clients, out.Assumed.Pause = 0, 0
	}
	for _, o := range a.Entries {
		one := jsonOutcome{
			Entry: o.Entry, Place: o.Place, Verdict: o.Verdict, Sites: []jsonSite{}, Usual: runJSON(o.Usual), Once: runJSON(o.Once),
			Calm: crowdJSON(o.Calm), Crowd: crowdJSON(o.Crowd), Forecast: stormJSON(o.Forecast), Unseen: o.Unseen,
		}
		one.Calm.Series = nil // as flat as it is long
		if o.Budget.Kind == link.Bounded {
			one.Budget = millis(o.Budget.D)
		}
		if o.Calmed {
			after := millis(o.After)
			one.After = &after
		}
		for _, s := range o.Sites {
			one.Sites = append(one.Sites, jsonSite{s.What, s.Place, countJSON(s.Attempts), millis(s.Timeout), s.Own})
		}
		out.Outcomes = append(out.Outcomes, one)
	}
	return out
}

func runJSON(r whatif.Run) jsonRun {
	out := jsonRun{Calls: r.Calls, OK: r.OK}
	if r.Ended {
		took := millis(r.Took)
		out.Took = &took
	}
	return out
}

func crowdJSON(r storm.Result) jsonCrowd {
	out := jsonCrowd{
		r.Operations, r.OK, r.Failed, r.Waiting, r.Calls, r.Timeouts, r.Refused, r.Processed, r.Wasted, r.Max, r.Left, millis(r.Longest), nil, r.Cut,
	}
	for _, p := range r.Series {
		out.Series = append(out.Series, jsonPoint{millis(p.At), p.Jobs, p.OK})
	}
	return out
}

func stormJSON(s storm.Storm) jsonStorm {
	out := jsonStorm{Load: s.Load, Slow: s.Slow, Fast: s.Fast, Backlog: s.Backlog, Drains: s.Drains}
	if s.Drains {
		after := millis(s.After)
		out.After = &after
	}
	return out
}
