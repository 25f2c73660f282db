package inventory

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/passes/inventory"
)

const ms = time.Millisecond

// steady is a dependency whose percentiles are round figures.
func steady() Latency {
	return Latency{Name: "d", Count: 10_000, P50: 20 * ms, P95: 80 * ms, P99: 140 * ms, P999: 270 * ms, Max: 400 * ms}
}

func row(stage inventory.Stage, v inventory.Value) Row {
	return Row{Stage: stage, Value: v, What: "net/http.Client.Timeout", Dependencies: []string{"d"}}
}

func exactly(d time.Duration) inventory.Value {
	return inventory.Value{Kind: inventory.Exact, Lo: d, Hi: d}
}

func TestJudge(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		row     Row
		verdict Verdict
		text    string
	}{
		{"half of p50", row("attempt", exactly(10*ms)), BelowP50, "cuts off more than half of the calls: p50 is 20ms"},
		{"just below p50", row("attempt", exactly(19*ms)), BelowP50, "cuts off more than half of the calls: p50 is 20ms"},
		{"p50 within its precision", row("attempt", exactly(19_700*time.Microsecond)), CutsOff, "cuts off more than 5 % of the calls: p95 is 80ms"},
		{"below p95", row("total", exactly(78*ms)), CutsOff, "cuts off more than 5 % of the calls: p95 is 80ms"},
		{"below p99", row("total", exactly(100*ms)), CutsOff, "cuts off more than 1 % of the calls: p99 is 140ms"},
		{"below p99.9", row("context", exactly(200*ms)), CutsOff, "cuts off more than 0.1 % of the calls: p99.9 is 270ms"},
		{"p99.9", row("attempt", exactly(270*ms)), Fits, "fits: p99.9 is 270ms"},
		{"ten times p99.9", row("attempt", exactly(2700*ms)), Fits, "fits: p99.9 is 270ms"},
		{"more than that", row("attempt", exactly(2701*ms)), Endless, "infinite in practice: 10 × p99.9 (270ms)"},
		{"30s", row("total", exactly(30*time.Second)), Endless, "infinite in practice: 111 × p99.9 (270ms)"},
		{"none", row("total", inventory.Value{Kind: inventory.Never}), Unbounded, "nothing ends this wait; p99.9 is 270ms"},
		{"a range that may be right", row("total", inventory.Value{Kind: inventory.Range, Lo: ms, Hi: time.Minute}), Fits, "fits: p99.9 is 270ms"},
		{"a range that is too short", row("total", inventory.Value{Kind: inventory.Range, Lo: ms, Hi: 5 * ms}), BelowP50, "cuts off more than half of the calls: p50 is 20ms"},
		{"unknown", row("total", inventory.Value{Kind: inventory.Unknown}), Unjudged, "not known; measured p50 20ms, p99.9 270ms"},
		{"connecting was not measured", row("connect", exactly(ms)), "", ""},
		{"floor of p50", row("floor", exactly(20*ms)), Fits, "fits: p50 is 20ms"},
		{"floor of half of it", row("floor", exactly(10*ms)), Fits, "fits: p50 is 20ms"},
		{"floor below", row("floor", exactly(9*ms)), FloorLow, "starts calls that have less than half of p50, 20ms"},
		{"floor off", row("floor", inventory.Value{Kind: inventory.Off}), FloorLow, "no floor: starts calls with too little time; p50 is 20ms"},
		{"floor of p95", row("floor", exactly(80*ms)), Fits, "fits: p50 is 20ms"},
		{"floor above", row("floor", exactly(100*ms)), FloorHigh, "refuses calls of which 95 % would be answered in time: p95 is 80ms"},
	} {
		fit := Judge([]Row{c.row, {Dependencies: []string{"other"}, Stage: "total"}}, []Latency{steady()})[0]
		if c.verdict == "" {
			require.Empty(t, fit.Judgements, c.name)
			continue
		}
		require.Len(t, fit.Judgements, 1, c.name)
		require.Equal(t, c.verdict, fit.Judgements[0].Verdict, c.name)
		require.Equal(t, c.text, fit.Judgements[0].Text, c.name)
	}
	all := row("total", exactly(time.Minute))
	all.What = "github.com/timeoutlint/timeoutlint/budget.Retry.Total"
	require.Equal(t, Fits, Judge([]Row{all}, []Latency{steady()})[0].Judgements[0].Verdict, "attempts and waits together")
}

func TestAdvice(t *testing.T) {
	t.Parallel()
	l := steady()
	fit := Judge(nil, []Latency{l})[0]
	require.Equal(t, 20*ms, fit.Floor)
	require.Equal(t, 300*ms, fit.Ceiling, "270ms and 10 % is 297ms")
	require.Empty(t, fit.Notes)

	l.Count = 500
	fit = Judge(nil, []Latency{l})[0]
	require.Equal(t, 300*ms, fit.Ceiling)
	require.Equal(t, []string{"p99.9 of 500 attempts is the slowest of them"}, fit.Notes)

	l.Count = 99
	fit = Judge([]Row{row("total", exactly(time.Hour))}, []Latency{l})[0]
	require.Zero(t, fit.Floor+fit.Ceiling)
	require.Equal(t, Unjudged, fit.Judgements[0].Verdict)

	// Attempts that were cut off took longer than was measured.
	l = steady()
	l.Timeouts, l.P999, l.Max = 200, 300*ms, 300*ms
	fit = Judge([]Row{row("attempt", exactly(300*ms)), row("attempt", exactly(time.Minute))}, []Latency{l})[0]
	require.Equal(t, 20*ms, fit.Floor)
	require.Zero(t, fit.Ceiling)
	require.Equal(t, CutsOff, fit.Judgements[0].Verdict)
	require.Equal(t, "2 % of the attempts were cut off", fit.Judgements[0].Text)
	require.Equal(t, Unjudged, fit.Judgements[1].Verdict, "nobody knows how long they would have taken")
	l.Timeouts = 6000
	require.Zero(t, Judge(nil, []Latency{l})[0].Floor)
}

func TestRound(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration][2]time.Duration{
		0:                         {0, 0},
		800 * time.Nanosecond:     {time.Microsecond, time.Microsecond},
		21_248 * time.Microsecond: {22 * ms, 21 * ms},
		297 * ms:                  {300 * ms, 300 * ms},
		300 * ms:                  {300 * ms, 300 * ms},
		301 * ms:                  {310 * ms, 300 * ms},
		12_340 * ms:               {13 * time.Second, 12 * time.Second},
	} {
		require.Equal(t, want, [2]time.Duration{Round(d, true), Round(d, false)}, d)
	}
}

// TestReadProfile reads what package budget wrote, and finds the percentiles
// that it wrote beside the sketch.
func TestReadProfile(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("testdata", "profile.json"))
	require.NoError(t, err)
	list, err := ReadProfile(bytes.NewReader(text))
	require.NoError(t, err)
	require.Len(t, list, 3)
	us := func(n int) time.Duration { return time.Duration(n) * time.Microsecond }
	for i, want := range []Latency{
		{Name: "orders", Count: 5000, P50: us(21_248), P95: us(78_848), P99: us(141_312), P999: us(266_240), Max: us(438_325)},
		{Name: "prices", Count: 2000, Timeouts: 49, P50: us(89_088), P95: us(243_712), P99: us(299_008), P999: us(299_008), Max: us(300_000)},
		{Name: "stock", Count: 40, P50: us(5_184), P95: us(9_088), P99: us(10_112), P999: us(10_112), Max: us(10_202)},
	} {
		want.sketch = list[i].sketch
		require.Equal(t, want, list[i])
	}
	twice, err := Merge(list, list)
	require.NoError(t, err)
	require.Equal(t, uint64(10_000), twice[0].Count)
	require.Equal(t, uint64(98), twice[1].Timeouts)
	require.Equal(t, list[0].P999, twice[0].P999, "the same distribution")
	require.Equal(t, uint64(5000), list[0].Count, "what was merged is as it was")
}

func TestReadProfileRefuses(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		``:                            `no latency profile: EOF`,
		`[]`:                          `no latency profile: json: cannot unmarshal array`,
		`{}`:                          `it has no version`,
		`{"version":2}`:               `latency profile of version 2; this timeoutlint reads version 1`,
		`{"version":1} {"version":1}`: `something follows its object`,
		`{"version":1,"dependencies":[{"count":0}]}`:                                            `dependency 1 has no name`,
		`{"version":1,"dependencies":[{"name":"a"},{"name":"a"}]}`:                              `dependency a is there twice`,
		`{"version":1,"dependencies":[{"name":"a","count":2,"sketch":{"5":1}}]}`:                `count is 2, and its sketch holds 1`,
		`{"version":1,"dependencies":[{"name":"a","count":1,"sketch":{"896":1}}]}`:              `there is no bucket 896`,
		`{"version":1,"dependencies":[{"name":"a","count":1,"timeouts":2,"sketch":{"5":1}}]}`:   `2 timeouts of 1 attempts`,
		`{"version":1,"dependencies":[{"name":"a","count":1,"max_ms":-1,"sketch":{"5":1}}]}`:    `max_ms is -1`,
		`{"version":1,"dependencies":[{"name":"a","sketch":{"5":18446744073709551615,"6":1}}]}`: `its sketch overflows`,
		`{"version":1,"dependencies":[{"name":"a","count":-1}]}`:                                `cannot unmarshal number -1`,
	} {
		_, err := ReadProfile(strings.NewReader(text))
		require.ErrorContains(t, err, want, text)
		require.NotContains(t, err.Error(), "\n")
	}
}

func FuzzReadProfile(f *testing.F) {
	text, err := os.ReadFile(filepath.Join("testdata", "profile.json"))
	require.NoError(f, err)
	f.Add(text)
	f.Add([]byte(`{"version":1,"dependencies":[]}`))
	f.Add([]byte(`{"version":1,"dependencies":[{"name":"a","count":3,"timeouts":1,"max_ms":71.5,"sketch":{"0":1,"64":1,"895":1}}]}`))
	f.Add([]byte(`{"version":1,"dependencies":[{"name":"a","count":18446744073709551615,"sketch":{"895":18446744073709551615}}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		list, err := ReadProfile(bytes.NewReader(text))
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
			return
		}
		for _, l := range list {
			require.True(t, 0 <= l.P50 && l.P50 <= l.P95 && l.P95 <= l.P99 && l.P99 <= l.P999, "%+v", l)
			require.LessOrEqual(t, l.Timeouts, l.Count)
		}
		if twice, err := Merge(list, list); err == nil {
			require.Len(t, twice, len(list))
		}
		for _, fit := range Judge([]Row{row("total", exactly(time.Second))}, list) {
			require.True(t, fit.Ceiling == 0 || fit.Ceiling >= fit.Floor, "%+v", fit)
		}
	})
}

func TestSort(t *testing.T) {
	t.Parallel()
	rows := []Row{
		{File: "b.go", Stage: "total", Value: exactly(time.Second)},
		{File: "a.go", Line: 9, Stage: "connect", Value: inventory.Value{Kind: inventory.Unknown}},
		{File: "a.go", Line: 2, Stage: "open", Value: inventory.Value{Kind: inventory.Never}},
		{File: "c.go", Stage: "never heard of", Value: inventory.Value{Kind: inventory.Range, Lo: 1, Hi: time.Minute}},
		{File: "d.go", Stage: "acquire", Value: inventory.Value{Kind: inventory.Off}},
	}
	for by, want := range map[string]string{
		ByPlace: "a.go:2 a.go:9 b.go:0 c.go:0 d.go:0",
		ByStage: "d.go:0 a.go:9 b.go:0 a.go:2 c.go:0",
		ByValue: "a.go:2 c.go:0 b.go:0 d.go:0 a.go:9",
	} {
		Sort(rows, by)
		var got []string
		for _, r := range rows {
			got = append(got, r.File+":"+string(rune('0'+r.Line)))
		}
		require.Equal(t, want, strings.Join(got, " "), by)
	}
}

func TestAssign(t *testing.T) {
	t.Parallel()
	rows := []Row{
		{Package: "m/a", Function: "Client.Get"},
		{Package: "m/a", Function: "ClientOf"},
		{Package: "m/ab", Dependencies: []string{"x"}},
	}
	unused := Assign(rows, map[string][]string{"get": {"m/a.Client"}, "all": {"m/a", "m/ab"}, "none": {"m", "m/a.Clien"}})
	require.Equal(t, []string{"none: m", "none: m/a.Clien"}, unused)
	require.Equal(t, []string{"all", "get"}, rows[0].Dependencies)
	require.Equal(t, []string{"all"}, rows[1].Dependencies)
	require.Equal(t, []string{"all", "x"}, rows[2].Dependencies)
}
