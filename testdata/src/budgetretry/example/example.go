package example

import (
	"net/http"
	"time"
)

var geo = &http.Client{Timeout: 2 * time.Second}

func ask() error {
	resp, err := geo.Get("https://geo.example")
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func country() (err error) {
	for attempt := range 5 { // want `5 × 2s \(http.Client.Get \(http.Client.Timeout, example.go:8\)\) \+ 3s of pauses = 13s and no context of the request ends the attempts, but GET /country stops waiting after 5s \(example.go:36\); give the attempts the request's context, or fewer and shorter ones`
		if attempt > 0 {
			time.Sleep(100 * time.Millisecond << attempt) // also: retryjitter
		}
		if err = ask(); err == nil {
			return nil
		}
	}
	return err
}

func show(w http.ResponseWriter, r *http.Request) {
	_ = country()
}

func routes() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /country", http.TimeoutHandler(http.HandlerFunc(show), 5*time.Second, "later"))
	return mux
}
