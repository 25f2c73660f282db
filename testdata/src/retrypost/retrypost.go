package retrypost

import (
	"errors"
	"net/http"
	"strings"
	"time"
)

func order(client *http.Client, text string) (err error) {
	for range 3 {
		resp, err := client.Post("http://shop/orders", "text/plain", strings.NewReader(text)) // want `a POST is sent again after any error, 3 times, without an idempotency key: when only the answer was lost the server does it twice`
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

func made(client *http.Client, text string) (err error) {
	for range 3 {
		req, err := http.NewRequest(http.MethodPatch, "http://shop/orders/1", strings.NewReader(text))
		if err != nil {
			return err
		}
		req.Header.Set("Content-Type", "text/plain")
		resp, err := client.Do(req) // want `a PATCH is sent again after any error`
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

// declined names what is given up on; any other error sends the refund again.
func (c *shop) refund(id string) (err error) {
	for range 3 {
		req, err := http.NewRequest(http.MethodPost, "http://shop/payments/"+id+"/refunds", nil)
		if err != nil {
			return err
		}
		if err = c.send(req); !mayHelp(err) { // want `a POST is sent again after any error, 3 times`
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

type shop struct{ http *http.Client }

func (c *shop) send(req *http.Request) error {
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

var errDeclined = errors.New("declined")

type busy int

func (busy) Error() string { return "busy" }

func mayHelp(err error) bool {
	if err == nil || errors.Is(err, errDeclined) {
		return false
	}
	var b busy
	if errors.As(err, &b) {
		return b > 500
	}
	return true
}
