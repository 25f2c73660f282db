// Package payouts reads what Payline has paid out to the shop.
package payouts

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"golang.org/x/oauth2"

	"github.com/timeoutlint/timeoutlint/examples/shop/internal/outbound"
)

// A Payout is one transfer to our bank.
type Payout struct {
	ID    string `json:"id"`
	Cents int64  `json:"cents"`
}

// Client reads payouts.
type Client struct {
	base string
	http *http.Client
}

// New returns a client that signs in with tokens.
func New(base string, tokens oauth2.TokenSource) *Client {
	inner := outbound.NewClient(5 * time.Second)
	return &Client{base: base, http: &http.Client{Transport: &oauth2.Transport{Source: tokens, Base: inner.Transport}}}
}

// Day lists the payouts of one day.
func (c *Client) Day(day time.Time) ([]Payout, error) {
	resp, err := c.http.Get(c.base + "/v1/payouts?day=" + url.QueryEscape(day.Format(time.DateOnly)))
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("payouts: %s", resp.Status)
	}
	var all []Payout
	err = json.NewDecoder(resp.Body).Decode(&all)
	return all, err
}
