package use

import (
	"context"
	"net/http"
	"time"

	"github.com/avast/retry-go/v4"
	backoffv4 "github.com/cenkalti/backoff/v4"
	"k8s.io/apimachinery/pkg/util/wait"

	"retries/house"
)

// Total: the number counts the first attempt.
func Total(url string) error {
	return retry.Do(func() error { // loop: retry form=combinator cap=given attempts=3 wait=some
		_, err := http.Head(url)
		return err
	}, retry.Attempts(3))
}

// Extra: it counts the attempts after the first.
func Extra(url string) error {
	return backoffv4.Retry(func() error { // loop: retry form=combinator cap=given attempts=4 wait=some
		_, err := http.Head(url)
		return err
	}, backoffv4.WithMaxRetries(backoffv4.NewExponentialBackOff(), 3))
}

// Literal: it is in a literal.
func Literal(url string) error {
	return wait.ExponentialBackoff(wait.Backoff{Duration: time.Second, Steps: 5}, func() (bool, error) { // loop: retry form=combinator cap=given attempts=5 wait=some
		_, err := http.Head(url)
		return err == nil, nil
	})
}

// Elsewhere: it is not in sight.
func Elsewhere(ctx context.Context, url string, b wait.Backoff) error {
	return wait.ExponentialBackoffWithContext(ctx, b, func(context.Context) (bool, error) { // loop: retry form=combinator cap=given attempts=0 wait=some
		_, err := http.Head(url)
		return err == nil, nil
	})
}

// Helper: the number is an argument of a house's own helper.
func Helper(url string) error {
	return house.Retry(6, time.Second, func() error { // loop: retry form=combinator cap=given attempts=6 wait=some
		_, err := http.Head(url)
		return err
	})
}
