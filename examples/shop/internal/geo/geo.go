// Package geo guesses where a customer is.
package geo

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"

	"github.com/timeoutlint/timeoutlint/examples/shop/internal/outbound"
)

// Locator asks the geo service.
type Locator struct {
	base string
	http *http.Client
}

// New returns a locator for the service at base.
func New(base string) *Locator {
	return &Locator{base: base, http: outbound.NewClient(2 * time.Second)}
}

// Country says in which country an address is. The service drops a request now and then, so
// it is asked up to five times.
func (l *Locator) Country(ip string) (string, error) {
	var last error
	wait := 50 * time.Millisecond
	for attempt := range 5 {
		if attempt > 0 {
			time.Sleep(wait/2 + rand.N(wait/2))
			wait = min(2*wait, 400*time.Millisecond)
		}
		country, err := l.ask(ip)
		if err == nil {
			return country, nil
		}
		last = err
	}
	return "", fmt.Errorf("geo: %w", last)
}

func (l *Locator) ask(ip string) (string, error) {
	resp, err := l.http.Get(l.base + "/country?ip=" + url.QueryEscape(ip))
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return "", fmt.Errorf("status %d", resp.StatusCode)
	}
	country, err := io.ReadAll(io.LimitReader(resp.Body, 64))
	return string(country), err
}
