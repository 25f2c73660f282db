// Package ok may repeat what it sends.
package ok

import (
	"errors"
	"net/http"
	"strings"
	"time"
)

// Keyed carries a key.
func Keyed(client *http.Client, key string) (err error) {
	for range 3 {
		req, err := http.NewRequest("POST", "http://shop/orders", nil)
		if err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", key)
		resp, err := client.Do(req)
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

// Put is the same the second time.
func Put(client *http.Client) (err error) {
	for range 3 {
		req, err := http.NewRequest("PUT", "http://shop/orders/1", nil)
		if err != nil {
			return err
		}
		resp, err := client.Do(req)
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

// Search reads.
func Search(client *http.Client, text string) (err error) {
	for range 3 {
		resp, err := client.Post("http://shop/items/_search", "text/plain", strings.NewReader(text))
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

// Refused: nothing was done.
func Refused(client *http.Client, text string) (*http.Response, error) {
	for n := 0; n < 5; n++ {
		resp, err := client.Post("http://shop/orders", "text/plain", strings.NewReader(text))
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusTooManyRequests {
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
	return nil, http.ErrServerClosed
}

func sign(req *http.Request) { req.Header.Set("Idempotency-Key", req.URL.Path) }

// Signed somewhere else.
func Signed(client *http.Client) (err error) {
	for range 3 {
		req, err := http.NewRequest("POST", "http://shop/orders", nil)
		if err != nil {
			return err
		}
		sign(req)
		resp, err := client.Do(req)
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

// Picked: something says which errors.
func Picked(client *http.Client, again func(error) bool) (resp *http.Response, err error) {
	for range 3 {
		resp, err = client.Post("http://shop/orders", "text/plain", nil)
		if err == nil || !again(err) {
			return resp, err
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

var errNotSent = errors.New("not sent")

// NotSent: only one error goes back, and nothing was done when it comes.
func NotSent(client *http.Client) (resp *http.Response, err error) {
	for range 3 {
		resp, err = client.Post("http://shop/orders", "text/plain", nil)
		if !notSent(err) {
			return resp, err
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func notSent(err error) bool { return err != nil && errors.Is(err, errNotSent) }

// Emptied: the second request has nothing to send, so nothing is done twice.
func Emptied(client *http.Client, body *strings.Reader) (resp *http.Response, err error) {
	for range 3 {
		resp, err = client.Post("http://shop/orders", "text/plain", body) // also: retrybody
		if err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
