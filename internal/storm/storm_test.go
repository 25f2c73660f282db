package storm

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const ms = time.Millisecond

// caps are the limits of the published settings C and D.
func caps(timeout time.Duration) Policy {
	p := at(Layer{Attempts: 3, Timeout: timeout, Base: 100 * ms, Factor: 2, Jitter: 1})
	p.Timeout = 1500 * ms
	return p
}

// at is a policy with one site.
func at(layers ...Layer) Policy { return Policy{Sites: []Site{{Layers: layers}}} }

func once(timeout time.Duration) Policy {
	return at(Layer{Attempts: 1, Timeout: timeout})
}

func endless(timeout time.Duration) Policy { return at(Layer{Timeout: timeout}) }

// TestPublished holds the model against the figures of the experiment.
func TestPublished(t *testing.T) {
	t.Parallel()
	type figures struct{ calls, ok, failed, timeouts, processed, most, left int }
	const any = -1
	for _, c := range []struct {
		name   string
		policy Policy
		want   figures
	}{
		{"1 s", once(1000 * ms), figures{any, 513, 0, 0, any, 6, any}},
		{"50 ms, at once, for ever", endless(50 * ms), figures{690, 0, any, any, 573, 213, 117}},
		{"50 ms, capped", caps(50 * ms), figures{any, 362, 53, any, any, 91, any}},
		{"600 ms, capped", caps(600 * ms), figures{any, 519, 0, 0, any, 6, any}},
	} {
		r, err := Run(Published(), c.policy)
		require.NoError(t, err)
		t.Logf("%-25s %4d calls %4d ok %3d failed %3d timeouts %4d processed, most %3d, %3d left",
			c.name, r.Calls, r.OK, r.Failed, r.Timeouts, r.Processed, r.Max, r.Left)
		for what, pair := range map[string][2]int{
			"calls": {r.Calls, c.want.calls}, "ok": {r.OK, c.want.ok}, "failed": {r.Failed, c.want.failed}, "timeouts": {r.Timeouts, c.want.timeouts},
			"processed": {r.Processed, c.want.processed}, "most": {r.Max, c.want.most}, "left": {r.Left, c.want.left},
		} {
			if pair[1] != any {
				require.LessOrEqual(t, math.Abs(float64(pair[0]-pair[1])), .15*float64(pair[1]), "%s: %s is %d, published %d", c.name, what, pair[0], pair[1])
			}
		}
	}
}

// TestEverySeed: the figures do not hang on the seed that was chosen.
func TestEverySeed(t *testing.T) {
	t.Parallel()
	w := Published()
	for w.Seed = 1; w.Seed <= 20; w.Seed++ {
		r, err := Run(w, caps(50*ms))
		require.NoError(t, err)
		require.InEpsilon(t, 362, r.OK, .15)
		require.InEpsilon(t, 53, r.Failed, .15)
		require.InEpsilon(t, 91, r.Max, .15)
		again, err := Run(w, caps(50*ms))
		require.NoError(t, err)
		require.Equal(t, r, again)
	}
}

// TestRemedies holds what else the stand was measured with, over real sockets,
// by package budget's laboratory: a retry budget alone, told deadlines, both.
func TestRemedies(t *testing.T) {
	t.Parallel()
	tokens := caps(50 * ms)
	tokens.Ratio, tokens.Burst = .1, 10
	told := endless(50 * ms)
	told.Told = true
	both := tokens
	both.Told = true
	for _, c := range []struct {
		policy   Policy
		ok, most int
	}{{tokens, 250, 129}, {told, 483, 36}, {both, 485, 24}} {
		r, err := Run(Published(), c.policy)
		require.NoError(t, err)
		require.InEpsilon(t, c.ok, r.OK, .15)
		require.InDelta(t, c.most, r.Max, .15*float64(c.most)+2)
	}
}

// TestForecast holds the closed form against the model, on ideal timers.
func TestForecast(t *testing.T) {
	t.Parallel()
	world := func(clients, workers int, slow time.Duration) World {
		return World{Clients: clients, Workers: workers, Slow: slow, Fast: 20 * ms, Trouble: 2 * time.Second, Length: 30 * time.Second, Sample: 10 * ms}
	}
	open := world(0, 3, 250*ms)
	open.Rate = 40
	for _, c := range []struct {
		name   string
		world  World
		policy Policy
	}{
		{"the published storm", world(6, 3, 250*ms), endless(50 * ms)},
		{"more workers", world(6, 4, 250*ms), endless(50 * ms)},
		{"longer timeout", world(12, 3, 500*ms), endless(100 * ms)},
		{"half the clients", world(3, 3, 1000*ms), endless(40 * ms)},
		{"a pause between attempts", world(6, 3, 250*ms), at(Layer{Timeout: 50 * ms, Base: 25 * ms})},
		{"an open loop", open, at(Layer{Attempts: 3, Timeout: 50 * ms})},
	} {
		f := Forecast(c.world, c.policy)
		r, err := Run(c.world, c.policy)
		require.NoError(t, err)
		require.InEpsilon(t, f.Backlog, backlogAt(r, c.world.Trouble), .15, c.name)
		require.True(t, f.Drains, c.name)
		// Answers come again a little before the backlog is gone: as soon as
		// the queue is shorter than the timeout.
		at, ok := r.Settled(c.world.Trouble, max(c.world.Clients, c.world.Workers))
		require.True(t, ok, c.name)
		t.Logf("%-25s backlog %.0f, drained after %v; the model: %d, %v", c.name, f.Backlog, f.After, backlogAt(r, c.world.Trouble), at-c.world.Trouble)
		require.InEpsilon(t, f.After.Seconds(), (at - c.world.Trouble).Seconds(), .15, c.name)
	}

	f := Forecast(world(6, 3, 250*ms), endless(50*ms))
	require.InDelta(t, 120, f.Load, 1e-9)
	require.InDelta(t, 216, f.Backlog, 1e-9)
	require.Equal(t, 7200*ms, f.After)
}

func backlogAt(r Result, at time.Duration) int {
	for _, p := range r.Series {
		if p.At >= at {
			return p.Jobs
		}
	}
	return 0
}

// TestNoRecovery: with as many callers as the dependency can serve when it is
// well, the storm outlives its cause, and both say so.
func TestNoRecovery(t *testing.T) {
	t.Parallel()
	w := Published()
	w.Clients, w.Overshoot, w.Length = 8, 0, 60*time.Second
	require.False(t, Forecast(w, endless(50*ms)).Drains)
	r, err := Run(w, endless(50*ms))
	require.NoError(t, err)
	_, ok := r.Settled(w.Trouble, w.Clients)
	require.False(t, ok)
	require.Zero(t, r.OK)
	require.Greater(t, r.Left, 200)

	f := Forecast(w, once(time.Second))
	require.True(t, f.Drains, "nobody leaves, nothing piles up")
	require.InDelta(t, 5, f.Backlog, 0)
}

// TestLayers: three levels of three attempts are 27 calls, unless a level's own
// time ends it sooner.
func TestLayers(t *testing.T) {
	t.Parallel()
	w := World{Clients: 1, Workers: 1, Down: true, Fast: ms, Trouble: time.Minute, Length: time.Minute, Pause: time.Hour}
	three := Layer{Attempts: 3}
	p := at(three, three, Layer{Attempts: 3, Timeout: 100 * ms})
	r, err := Run(w, p)
	require.NoError(t, err)
	require.Equal(t, Result{Operations: 1, Failed: 1, Calls: 27, Timeouts: 27, Longest: 2700 * ms}, bare(r))
	calls, seconds := failing(p, 0)
	require.Equal(t, []float64{27, 2.7}, []float64{calls, math.Round(seconds*1e6) / 1e6})

	p.Sites[0].Layers[1].Timeout = 250 * ms // of each middle attempt: two calls and a half
	r, err = Run(w, p)
	require.NoError(t, err)
	require.Equal(t, 27, r.Calls)
	p.Sites[0].Layers[0].Timeout = 500 * ms // of each outer one: two middle ones
	r, err = Run(w, p)
	require.NoError(t, err)
	require.Equal(t, 18, r.Calls)
	calls, seconds = failing(p, 0)
	require.InDelta(t, 18, calls, 0)
	require.InDelta(t, 1.5, seconds, 1e-9)
}

// bare is what was counted, without what it looked like over time.
func bare(r Result) Result {
	r.Series = nil
	return r
}

// TestPromise: a client that leaves is counted as failed, its work goes on.
func TestPromise(t *testing.T) {
	t.Parallel()
	w := World{Clients: 1, Workers: 1, Slow: time.Second, Fast: 10 * ms, Trouble: time.Minute, Length: 1500 * ms, Pause: time.Hour}
	p := once(0)
	p.Promise = 200 * ms
	r, err := Run(w, p)
	require.NoError(t, err)
	require.Equal(t, Result{Operations: 1, Failed: 1, Calls: 1, Processed: 1, Max: 1, Longest: time.Second}, bare(r))
}

// TestSites: one site after the other, under one deadline that clips them, and
// on their own.
func TestSites(t *testing.T) {
	t.Parallel()
	w := World{Clients: 1, Workers: 1, Slow: 60 * ms, Fast: ms, Trouble: time.Minute, Length: time.Minute, Pause: time.Hour}
	site := Site{Layers: []Layer{{Attempts: 1, Timeout: 80 * ms}}}
	p := Policy{Timeout: 100 * ms, Sites: []Site{site, site}}
	r, err := Run(w, p)
	require.NoError(t, err)
	require.Equal(t, Result{Operations: 1, Failed: 1, Calls: 2, Timeouts: 1, Processed: 2, Wasted: 1, Max: 1, Longest: 100 * ms}, bare(r))

	p.Sites[1].Own = true
	r, err = Run(w, p)
	require.NoError(t, err)
	require.Equal(t, Result{Operations: 1, OK: 1, Calls: 2, Processed: 2, Max: 1, Longest: 120 * ms}, bare(r))
}

// TestWaitsForEver: a call that nothing ends is neither answered nor failed.
func TestWaitsForEver(t *testing.T) {
	t.Parallel()
	w := Published()
	w.Down = true
	r, err := Run(w, endless(0))
	require.NoError(t, err)
	require.Equal(t, Result{Operations: 6, Waiting: 6, Calls: 6}, bare(r))
}

// TestAdmission: what is not admitted is not sent, and comes back at once.
func TestAdmission(t *testing.T) {
	t.Parallel()
	w := Published()
	w.Down, w.Pause, w.Overshoot = true, time.Hour, 0
	p := once(time.Second)
	p.Admit = 4
	r, err := Run(w, p)
	require.NoError(t, err)
	require.Equal(t, Result{Operations: 6, Failed: 6, Calls: 4, Timeouts: 4, Refused: 2, Longest: time.Second}, bare(r))

	w = Published()
	w.Queue = 1
	r, err = Run(w, endless(50*ms))
	require.NoError(t, err)
	require.Equal(t, 4, r.Max)
	require.Positive(t, r.OK)
	require.Positive(t, r.Refused)
}

// TestFloor: an attempt that is not worth starting is not started.
func TestFloor(t *testing.T) {
	t.Parallel()
	w := World{Clients: 1, Workers: 1, Down: true, Fast: ms, Trouble: time.Minute, Length: time.Minute, Pause: time.Hour}
	p := at(Layer{Attempts: 5, Timeout: 100 * ms})
	p.Timeout = 250 * ms
	r, err := Run(w, p)
	require.NoError(t, err)
	require.Equal(t, 3, r.Calls, "the third has what is left")
	p.Floor = 60 * ms
	r, err = Run(w, p)
	require.NoError(t, err)
	require.Equal(t, 2, r.Calls)
}

// TestHotLoop: a program that repeats at once what is refused at once does not
// stop the clock, and a run that never ends is cut.
func TestHotLoop(t *testing.T) {
	t.Parallel()
	w := Published()
	w.Length = time.Second
	p := endless(time.Second)
	p.Admit = 1
	r, err := Run(w, p)
	require.NoError(t, err)
	require.Greater(t, r.Refused, 2000)
	require.False(t, r.Cut)
}

func TestNothingToRun(t *testing.T) {
	t.Parallel()
	for want, c := range map[string]struct {
		world  World
		policy Policy
	}{
		"storm: nobody asks":       {World{Workers: 1}, once(ms)},
		"storm: nobody serves":     {World{Clients: 1}, once(ms)},
		"storm: nothing is called": {Published(), Policy{}},
		"storm: no time passes":    {World{Clients: 1, Workers: 1, Fast: ms}, once(ms)},
	} {
		_, err := Run(c.world, c.policy)
		require.EqualError(t, err, want)
	}
}
