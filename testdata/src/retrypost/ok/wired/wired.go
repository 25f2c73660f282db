// Package wired may repeat what it sends through helpers and clients.
package wired

import (
	"bytes"
	"crypto/rand"
	"errors"
	"math/big"
	"net"
	"net/http"
	"strings"
	"syscall"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v4"
	"github.com/go-resty/resty/v2"
	"github.com/hashicorp/go-retryablehttp"

	"retrypost/wired/web"
)

type desk struct {
	api  *web.API
	http *http.Client
}

type keyed struct {
	Cents     int
	RequestID string `json:"request_id"`
}

// Body: the server knows the request by an id in it.
func (d *desk) Body(k keyed) error { return d.api.Do("POST", "/bookings", k) }

// Delete and Put may be repeated.
func (d *desk) Delete() error { return d.api.Do("DELETE", "/bookings/1", nil) }

// Move puts.
func (d *desk) Move(body []byte) (err error) {
	for range 3 {
		if err = d.api.Once(http.MethodPut, "/orders/1", body); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Find reads by POST.
func (d *desk) Find(body []byte) (err error) {
	for range 3 {
		if err = d.api.Once(http.MethodPost, "/orders/_search", body); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Query asks GraphQL.
func (d *desk) ask(text string) error {
	return web.Retry(3, func() error {
		resp, err := d.http.Post("http://desk/graphql", "application/json", strings.NewReader(text))
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

func withKey(req *http.Request, key string) { req.Header.Set("Idempotency-Key", key) }

// Outside makes the key once, a helper sets it.
func (d *desk) Outside(text string) error {
	n, err := rand.Int(rand.Reader, big.NewInt(1<<60))
	if err != nil {
		return err
	}
	key := n.String()
	return retry.Do(func() error {
		req, err := http.NewRequest("POST", "http://desk/orders", strings.NewReader(text))
		if err != nil {
			return err
		}
		withKey(req, key)
		resp, err := d.http.Do(req)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}, retry.Attempts(3))
}

// NotSent repeats only what was not sent.
func (d *desk) NotSent(text string) error {
	return retry.Do(func() error {
		resp, err := d.http.Post("http://desk/orders", "text/plain", strings.NewReader(text))
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}, retry.Attempts(3), retry.RetryIf(func(err error) bool {
		var op *net.OpError
		return errors.Is(err, syscall.ECONNREFUSED) || errors.As(err, &op) && op.Op == "dial"
	}))
}

// Permanent: what was sent is not sent again.
func (d *desk) Permanent(text string) error {
	return backoff.Retry(func() error {
		resp, err := d.http.Post("http://desk/orders", "text/plain", strings.NewReader(text))
		switch {
		case errors.Is(err, syscall.ECONNREFUSED):
			return err
		case err != nil:
			return backoff.Permanent(err)
		}
		return resp.Body.Close()
	}, backoff.NewExponentialBackOff())
}

// picky repeats what its method allows.
type picky struct{ next http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (p picky) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	for range 3 {
		resp, err = p.next.RoundTrip(req) // also: retryctx
		if err == nil || req.Method == http.MethodPost {
			return resp, err
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

var client = &http.Client{Transport: picky{http.DefaultTransport}} // also: bareclient

// Order goes through it.
func Order(body []byte) error {
	_, err := client.Post("http://desk/orders", "text/plain", bytes.NewReader(body))
	return err
}

// Several senders, each tried once.
func Several(hosts []string, text string) (err error) {
	for _, host := range hosts {
		var resp *http.Response
		if resp, err = http.Post(host+"/orders", "text/plain", strings.NewReader(text)); err == nil { // also: defaultclient
			return resp.Body.Close()
		}
	}
	return err
}

// Resty without retries, with a condition, and with a key.
func Resty(key string, body any) error {
	if _, err := resty.New().R().SetBody(body).Post("http://desk/orders"); err != nil {
		return err
	}
	picks := resty.New().SetRetryCount(3).AddRetryCondition(func(r *resty.Response, err error) bool { return false })
	if _, err := picks.R().SetBody(body).Post("http://desk/orders"); err != nil {
		return err
	}
	_, err := resty.New().SetRetryCount(3).R().SetHeader("Idempotency-Key", key).SetBody(body).Post("http://desk/orders")
	return err
}

// Off: a client that is told not to repeat.
func Off(text string) error {
	c := retryablehttp.NewClient()
	c.RetryMax = 0
	_, err := c.Post("http://desk/orders", "text/plain", text)
	return err
}

// Version asks the server to do it only to what was seen.
func Version(etag string, body []byte) error {
	return web.Retry(3, func() error {
		req, err := http.NewRequest("PATCH", "http://desk/orders/1", bytes.NewReader(body))
		if err != nil {
			return err
		}
		req.Header.Set("If-Match", etag)
		resp, err := http.DefaultClient.Do(req) // also: defaultclient
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}
