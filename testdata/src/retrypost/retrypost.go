package retrypost

import (
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
