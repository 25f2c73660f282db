package example

import (
	"net/http"
	"net/url"
	"time"
)

func pingAfter(u *url.URL) error {
	client := &http.Client{Timeout: 5 * time.Second}
	resp, err := client.Get(u.String())
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
