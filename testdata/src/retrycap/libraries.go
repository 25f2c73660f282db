package retrycap

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

func (c *client) head() error {
	resp, err := c.http.Head("http://" + c.addr)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func patient() *backoff.ExponentialBackOff {
	b := backoff.NewExponentialBackOff()
	b.MaxElapsedTime = 0
	return b
}

func (c *client) four(w http.ResponseWriter, _ *http.Request) {
	err := backoff.Retry(c.head, patient()) // want `http.Client.Head is repeated by backoff.Retry until it works, with no limit of attempts or time and nothing that stops it: while the other side is away, the request waits; limit backoff.Retry with WithMaxRetries, or give it a context with a deadline`
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
	}
}

func (c *client) literal(w http.ResponseWriter, _ *http.Request) {
	policy := backoff.BackOff(&backoff.ExponentialBackOff{InitialInterval: time.Second, Multiplier: 2, MaxInterval: time.Minute, RandomizationFactor: 0.3})
	_ = backoff.Retry(func() error { return c.head() }, policy) // want `is repeated by backoff.Retry until it works`
	w.WriteHeader(http.StatusOK)
}

func (c *client) five(w http.ResponseWriter, _ *http.Request) {
	_, _ = backoff5.Retry(context.Background(), func() (int, error) { return 0, c.head() }, // want `is repeated by backoff.Retry until it works, with no limit of attempts or time and nothing that stops it: while the other side is away, the request waits; limit backoff.Retry with WithMaxTries`
		backoff5.WithMaxElapsedTime(0))
	w.WriteHeader(http.StatusOK)
}

func (c *client) avast(w http.ResponseWriter, _ *http.Request) {
	_ = retry.Do(c.head, retry.UntilSucceeded(), retry.Delay(time.Second)) // want `is repeated by retry.Do until it works.*; limit retry.Do with Attempts`
	w.WriteHeader(http.StatusOK)
}

func (c *client) safe(w http.ResponseWriter, _ *http.Request) {
	policy := retrypolicy.NewBuilder[any]().WithDelay(time.Second).WithMaxAttempts(-1).Build()
	_ = failsafe.With[any](policy).Run(c.head) // want `is repeated by failsafe.Executor.Run until it works`
	w.WriteHeader(http.StatusOK)
}

// until is a house's own.
func until(op func() error) {
	for op() != nil {
		time.Sleep(2 * time.Second)
	}
}

func (c *client) house(w http.ResponseWriter, _ *http.Request) {
	until(c.head) // want `http.Client.Head is repeated by retrycap.until until it works, with no limit of attempts or time and nothing that stops it: while the other side is away, the request waits; count the attempts or give them a deadline`
	w.WriteHeader(http.StatusOK)
}
