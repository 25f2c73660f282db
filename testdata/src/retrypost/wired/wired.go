// Package wired sends its requests through helpers, closures and clients of its
// own.
package wired

import (
	"bytes"
	"context"
	"errors"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v4"
	"github.com/go-resty/resty/v2"
	"github.com/hashicorp/go-retryablehttp"

	"retrypost/wired/web"
)

type order struct {
	Buyer string
	Cents int
}

type desk struct {
	api  *web.API
	http *http.Client
}

// The method is an argument of another package's helper.
func (d *desk) book(o order) error {
	return d.api.Do("POST", "/bookings", o) // want `a POST is sent again after any error, 3 times by Do, without an idempotency key`
}

// Sent once by the helper, repeated here.
func (d *desk) charge(body []byte) (err error) {
	for i := 0; i < 4; i++ {
		if err = d.api.Once(http.MethodPost, "/charges", body); err == nil { // want `a POST is sent again after any error, 4 times, without`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// A combinator of the house, of another package, around a function of this one.
func (d *desk) refund(body []byte) error {
	return web.Retry(5, func() error { return d.post("/refunds", body) })
}

func (d *desk) post(path string, body []byte) error {
	resp, err := d.http.Post("http://desk"+path, "application/json", bytes.NewReader(body)) // want `a POST is sent again after any error, 5 times, without`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// A method value.
type mail struct{ to string }

func (m mail) deliver() error {
	resp, err := http.Post("http://mail/outbox", "text/plain", strings.NewReader(m.to)) // also: defaultclient // want `a POST is sent again after any error, 3 times, without`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (m mail) insist() error { return retry.Do(m.deliver, retry.Attempts(3)) }

// A timeout is what is picked: the classic.
func (d *desk) timeouts(body []byte) (err error) {
	for range 3 {
		var resp *http.Response
		resp, err = d.http.Post("http://desk/payments", "application/json", bytes.NewReader(body)) // want `a POST is sent again after a timeout, 3 times, without`
		if err == nil {
			return resp.Body.Close()
		}
		if !isTimeout(err) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func isTimeout(err error) bool {
	var ne net.Error
	return errors.As(err, &ne) && ne.Timeout() || os.IsTimeout(err) || errors.Is(err, context.DeadlineExceeded)
}

// A library that gives up on some errors, but not on this one.
func (d *desk) permanent(body []byte) error {
	return backoff.Retry(func() error {
		resp, err := d.http.Post("http://desk/payments", "application/json", bytes.NewReader(body)) // want `a POST is sent again after any error, again and again, without`
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		if resp.StatusCode == http.StatusBadRequest {
			return backoff.Permanent(errors.New("refused"))
		}
		return nil
	}, backoff.NewExponentialBackOff())
}

// An answer of somebody in between.
func (d *desk) gateway(body []byte) (*http.Response, error) {
	for range 3 {
		resp, err := d.http.Post("http://desk/payments", "application/json", bytes.NewReader(body)) // want `a POST is sent again after a 502, 3 times, without`
		if err != nil || resp.StatusCode < 500 {
			return resp, err
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
	return nil, errors.New("away")
}

// It calls itself.
func (d *desk) again(body []byte, left int) error {
	resp, err := d.http.Post("http://desk/payments", "application/json", bytes.NewReader(body)) // want `a POST is sent again after any error, as often as its counter lets it, without`
	if err != nil {
		if left == 0 {
			return err
		}
		time.Sleep(time.Second)
		return d.again(body, left-1)
	}
	return resp.Body.Close()
}

// Behind an interface.
type sender interface {
	send(req *http.Request) error
}

type plain struct{ http *http.Client }

func (p plain) send(req *http.Request) error {
	resp, err := p.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func place(s sender, text string) (err error) {
	for range 3 {
		req, err := build(text)
		if err != nil {
			return err
		}
		if err = s.send(req); err == nil { // want `a POST is sent again after any error, 3 times, without`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func build(text string) (*http.Request, error) {
	req, err := http.NewRequest(http.MethodPost, "http://desk/orders", strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "text/plain")
	return req, nil
}

// Clients that repeat by themselves.
var rest = resty.New().SetRetryCount(2)

func viaResty(o order) error {
	_, err := rest.R().SetBody(o).Post("http://desk/orders") // want `a POST is sent again after any error, 3 times by resty, without`
	return err
}

func viaRetryable(text string) error {
	c := retryablehttp.NewClient()
	c.RetryMax = 2
	req, err := retryablehttp.NewRequest("POST", "http://desk/orders", text)
	if err != nil {
		return err
	}
	_, err = c.Do(req) // want `a POST is sent again after any error, 3 times by go-retryablehttp, without`
	return err
}

func viaTransport(text string) error {
	c := &http.Client{Transport: &web.Stubborn{Next: http.DefaultTransport}}
	_, err := c.Post("http://desk/orders", "text/plain", strings.NewReader(text)) // want `a POST is sent again after any error, 3 times by Stubborn.RoundTrip, without`
	return err
}

func viaFactory(text string) error {
	_, err := web.NewClient().Post("http://desk/orders", "text/plain", strings.NewReader(text)) // want `a POST is sent again after any error, 3 times by Stubborn.RoundTrip, without`
	return err
}
