package faulttest

import (
	"context"
	"testing"
	"time"
)

// grace is how much later than its bound a call may end: one step of the
// scheduler.
const grace = time.Millisecond

// Bounded runs call and fails the test unless it returns an error within max.
// The test points call at something that hangs ([Hang], [Silent], a server
// that sleeps); what is on trial is the caller's own bound, so the context that
// call receives has no deadline, like a daemon's or a server's without one.
// max must be positive; leave a margin for scheduling when time is real, none
// is needed inside a testing/synctest bubble.
//
// The failure says which of three faults was met:
//
//   - call returned nil: it never met the hang, so the test proves nothing;
//   - call outlived max and ended only when its context was cancelled: it
//     listens, but has no bound of its own;
//   - call outlived max and ignored the cancellation as well, for another max:
//     nothing can end it. Its goroutine is left behind.
//
// Bounded returns call's error, for further tests, or nil after the third fault.
func Bounded(t testing.TB, max time.Duration, call func(context.Context) error) error {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()

	start := time.Now()
	ended := make(chan error, 1)
	go func() { ended <- call(ctx) }()

	limit := time.NewTimer(max)
	defer limit.Stop()
	select {
	case err := <-ended:
		return judge(t, err, time.Since(start), max)
	case <-limit.C:
	}
	// A call bounded by exactly max ends in this same instant: on fake time its
	// own timer may be seen after ours. Let it finish before judging it.
	limit.Reset(grace)
	select {
	case err := <-ended:
		return judge(t, err, time.Since(start), max)
	case <-limit.C:
	}

	cancel()
	limit.Reset(max)
	select {
	case err := <-ended:
		t.Errorf("the call outlived its bound of %v: it has no bound of its own, only cancelling its context ended it: %v", max, err)
		return err
	case <-limit.C:
		t.Errorf("the call outlived its bound of %v and ignored its cancelled context for another %v: nothing can end it", max, max)
		return nil
	}
}

func judge(t testing.TB, err error, elapsed, max time.Duration) error {
	t.Helper()
	switch {
	case err == nil:
		t.Errorf("the call returned no error after %v: it never met the hang, so its bound was not tested", elapsed)
	case elapsed > max+grace:
		t.Errorf("the call outlived its bound of %v: it took %v: %v", max, elapsed, err)
	}
	return err
}
