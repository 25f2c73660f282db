package example

import (
	"net/http"
	"time"
)

func sendOnce() error {
	resp, err := client.Get("https://pay.example")
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func payOnce() (err error) {
	for range 3 {
		if err = sendOnce(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

var _ = http.MethodGet
