// Package risk asks other services whether an order looks honest.
package risk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/sony/gobreaker/v2"

	"github.com/timeoutlint/timeoutlint/examples/shop/internal/outbound"
	"github.com/timeoutlint/timeoutlint/examples/shop/internal/retry"
)

// Client is safe for use by many goroutines.
type Client struct {
	base    string
	http    *http.Client
	score   *gobreaker.CircuitBreaker[string]
	device  *gobreaker.CircuitBreaker[string]
	address *gobreaker.CircuitBreaker[string]
}

// New returns a client for the service at base.
func New(base string) *Client {
	return &Client{
		base: base,
		http: outbound.NewClient(time.Second),
		score: gobreaker.NewCircuitBreaker[string](gobreaker.Settings{
			Name:    "risk score",
			Timeout: 15 * time.Second,
			ReadyToTrip: func(n gobreaker.Counts) bool {
				return n.Requests >= 20 && 2*n.TotalFailures >= n.Requests
			},
		}),
		device: gobreaker.NewCircuitBreaker[string](gobreaker.Settings{
			Name:     "risk device",
			Interval: 30 * time.Second,
			Timeout:  15 * time.Second,
			ReadyToTrip: func(n gobreaker.Counts) bool {
				return float64(n.TotalFailures)/float64(n.Requests) > 0.5
			},
			IsSuccessful: healthy,
		}),
		address: gobreaker.NewCircuitBreaker[string](gobreaker.Settings{
			Name:     "risk address",
			Interval: 30 * time.Second,
			Timeout:  15 * time.Second,
			ReadyToTrip: func(n gobreaker.Counts) bool {
				return n.Requests >= 20 && 2*n.TotalFailures >= n.Requests
			},
			IsSuccessful: healthy,
		}),
	}
}

// Score rates an order.
func (c *Client) Score(ctx context.Context, orderID string) (string, error) {
	return c.score.Execute(func() (string, error) { return c.get(ctx, "/score/"+url.PathEscape(orderID)) })
}

// Device rates the machine an order came from.
func (c *Client) Device(ctx context.Context, fingerprint string) (string, error) {
	var last error
	for attempt := range 3 {
		rating, err := c.device.Execute(func() (string, error) { return c.get(ctx, "/device/"+url.PathEscape(fingerprint)) })
		if err == nil {
			return rating, nil
		}
		last = err
		if err := retry.Pause(ctx, attempt); err != nil {
			return "", errors.Join(err, last)
		}
	}
	return "", last
}

// Address rates where an order goes to.
func (c *Client) Address(ctx context.Context, address string) (string, error) {
	var last error
	for attempt := range 3 {
		rating, err := c.address.Execute(func() (string, error) { return c.get(ctx, "/address?a="+url.QueryEscape(address)) })
		if err == nil || errors.Is(err, gobreaker.ErrOpenState) || errors.Is(err, gobreaker.ErrTooManyRequests) {
			return rating, err
		}
		last = err
		if err := retry.Pause(ctx, attempt); err != nil {
			return "", errors.Join(err, last)
		}
	}
	return "", last
}

type statusError int

func (e statusError) Error() string { return fmt.Sprintf("risk: status %d", int(e)) }

// healthy says whether an error is no fault of the service: our own haste, or a question it
// was right to refuse.
func healthy(err error) bool {
	var st statusError
	return err == nil || errors.Is(err, context.Canceled) ||
		errors.As(err, &st) && st < 500 && st != http.StatusTooManyRequests
}

func (c *Client) get(ctx context.Context, path string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+path, nil)
	if err != nil {
		return "", err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return "", statusError(resp.StatusCode)
	}
	rating, err := io.ReadAll(io.LimitReader(resp.Body, 64))
	return string(rating), err
}
