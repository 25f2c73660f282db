package example

import (
	"net/http"
	"time"
)

var client = &http.Client{Timeout: time.Second}

func send() (err error) {
	for range 3 {
		var resp *http.Response
		if resp, err = client.Get("https://pay.example"); err == nil {
			return resp.Body.Close()
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

func pay() (err error) {
	for range 3 { // want `3 × 3 = 9 calls of http.Client.Get when it fails, retries inside a retry: example.pay tries 3 times, example.send tries 3 times; retry at one level only, the one that knows what is worth repeating`
		if err = send(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
