package example

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
	for range 4 {
		if err = send(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func pay() (err error) {
	for range 3 { // also: retrynested
		if err = charge(); err == nil {
			return nil
		}
	}
	return err
}

func handle(w http.ResponseWriter, r *http.Request) { // want `one request of POST /pay can cause 3 × 4 = 12 calls of http.Client.Get \(example.go:11\), more than 9; retry at one level, or under a retry budget`
	_ = pay()
}

func routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /pay", handle)
	return mux
}
