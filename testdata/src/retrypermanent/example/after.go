package example

import (
	"errors"
	"net/http"
	"time"
)

func fetchIfItHelps(client *http.Client, url string) (*http.Response, error) {
	for range 5 {
		resp, err := client.Get(url)
		if err == nil && resp.StatusCode < 500 && resp.StatusCode != http.StatusTooManyRequests {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, errors.New("no answer")
}
