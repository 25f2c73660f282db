package ok

import (
	"context"
	"net/http"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v4"
	backoff5 "github.com/cenkalti/backoff/v5"
	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
)

type remote struct{ http *http.Client }

func (r *remote) head() error {
	resp, err := r.http.Head("http://shop")
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Counted by the library.
func (r *remote) Counted(w http.ResponseWriter, _ *http.Request) {
	_ = backoff.Retry(r.head, backoff.WithMaxRetries(backoff.NewConstantBackOff(time.Second), 3))
	w.WriteHeader(http.StatusOK)
}

// Default: fifteen minutes are a limit, if not a good one.
func (r *remote) Default(w http.ResponseWriter, _ *http.Request) {
	_ = backoff.Retry(r.head, backoff.NewExponentialBackOff())
	w.WriteHeader(http.StatusOK)
}

// Stopped by the request's context.
func (r *remote) Stopped(w http.ResponseWriter, req *http.Request) {
	_ = backoff.Retry(r.head, backoff.WithContext(backoff.NewConstantBackOff(time.Second), req.Context()))
	_, _ = backoff5.Retry(req.Context(), func() (int, error) { return 0, r.head() }, backoff5.WithMaxElapsedTime(0))
	_ = retry.Do(r.head, retry.Attempts(0), retry.Context(req.Context()))
	w.WriteHeader(http.StatusOK)
}

// Bounded by a context of its own.
func (r *remote) Bounded(w http.ResponseWriter, req *http.Request) {
	ctx, cancel := context.WithTimeout(req.Context(), 3*time.Second)
	defer cancel()
	_ = retry.Do(r.head, retry.UntilSucceeded(), retry.Context(ctx))
	w.WriteHeader(http.StatusOK)
}

// Given: what the options say is out of sight.
func (r *remote) Given(w http.ResponseWriter, _ *http.Request, options []retry.Option) {
	_ = retry.Do(r.head, append(options, retry.Delay(time.Second))...)
	w.WriteHeader(http.StatusOK)
}

// Twice by the default of failsafe.
func (r *remote) Twice(w http.ResponseWriter, _ *http.Request) {
	_ = failsafe.With[any](retrypolicy.NewBuilder[any]().WithDelay(time.Second).Build()).Run(r.head)
	w.WriteHeader(http.StatusOK)
}

// Worker goes on for as long as the program runs.
func (r *remote) Worker() {
	go func() {
		_ = backoff.Retry(r.head, backoff.NewConstantBackOff(time.Second))
	}()
}

// Connect is at the start, where nobody is kept.
func (r *remote) Connect() error {
	return retry.Do(r.head, retry.Attempts(0), retry.Delay(time.Second))
}
