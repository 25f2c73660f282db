package report

import (
	"encoding/json"
	"io"
	"time"

	"github.com/timeoutlint/timeoutlint/internal/inventory"
	timeouts "github.com/timeoutlint/timeoutlint/passes/inventory"
)

// inventoryVersion grows when a field changes its meaning or goes;
// docs/budgets.md says what may come without.
const inventoryVersion = 1

// InventoryData is the inventory as JSON prints it; docs/budgets.md describes
// it.
type InventoryData struct {
	Version  int           `json:"version"`
	Timeouts []jsonTimeout `json:"timeouts"`
	Latency  []jsonFit     `json:"latency,omitempty"`
	Skipped  []jsonSkipped `json:"skipped"`
}

type jsonTimeout struct {
	File         string         `json:"file"`
	Line         int            `json:"line"`
	Column       int            `json:"column"`
	Package      string         `json:"package"`
	Function     string         `json:"function,omitempty"`
	Stage        timeouts.Stage `json:"stage"`
	What         string         `json:"what"`
	How          timeouts.How   `json:"how"`
	Value        jsonValue      `json:"value"`
	Dependencies []string       `json:"dependencies,omitempty"`
}

type jsonValue struct {
	Kind timeouts.Kind `json:"kind"`
	Min  *float64      `json:"min_ms,omitempty"`
	Max  *float64      `json:"max_ms,omitempty"`
	From []string      `json:"from,omitempty"`
}

type jsonFit struct {
	Dependency string          `json:"dependency"`
	Count      uint64          `json:"count"`
	Timeouts   uint64          `json:"timeouts"`
	P50        float64         `json:"p50_ms"`
	P95        float64         `json:"p95_ms"`
	P99        float64         `json:"p99_ms"`
	P999       float64         `json:"p99_9_ms"`
	Longest    float64         `json:"max_ms"`
	Judgements []jsonJudgement `json:"judgements"`
	Floor      float64         `json:"floor_ms,omitempty"`
	Ceiling    float64         `json:"ceiling_ms,omitempty"`
	Notes      []string        `json:"notes,omitempty"`
}

type jsonJudgement struct {
	Timeout int               `json:"timeout"` // index in timeouts
	Verdict inventory.Verdict `json:"verdict"`
	Fits    bool              `json:"fits"`
	Text    string            `json:"text"`
}

// JSON prints the inventory as one object; docs/budgets.md describes it.
func (inv Inventory) JSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(inv.Data())
}

// Data is the inventory as JSON prints it.
func (inv Inventory) Data() InventoryData {
	out := InventoryData{Version: inventoryVersion, Timeouts: []jsonTimeout{}, Skipped: []jsonSkipped{}}
	index := map[[4]any]int{}
	for i, r := range inv.Rows {
		index[key(r)] = i
		out.Timeouts = append(out.Timeouts, jsonTimeout{
			File: r.File, Line: r.Line, Column: r.Column, Package: r.Package, Function: r.Function,
			Stage: r.Stage, What: r.What, How: r.How, Value: valueJSON(r.Value), Dependencies: r.Dependencies,
		})
	}
	for _, f := range inv.Fits {
		fit := jsonFit{
			Dependency: f.Name, Count: f.Count, Timeouts: f.Timeouts, P50: ms(f.P50), P95: ms(f.P95), P99: ms(f.P99), P999: ms(f.P999),
			Longest: ms(f.Max), Judgements: []jsonJudgement{}, Floor: ms(f.Floor), Ceiling: ms(f.Ceiling), Notes: f.Notes,
		}
		for _, j := range f.Judgements {
			fit.Judgements = append(fit.Judgements, jsonJudgement{index[key(j.Row)], j.Verdict, !j.Verdict.Misfit(), j.Text})
		}
		out.Latency = append(out.Latency, fit)
	}
	for _, s := range inv.Skipped {
		out.Skipped = append(out.Skipped, jsonSkipped{Package: s.Package, Reason: s.Reason})
	}
	return out
}

func key(r inventory.Row) [4]any { return [4]any{r.File, r.Line, r.Column, r.What} }

func valueJSON(v timeouts.Value) jsonValue {
	out := jsonValue{Kind: v.Kind, From: v.From}
	if v.Kind == timeouts.Exact || v.Kind == timeouts.Range {
		low, high := ms(v.Lo), ms(v.Hi)
		out.Min, out.Max = &low, &high
	}
	return out
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
