package example

import (
	"net/http"
	"net/url"
	"time"
)

func ping(u *url.URL) error {
	client := &http.Client{} // want `http.Client gets its Timeout at example.go:12 on one path only`
	if u.Scheme == "https" {
		client.Timeout = 5 * time.Second
	}
	resp, err := client.Get(u.String())
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
