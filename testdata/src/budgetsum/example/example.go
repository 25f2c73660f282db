package example

import (
	"net/http"
	"time"
)

var quick = &http.Client{Timeout: 3 * time.Second}

func count(u string) {
	if resp, err := quick.Get(u); err == nil {
		resp.Body.Close()
	}
}

func overview(w http.ResponseWriter, r *http.Request) { // want `3s \(example.count\) \+ 3s \(example.count\) = 6s, one after the other and none ended by the request's context, but GET /overview stops waiting after 5s \(example.go:23\); give each the request's context: then they share its time`
	count("https://wishes.example")
	count("https://reviews.example")
}

func routes() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /overview", http.TimeoutHandler(http.HandlerFunc(overview), 5*time.Second, "later"))
	return mux
}
