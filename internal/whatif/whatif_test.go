package whatif

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/timeoutlint/timeoutlint/internal/link"
	"github.com/timeoutlint/timeoutlint/internal/storm"
)

const ms = time.Millisecond

func after(d time.Duration) link.Bound { return link.Bound{Kind: link.Bounded, D: d} }

func exactly(n int) link.Count { return link.Count{Lo: n, Hi: n, Known: true} }

// stand is the tree of a program that calls as the published experiment did:
// once within 1 s; at once and for ever; with caps; with caps and the right
// timeout.
func stand() link.Report {
	capped := func(timeout time.Duration) []link.Call {
		return []link.Call{{Dependency: "stand", Clipped: true, Response: after(timeout), Attempts: exactly(3), Retry: true,
			Pause: link.Pause{Base: 100 * ms, Factor: 2, Jitter: 1}}}
	}
	return link.Report{Entries: []link.Entry{
		{Name: "A", Calls: []link.Call{{Dependency: "stand", Response: after(1000 * ms), Attempts: exactly(1)}}},
		{Name: "B", Calls: []link.Call{{Dependency: "stand", Response: after(50 * ms), Attempts: link.Count{Lo: 1, Endless: true}, Retry: true}}},
		{Name: "C", Cancel: after(1500 * ms), Calls: capped(50 * ms)},
		{Name: "D", Cancel: after(1500 * ms), Calls: capped(600 * ms)},
		{Name: "other", Calls: []link.Call{{Dependency: "db"}}},
	}}
}

// TestPublished: from the constants of a tree to the published figures.
func TestPublished(t *testing.T) {
	t.Parallel()
	w := Assumed()
	w.Length = 6 * time.Second
	a, err := Ask(stand(), Question{Dependency: "stand", Slow: 250 * ms}, w)
	require.NoError(t, err)
	require.Len(t, a.Entries, 4)
	require.Equal(t, 1, a.Others)
	near := func(want, got int) {
		t.Helper()
		require.InDelta(t, want, got, .15*float64(want))
	}
	one, two, three, four := a.Entries[0], a.Entries[1], a.Entries[2], a.Entries[3]
	near(513, one.Crowd.OK)
	near(0, one.Crowd.Timeouts)
	near(6, one.Crowd.Max)
	near(690, two.Crowd.Calls)
	near(0, two.Crowd.OK)
	near(573, two.Crowd.Processed)
	near(213, two.Crowd.Max)
	near(117, two.Crowd.Left)
	near(362, three.Crowd.OK)
	near(53, three.Crowd.Failed)
	near(91, three.Crowd.Max)
	near(519, four.Crowd.OK)
	near(0, four.Crowd.Timeouts)
	near(6, four.Crowd.Max)

	require.Equal(t, []bool{true, false, true, true}, []bool{one.Calmed, two.Calmed, three.Calmed, four.Calmed})
	require.Equal(t, []Verdict{Holds, Hangs, Fails, Holds}, []Verdict{one.Verdict, two.Verdict, three.Verdict, four.Verdict})
	require.Equal(t, Run{Calls: 1, Took: 250 * ms, Ended: true, OK: true}, one.Once)
	require.Equal(t, Run{Calls: 3, Took: 450 * ms, Ended: true}, three.Once)
	require.Equal(t, Run{Calls: 1, Took: 20 * ms, Ended: true, OK: true}, three.Usual)

	// Watched for longer, the backlog of the second one drains as the closed
	// form says: the storm has outlived its cause by more than the cause took.
	a, err = Ask(stand(), Question{Dependency: "stand", Slow: 250 * ms}, Assumed())
	require.NoError(t, err)
	two = a.Entries[1]
	require.True(t, two.Calmed)
	require.True(t, two.Forecast.Drains)
	require.InEpsilon(t, two.Forecast.After.Seconds(), two.After.Seconds(), .15)
	require.Greater(t, two.After, 7*time.Second)
}

// TestVerdicts: what one run comes to, for each way of waiting.
func TestVerdicts(t *testing.T) {
	t.Parallel()
	call := link.Call{Dependency: "d", What: "http.Client.Do", Place: link.Place{File: "a.go", Line: 3}, Attempts: exactly(1)}
	with := func(change func(*link.Call)) []link.Call {
		c := call
		change(&c)
		return []link.Call{c}
	}
	slow := Question{Dependency: "d", Slow: 3 * time.Second}
	down := Question{Dependency: "d", Down: true}
	for name, c := range map[string]struct {
		entry   link.Entry
		ask     Question
		verdict Verdict
		run     Run
		unseen  []string
	}{
		"no timeout, slow": {link.Entry{Calls: []link.Call{call}}, slow, Holds, Run{1, 3 * time.Second, true, true}, nil},
		"no timeout, slow, with a budget": {link.Entry{Use: after(time.Second), Calls: []link.Call{call}}, slow, Breaks,
			Run{1, 3 * time.Second, true, true}, nil},
		"no timeout, down": {link.Entry{Calls: []link.Call{call}}, down, Hangs, Run{Calls: 1}, nil},
		"the context ends it": {link.Entry{Cancel: after(time.Second), Calls: with(func(c *link.Call) {
			c.Clipped, c.Response = true, link.Bound{Kind: link.Inherited}
		})}, down, Fails, Run{1, time.Second, true, false}, nil},
		"it does not end with the context": {link.Entry{Cancel: after(time.Second), Calls: with(func(c *link.Call) {
			c.Response = after(10 * time.Second)
		})}, down, Breaks, Run{1, 10 * time.Second, true, false}, nil},
		"slower than it waits": {link.Entry{Calls: with(func(c *link.Call) {
			c.Response, c.Attempts, c.Retry, c.Pause = after(2*time.Second), exactly(3), true, link.Pause{Base: 100 * ms, Factor: 2, Jitter: .5}
		})}, slow, Fails, Run{3, 6450 * ms, true, false}, nil},
		"down, and connecting is bounded": {link.Entry{Calls: with(func(c *link.Call) { c.Connect = after(time.Second) })}, down, Fails,
			Run{1, time.Second, true, false}, nil},
		"levels multiply": {link.Entry{Use: after(time.Minute), Calls: with(func(c *link.Call) {
			c.Response, c.Attempts, c.Retry = after(time.Second), exactly(3), true
			again := link.Step{Attempts: exactly(3), Retry: true}
			c.Path = []link.Step{{Attempts: exactly(1)}, again, again, again}
		})}, down, Fails, Run{27, 27 * time.Second, true, false}, nil},
		"pauses of the loop": {link.Entry{Use: after(time.Minute), Calls: append(with(func(c *link.Call) {
			c.Response, c.Attempts = after(time.Second), exactly(1)
			c.Path = []link.Step{{Function: "handle", Attempts: exactly(3), Retry: true}, {Function: "send", Attempts: exactly(1)}}
		}), link.Call{What: "time.Sleep", Total: exactly(2), All: link.Wait{Lo: 300 * ms, Hi: 300 * ms}, Path: []link.Step{{Function: "handle", Attempts: exactly(2)}}})},
			down, Fails, Run{3, 3300 * ms, true, false}, nil},
		"a loop over things": {link.Entry{Calls: with(func(c *link.Call) {
			c.Attempts, c.Response = exactly(4), after(5*time.Second)
		})}, slow, Holds, Run{4, 12 * time.Second, true, true}, nil},
		"a loop over things ends with the first failure": {link.Entry{Calls: with(func(c *link.Call) {
			c.Attempts, c.Response = exactly(4), after(5*time.Second)
		})}, down, Fails, Run{1, 5 * time.Second, true, false}, nil},
		"calls add up": {link.Entry{Use: after(5 * time.Second), Calls: []link.Call{call, call}}, slow, Breaks,
			Run{2, 6 * time.Second, true, true}, nil},
		"calls beside each other do not": {link.Entry{Use: after(5 * time.Second), Calls: append(
			with(func(c *link.Call) { c.Parallel = 1 }), with(func(c *link.Call) { c.Parallel = 1 })...)}, slow, Holds,
			Run{1, 3 * time.Second, true, true}, nil},
		"unseen": {link.Entry{Calls: with(func(c *link.Call) { c.Response = link.Bound{Kind: link.Unseen} })}, slow, Holds,
			Run{1, 3 * time.Second, true, true}, []string{"response bound of http.Client.Do at a.go:3"}},
		"another service's call": {link.Entry{Use: after(time.Second), Calls: []link.Call{{Dependency: "front", Calls: []link.Call{call}}}}, slow, Breaks,
			Run{1, 3 * time.Second, true, true}, nil},
	} {
		a, err := Ask(link.Report{Entries: []link.Entry{c.entry}}, c.ask, Assumed())
		require.NoError(t, err, name)
		require.Len(t, a.Entries, 1, name)
		require.Equal(t, c.verdict, a.Entries[0].Verdict, name)
		require.Equal(t, c.run, a.Entries[0].Once, name)
		require.Equal(t, c.unseen, a.Entries[0].Unseen, name)
	}
}

// TestGrowth: what pauses grow by, from their first and their average.
func TestGrowth(t *testing.T) {
	t.Parallel()
	require.InDelta(t, 2, growth(1.5, 2), 1e-9)  // 100, 200
	require.InDelta(t, 2, growth(7./3, 3), 1e-3) // 100, 200, 400
	require.InDelta(t, 1.5, growth((1+1.5+2.25)/3, 3), 1e-3)
	require.InDelta(t, 1, growth(1, 5), 1e-3)
}

// TestNeverCalm: clients that wait for ever do not come back.
func TestNeverCalm(t *testing.T) {
	t.Parallel()
	tree := link.Report{Entries: []link.Entry{{Name: "e", Calls: []link.Call{{Dependency: "d", Attempts: exactly(1)}}}}}
	a, err := Ask(tree, Question{Dependency: "d", Down: true}, Assumed())
	require.NoError(t, err)
	require.False(t, a.Entries[0].Calmed)
	require.Equal(t, 6, a.Entries[0].Crowd.Waiting)

	tree.Entries[0].Calls[0].Response = after(time.Second)
	a, err = Ask(tree, Question{Dependency: "d", Down: true}, Assumed())
	require.NoError(t, err)
	require.True(t, a.Entries[0].Calmed)
	require.InDelta(t, .5, a.Entries[0].After.Seconds(), .5, "the attempt that began in the trouble runs into its timeout")
	require.Positive(t, a.Entries[0].After)

	w := storm.Published()
	w.Trouble = time.Minute
	_, err = Ask(tree, Question{Dependency: "d", Down: true}, w)
	require.EqualError(t, err, "the trouble of 1m0s outlasts the 6s that are watched")
}
