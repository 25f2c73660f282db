package example

import (
	"errors"
	"net/http"
	"time"
)

func fetch(client *http.Client, url string) (*http.Response, error) {
	for range 5 { // want `http.Client.Get is repeated, 5 times, for every status but success: a 400, 401 or 404 is the same the next time; repeat 408, 429, 500, 502, 503 and 504, and give the others back`
		resp, err := client.Get(url)
		if err == nil && resp.StatusCode == http.StatusOK {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, errors.New("no answer")
}
