// Package ok gives back what stays the same.
package ok

import (
	"errors"
	"net/http"
	"time"
)

// Picks what may go away.
func Picks(client *http.Client, url string) (*http.Response, error) {
	for range 5 {
		resp, err := client.Get(url)
		if err == nil && resp.StatusCode < 500 && resp.StatusCode != http.StatusTooManyRequests {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, errors.New("no answer")
}

// Errors only: any status is an answer.
func Errors(client *http.Client, url string) (resp *http.Response, err error) {
	for range 5 {
		if resp, err = client.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
