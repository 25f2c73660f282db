package deadline

import (
	"encoding/json"
	"io"
	"math"
	"time"

	"github.com/timeoutlint/timeoutlint/internal/link"
	"github.com/timeoutlint/timeoutlint/internal/report"
)

type jsonReport struct {
	Version      int              `json:"version"`
	Module       string           `json:"module"`
	Entries      []jsonEntry      `json:"entries"`
	Dependencies []jsonDependency `json:"dependencies"`
	Graph        []jsonEdge       `json:"graph"`
	Unseen       []link.Unknown   `json:"unseen"`
	WhatIf       *jsonWhatIf      `json:"what_if,omitempty"`

	report.InventoryData
}

type jsonEntry struct {
	Name     string       `json:"name"`
	Kind     link.Kind    `json:"kind"`
	Function string       `json:"function"`
	Place    link.Place   `json:"place"`
	Budget   float64      `json:"budget_ms,omitempty"`
	Use      *jsonBound   `json:"use,omitempty"`
	Cancel   *jsonBound   `json:"cancel,omitempty"`
	Own      jsonWait     `json:"own"`
	Governed jsonWait     `json:"governed"`
	Worst    jsonWait     `json:"worst"`
	Calls    []jsonCall   `json:"calls"`
	Breaks   []jsonBreak  `json:"breaks"`
	Front    *link.Front  `json:"front,omitempty"`
	Beside   []jsonBeside `json:"beside,omitempty"`
	Routes   int          `json:"routes,omitempty"`
}

type jsonBeside struct {
	Who      string     `json:"who"`
	Kind     string     `json:"kind"`
	Time     float64    `json:"time_ms"`
	Place    link.Place `json:"place"`
	Default  bool       `json:"default,omitempty"`
	Attempts int        `json:"attempts,omitempty"`
	Shown    string     `json:"shown,omitempty"`
}

type jsonBound struct {
	Kind  link.BoundKind `json:"kind"`
	Time  *float64       `json:"time_ms,omitempty"`
	From  string         `json:"from,omitempty"`
	Place *link.Place    `json:"place,omitempty"`
}

type jsonWait struct {
	Min       float64  `json:"min_ms"`
	Max       *float64 `json:"max_ms,omitempty"`
	Unbounded bool     `json:"unbounded,omitempty"`
	Unknown   []string `json:"unknown,omitempty"`
}

type jsonCount struct {
	Min     int  `json:"min"`
	Max     *int `json:"max,omitempty"`
	Endless bool `json:"endless,omitempty"`
}

type jsonPause struct {
	Base   float64 `json:"base_ms"`
	Factor float64 `json:"factor"`
	Cap    float64 `json:"cap_ms,omitempty"`
	Jitter float64 `json:"jitter"`
}

type jsonCall struct {
	Dependency string      `json:"dependency"`
	What       string      `json:"what"`
	Place      link.Place  `json:"place"`
	Path       []jsonStep  `json:"path"`
	Clipped    bool        `json:"clipped"`
	Unseen     bool        `json:"unseen,omitempty"`
	Connect    *jsonBound  `json:"connect,omitempty"`
	Response   *jsonBound  `json:"response,omitempty"`
	Pool       *jsonBound  `json:"pool,omitempty"`
	Attempts   jsonCount   `json:"attempts"`
	Retry      bool        `json:"retry,omitempty"`
	Pause      *jsonPause  `json:"pause,omitempty"`
	Total      jsonCount   `json:"total"`
	Front      *link.Front `json:"front,omitempty"`
	Wait       jsonWait    `json:"wait"`
	All        jsonWait    `json:"all"`
	Arithmetic string      `json:"arithmetic,omitempty"`
	Idempotent link.Answer `json:"idempotent"`
	Why        string      `json:"why,omitempty"`
	Parallel   int         `json:"parallel,omitempty"`
	Optional   bool        `json:"optional,omitempty"`
	Ways       int         `json:"ways,omitempty"`
	GivesUp    bool        `json:"gives_up,omitempty"`
	Retried    bool        `json:"retried,omitempty"`
	MayRepeat  bool        `json:"may_repeat,omitempty"`
	Calls      []jsonCall  `json:"calls,omitempty"`
}

type jsonStep struct {
	Function string     `json:"function"`
	Place    link.Place `json:"place"`
	Attempts jsonCount  `json:"attempts"`
	Retry    bool       `json:"retry,omitempty"`
	Among    int        `json:"among,omitempty"`
	Pause    *jsonPause `json:"pause,omitempty"`
}

type jsonBreak struct {
	Rule       string     `json:"rule"`
	Confidence string     `json:"confidence"`
	Message    string     `json:"message"`
	Place      link.Place `json:"place"`
	Path       []jsonStep `json:"path,omitempty"`
}

type jsonDependency struct {
	Name    string     `json:"name"`
	What    []string   `json:"what"`
	Callers []string   `json:"callers"`
	Place   link.Place `json:"place"`
}

type jsonEdge struct {
	From     string     `json:"from"`
	To       string     `json:"to"`
	Place    link.Place `json:"place"`
	Attempts jsonCount  `json:"attempts"`
}

// JSON prints everything as one object; docs/budgets.md describes it.
func (r Report) JSON(w io.Writer) error {
	out := jsonReport{
		Module: r.Tree.Module, Entries: []jsonEntry{}, Dependencies: []jsonDependency{}, Graph: []jsonEdge{},
		Unseen: append([]link.Unknown{}, r.Tree.Unknown...), InventoryData: r.Inventory.Data(),
	}
	out.Version = out.InventoryData.Version
	for _, e := range r.Tree.Entries {
		entry := jsonEntry{
			Name: e.Name, Kind: e.Kind, Function: e.Function, Place: e.Place, Use: boundJSON(e.Use), Cancel: boundJSON(e.Cancel),
			Own: waitJSON(e.Own), Governed: waitJSON(e.Governed), Worst: waitJSON(e.Worst), Calls: callsJSON(e.Calls), Breaks: []jsonBreak{}, Front: e.Front, Routes: e.Routes,
		}
		if b, ok := e.Budget(); ok {
			entry.Budget = millis(b.D)
		}
		for _, b := range e.Beside {
			entry.Beside = append(entry.Beside, jsonBeside{b.Who, b.Kind, millis(b.D), b.Place, b.Default, b.Attempts, b.Shown})
		}
		for _, b := range e.Breaks {
			entry.Breaks = append(entry.Breaks, jsonBreak{b.Rule, b.Confidence, b.Message, b.Place, stepsJSON(b.Path)})
		}
		out.Entries = append(out.Entries, entry)
	}
	for _, d := range r.Tree.Dependencies {
		out.Dependencies = append(out.Dependencies, jsonDependency{d.Name, list(d.What), list(d.Callers), d.Place})
	}
	for _, e := range r.Tree.Graph {
		out.Graph = append(out.Graph, jsonEdge{e.From, e.To, e.Place, countJSON(e.Attempts)})
	}
	if r.WhatIf != nil {
		out.WhatIf = whatIfJSON(*r.WhatIf)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}

// list is never null.
func list(l []string) []string { return append([]string{}, l...) }

func callsJSON(calls []link.Call) []jsonCall {
	out := []jsonCall{}
	for _, c := range calls {
		one := jsonCall{
			Dependency: c.Dependency, What: c.What, Place: c.Place, Path: stepsJSON(c.Path), Clipped: c.Clipped, Unseen: c.Unseen,
			Connect: boundJSON(c.Connect), Response: boundJSON(c.Response), Pool: boundJSON(c.Pool),
			Attempts: countJSON(c.Attempts), Retry: c.Retry, Pause: pauseJSON(c.Pause), Total: countJSON(c.Total), Front: c.Front, Wait: waitJSON(c.Wait), All: waitJSON(c.All),
			Arithmetic: c.Arithmetic, Idempotent: c.Idempotent, Why: c.Why, Parallel: c.Parallel, Optional: c.Optional,
			Ways: c.Ways, GivesUp: c.GivesUp, Retried: repeated(c), MayRepeat: c.MayRepeat && !repeated(c),
		}
		if len(c.Calls) > 0 {
			one.Calls = callsJSON(c.Calls)
		}
		out = append(out, one)
	}
	return out
}

func stepsJSON(steps []link.Step) []jsonStep {
	out := []jsonStep{}
	for _, s := range steps {
		out = append(out, jsonStep{s.Function, s.Place, countJSON(s.Attempts), s.Retry, s.Among, pauseJSON(s.Pause)})
	}
	return out
}

func boundJSON(b link.Bound) *jsonBound {
	if b.Kind == "" {
		return nil
	}
	out := &jsonBound{Kind: b.Kind, From: b.From}
	if b.Kind == link.Bounded {
		d := millis(b.D)
		out.Time = &d
	}
	if b.Place.File != "" {
		out.Place = &b.Place
	}
	return out
}

func waitJSON(w link.Wait) jsonWait {
	out := jsonWait{Min: millis(w.Lo), Unbounded: w.Unbounded, Unknown: w.Unknown}
	if !w.Unbounded && len(w.Unknown) == 0 {
		most := millis(w.Hi)
		out.Max = &most
	}
	return out
}

func countJSON(c link.Count) jsonCount {
	out := jsonCount{Min: c.Lo, Endless: c.Endless}
	if c.Known {
		out.Min, out.Max = min(c.Lo, 1), &c.Hi // a success, or an error, ends it before
	}
	return out
}

func pauseJSON(p link.Pause) *jsonPause {
	if p == (link.Pause{}) {
		return nil
	}
	return &jsonPause{millis(p.Base), max(p.Factor, 1), millis(p.Cap), p.Jitter}
}

// millis is a time in milliseconds, to the microsecond.
func millis(d time.Duration) float64 {
	return math.Round(float64(d)/float64(time.Microsecond)) / 1000
}
