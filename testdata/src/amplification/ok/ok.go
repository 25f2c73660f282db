// Package ok makes as many calls as agreed, or as there is work.
package ok

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
	for range 9 {
		if err = send(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func handle(w http.ResponseWriter, r *http.Request) { _ = charge() }

// Each of twenty has its call.
func twenty(w http.ResponseWriter, r *http.Request) {
	for range 20 {
		_ = send()
	}
}

func routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/pay", handle)
	mux.HandleFunc("/twenty", twenty)
	return mux
}
