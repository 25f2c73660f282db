// Package ok makes its keys once.
package ok

import (
	"net/http"
	"time"

	"github.com/google/uuid"
)

// Once, before the loop.
func Once(client *http.Client, url string) (err error) {
	key := uuid.NewString()
	for range 3 {
		req, err := http.NewRequest("POST", url, nil)
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

// Each element has its own key.
func Each(client *http.Client, urls []string) error {
	for _, url := range urls {
		req, err := http.NewRequest("POST", url, nil)
		if err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", uuid.NewString())
		if _, err := client.Do(req); err != nil {
			return err
		}
	}
	return nil
}

// Trace names the attempt.
func Trace(client *http.Client, url string) (err error) {
	for range 3 {
		req, err := http.NewRequest("GET", url, nil)
		if err != nil {
			return err
		}
		req.Header.Set("X-Trace-Id", uuid.NewString())
		resp, err := client.Do(req)
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}
