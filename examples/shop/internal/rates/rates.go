// Package rates knows what a euro is worth elsewhere.
package rates

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/cenkalti/backoff/v4"

	"github.com/timeoutlint/timeoutlint/examples/shop/internal/outbound"
)

// Table is safe for use by many goroutines.
type Table struct {
	url    string
	bank   *http.Client
	mirror *http.Client

	mu    sync.RWMutex
	rates map[string]float64
}

// New returns a table that is read from the bank at url.
func New(url string) *Table {
	return &Table{
		url:    url,
		bank:   &http.Client{},
		mirror: outbound.NewClient(3 * time.Second),
	}
}

// Rate returns the rate of a currency, if it is known.
func (t *Table) Rate(currency string) (float64, bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	r, ok := t.rates[currency]
	return r, ok
}

// Refresh reads the day's rates.
func (t *Table) Refresh() error {
	resp, err := t.bank.Get(t.url + "/daily.json")
	if err != nil {
		return err
	}
	return t.take(resp)
}

// Warm fills the table from the mirror before the shop opens.
func (t *Table) Warm(ctx context.Context) error {
	b := backoff.NewExponentialBackOff()
	b.MaxElapsedTime = 0 // a second try is not worth it, the ticker comes round soon
	return backoff.Retry(func() error { return t.fromMirror(ctx) }, backoff.WithContext(b, ctx))
}

// Rewarm reads the mirror again after a loss: five times at most.
func (t *Table) Rewarm(ctx context.Context) error {
	b := backoff.NewExponentialBackOff()
	b.MaxElapsedTime = 0 // counted, not timed
	return backoff.Retry(func() error { return t.fromMirror(ctx) }, backoff.WithContext(backoff.WithMaxRetries(b, 4), ctx))
}

func (t *Table) fromMirror(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, t.url+"/mirror/daily.json", nil)
	if err != nil {
		return backoff.Permanent(err)
	}
	resp, err := t.mirror.Do(req)
	if err != nil {
		return err
	}
	return t.take(resp)
}

func (t *Table) take(resp *http.Response) error {
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("rates: %s", resp.Status)
	}
	rates := map[string]float64{}
	if err := json.NewDecoder(resp.Body).Decode(&rates); err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.rates = rates
	return nil
}

// Keep refreshes the table every hour until the context ends.
func (t *Table) Keep(ctx context.Context, failed func(error)) {
	tick := time.NewTicker(time.Hour)
	defer tick.Stop()
	for {
		if err := t.Refresh(); err != nil {
			failed(err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
