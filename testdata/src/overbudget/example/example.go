package example

import (
	"net/http"
	"time"
)

var rates = &http.Client{Timeout: 10 * time.Second}

func show(w http.ResponseWriter, r *http.Request) {
	resp, err := rates.Get("https://rates.example/today") // also: ctxvariant // want `http.Client.Get may take 10s \(http.Client.Timeout, example.go:8\) and no context of the request ends it, but GET /rates stops waiting after 2s \(example.go:21\); give it the request's context, or a limit that fits`
	if err != nil {
		http.Error(w, "no rates", http.StatusBadGateway)
		return
	}
	resp.Body.Close()
}

func routes() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /rates", http.TimeoutHandler(http.HandlerFunc(show), 2*time.Second, "later"))
	return mux
}
