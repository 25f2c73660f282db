// Package amplification makes many calls of one.
package amplification

import (
	"net/http"
	"time"
)

var client = &http.Client{Timeout: time.Second}

func send() error {
	resp, err := client.Get("https://pay.example")
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func charge() (err error) {
	for range 10 {
		if err = send(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func handle(w http.ResponseWriter, r *http.Request) { // want `one request of /pay can cause 10 = 10 calls`
	_ = charge()
}

func routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/pay", handle)
	return mux
}
