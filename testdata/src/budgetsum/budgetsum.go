// Package budgetsum waits for one thing after the other.
package budgetsum

import (
	"net/http"
	"time"
)

var quick = &http.Client{Timeout: 3 * time.Second}

func get(u string) error {
	resp, err := quick.Get(u)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func limit(h http.HandlerFunc) http.Handler { return http.TimeoutHandler(h, 5*time.Second, "later") }

// The second only if the first has worked.
func chain(w http.ResponseWriter, r *http.Request) { // want `3s \(budgetsum.get\) \+ 3s \(budgetsum.get\) = 6s, .* but GET /chain stops waiting after 5s`
	if err := get("https://a.example"); err != nil {
		return
	}
	_ = get("https://b.example")
}

// Behind one call.
func both() error {
	if err := get("https://a.example"); err != nil {
		return err
	}
	return get("https://b.example")
}

func behind(w http.ResponseWriter, r *http.Request) {
	_ = both() // want `2 × 3s \(http.Client.Get \(http.Client.Timeout, budgetsum.go:9\)\) = 6s, one after the other`
}

func routes() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /chain", limit(chain))
	mux.Handle("GET /behind", limit(behind))
	return mux
}
