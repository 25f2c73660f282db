// Package carrier talks to the companies that carry the parcels.
package carrier

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/timeoutlint/timeoutlint/examples/shop/internal/outbound"
)

// Client talks to one carrier.
type Client struct {
	base    string
	hosts   []string
	api     *http.Client
	bulk    *http.Client
	partner *http.Client
}

// New returns a client for the carrier at base. hosts are its servers in other places.
func New(base string, hosts ...string) *Client {
	c := &Client{
		base:  base,
		hosts: hosts,
		api:   outbound.NewClient(2 * time.Second),
		bulk: &http.Client{
			Transport: &http.Transport{
				DialContext:         (&net.Dialer{Timeout: 2 * time.Second}).DialContext,
				TLSHandshakeTimeout: 2 * time.Second,
			},
		},
		partner: &http.Client{},
	}
	c.partner.Timeout = 4 * time.Second
	return c
}

// Page is what the carrier tells the public about a parcel.
func (c *Client) Page(parcel string) ([]byte, error) {
	resp, err := http.Get(c.base + "/track/" + url.PathEscape(parcel))
	if err != nil {
		return nil, err
	}
	return read(resp)
}

// Tariffs reads the carrier's whole list of prices.
func (c *Client) Tariffs() ([]byte, error) {
	resp, err := c.bulk.Get(c.base + "/tariffs.csv")
	if err != nil {
		return nil, err
	}
	return read(resp)
}

// Depots lists where parcels can be fetched.
func (c *Client) Depots() ([]byte, error) {
	resp, err := c.partner.Get(c.base + "/depots")
	if err != nil {
		return nil, err
	}
	return read(resp)
}

// Manual fetches a manual from wherever the carrier keeps it.
func Manual(where string) ([]byte, error) {
	hc := &http.Client{}
	if strings.HasPrefix(where, "https://") {
		hc.Timeout = 10 * time.Second
	}
	resp, err := hc.Get(where)
	if err != nil {
		return nil, err
	}
	return read(resp)
}

// Label fetches the label of a parcel.
func (c *Client) Label(ctx context.Context, parcel string) ([]byte, error) {
	var last error
	for range 5 {
		label, err := c.get(ctx, c.base+"/labels/"+url.PathEscape(parcel))
		if err == nil {
			return label, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		last = err
	}
	return nil, fmt.Errorf("label of %s: %w", parcel, last)
}

// Track asks where a parcel is.
func (c *Client) Track(ctx context.Context, parcel string) ([]byte, error) {
	var last error
	wait := 100 * time.Millisecond
	for range 4 {
		where, err := c.get(ctx, c.base+"/parcels/"+url.PathEscape(parcel))
		if err == nil {
			return where, nil
		}
		last = err
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), last)
		case <-time.After(wait):
		}
		wait = min(2*wait, time.Second)
	}
	return nil, fmt.Errorf("parcel %s: %w", parcel, last)
}

// Pickup asks when the van comes.
func (c *Client) Pickup(ctx context.Context, depot string) ([]byte, error) {
	var last error
	wait := 100 * time.Millisecond
	for range 4 {
		when, err := c.get(ctx, c.base+"/pickups/"+url.PathEscape(depot))
		if err == nil {
			return when, nil
		}
		last = err
		select {
		case <-ctx.Done():
			break
		case <-time.After(rand.N(wait)):
		}
		wait = min(2*wait, time.Second)
	}
	return nil, fmt.Errorf("pickup at %s: %w", depot, last)
}

// Zones asks the carrier's servers in turn. Each is asked once.
func (c *Client) Zones(ctx context.Context) ([]byte, error) {
	var errs []error
	for _, host := range c.hosts {
		zones, err := c.get(ctx, host+"/zones")
		if err == nil {
			return zones, nil
		}
		errs = append(errs, err)
	}
	return nil, errors.Join(errs...)
}

// Parcels asks after many parcels, one by one. What cannot be found is left out.
func (c *Client) Parcels(ctx context.Context, parcels []string) map[string][]byte {
	found := map[string][]byte{}
	for _, p := range parcels {
		where, err := c.get(ctx, c.base+"/parcels/"+url.PathEscape(p))
		if err != nil {
			continue
		}
		found[p] = where
	}
	return found
}

func (c *Client) get(ctx context.Context, u string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.api.Do(req)
	if err != nil {
		return nil, err
	}
	return read(resp)
}

func read(resp *http.Response) ([]byte, error) {
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("carrier: %s", resp.Status)
	}
	return io.ReadAll(io.LimitReader(resp.Body, 1<<22))
}
